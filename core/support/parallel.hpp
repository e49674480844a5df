#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace troupe {

/// Loops inside one actor that use several cores.
///
/// The work is cut into blocks of `grain` items whatever the number of threads, and partial results
/// are combined in the order of the blocks: the same input gives the same bits on any machine.
/// An exception thrown by the loop's body reaches the caller; items not yet begun may be skipped.
///
/// The back end is Taskflow where CMake finds it, else oneTBB.

/// Which library runs the loops: "Taskflow" or "oneTBB".
const char* parallel_backend() noexcept;

/// How many threads all loops of the process may use together, at least 1. Starts as the number of
/// cores; set it once, before the first loop.
void set_parallel_threads(std::size_t threads);

namespace detail {

/// Calls `block` for every index in [0, count), on several threads.
void run_blocks(std::size_t count, const std::function<void(std::size_t)>& block);

inline std::size_t block_count(std::size_t items, std::size_t grain) noexcept {
  return (items + grain - 1) / grain;
}

} // namespace detail

/// Calls `body(i)` for every i in [0, count). `grain` items, at least 1, run one after another on
/// the same thread.
template <class Body>
void parallel_for(std::size_t count, std::size_t grain, Body&& body) {
  grain = std::max<std::size_t>(grain, 1);
  detail::run_blocks(detail::block_count(count, grain), [&](std::size_t block) {
    auto end = std::min(count, (block + 1) * grain);
    for (auto i = block * grain; i < end; ++i)
      body(i);
  });
}

/// Combines `map(i)` for all i in [0, count), from left to right within a block of `grain` items
/// and then over the blocks; `identity` for no items.
template <class T, class Map, class Combine>
T parallel_reduce(std::size_t count, std::size_t grain, T identity, Map&& map, Combine&& combine) {
  grain = std::max<std::size_t>(grain, 1);
  // Wrapped, so that a vector of bool does not pack results of different threads into one word.
  struct partial {
    T value;
  };
  std::vector<partial> partials(detail::block_count(count, grain), partial{identity});
  detail::run_blocks(partials.size(), [&](std::size_t block) {
    auto result = identity;
    auto end = std::min(count, (block + 1) * grain);
    for (auto i = block * grain; i < end; ++i)
      result = combine(std::move(result), map(i));
    partials[block].value = std::move(result);
  });
  auto result = std::move(identity);
  for (auto& part : partials)
    result = combine(std::move(result), std::move(part.value));
  return result;
}

} // namespace troupe
