#pragma once

#include "core/game/vocabulary.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// What turns a picture into features.
enum class torso_kind : std::uint8_t {
  resnet,  ///< the paper's residual network
  strided, ///< a few strided convolutions, about ten times cheaper
};

/// How the states of a goal and of its options are mixed by their values.
enum class goal_mixing : std::uint8_t { softmax, argmax };

/// The sizes of an agent's network; the defaults are the paper's (appendix "Network architecture").
struct network_shape {
  int picture_height = 72;
  int picture_width = 96;

  torso_kind torso = torso_kind::resnet;
  std::vector<std::int64_t> torso_channels = {16, 32, 32};
  /// Residual blocks in each stage.
  std::int64_t torso_blocks = 2;
  std::int64_t torso_output = 256;
  /// Whether the torso's features are normalised: small networks on small batches see nothing for
  /// long without.
  bool torso_norm = false;

  std::int64_t lstm_layers = 2;
  std::int64_t lstm_size = 256;

  std::int64_t predicate_embedding = 256;
  std::vector<std::int64_t> atom_mlp = {256, 256};
  std::vector<std::int64_t> option_mlp = {256, 256};
  std::int64_t goal_embedding = 256;
  std::vector<std::int64_t> atom_predictor = {64, 32};

  /// Goal attention; without it a plain goal-conditioned network.
  bool goat = true;
  std::int64_t goat_upscale = 1024;
  std::int64_t goat_features = 32;
  /// Whether rows and queries are normalised: small networks learned more slowly to follow their
  /// goal without.
  bool goat_norm = false;
  std::int64_t attention_heads = 1;
  std::int64_t attention_key = 128;
  std::int64_t attention_value = 128;
  goal_mixing goat_mixing = goal_mixing::softmax;
  double goat_temperature = 0.1;
  std::int64_t goat_value_hidden = 256;

  std::int64_t policy_hidden = 256;
  std::int64_t value_hidden = 256;
  std::int64_t popart_hidden = 256;

  /// The size of the recurrent core's output h.
  [[nodiscard]] std::int64_t core_output() const { return lstm_layers * lstm_size; }
  /// The size of the goal-dependent state ĥ: what each of the goal's queries reads.
  [[nodiscard]] std::int64_t goal_state() const {
    return goal_embedding / goat_features * attention_heads * attention_value;
  }

  friend bool operator==(const network_shape&, const network_shape&) = default;
};

template <>
inline constexpr std::array<std::string_view, 2> words<torso_kind>{"resnet", "strided"};
template <>
inline constexpr std::array<std::string_view, 2> words<goal_mixing>{"softmax", "argmax"};

/// Shows every member of a shape, with its name, to `visit`.
template <class Shape, class Visit>
void for_each_size(Shape& shape, Visit&& visit) {
  visit("picture_height", shape.picture_height);
  visit("picture_width", shape.picture_width);
  visit("torso", shape.torso);
  visit("torso_channels", shape.torso_channels);
  visit("torso_blocks", shape.torso_blocks);
  visit("torso_output", shape.torso_output);
  visit("torso_norm", shape.torso_norm);
  visit("lstm_layers", shape.lstm_layers);
  visit("lstm_size", shape.lstm_size);
  visit("predicate_embedding", shape.predicate_embedding);
  visit("atom_mlp", shape.atom_mlp);
  visit("option_mlp", shape.option_mlp);
  visit("goal_embedding", shape.goal_embedding);
  visit("atom_predictor", shape.atom_predictor);
  visit("goat", shape.goat);
  visit("goat_upscale", shape.goat_upscale);
  visit("goat_features", shape.goat_features);
  visit("goat_norm", shape.goat_norm);
  visit("attention_heads", shape.attention_heads);
  visit("attention_key", shape.attention_key);
  visit("attention_value", shape.attention_value);
  visit("goat_mixing", shape.goat_mixing);
  visit("goat_temperature", shape.goat_temperature);
  visit("goat_value_hidden", shape.goat_value_hidden);
  visit("policy_hidden", shape.policy_hidden);
  visit("value_hidden", shape.value_hidden);
  visit("popart_hidden", shape.popart_hidden);
}

/// Throws `user_error` naming the first size that no network can have.
void validate(const network_shape& shape);

/// A shape as JSON, and back. Sizes that the text does not name have the paper's values; throws
/// `user_error` if it names others or if no network can have them.
std::string to_json(const network_shape& shape);
network_shape network_shape_from_json(std::string_view text);

} // namespace troupe
