#include "core/game/value_bounds.hpp"

#include "core/game/outcomes.hpp"

#include <algorithm>

namespace troupe {

namespace {

/// Collects goals over the atoms of one goal.
class variants {
public:
  explicit variants(const goal& aim) : aim_(aim) {}

  /// Leaves out what is trivial or unchanged.
  void add(const option_list& options) {
    auto table = table_of_any(options);
    if (table != 0 && table != ~truth_table{0} && table != aim_.table())
      found_.emplace_back(aim_.atoms(), table);
  }

  std::vector<goal> different() {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

private:
  const goal& aim_;
  std::vector<goal> found_;
};

void add_subsets_of_options(const goal& aim, variants& found) {
  auto subsets = 1U << aim.options().size();
  for (unsigned subset = 1; subset + 1 < subsets; ++subset) {
    option_list kept;
    for (std::size_t i = 0; i < aim.options().size(); ++i)
      if (subset >> i & 1)
        kept.push_back(aim.options()[i]);
    found.add(kept);
  }
}

/// Calls `change(option, bit)` for every option and atom, each time on a fresh copy of the options,
/// and adds the result.
template <class Change>
void add_changes(const goal& aim, variants& found, Change&& change) {
  for (std::size_t row = 0; row < aim.options().size(); ++row)
    for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
      auto changed = aim.options();
      change(changed[row], static_cast<std::uint8_t>(1U << i));
      found.add(changed);
    }
}

void add_single_options(const goal& aim, variants& found) {
  for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
    auto bit = static_cast<std::uint8_t>(1U << i);
    for (auto single : {option{bit, 0}, option{0, bit}}) {
      auto more = aim.options();
      more.push_back(single);
      found.add(more);
    }
  }
}

} // namespace

bool implies(const goal& a, const goal& b) {
  auto first = ground(a, 0, 2);
  auto alone = count_outcomes(std::array{first});
  auto both = count_outcomes(std::array{first, ground(b, 0, 2)});
  return both.all * alone.states == alone.all * both.states;
}

std::vector<goal> goals_of_lower_value(const goal& aim) {
  variants found{aim};
  add_subsets_of_options(aim, found);
  add_changes(aim, found, [](option& way, std::uint8_t bit) { way.required |= bit; });
  add_changes(aim, found, [](option& way, std::uint8_t bit) { way.forbidden |= bit; });
  return found.different();
}

std::vector<goal> goals_of_higher_value(const goal& aim) {
  variants found{aim};
  add_changes(aim, found, [](option& way, std::uint8_t bit) {
    way.required &= static_cast<std::uint8_t>(~bit);
    way.forbidden &= static_cast<std::uint8_t>(~bit);
  });
  if (aim.options().size() < goal_encoding::max_options)
    add_single_options(aim, found);
  return found.different();
}

} // namespace troupe
