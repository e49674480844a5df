#include "config/agent.hpp"

namespace troupe {

network_shape network_shape_of(const settings& values) {
  network_shape shape = values.network;
  shape.picture_height = static_cast<int>(values.episode.picture_height);
  shape.picture_width = static_cast<int>(values.episode.picture_width);
  // The reader let only these words through.
  shape.torso = from_string<torso_kind>(values.network.torso_word).value();
  shape.goat_mixing = from_string<goal_mixing>(values.network.goat_mixing_word).value();
  return shape;
}

hyperparameters hyperparameters_of(const settings& values) {
  return values.learning;
}

} // namespace troupe
