#include "core/agent/input_tensors.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace troupe {

namespace {

// What makes each feature of the body about 1.
constexpr float usual_acceleration = 10; // m/s²
constexpr float usual_distance = 2;      // m
constexpr float usual_force = 100;       // N
/// Whoever hits a wall feels it, but not as an outlier that a network would have to learn about.
constexpr float strongest = 3;

void check_picture(const image& picture, const torch::Tensor& pictures) {
  auto height = pictures.size(2);
  auto width = pictures.size(3);
  if (picture.height == height && picture.width == width)
    return;
  auto text = [](auto columns, auto rows) {
    return std::to_string(columns) + "x" + std::to_string(rows);
  };
  throw user_error("This network sees pictures of " + text(width, height) + " pixels, not "
                   + text(picture.width, picture.height)
                   + "; give the environment the network's picture_width and picture_height.");
}

void put_body(float* features, const proprioception& body) {
  auto scaled = [](float value, float usual) {
    return std::clamp(value / usual, -strongest, strongest);
  };
  std::array<float, network_input::body_features> all{
      scaled(body.acceleration[0], usual_acceleration),
      scaled(body.acceleration[1], usual_acceleration),
      scaled(body.acceleration[2], usual_acceleration),
      body.hand_is_holding ? 1.f : 0.f,
      scaled(body.hand_distance, usual_distance),
      scaled(body.hand_force, usual_force)};
  std::copy(all.begin(), all.end(), features);
}

/// `hot` has room for one number for each value of each group.
void put_action(float* hot, const action& done) {
  for (std::size_t group = 0; group < action_groups.size(); ++group) {
    auto count = action_groups[group].values.size();
    std::fill_n(hot, count, 0.f);
    hot[done.choices[group]] = 1;
    hot += count;
  }
}

void put_goal(float* matrix, std::int64_t* atoms, const goal_encoding& aim) {
  for (const auto& option : aim.matrix)
    matrix = std::copy(option.begin(), option.end(), matrix);
  for (const auto& atom : aim.atoms)
    atoms = std::copy(atom.begin(), atom.end(), atoms);
}

/// How many of the options, or of the atoms, of all goals must be kept: they come first in each.
std::int64_t count_used(const torch::Tensor& mentions) {
  auto used = mentions.flatten(0, 1).amax(0).count_nonzero();
  return std::max<std::int64_t>(used.item<std::int64_t>(), 1);
}

} // namespace

network_input blank_input(const network_shape& shape, std::int64_t steps, std::int64_t players) {
  constexpr std::int64_t options = goal_encoding::max_options;
  constexpr std::int64_t atoms = goal_encoding::max_atoms;
  constexpr std::int64_t parts = goal_encoding::atom_parts;
  network_input input;
  input.pictures =
      torch::zeros({steps, players, shape.picture_height, shape.picture_width, 3}, torch::kUInt8);
  input.bodies = torch::zeros({steps, players, network_input::body_features});
  input.last_actions =
      torch::zeros({steps, players, static_cast<std::int64_t>(action_encoding_size)});
  input.goal_matrices = torch::zeros({steps, players, options, atoms});
  input.goal_atoms = torch::zeros({steps, players, atoms, parts}, torch::kLong);
  input.firsts = torch::zeros({steps, players});
  return input;
}

void put(network_input& input, std::int64_t step, std::int64_t player, const observation& seen) {
  check_picture(seen.picture, input.pictures);
  auto row = step * input.firsts.size(1) + player;
  auto at = [row]<class Number>(torch::Tensor& x, const Number*) {
    return x.data_ptr<Number>() + row * (x.numel() / (x.size(0) * x.size(1)));
  };
  constexpr const float* real = nullptr;
  std::memcpy(at(input.pictures, static_cast<const std::uint8_t*>(nullptr)),
              seen.picture.pixels.data(), seen.picture.byte_count());
  put_body(at(input.bodies, real), seen.body);
  put_action(at(input.last_actions, real), seen.last_action);
  put_goal(at(input.goal_matrices, real),
           at(input.goal_atoms, static_cast<const std::int64_t*>(nullptr)), seen.goal);
  *at(input.firsts, real) = seen.when.step == 0 ? 1 : 0;
}

network_input ready_for(const network_input& input, torch::Device device) {
  auto there = [&](const torch::Tensor& x) { return x.to(device); };
  auto mentions = input.goal_matrices.abs();
  auto options = count_used(mentions.amax(-1));
  auto atoms = count_used(mentions.amax(-2));
  return {there(input.pictures),
          there(input.bodies),
          there(input.last_actions),
          there(input.goal_matrices.narrow(2, 0, options).narrow(3, 0, atoms)),
          there(input.goal_atoms.narrow(2, 0, atoms)),
          there(input.firsts)};
}

} // namespace troupe
