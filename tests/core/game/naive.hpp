#pragma once

#include "core/game/game.hpp"
#include "core/game/goal_text.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Properties of games by their definitions and nothing else: predicates are strings, states are
/// counted one by one. Slow, and independent of everything that the real code does for speed.
namespace troupe::test {

inline std::string player_name(std::size_t player) {
  return "player " + std::to_string(player);
}

/// The predicates whose disjunction an atom is for `viewer`.
inline std::vector<std::string> naive_meaning(atom predicate, std::size_t viewer,
                                              std::size_t players) {
  auto render = [&](std::size_t opponent) {
    auto name = [&](const entity& thing) {
      if (thing == entity{player_reference::me})
        return player_name(viewer);
      if (thing == entity{player_reference::opponent})
        return player_name(opponent);
      return to_string(thing);
    };
    return std::string{to_string(predicate.relation())} + " " + name(predicate.first()) + ", "
           + name(predicate.second());
  };
  bool about_opponent = to_string(predicate).find("opponent") != std::string::npos;
  if (!about_opponent)
    return {render(viewer)};
  std::vector<std::string> names;
  for (std::size_t other = 0; other < players; ++other)
    if (other != viewer)
      names.push_back(render(other));
  return names;
}

/// A goal as the text of its options says it.
struct naive_goal {
  struct literal {
    std::vector<std::size_t> predicates; // their disjunction
    bool negated;
  };
  std::vector<std::vector<literal>> options;

  [[nodiscard]] bool rewarded(std::uint64_t state) const {
    for (const auto& way : options) {
      bool holds = true;
      for (const auto& part : way) {
        bool any = false;
        for (auto predicate : part.predicates)
          any = any || (state >> predicate & 1);
        holds = holds && any != part.negated;
      }
      if (holds)
        return true;
    }
    return false;
  }
};

/// Goals over numbered predicates, each read from the view of the player that `views` says.
class naive_goals {
public:
  naive_goals(const std::vector<goal>& goals, const std::vector<std::size_t>& views,
              std::size_t players) {
    for (std::size_t k = 0; k < goals.size(); ++k)
      goals_.push_back(read(goals[k], views[k], players));
  }

  struct counts {
    double states = 0;
    double all = 0;
    double none = 0;
    double differ = 0; // the first two
  };

  [[nodiscard]] counts count() const {
    counts result;
    for (std::uint64_t state = 0; state < std::uint64_t{1} << numbers_.size(); ++state) {
      std::size_t rewarded = 0;
      for (const auto& aim : goals_)
        rewarded += aim.rewarded(state);
      ++result.states;
      result.all += rewarded == goals_.size();
      result.none += rewarded == 0;
      result.differ += goals_.size() == 2 && rewarded == 1;
    }
    return result;
  }

  [[nodiscard]] double cooperativeness() const {
    auto counted = count();
    auto any = counted.states - counted.none;
    return any == 0 ? 0 : counted.all / any;
  }

private:
  naive_goal read(const goal& aim, std::size_t viewer, std::size_t players) {
    naive_goal result;
    for (auto way : aim.options()) {
      auto& literals = result.options.emplace_back();
      for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
        if ((way.mentioned() >> i & 1) == 0)
          continue;
        auto& part = literals.emplace_back();
        part.negated = (way.forbidden >> i & 1) != 0;
        for (const auto& name : naive_meaning(aim.atoms()[i], viewer, players))
          part.predicates.push_back(numbers_.try_emplace(name, numbers_.size()).first->second);
      }
    }
    return result;
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<naive_goal> goals_;
};

inline std::vector<goal> goals_of(const game& played) {
  return {played.goals().begin(), played.goals().end()};
}

inline naive_goals physically(const game& played) {
  return {goals_of(played), {0, 1, 2}, played.players()};
}

} // namespace troupe::test
