#pragma once

#include "core/agent/input_tensors.hpp"
#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"

#include <string>

namespace troupe {

/// Small, so that tests are fast, and with every size different from the others.
inline network_shape small_shape() {
  network_shape shape;
  shape.picture_height = 18;
  shape.picture_width = 24;
  shape.torso = torso_kind::strided;
  shape.torso_channels = {4, 5, 6};
  shape.torso_blocks = 1;
  shape.torso_output = 14;
  shape.lstm_size = 10;
  shape.predicate_embedding = 9;
  shape.atom_mlp = {11};
  shape.option_mlp = {13};
  shape.goal_embedding = 16;
  shape.atom_predictor = {7, 3};
  shape.goat_upscale = 48;
  shape.goat_features = 8;
  shape.attention_key = 12;
  shape.attention_value = 15;
  shape.goat_value_hidden = 17;
  shape.policy_hidden = 19;
  shape.value_hidden = 21;
  shape.popart_hidden = 22;
  return shape;
}

/// Makes a goal the one of all players at all steps.
inline void set_goal(network_input& input, const std::string& text) {
  auto encoded = encode(parse_goal(text));
  for (std::size_t o = 0; o < goal_encoding::max_options; ++o)
    for (std::size_t a = 0; a < goal_encoding::max_atoms; ++a)
      input.goal_matrices.select(-1, static_cast<std::int64_t>(a))
          .select(-1, static_cast<std::int64_t>(o))
          .fill_(encoded.matrix[o][a]);
  for (std::size_t a = 0; a < goal_encoding::max_atoms; ++a)
    for (std::size_t part = 0; part < goal_encoding::atom_parts; ++part)
      input.goal_atoms.select(-1, static_cast<std::int64_t>(part))
          .select(-1, static_cast<std::int64_t>(a))
          .fill_(encoded.atoms[a][part]);
}

/// Random observations of players with one goal; no episode begins.
inline network_input random_input(const network_shape& shape, std::int64_t steps,
                                  std::int64_t players) {
  auto input = blank_input(shape, steps, players);
  input.pictures.random_(0, 256);
  input.bodies.normal_();
  input.last_actions.random_(0, 2);
  set_goal(input, "hold(me, yellow sphere) & !near(me, black cube) | see(me, opponent)");
  return input;
}

/// One step of an input.
inline network_input part_of(const network_input& all, std::int64_t step) {
  auto part = [&](const torch::Tensor& x) { return x.slice(0, step, step + 1); };
  return {part(all.pictures),      part(all.bodies),     part(all.last_actions),
          part(all.goal_matrices), part(all.goal_atoms), part(all.firsts)};
}

} // namespace troupe
