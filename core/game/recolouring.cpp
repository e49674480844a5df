#include "core/game/recolouring.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <vector>

namespace troupe {

namespace {

void permute_group(recolouring& change, std::size_t group, random_stream& stream) {
  stream.shuffle(std::span{change.colours[group]}.first(group_size(group)));
}

entity recolour(const entity& thing, const recolouring& change) {
  auto mapped = [&](std::size_t group, auto colour) {
    return static_cast<decltype(colour)>(change.colours[group][static_cast<std::size_t>(colour)]);
  };
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return mapped(static_cast<std::size_t>(colour_group::floors), *floor);
  if (const auto* object = std::get_if<object_kind>(&thing))
    return object_kind{mapped(static_cast<std::size_t>(object->shape), object->colour),
                       object->shape};
  return thing;
}

/// Mixes numbers into one that differs if they do, for all practical purposes.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t hash = 0;
  for (auto number : numbers) {
    hash = (hash ^ number) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

using colour_marks = std::array<std::uint64_t, floor_colour_count>;

/// For every colour of every group a number that does not depend on what the colours are called:
/// how it takes part in the game. 0 for a colour that does not.
std::array<colour_marks, colour_group_count> mark_colours(const game& played) {
  std::array<colour_marks, colour_group_count> marks{};
  for (std::size_t player = 0; player < played.players(); ++player) {
    const auto& aim = played.goals()[player];
    if (aim.table() == ~truth_table{0})
      continue; // its atom stands for any
    for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
      const auto& parts = structure(aim.atoms()[i]);
      auto rewarded_if_true = std::popcount(aim.table() & variable_tables[i]);
      auto rewarded = std::popcount(aim.table());
      auto mark = mixed({player + 1, parts.skeleton, static_cast<std::uint64_t>(parts.roles),
                         static_cast<std::uint64_t>(rewarded_if_true),
                         static_cast<std::uint64_t>(rewarded)});
      for (std::size_t group = 0; group < colour_group_count; ++group)
        for (std::size_t colour = 0; colour < group_size(group); ++colour)
          if (parts.colours[group] >> colour & 1)
            marks[group][colour] += mark;
    }
  }
  return marks;
}

using colour_order = std::array<std::uint8_t, floor_colour_count>;

/// All orders of a group's colours by falling mark. Colours that take no part stay as they are.
std::vector<colour_order> orders(const colour_marks& marks, std::size_t size) {
  colour_order order{0, 1, 2, 3, 4, 5};
  auto begin = order.begin();
  auto end = begin + static_cast<std::ptrdiff_t>(size);
  std::stable_sort(begin, end, [&](auto a, auto b) { return marks[a] > marks[b]; });
  auto used_end = std::find_if(begin, end, [&](auto colour) { return marks[colour] == 0; });
  std::vector<colour_order> all;
  // Counts through the permutations within each run of equal marks, like the digits of a number.
  for (bool more = true; more;) {
    all.push_back(order);
    more = false;
    for (auto run = begin; run != used_end && !more;) {
      auto run_end = std::find_if(run, used_end, [&](auto c) { return marks[c] != marks[*run]; });
      more = std::next_permutation(run, run_end);
      run = run_end;
    }
  }
  return all;
}

std::array<std::uint8_t, floor_colour_count> inverse(const colour_order& order) {
  std::array<std::uint8_t, floor_colour_count> names{};
  for (std::size_t place = 0; place < order.size(); ++place)
    names[order[place]] = static_cast<std::uint8_t>(place);
  return names;
}

} // namespace

recolouring random_object_recolouring(random_stream& stream) {
  recolouring change;
  for (std::size_t group = 0; group < goal_shape_count; ++group)
    permute_group(change, group, stream);
  return change;
}

recolouring random_recolouring(random_stream& stream) {
  auto change = random_object_recolouring(stream);
  permute_group(change, static_cast<std::size_t>(colour_group::floors), stream);
  return change;
}

atom recolour(atom predicate, const recolouring& change) {
  return *find_atom(predicate.relation(), recolour(predicate.first(), change),
                    recolour(predicate.second(), change));
}

goal recolour(const goal& aim, const recolouring& change) {
  goal::atom_list atoms;
  for (auto predicate : aim.atoms())
    atoms.push_back(recolour(predicate, change));
  return {atoms, aim.table()};
}

game recolour(const game& played, const recolouring& change) {
  game::goal_list goals;
  for (const auto& aim : played.goals())
    goals.push_back(recolour(aim, change));
  return game{{goals.data(), goals.size()}};
}

game canonical_recolouring(const game& played) {
  auto marks = mark_colours(played);
  std::vector<recolouring> candidates(1);
  for (std::size_t group = 0; group < colour_group_count; ++group) {
    std::vector<recolouring> extended;
    for (const auto& order : orders(marks[group], group_size(group)))
      for (auto candidate : candidates) {
        candidate.colours[group] = inverse(order);
        extended.push_back(candidate);
      }
    candidates = std::move(extended);
  }
  auto best = recolour(played, candidates.front());
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (auto other = recolour(played, candidates[i]); other < best)
      best = std::move(other);
  return best;
}

} // namespace troupe
