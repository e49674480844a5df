#include "core/game/outcomes.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace troupe {

namespace {

/// A goal has at most six atoms of at most two predicates.
constexpr std::size_t max_predicates = goal_encoding::max_atoms * (max_players - 1);
constexpr std::size_t word_bits = 64;

using number_list = boost::container::static_vector<std::uint16_t, max_predicates>;

number_list all_numbers(const grounded_goal& aim) {
  number_list numbers;
  for (const auto& atom : aim.atoms)
    numbers.insert(numbers.end(), atom.begin(), atom.end());
  return numbers;
}

/// Predicates by who uses them: bit k of the index is goal k.
using user_groups = std::array<number_list, 1 << max_players>;

user_groups group_by_users(std::span<const grounded_goal> goals) {
  boost::container::static_vector<number_list, max_players> numbers;
  for (const auto& aim : goals)
    numbers.push_back(all_numbers(aim));
  user_groups groups;
  for (std::size_t k = 0; k < goals.size(); ++k)
    for (auto number : numbers[k]) {
      unsigned users = 0;
      for (std::size_t other = 0; other < goals.size(); ++other)
        if (std::find(numbers[other].begin(), numbers[other].end(), number) != numbers[other].end())
          users |= 1U << other;
      if (static_cast<std::size_t>(std::countr_zero(users)) == k)
        groups[users].push_back(number);
    }
  return groups;
}

/// In how many states a goal is rewarded, for every state of the predicates that it shares.
class shared_profile {
public:
  /// Stands for a goal that does not exist: one way to be rewarded and one not to be.
  shared_profile() {
    size_ = 2;
    rewarded_[0] = 1;
  }

  shared_profile(const grounded_goal& aim, std::size_t k, const user_groups& groups) {
    auto variables = variables_of(k, groups);
    auto own = groups[std::size_t{1} << k].size();
    size_ = 1U << own;
    auto atoms = variable_masks(aim, variables);
    auto words = variables.size() <= truth_table_variables
                     ? 1
                     : std::size_t{1} << (variables.size() - truth_table_variables);
    if (own >= truth_table_variables)
      std::fill_n(rewarded_.begin(), std::size_t{1} << (variables.size() - own), 0);
    for (std::size_t word = 0; word < words; ++word)
      add(table_word(aim.options, atoms, word), word, own, variables.size());
  }

  [[nodiscard]] std::uint64_t rewarded(std::size_t shared_state) const {
    return rewarded_[shared_state];
  }
  [[nodiscard]] std::uint64_t unrewarded(std::size_t shared_state) const {
    return size_ - rewarded_[shared_state];
  }

private:
  /// The order of a goal's variables, lowest first: its own, then the shared ones in the order in
  /// which `count_outcomes` nests its loops.
  static number_list variables_of(std::size_t k, const user_groups& groups) {
    number_list variables;
    for (std::size_t users :
         {std::size_t{1} << k, std::size_t{6}, std::size_t{5}, std::size_t{3}, std::size_t{7}})
      if (users >> k & 1)
        variables.insert(variables.end(), groups[users].begin(), groups[users].end());
    return variables;
  }

  using mask_list = std::array<std::uint16_t, goal_encoding::max_atoms>;

  /// For each atom, the variables whose disjunction it is.
  static mask_list variable_masks(const grounded_goal& aim, const number_list& variables) {
    mask_list masks{};
    for (std::size_t i = 0; i < aim.atoms.size(); ++i)
      for (auto number : aim.atoms[i]) {
        auto variable = std::find(variables.begin(), variables.end(), number) - variables.begin();
        masks[i] |= static_cast<std::uint16_t>(1U << variable);
      }
    return masks;
  }

  /// 64 states of an atom: variables from the seventh on are the bits of the word's number.
  static truth_table atom_word(std::uint16_t variables, std::size_t word) {
    if ((variables >> truth_table_variables & word) != 0)
      return ~truth_table{0};
    truth_table table = 0;
    for (std::size_t i = 0; i < truth_table_variables; ++i)
      if (variables >> i & 1)
        table |= variable_tables[i];
    return table;
  }

  static truth_table table_word(const option_list& options, const mask_list& atoms,
                                std::size_t word) {
    std::array<truth_table, goal_encoding::max_atoms> atom_words;
    for (std::size_t i = 0; i < atoms.size(); ++i)
      atom_words[i] = atom_word(atoms[i], word);
    truth_table table = 0;
    for (auto way : options) {
      auto holds = ~truth_table{0};
      for (std::size_t i = 0; i < atoms.size(); ++i) {
        if (way.required >> i & 1)
          holds &= atom_words[i];
        if (way.forbidden >> i & 1)
          holds &= ~atom_words[i];
      }
      table |= holds;
    }
    return table;
  }

  /// Sums the own variables, the lowest ones, out of a word of the truth table.
  void add(truth_table table, std::size_t word, std::size_t own, std::size_t variables) {
    if (own >= truth_table_variables) {
      rewarded_[word >> (own - truth_table_variables)] +=
          static_cast<std::uint16_t>(std::popcount(table));
      return;
    }
    // Neighbouring fields are added until each is the sum of 2^own states.
    for (std::size_t i = 0; i < own; ++i)
      table = (table & ~variable_tables[i]) + (table >> (1U << i) & ~variable_tables[i]);
    auto width = std::size_t{1} << own;
    auto fields = std::size_t{1} << (std::min(variables, truth_table_variables) - own);
    auto field_mask = (truth_table{1} << width) - 1;
    for (std::size_t field = 0; field < fields; ++field)
      rewarded_[word * (word_bits / width) + field] =
          static_cast<std::uint16_t>(table >> field * width & field_mask);
  }

  std::uint32_t size_ = 1;
  // Only as much as is needed gets written.
  std::array<std::uint16_t, 1 << max_predicates> rewarded_;
};

} // namespace

grounded_goal ground(const goal& aim, std::size_t viewer, std::size_t players) {
  grounded_goal grounded{aim.options(), {}};
  for (auto predicate : aim.atoms()) {
    auto& numbers = grounded.atoms.emplace_back();
    for (auto physical : meaning(predicate, viewer, players))
      numbers.push_back(static_cast<std::uint16_t>(physical.index()));
  }
  return grounded;
}

outcome_counts count_outcomes(std::span<const grounded_goal> goals) {
  auto groups = group_by_users(goals);
  auto profile = [&](std::size_t k) {
    return k < goals.size() ? shared_profile{goals[k], k, groups} : shared_profile{};
  };
  auto first = profile(0);
  auto second = profile(1);
  auto third = profile(2);
  auto by_all = groups[7].size();
  auto by_12 = groups[3].size();
  auto by_13 = groups[5].size();
  auto by_23 = groups[6].size();
  outcome_counts counts;
  for (std::size_t s12 = 0; s12 < std::size_t{1} << (by_all + by_12); ++s12)
    for (std::size_t s13 = 0; s13 < std::size_t{1} << by_13; ++s13) {
      auto i = s12 << by_13 | s13;
      for (std::size_t s23 = 0; s23 < std::size_t{1} << by_23; ++s23) {
        auto j = s12 << by_23 | s23;
        auto k = ((s12 >> by_12) << by_13 | s13) << by_23 | s23;
        counts.all += first.rewarded(i) * second.rewarded(j) * third.rewarded(k);
        counts.none += first.unrewarded(i) * second.unrewarded(j) * third.unrewarded(k);
      }
    }
  std::size_t predicates = 0;
  for (const auto& group : groups)
    predicates += group.size();
  counts.states = std::uint64_t{1} << predicates;
  return counts;
}

} // namespace troupe
