#include "core/agent/network_shape.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace troupe {

namespace {

void check_positive(std::string_view name, std::int64_t size) {
  if (size < 1)
    throw user_error("A network cannot be made: " + std::string{name} + " must be at least 1, not "
                     + std::to_string(size) + ".");
}

void check_divides(std::string_view name, std::int64_t size, std::int64_t part) {
  if (size % part != 0)
    throw user_error("A network cannot be made: " + std::string{name} + " (" + std::to_string(size)
                     + ") must be a multiple of goat_features (" + std::to_string(part) + ").");
}

} // namespace

void validate(const network_shape& shape) {
  using named_size = std::pair<std::string_view, std::int64_t>;
  for (auto [name, size] : {named_size{"picture_height", shape.picture_height},
                            {"picture_width", shape.picture_width},
                            {"torso_blocks", shape.torso_blocks},
                            {"torso_output", shape.torso_output},
                            {"lstm_layers", shape.lstm_layers},
                            {"lstm_size", shape.lstm_size},
                            {"predicate_embedding", shape.predicate_embedding},
                            {"goal_embedding", shape.goal_embedding},
                            {"goat_upscale", shape.goat_upscale},
                            {"goat_features", shape.goat_features},
                            {"attention_heads", shape.attention_heads},
                            {"attention_key", shape.attention_key},
                            {"attention_value", shape.attention_value},
                            {"goat_value_hidden", shape.goat_value_hidden},
                            {"policy_hidden", shape.policy_hidden},
                            {"value_hidden", shape.value_hidden},
                            {"popart_hidden", shape.popart_hidden}})
    check_positive(name, size);
  check_positive("the number of torso_channels",
                 static_cast<std::int64_t>(shape.torso_channels.size()));
  for (const auto& [name, sizes] : {std::pair{"torso_channels", &shape.torso_channels},
                                    {"atom_mlp", &shape.atom_mlp},
                                    {"option_mlp", &shape.option_mlp},
                                    {"atom_predictor", &shape.atom_predictor}})
    for (auto size : *sizes)
      check_positive(name, size);
  check_divides("goat_upscale", shape.goat_upscale, shape.goat_features);
  check_divides("goal_embedding", shape.goal_embedding, shape.goat_features);
  if (!(shape.goat_temperature > 0))
    throw user_error("A network cannot be made: goat_temperature must be positive.");
}

} // namespace troupe
