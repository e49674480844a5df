#pragma once

#include "core/game/goal.hpp"

#include <boost/container/static_vector.hpp>

#include <span>

namespace troupe {

inline constexpr std::size_t max_players = 3;

/// One goal for each of one to three players (paper, section "Game Space").
class game {
public:
  using goal_list = boost::container::static_vector<goal, max_players>;

  /// Throws `user_error` unless there are one to three goals.
  explicit game(std::span<const goal> goals);
  game(std::initializer_list<goal> goals) : game(std::span<const goal>{goals}) {}

  [[nodiscard]] const goal_list& goals() const { return goals_; }
  [[nodiscard]] std::size_t players() const { return goals_.size(); }

  /// The most options of any goal.
  [[nodiscard]] std::size_t options() const;

  /// The most predicates in one option of any goal.
  [[nodiscard]] std::size_t conjunctions() const;

  /// How many different atoms its goals use together.
  [[nodiscard]] std::size_t predicates() const;

  friend bool operator==(const game&, const game&) = default;
  friend bool operator<(const game& a, const game& b) { return a.goals_ < b.goals_; }

private:
  goal_list goals_;
};

} // namespace troupe
