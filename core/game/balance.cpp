#include "core/game/balance.hpp"

#include "core/game/outcomes.hpp"
#include "core/game/recolouring_effects.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace troupe {

namespace {

constexpr std::size_t max_atoms = goal_encoding::max_atoms;

/// Physical frame, own frame.
constexpr std::array<player_views, 2> frames{{{0, 1, 2}, {0, 0, 0}}};

/// The cooperativeness of two goals by which of their atoms are equal. In the Walsh spectra of the
/// goals' truth tables only products of shared atoms contribute to how often both are rewarded.
class pair_cooperativeness {
public:
  explicit pair_cooperativeness(const game& played)
      : first_(spectrum(played.goals()[0].table())), second_(spectrum(played.goals()[1].table())) {}

  [[nodiscard]] double operator()(atom_pairs equal) const {
    std::array<std::uint8_t, 1 << max_atoms> in_first;
    std::array<std::uint8_t, 1 << max_atoms> in_second;
    in_first[0] = in_second[0] = 0;
    std::size_t products = 1;
    int both = first_[0] * second_[0];
    for_each_pair(equal, [&](std::size_t i, std::size_t j) {
      for (std::size_t p = 0; p < products; ++p) {
        auto a = in_first[p] | 1U << i;
        auto b = in_second[p] | 1U << j;
        in_first[products + p] = static_cast<std::uint8_t>(a);
        in_second[products + p] = static_cast<std::uint8_t>(b);
        both += first_[a] * second_[b];
      }
      products *= 2;
    });
    auto any = states * (first_[0] + second_[0]) - both;
    return any == 0 ? 0 : static_cast<double>(both) / any;
  }

  /// Both are rewarded at most as often as the one that is rewarded less, anyone at least as often
  /// as the other.
  [[nodiscard]] double upper_bound() const {
    auto [less, more] = std::minmax(first_[0], second_[0]);
    return more == 0 ? 0 : static_cast<double>(less) / more;
  }

private:
  static constexpr int states = 64;
  using coefficients = std::array<int, states>;

  static coefficients spectrum(truth_table table) {
    coefficients values{};
    for (std::size_t state = 0; state < values.size(); ++state)
      values[state] = static_cast<int>(table >> state & 1);
    for (std::size_t half = 1; half < values.size(); half *= 2)
      for (std::size_t start = 0; start < values.size(); start += 2 * half)
        for (auto i = start; i < start + half; ++i) {
          auto sum = values[i] + values[i + half];
          values[i + half] = values[i] - values[i + half];
          values[i] = sum;
        }
    return values;
  }

  coefficients first_;
  coefficients second_;
};

std::vector<overlaps<2>> all_effects(const recolouring_effects<2>& effects) {
  std::vector<overlaps<2>> all{effects.comparable()};
  for (const auto& group : effects.groups()) {
    distinct_overlaps<2> narrowed;
    for (const auto& before : all)
      for (const auto& effect : group)
        narrowed.insert(intersection(before, effect));
    all = narrowed.items();
  }
  return all;
}

double balance_of_two(const game& played) {
  pair_cooperativeness cooperativeness{played};
  double best = 0;
  for (const auto& views : frames)
    for (const auto& equal : all_effects({played, views})) {
      best = std::max(best, cooperativeness(equal[0]));
      if (best == cooperativeness.upper_bound())
        return best;
    }
  return best;
}

/// How often three goals, or some of them, are rewarded together, as fractions of all states, by
/// which of their atoms are equal.
class joint_rewards {
public:
  joint_rewards(const game& played, const player_views& views) {
    for (std::size_t k = 0; k < max_players; ++k) {
      goals_[k].options = played.goals()[k].options();
      for (auto predicate : played.goals()[k].atoms())
        bindings_[k].push_back(bind_roles(structure(predicate).roles, views[k], max_players));
    }
  }

  double of_one(std::size_t k) {
    number_atoms({});
    return rate(std::array{goals_[k]});
  }

  double of_two(std::size_t pair, atom_pairs equal) {
    overlaps<3> only{};
    only[pair] = equal;
    number_atoms(only);
    return rate(std::array{goals_[goal_pairs[pair].first], goals_[goal_pairs[pair].second]});
  }

  double of_three(const overlaps<3>& equal) {
    number_atoms(equal);
    return rate(goals_);
  }

private:
  static double rate(std::span<const grounded_goal> goals) {
    auto counts = count_outcomes(goals);
    return static_cast<double>(counts.all) / static_cast<double>(counts.states);
  }

  using atom_classes = std::array<std::array<std::size_t, max_atoms>, max_players>;

  /// Gives equal atoms the same class: that of the first atom that they are equal to.
  static atom_classes classify(const overlaps<3>& equal) {
    atom_classes classes;
    for (std::size_t k = 0; k < max_players; ++k)
      for (std::size_t i = 0; i < max_atoms; ++i)
        classes[k][i] = k * max_atoms + i;
    for (std::size_t pair = 0; pair < equal.size(); ++pair) {
      auto [a, b] = goal_pairs[pair];
      for_each_pair(equal[pair], [&, a = a, b = b](std::size_t i, std::size_t j) {
        auto [kept, replaced] = std::minmax({classes[a][i], classes[b][j]});
        for (auto& of_goal : classes)
          std::replace(of_goal.begin(), of_goal.end(), replaced, kept);
      });
    }
    return classes;
  }

  /// Predicates are the same if their atoms are equal and their players are.
  void number_atoms(const overlaps<3>& equal) {
    auto classes = classify(equal);
    for (std::size_t k = 0; k < max_players; ++k) {
      goals_[k].atoms.clear();
      for (std::size_t i = 0; i < bindings_[k].size(); ++i) {
        auto& numbers = goals_[k].atoms.emplace_back();
        for (auto binding : bindings_[k][i])
          numbers.push_back(
              static_cast<std::uint16_t>(classes[k][i] * max_players * max_players + binding));
      }
    }
  }

  std::array<grounded_goal, max_players> goals_;
  std::array<boost::container::static_vector<role_bindings, max_atoms>, max_players> bindings_;
};

/// Branch and bound over the effects of recolourings on three goals. Two goals are quickly
/// understood, and three never cooperate more than two of them.
class three_player_search {
public:
  three_player_search(const game& played, const player_views& views, double best)
      : rewards_(played, views),
        effects_(played, views),
        best_(best),
        levels_(effects_.groups().size()),
        visited_(levels_) {
    for (std::size_t k = 0; k < max_players; ++k)
      single_[k] = rewards_.of_one(k);
    for (auto& memory : reachable_)
      memory.resize(levels_);
    descend(effects_.comparable(), 0);
  }

  [[nodiscard]] double best() const { return best_; }

private:
  /// Tries the effects of the groups from `level` on, the most promising first.
  void descend(const overlaps<3>& equal, std::size_t level) {
    if (level == levels_) {
      best_ = std::max(best_, cooperativeness(equal, rewards_.of_three(equal)));
      return;
    }
    std::vector<std::pair<double, overlaps<3>>> next;
    for (const auto& effect : effects_.groups()[level]) {
      auto narrowed = intersection(equal, effect);
      if (auto limit = bound(narrowed, level + 1);
          limit > best_ && visited_[level].insert(narrowed))
        next.emplace_back(limit, narrowed);
    }
    std::sort(next.begin(), next.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [limit, narrowed] : next) {
      if (limit <= best_)
        return;
      descend(narrowed, level + 1);
    }
  }

  /// If all three are rewarded together in the fraction `all` of states: inclusion and exclusion
  /// tell how often anyone is.
  double cooperativeness(const overlaps<3>& equal, double all) {
    auto any = single_[0] + single_[1] + single_[2] + all;
    for (std::size_t pair = 0; pair < equal.size(); ++pair)
      any -= together(pair, equal[pair]);
    return any == 0 ? 0 : all / any;
  }

  /// What the groups from `level` on can reach at most.
  double bound(const overlaps<3>& equal, std::size_t level) {
    double lowest = 1;
    if (level == levels_) {
      for (std::size_t pair = 0; pair < equal.size(); ++pair)
        lowest = std::min(lowest, together(pair, equal[pair]));
      return cooperativeness(equal, lowest);
    }
    for (std::size_t pair = 0; pair < equal.size() && lowest > best_; ++pair)
      lowest = std::min(lowest, reachable(pair, equal[pair], level));
    return lowest;
  }

  /// The fraction of states in which both goals of a pair are rewarded.
  double together(std::size_t pair, atom_pairs equal) {
    auto [known, is_new] = together_[pair].try_emplace(equal, 0.0);
    if (is_new)
      known->second = rewards_.of_two(pair, equal);
    return known->second;
  }

  /// The highest cooperativeness of a pair of goals under the groups from `level` on.
  double reachable(std::size_t pair, atom_pairs equal, std::size_t level) {
    if (level == levels_) {
      auto both = together(pair, equal);
      auto any = single_[goal_pairs[pair].first] + single_[goal_pairs[pair].second] - both;
      return any == 0 ? 0 : both / any;
    }
    if (auto known = reachable_[pair][level].find(equal); known != reachable_[pair][level].end())
      return known->second;
    double highest = 0;
    for (const auto& effect : effects_.groups()[level])
      highest = std::max(highest, reachable(pair, equal & effect[pair], level + 1));
    return reachable_[pair][level][equal] = highest;
  }

  joint_rewards rewards_;
  recolouring_effects<3> effects_;
  double best_;
  std::size_t levels_;
  /// By level, what has been tried already.
  std::vector<distinct_overlaps<3>> visited_;
  std::array<double, max_players> single_;
  /// By pair, what `together` has found out; and by level, `reachable`.
  std::array<std::unordered_map<atom_pairs, double>, goal_pairs.size()> together_;
  std::array<std::vector<std::unordered_map<atom_pairs, double>>, goal_pairs.size()> reachable_;
};

double balance_of_three(const game& played, double least) {
  double best = least;
  for (const auto& views : frames)
    best = three_player_search{played, views, best}.best();
  return best > least ? best : 0;
}

} // namespace

double balance(const game& played, double least) {
  switch (played.players()) {
  case 1:
    return count_outcomes(std::array{ground(played.goals()[0], 0, 1)}).cooperativeness();
  case 2:
    return balance_of_two(played);
  default:
    return balance_of_three(played, std::max(least, 0.0));
  }
}

} // namespace troupe
