#pragma once

#include "core/tasks/hold_out.hpp"
#include "core/tasks/task.hpp"
#include "core/world/archive.hpp"
#include "core/world/parameters.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace troupe {

/// How a set of tasks is drawn.
struct task_set_request {
  task_split split = task_split::train;
  std::size_t count = 1;
  std::uint64_t seed = 1;
  /// The columns and rows of worlds, drawn independently.
  interval<int> world_width{5, 9};
  interval<int> world_height{5, 9};
  /// The longest edge of objects, in metres.
  interval<double> object_size{0.3, 0.7};
  /// Of training tasks; evaluation sets have as many for two as for three.
  interval<int> players{2, 3};
  /// Worlds that evolved beside an agent. Evaluation tasks are played in these, and training tasks
  /// in worlds like them, of their sizes. If there are none, worlds are drawn from scratch.
  std::vector<archived_world> worlds = {};
};

using progress_function = std::function<void(double)>;

/// Draws a set of tasks (paper, sections "Evaluation Task Set" and "Holding out tasks").
///
/// Evaluation sets: for two and three players; games spread evenly over competitiveness, balance,
/// options and predicates, all different up to recolouring; worlds with one object of each colour
/// and shape, all different. A test and a validation set never share a game or a world. Worlds of
/// an archive are mirrored by chance and furnished anew each time: several of a set may then have
/// the same topology, since archives are small.
///
/// Training proposals are drawn alike, from games of all kinds and worlds with any objects, and
/// never collide with what is `held_out`.
///
/// `progress` is told again and again which share of the work is done, from 0 to 1. Throws
/// `user_error` if a request cannot be met.
task_set draw_task_set(const task_set_request& request, const hold_out& held_out,
                       const progress_function& progress = {});

/// One training proposal: a draw from the distribution that dynamic task generation filters. The
/// same parameters and stream give the same task.
task propose_task(const task_set_request& request, const hold_out& held_out,
                  const random_stream& stream);

} // namespace troupe
