#include "core/game/goal.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

namespace troupe {

namespace {

/// Sorts the atoms and renames the table's variables with them.
void sort_together(goal::atom_list& atoms, truth_table& table) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    auto least =
        static_cast<std::size_t>(std::min_element(atoms.begin() + i, atoms.end()) - atoms.begin());
    if (least == i)
      continue;
    std::swap(atoms[i], atoms[least]);
    table = swap_variables(table, i, least);
  }
  if (auto twice = std::adjacent_find(atoms.begin(), atoms.end()); twice != atoms.end())
    throw user_error(to_string(*twice) + " is listed twice among a goal's atoms");
}

/// The bits of `bits` at the positions that `kept` has, moved together.
std::uint8_t compress(std::uint8_t bits, std::uint8_t kept) {
  unsigned result = 0;
  for (unsigned from = 0, to = 0; kept >> from != 0; ++from)
    if (kept >> from & 1)
      result |= (bits >> from & 1U) << to++;
  return static_cast<std::uint8_t>(result);
}

} // namespace

goal::goal(atom_list atoms, truth_table table) {
  sort_together(atoms, table);
  if (table == ~truth_table{0}) {
    atoms_ = {atom::at(0)};
    options_ = {option{.required = 1, .forbidden = 0}, option{.required = 0, .forbidden = 1}};
    table_ = table;
    return;
  }
  auto cover = minimal_cover(table, atoms.size());
  if (!cover)
    throw user_error("this goal needs more than " + std::to_string(goal_encoding::max_options)
                     + " options, however it is written; use fewer alternatives");
  options_ = *cover;
  keep_what_matters(atoms);
}

goal::goal(atom_list atoms, const option_list& options)
    : goal(std::move(atoms), table_of_any(options)) {}

void goal::keep_what_matters(const atom_list& atoms) {
  std::uint8_t mentioned = 0;
  for (auto way : options_)
    mentioned |= way.mentioned();
  for (std::size_t i = 0; i < atoms.size(); ++i)
    if (mentioned >> i & 1)
      atoms_.push_back(atoms[i]);
  for (auto& way : options_)
    way = {compress(way.required, mentioned), compress(way.forbidden, mentioned)};
  table_ = table_of_any(options_);
}

std::size_t goal::conjunctions() const {
  int most = 0;
  for (auto way : options_)
    most = std::max(most, std::popcount(way.mentioned()));
  return static_cast<std::size_t>(most);
}

bool operator<(const goal& a, const goal& b) {
  return std::tie(a.atoms_, a.table_) < std::tie(b.atoms_, b.table_);
}

} // namespace troupe
