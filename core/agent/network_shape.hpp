#pragma once

#include <cstdint>
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

/// Throws `user_error` naming the first size that no network can have.
void validate(const network_shape& shape);

} // namespace troupe
