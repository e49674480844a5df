#include "core/simulation/script.hpp"

#include "core/game/minimal_cover.hpp"

#include <algorithm>

namespace troupe {

namespace {

wish wish_for(physical_predicate predicate, bool wanted) {
  return {predicate.relation(), predicate.first(), predicate.second(), wanted};
}

/// The plans with one more wish: for each of them, one of the alternatives.
std::vector<plan> with_one_of(const std::vector<plan>& plans, const atom_meaning& alternatives) {
  std::vector<plan> result;
  result.reserve(plans.size() * alternatives.size());
  for (const auto& each : plans)
    for (auto predicate : alternatives) {
      result.push_back(each);
      result.back().push_back(wish_for(predicate, true));
    }
  return result;
}

std::vector<plan> plans_for_option(option way, const goal::atom_list& atoms, std::size_t whose,
                                   std::size_t players) {
  std::vector<plan> plans(1);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto& means = meaning(atoms[i], whose, players);
    if (way.required >> i & 1)
      plans = with_one_of(plans, means);
    else if (way.forbidden >> i & 1)
      for (auto& each : plans)
        for (auto predicate : means)
          each.push_back(wish_for(predicate, false));
  }
  return plans;
}

pursue plans_for_options(const option_list& options, const goal::atom_list& atoms,
                         std::size_t whose, std::size_t players) {
  pursue result;
  for (auto way : options)
    for (auto& each : plans_for_option(way, atoms, whose, players))
      result.plans.push_back(std::move(each));
  return result;
}

pursue single(wish wanted) {
  return {{{std::move(wanted)}}};
}

bool is_object(const physical_entity& thing) {
  return std::holds_alternative<object_kind>(thing);
}

} // namespace

pursue go_near(physical_player me, const physical_entity& what) {
  auto how = std::holds_alternative<floor_colour>(what) ? relation::on : relation::near;
  return single({how, me, what});
}

pursue hold_object(physical_player me, object_kind what) {
  return single({relation::hold, me, what});
}

pursue carry_to(object_kind what, const physical_entity& where) {
  auto how = std::holds_alternative<floor_colour>(where) ? relation::on : relation::near;
  return single({how, what, where});
}

pursue watch(physical_player me, const physical_entity& what) {
  return single({relation::see, me, what});
}

pursue hide_from(physical_player me, physical_player whom) {
  return single({relation::see, whom, me, false});
}

pursue plans_for(const goal& aim, std::size_t whose, std::size_t players) {
  return plans_for_options(aim.options(), aim.atoms(), whose, players);
}

pursue plans_against(const goal& aim, std::size_t whose, std::size_t players) {
  auto options = minimal_cover(~aim.table(), aim.atoms().size());
  return options ? plans_for_options(*options, aim.atoms(), whose, players) : pursue{};
}

bool is_in_power(const wish& wanted, const world& w, std::size_t player) {
  physical_entity me = physical_player{static_cast<std::uint8_t>(player)};
  if (wanted.first == me || wanted.second == me)
    return true;
  if (is_object(wanted.first))
    return true;
  // What is left is about what another player does.
  if (is_object(wanted.second) && !(wanted.how == relation::hold && wanted.wanted))
    return true;
  return !wanted.wanted && w.players[player].gadget == gadget::tag;
}

bool can_play(const pursue& part, const world& w, std::size_t player) {
  return std::any_of(part.plans.begin(), part.plans.end(), [&](const plan& each) {
    return std::all_of(each.begin(), each.end(),
                       [&](const wish& wanted) { return is_in_power(wanted, w, player); });
  });
}

script script_of(script_style style, const game& played, std::size_t player) {
  auto players = played.players();
  auto next = (player + 1) % players;
  switch (style) {
  case script_style::goal_seeker:
    return plans_for(played.goals()[player], player, players);
  case script_style::interferer: {
    if (next == player)
      return stand_still{};
    auto against = plans_against(played.goals()[next], next, players);
    if (against.plans.empty())
      return tag_on_sight{};
    return against;
  }
  default:
    return wander{};
  }
}

} // namespace troupe
