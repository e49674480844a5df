#pragma once

#include "core/simulation/assignment.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace troupe {

/// The returns of a number of episodes.
struct return_summary {
  std::size_t episodes = 0;
  double mean = 0;
  /// Of the mean: the standard deviation of single returns over √episodes. 0 for fewer than two.
  double standard_error = 0;
  /// The share of episodes in which the player was rewarded at all (paper, "Participation").
  double participation = 0;

  friend bool operator==(const return_summary&, const return_summary&) = default;
};

return_summary summarise(std::span<const double> returns);

/// How the first player of some episodes did, all together and by their group.
struct evaluation_summary {
  return_summary all;
  std::map<std::string, return_summary> by_group;
  /// Tasks that could not be played.
  std::size_t unplayable = 0;

  friend bool operator==(const evaluation_summary&, const evaluation_summary&) = default;
};

/// Leaves out what could not be played, and episodes in which somebody changed a goal.
evaluation_summary summarise(std::span<const episode_result> results);

} // namespace troupe
