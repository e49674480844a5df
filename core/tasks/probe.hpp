#pragma once

#include "core/tasks/task.hpp"
#include "core/world/parameters.hpp"

#include <vector>

namespace troupe {

/// Small, flat, open worlds for one player. Objects are more than a few of a small picture's
/// pixels, and light enough to be held.
world_parameters probe_world_parameters();

/// Which tasks probe what an agent has learnt: one player, one predicate about it as the goal.
///
/// Every world has all the objects and floors, whatever the goal: only the goal says what to do.
struct probe_request {
  /// The relations that goals are about.
  std::vector<relation> relations{relation::hold, relation::near, relation::see, relation::on};
  /// One object of each kind is in every world; goals are about these.
  std::vector<object_kind> objects{{object_colour::yellow, object_shape::cube},
                                   {object_colour::purple, object_shape::sphere},
                                   {object_colour::black, object_shape::pyramid}};
  /// Every world's floor has a region of each of these colours, if there are goals of `on`; those
  /// are about these.
  std::vector<floor_colour> floors{floor_colour::orange, floor_colour::blue};
  /// Numbers of objects and players do not count.
  world_parameters worlds = probe_world_parameters();

  friend bool operator==(const probe_request&, const probe_request&) = default;
};

/// A task whose goal is of the given relation, and does not hold at the beginning. The same request
/// and stream give the same task. Throws `user_error` if the request cannot be met.
task draw_probe_task(const probe_request& request, relation how, const random_stream& stream);

/// The same with one of the request's relations, all equally likely.
task draw_probe_task(const probe_request& request, const random_stream& stream);

} // namespace troupe
