#include "core/world/wave_function_collapse.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace troupe {

namespace {

template <class Visit>
void for_each_tile(tile_set set, Visit&& visit) {
  for (; set != 0; set &= set - 1)
    visit(static_cast<std::size_t>(std::countr_zero(set)));
}

/// How many levels the sides of two tiles differ by where they differ most: 0, 1, or 2 for more.
using step_table = std::array<std::array<std::array<std::uint8_t, tile_count>, tile_count>, 4>;

const step_table& steps_between() {
  static const step_table table = [] {
    step_table steps{};
    for (auto side : sides)
      for (auto a : all_tiles)
        for (auto b : all_tiles) {
          auto here = edge_of(a, side);
          auto there = edge_of(b, opposite(side));
          auto step =
              std::max(std::abs(here.first - there.first), std::abs(here.second - there.second));
          steps[static_cast<std::size_t>(side)][tile_index(a)][tile_index(b)] =
              static_cast<std::uint8_t>(std::min(step, 2));
        }
    return steps;
  }();
  return table;
}

cell mirror_east_west(cell at, grid_size size) {
  return {size.width - 1 - at.x, at.y};
}

cell mirror_north_south(cell at, grid_size size) {
  return {at.x, size.height - 1 - at.y};
}

} // namespace

tile_wave::tile_wave(grid<tile_weights> weights, const neighbour_affinity& affinity,
                     mirror_symmetry symmetry)
    : size_(weights.size()),
      weights_(std::move(weights)),
      affinity_(affinity),
      symmetry_(symmetry),
      initial_(size_),
      possible_(size_),
      decided_(size_),
      certainty_(size_),
      tie_breaker_(size_, 1.0) {
  for (std::size_t i = 0; i < initial_.values().size(); ++i) {
    auto at = initial_.cell_of(i);
    tile_set allowed = 0;
    for (std::size_t t = 0; t < tile_count; ++t)
      if (weights_[at][t] > 0)
        allowed |= tile_set{1} << t;
    for (auto side : sides)
      if (!size_.contains(neighbour(at, side)))
        allowed &= allowed_at_wall(side);
    initial_[at] = allowed;
  }
  restrict_to_symmetric_tiles();
  possible_ = initial_;
}

/// A cell on a mirror axis is its own image; a cell beside an axis between two columns or rows is
/// its image's neighbour. Only tiles that allow this are possible there, and then no decision about
/// a cell can contradict the same decision about its image.
void tile_wave::restrict_to_symmetric_tiles() {
  auto restrict_axis = [&](auto mirror_cell, tile (*mirror_tile)(tile), direction side) {
    for (std::size_t i = 0; i < initial_.values().size(); ++i) {
      auto at = initial_.cell_of(i);
      auto image = mirror_cell(at, size_);
      for_each_tile(initial_[at], [&](std::size_t t) {
        auto here = all_tiles[t];
        auto fits = image == at ? mirror_tile(here) == here
                                : image != neighbour(at, side)
                                      || may_neighbour(here, side, mirror_tile(here));
        if (!fits)
          initial_[at] &= ~set_of(here);
      });
    }
  };
  if (symmetry_.east_west) {
    restrict_axis(mirror_east_west, mirrored_east_west, direction::east);
    restrict_axis(mirror_east_west, mirrored_east_west, direction::west);
  }
  if (symmetry_.north_south) {
    restrict_axis(mirror_north_south, mirrored_north_south, direction::north);
    restrict_axis(mirror_north_south, mirrored_north_south, direction::south);
  }
}

/// A cell, and its images under the reflections east-west, north-south and both; itself where
/// there is no such symmetry.
std::array<cell, 4> tile_wave::mirror_images(cell at) const {
  auto across = symmetry_.east_west ? mirror_east_west(at, size_) : at;
  auto along = [&](cell c) { return symmetry_.north_south ? mirror_north_south(c, size_) : c; };
  return {at, across, along(at), along(across)};
}

bool tile_wave::collapse(random_stream& stream) {
  for (auto& factor : tie_breaker_.values())
    factor = stream.uniform(1, 1.01);
  auto contradiction = propagate_everything();
  auto reopenings_left = 8 + size_.cells() / 4;
  int radius = 1;
  while (true) {
    if (contradiction) {
      if (reopenings_left-- == 0)
        return false;
      reopen_around(*contradiction, radius++);
      contradiction = propagate_everything();
      continue;
    }
    auto next = most_certain_cell();
    if (!next)
      return true;
    decide(*next, stream);
    std::vector<cell> changed;
    for (auto image : mirror_images(*next))
      changed.push_back(image);
    contradiction = propagate(changed);
  }
}

/// Strikes what the changed cells rule out, and what that rules out in turn. Returns a cell for
/// which nothing is left, if there is one.
std::optional<cell> tile_wave::propagate(std::vector<cell>& changed) {
  while (!changed.empty()) {
    auto at = changed.back();
    changed.pop_back();
    for (auto side : sides) {
      auto next = neighbour(at, side);
      if (!size_.contains(next))
        continue;
      tile_set allowed = 0;
      for_each_tile(possible_[at], [&](std::size_t t) { allowed |= allowed_beside(t, side); });
      auto remaining = possible_[next] & allowed;
      if (remaining == 0)
        return next;
      if (remaining != possible_[next]) {
        possible_[next] = remaining;
        changed.push_back(next);
      }
      measure(next);
    }
  }
  return std::nullopt;
}

std::optional<cell> tile_wave::propagate_everything() {
  std::vector<cell> all;
  for (std::size_t i = 0; i < possible_.values().size(); ++i)
    all.push_back(possible_.cell_of(i));
  return propagate(all);
}

/// The weights of what is possible at a cell given its decided neighbours; returns their sum.
double tile_wave::weigh(cell at, tile_weights& result) const {
  const std::array<double, 3> factors{affinity_.meeting, affinity_.one_step, affinity_.cliff};
  const auto& steps = steps_between();
  for_each_tile(possible_[at], [&](std::size_t t) { result[t] = weights_[at][t]; });
  for (auto side : sides) {
    auto next = neighbour(at, side);
    if (!size_.contains(next) || decided_[next] == 0)
      continue;
    auto beside = static_cast<std::size_t>(std::countr_zero(possible_[next]));
    const auto& step_from = steps[static_cast<std::size_t>(opposite(side))][beside];
    for_each_tile(possible_[at], [&](std::size_t t) { result[t] *= factors[step_from[t]]; });
  }
  double sum = 0;
  for_each_tile(possible_[at], [&](std::size_t t) { sum += result[t]; });
  return sum;
}

void tile_wave::measure(cell at) {
  if (decided_[at] != 0)
    return;
  tile_weights weights;
  auto sum = weigh(at, weights);
  double squares = 0;
  for_each_tile(possible_[at], [&](std::size_t t) { squares += weights[t] * weights[t]; });
  certainty_[at] = tie_breaker_[at] * squares / (sum * sum);
}

std::optional<cell> tile_wave::most_certain_cell() const {
  std::optional<std::size_t> best;
  const auto& certainty = certainty_.values();
  for (std::size_t i = 0; i < certainty.size(); ++i)
    if (decided_.values()[i] == 0 && (!best || certainty[i] > certainty[*best]))
      best = i;
  if (!best)
    return std::nullopt;
  return certainty_.cell_of(*best);
}

void tile_wave::decide(cell at, random_stream& stream) {
  tile_weights weights{};
  weigh(at, weights);
  auto chosen = all_tiles[stream.weighted(weights)];
  auto images = mirror_images(at);
  auto across = symmetry_.east_west ? mirrored_east_west(chosen) : chosen;
  auto along = [&](tile t) { return symmetry_.north_south ? mirrored_north_south(t) : t; };
  const std::array<tile, 4> mirrored{chosen, across, along(chosen), along(across)};
  for (std::size_t i = 0; i < images.size(); ++i) {
    possible_[images[i]] = set_of(mirrored[i]);
    decided_[images[i]] = 1;
  }
}

void tile_wave::reopen(const cell_mask& cells) {
  for (std::size_t i = 0; i < cells.values().size(); ++i)
    if (cells.values()[i] != 0)
      for (auto image : mirror_images(cells.cell_of(i)))
        decided_[image] = 0;
  for (std::size_t i = 0; i < cells.values().size(); ++i)
    if (decided_.values()[i] == 0)
      possible_.values()[i] = initial_.values()[i];
}

void tile_wave::reopen_around(cell at, int radius) {
  cell_mask cells(size_);
  for (int y = std::max(0, at.y - radius); y <= std::min(size_.height - 1, at.y + radius); ++y)
    for (int x = std::max(0, at.x - radius); x <= std::min(size_.width - 1, at.x + radius); ++x)
      cells[{x, y}] = 1;
  reopen(cells);
}

topology tile_wave::tiles() const {
  topology result(size_);
  for (std::size_t i = 0; i < possible_.values().size(); ++i)
    result.values()[i] =
        all_tiles[static_cast<std::size_t>(std::countr_zero(possible_.values()[i]))];
  return result;
}

} // namespace troupe
