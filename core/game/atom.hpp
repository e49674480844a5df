#pragma once

#include "core/game/vocabulary.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

namespace troupe {

/// What an atom relates.
using entity = std::variant<player_reference, object_kind, floor_colour>;

std::string to_string(const entity& thing);

/// An atomic predicate: one of the 212 of the paper's table "List of all atomic predicates".
///
/// `near`, and `see` between objects, are symmetric: their canonical argument order is
/// alphabetical, as in that table. A floor is always the second argument of `on`.
class atom {
public:
  static constexpr std::size_t count = 212;

  /// The atom numbered `index` < `count`. The numbering is stable: hold, near, see, on.
  static constexpr atom at(std::size_t index) { return atom{static_cast<std::uint8_t>(index)}; }

  [[nodiscard]] constexpr std::size_t index() const { return index_; }
  [[nodiscard]] troupe::relation relation() const;
  [[nodiscard]] const entity& first() const;
  [[nodiscard]] const entity& second() const;

  friend constexpr auto operator<=>(atom, atom) = default;

private:
  explicit constexpr atom(std::uint8_t index) : index_(index) {}

  std::uint8_t index_;
};

/// The atom that relates `a` and `b`; nothing if the relation does not apply to them. Where only
/// one order makes sense, the other is understood: `on(floor, x)` is `on(x, floor)`.
std::optional<atom> find_atom(relation how, const entity& a, const entity& b);

/// Such as "near(black cube, me)".
std::string to_string(atom predicate);

} // namespace troupe

template <>
struct std::hash<troupe::atom> {
  std::size_t operator()(troupe::atom predicate) const noexcept { return predicate.index(); }
};
