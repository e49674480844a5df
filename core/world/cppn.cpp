#include "core/world/cppn.hpp"

#include "core/support/random.hpp"

#include <cmath>
#include <tuple>

namespace troupe {

namespace {

using layer = placement_layer;
constexpr std::size_t units = std::tuple_size_v<layer>;
constexpr std::size_t place_inputs = 10;
constexpr std::size_t latent_inputs = std::tuple_size_v<entity_latent>;

/// Rows are inputs.
struct network_parameters {
  std::array<layer, place_inputs> place_weights;
  std::array<layer, latent_inputs> latent_weights;
  std::array<layer, units> hidden_weights;
  layer hidden_bias;
  layer output_weights;
};

const network_parameters& parameters() {
  static const network_parameters fixed = [] {
    // The seed is part of the meaning of every world's seed.
    random_stream stream(0xC0FFEE);
    auto fill = [&](layer& row, double scale) {
      for (auto& weight : row)
        weight = stream.uniform(-scale, scale);
    };
    network_parameters drawn{};
    for (auto& row : drawn.place_weights)
      fill(row, 2);
    for (auto& row : drawn.latent_weights)
      fill(row, 1.5);
    for (auto& row : drawn.hidden_weights)
      fill(row, 1.2);
    fill(drawn.hidden_bias, 1);
    fill(drawn.output_weights, 1.5);
    return drawn;
  }();
  return fixed;
}

/// A sine made of parabolas, with period 4.
double wave(double x) {
  auto t = x / 2 - 2 * std::floor(x / 4 + 0.5);
  return 4 * t * (1 - std::abs(t));
}

double bump(double x) {
  return 1 / (1 + x * x);
}

double step(double x) {
  return x / (1 + std::abs(x));
}

void activate(layer& values) {
  for (std::size_t i = 0; i < units; i += 3) {
    values[i] = wave(values[i]);
    values[i + 1] = bump(values[i + 1]);
    values[i + 2] = step(values[i + 2]);
  }
}

void add_scaled(layer& sum, const layer& row, double factor) {
  for (std::size_t i = 0; i < units; ++i)
    sum[i] += factor * row[i];
}

std::array<double, place_inputs> features_of(const world& w, const place& p) {
  auto t = w.tiles[p.at];
  auto centre = centre_of(w, p);
  auto u = 2 * centre.x / (w.tiles.width() * w.tile_size.x) - 1;
  auto v = 2 * centre.y / (w.tiles.height() * w.tile_size.y) - 1;
  auto flag = [](bool value) { return value ? 1.0 : 0.0; };
  auto rises_towards = [&](direction side) {
    return t.kind == tile_kind::ramp
               ? flag(t.facing == side)
               : flag(t.kind == tile_kind::diagonal && upper_half_touches(t.facing, side));
  };
  return {1,
          u,
          v,
          std::sqrt(u * u + v * v),
          centre.z / (w.tile_size.z * (level_count - 1)),
          flag(t.kind == tile_kind::ramp),
          flag(p.part == tile_part::lower_half),
          flag(p.part == tile_part::upper_half),
          rises_towards(direction::north) - rises_towards(direction::south),
          rises_towards(direction::east) - rises_towards(direction::west)};
}

} // namespace

placement_network::placement_network(const world& w, std::span<const place> places) {
  places_.reserve(places.size());
  for (const auto& p : places) {
    auto features = features_of(w, p);
    auto& sum = places_.emplace_back();
    for (std::size_t i = 0; i < place_inputs; ++i)
      add_scaled(sum, parameters().place_weights[i], features[i]);
  }
}

std::vector<double> placement_network::preferences(const entity_latent& latent) const {
  const auto& net = parameters();
  layer from_latent{};
  for (std::size_t i = 0; i < latent_inputs; ++i)
    add_scaled(from_latent, net.latent_weights[i], latent[i]);

  std::vector<double> result;
  result.reserve(places_.size());
  for (auto first : places_) {
    add_scaled(first, from_latent, 1);
    activate(first);
    auto second = net.hidden_bias;
    for (std::size_t i = 0; i < units; ++i)
      add_scaled(second, net.hidden_weights[i], first[i]);
    activate(second);
    double output = 0;
    for (std::size_t i = 0; i < units; ++i)
      output += net.output_weights[i] * second[i];
    auto preference = (1 + step(2 * output)) / 2;
    auto squared = preference * preference;
    result.push_back(squared * squared);
  }
  return result;
}

} // namespace troupe
