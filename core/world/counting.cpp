#include "core/world/counting.hpp"

#include "core/support/error.hpp"
#include "core/support/parallel.hpp"
#include "core/world/parameters.hpp"
#include "core/world/tile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace troupe {

namespace {

/// How many cells can be reached from the first, or can reach it.
std::size_t count_connected_to_first(const grid<std::uint8_t>& levels, bool reached_from_first,
                                     std::vector<std::uint8_t>& seen, std::vector<cell>& queue) {
  std::fill(seen.begin(), seen.end(), 0);
  queue.assign(1, cell{});
  seen[0] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (auto side : sides) {
      auto next = neighbour(queue[i], side);
      if (!levels.size().contains(next) || seen[levels.index(next)] != 0)
        continue;
      auto rise = levels[next] - levels[queue[i]];
      if ((reached_from_first ? rise : -rise) <= 1) {
        seen[levels.index(next)] = 1;
        queue.push_back(next);
      }
    }
  return queue.size();
}

double log10_of_even_factor(grid_size size) {
  // A last column or row beyond the subgrid can be filled in two ways per tile. The paper's factor
  // 2^(w + h) is that of worlds even in both directions.
  auto free_tiles =
      (size.width % 2 == 0 ? size.height : 0) + (size.height % 2 == 0 ? size.width : 0);
  return free_tiles * std::log10(2.0);
}

std::uint64_t count_connected_samples(grid_size size, std::uint64_t samples, random_stream stream) {
  grid<std::uint8_t> levels(size);
  std::uint64_t connected = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    for (auto& level : levels.values())
      level = static_cast<std::uint8_t>(stream.below(level_count));
    connected += is_strongly_connected(levels) ? 1 : 0;
  }
  return connected;
}

} // namespace

bool is_strongly_connected(const grid<std::uint8_t>& levels) {
  auto cells = levels.values().size();
  std::vector<std::uint8_t> seen(cells);
  std::vector<cell> queue;
  queue.reserve(cells);
  return count_connected_to_first(levels, true, seen, queue) == cells
         && count_connected_to_first(levels, false, seen, queue) == cells;
}

topology_count count_topologies(grid_size size, std::uint64_t samples, std::uint64_t seed) {
  if (std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > max_world_side)
    throw user_error("Worlds of " + std::to_string(size.width) + "x" + std::to_string(size.height)
                     + " tiles cannot be counted: both sides must lie within 1 … "
                     + std::to_string(max_world_side) + ".");
  if (samples == 0)
    throw user_error("Counting worlds needs at least one sample.");

  topology_count count;
  count.size = size;
  count.subgrid = {(size.width + 1) / 2, (size.height + 1) / 2};
  count.samples = samples;

  // Sizes that differ have samples of their own, so that their errors are independent.
  auto root = random_stream(seed, {.use = purpose::world})
                  .split(static_cast<std::uint64_t>(count.subgrid.width))
                  .split(static_cast<std::uint64_t>(count.subgrid.height));
  constexpr std::uint64_t block_size = 1024;
  count.connected =
      parallel_reduce((samples + block_size - 1) / block_size, 1, std::uint64_t{0},
                      [&](std::uint64_t block) {
                        auto in_block = std::min(block_size, samples - block * block_size);
                        return count_connected_samples(count.subgrid, in_block, root.split(block));
                      },
                      std::plus<>{});

  auto n = static_cast<double>(samples);
  auto connected = static_cast<double>(count.connected);
  count.probability = connected / n;
  if (count.subgrid.cells() > 1) {
    // One imagined sample of each kind keeps the error of rare events from vanishing.
    auto smoothed = (connected + 1) / (n + 2);
    count.standard_error = std::sqrt(smoothed * (1 - smoothed) / n);
  }
  count.log10_lower_bound = count.subgrid.cells() * std::log10(double{level_count})
                            + std::log10(count.probability) + log10_of_even_factor(size);
  count.log10_lower_bound_up_to_symmetry =
      count.log10_lower_bound - std::log10(size.width == size.height ? 8.0 : 4.0);
  // 6 levels times 1 flat tile, 4 ramps and 4 diagonal tiles each.
  count.log10_upper_bound = size.cells() * std::log10(level_count * (1.0 + 4 + 4));
  return count;
}

} // namespace troupe
