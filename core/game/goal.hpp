#pragma once

#include "core/game/atom.hpp"
#include "core/game/minimal_cover.hpp"

#include <boost/container/static_vector.hpp>

namespace troupe {

/// What a player is rewarded for: a boolean function of at most six atoms in disjunctive normal
/// form (paper, section "Game Space"), with at most six options.
///
/// A goal is always in canonical form: its atoms are those that matter, in the order of their
/// indices, and its options are the `minimal_cover` of the function. So equal means equivalent.
/// The goal that is always rewarded is `p | !p`, the one that never is has no options.
class goal {
public:
  using atom_list = boost::container::static_vector<atom, goal_encoding::max_atoms>;

  /// The goal that never rewards.
  goal() = default;

  /// The goal that rewards where `table`, a function of `atoms`, is true. Throws `user_error` if it
  /// needs more options than fit, or if an atom is listed twice.
  goal(atom_list atoms, truth_table table);

  /// The goal that rewards where one of `options` holds; bit i of an option is the i-th atom.
  goal(atom_list atoms, const option_list& options);

  [[nodiscard]] const atom_list& atoms() const { return atoms_; }
  [[nodiscard]] const option_list& options() const { return options_; }

  /// Where it rewards, as a function of its atoms.
  [[nodiscard]] truth_table table() const { return table_; }

  /// Whether it rewards in a state of its atoms: bit i is the truth of the i-th.
  [[nodiscard]] bool rewards(std::uint8_t atom_truths) const {
    return (table_ >> atom_truths & 1) != 0;
  }

  /// The most predicates in one of its options.
  [[nodiscard]] std::size_t conjunctions() const;

  friend bool operator==(const goal&, const goal&) = default;
  friend bool operator<(const goal& a, const goal& b);

private:
  void keep_what_matters(const atom_list& atoms);

  atom_list atoms_;
  option_list options_;
  truth_table table_ = 0;
};

} // namespace troupe
