#include "core/simulation/scripted_player.hpp"

#include "core/simulation/errands.hpp"
#include "core/simulation/station.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace troupe {

namespace {

/// Steps between two thoughts about where to stand, where to wander, and which plan to pursue.
constexpr std::uint32_t steps_per_station = 8;
constexpr std::uint32_t steps_per_walk = 120;
constexpr std::uint32_t steps_per_plan = 16;

/// Steps after which a plan that has not come true counts as a failure.
constexpr std::uint32_t patience_with_plan = 200;

/// After so many attempts to grab or hit something from afar, one goes so close, in metres.
constexpr int patience_with_reach = 4;
constexpr double arm_length = 0.9;

/// Looking down like this brings what one holds near to one's body, in radians.
constexpr double pitch_of_a_load_at_the_feet = -0.9;

/// Efforts, in places to walk.
constexpr double effort_of_failure = 15;
constexpr double effort_of_hoping = 40;
constexpr double effort_of_absence = 60;
constexpr double effort_of_changing_plans = 4;

bool is_floor(const physical_entity& thing) {
  return std::holds_alternative<floor_colour>(thing);
}

bool is_player(const physical_entity& thing) {
  return std::holds_alternative<physical_player>(thing);
}

const object_kind* object_in(const wish& wanted) {
  const auto* first = std::get_if<object_kind>(&wanted.first);
  return first != nullptr ? first : std::get_if<object_kind>(&wanted.second);
}

/// The other player that a wish is about.
std::optional<physical_player> other_player_in(const situation& now, const wish& wanted) {
  for (const auto* thing : {&wanted.first, &wanted.second})
    if (is_player(*thing) && !now.is_me(*thing))
      return std::get<physical_player>(*thing);
  return std::nullopt;
}

bool is_about_me(const situation& now, const wish& wanted) {
  return now.is_me(wanted.first) || now.is_me(wanted.second);
}

} // namespace

scripted_player::scripted_player(const world& w, std::size_t player, script part,
                                 random_stream draws, simulation_clock clock)
    : pilot_(w, clock), player_(player), script_(std::move(part)), draws_(draws) {}

void scripted_player::change_script(script part) {
  script_ = std::move(part);
  memory_ = {};
}

action scripted_player::act(const simulation_state& state) {
  ++memory_.step;
  if (!state.players[player_].present)
    return noop_action();
  situation now(pilot_.ways(), state, player_);
  auto wanted = std::visit([&](const auto& part) { return follow_script(now, part); }, script_);
  come_closer_if_in_vain(now, wanted);
  return pilot_.steer(state.players[player_], wanted);
}

void scripted_player::come_closer_if_in_vain(const situation& now, intent& wanted) {
  auto reaches_out = (wanted.grab && !now.me().held) || wanted.use_gadget;
  if (reaches_out)
    ++memory_.vain_attempts;
  else if (now.me().held || now.me().cool_down > 0)
    memory_.vain_attempts = 0;
  if (memory_.vain_attempts > patience_with_reach)
    wanted.within = std::min(wanted.within, arm_length);
}

intent scripted_player::follow_script(const situation&, const stand_still&) {
  return {};
}

intent scripted_player::follow_script(const situation& now, const wander&) {
  const auto& places = now.ways().graph().places;
  auto arrived = memory_.station && horizontal_distance(now.me().position, *memory_.station) < 1;
  if (!memory_.station || arrived || memory_.step >= memory_.station_until) {
    std::vector<std::size_t> reachable;
    for (std::size_t v = 0; v < places.size(); ++v)
      if (now.places_to()[v] != unreachable)
        reachable.push_back(v);
    memory_.station = centre_of(now.setting(), places[reachable[draws_.below(reachable.size())]]);
    memory_.station_until = memory_.step + steps_per_walk;
  }
  intent wanted;
  wanted.destination = memory_.station;
  return wanted;
}

intent scripted_player::follow_script(const situation& now, const flee& part) {
  intent wanted;
  auto pursuers = now.all(part.from);
  if (pursuers.empty())
    return wanted;
  if (memory_.step >= memory_.station_until) {
    memory_.station = safest_point(now, now.position_of(pursuers.front()));
    memory_.station_until = memory_.step + steps_per_station;
  }
  wanted.destination = memory_.station;
  return wanted;
}

intent scripted_player::follow_script(const situation& now, const tag_on_sight&) {
  auto target = now.nearest(now.other_players());
  return target ? shoot(now, *target) : intent{};
}

intent scripted_player::follow_script(const situation& now, const pursue& part) {
  if (part.plans.empty())
    return {};
  choose_plan(now, part);
  return carry_out(now, part.plans[memory_.plan]);
}

double scripted_player::effort(const situation& now, const plan& wishes) const {
  double sum = 0;
  for (const auto& wanted : wishes) {
    if (now.holds(wanted))
      continue;
    if (!is_in_power(wanted, now.setting(), player_)) {
      sum += effort_of_hoping;
      continue;
    }
    sum += is_about_me(now, wanted) ? 2 : 4;
    for (const auto* thing : {&wanted.first, &wanted.second}) {
      if (is_floor(*thing) || now.is_me(*thing))
        continue;
      auto whom = now.nearest(*thing);
      auto places = whom ? now.places_to(now.position_of(*whom)) : unreachable;
      sum += places == unreachable ? effort_of_absence : places;
    }
  }
  return sum;
}

void scripted_player::choose_plan(const situation& now, const pursue& part) {
  if (part.plans.size() == 1 || memory_.step < memory_.plan_until)
    return;
  memory_.plan_until = memory_.step + steps_per_plan;
  memory_.failures.resize(part.plans.size());
  count_failure(now, part.plans[memory_.plan]);

  auto best = memory_.plan;
  auto least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < part.plans.size(); ++i) {
    auto needed = effort(now, part.plans[i]) + memory_.failures[i] * effort_of_failure
                  + (i == memory_.plan ? 0 : effort_of_changing_plans);
    if (needed < least) {
      best = i;
      least = needed;
    }
  }
  if (best == memory_.plan)
    return;
  memory_.plan = best;
  memory_.steps_in_vain = 0;
  memory_.station_until = 0;
  memory_.under_way.reset();
}

void scripted_player::count_failure(const situation& now, const plan& wishes) {
  auto succeeds = std::all_of(wishes.begin(), wishes.end(),
                              [&](const wish& wanted) { return now.holds(wanted); });
  memory_.steps_in_vain = succeeds ? 0 : memory_.steps_in_vain + steps_per_plan;
  if (memory_.steps_in_vain >= patience_with_plan) {
    ++memory_.failures[memory_.plan];
    memory_.steps_in_vain = 0;
  }
}

intent scripted_player::carry_out(const situation& now, const plan& wishes) {
  if (auto hunting = hunt_offender(now, wishes))
    return *hunting;
  auto in_hand = wanted_in_hand(now, wishes);
  if (auto delivering = deliver_something(now, wishes))
    return *delivering;
  intent wanted;
  if (in_hand) {
    if (!now.holds_kind(*in_hand)) {
      auto object = now.nearest(*in_hand);
      return object ? take(now, *object) : intent{};
    }
    wanted.grab = true;
  }
  take_position(now, wishes, wanted);
  look_around(now, wishes, wanted);
  if (in_hand && !wanted.focus)
    hold_low(now, wishes, *in_hand, wanted);
  return wanted;
}

void scripted_player::hold_low(const situation& now, const plan& wishes, object_kind what,
                               intent& wanted) const {
  for (const auto& each : wishes) {
    if (each.how == relation::hold || !each.wanted
        || (each.first != physical_entity{what} && each.second != physical_entity{what}))
      continue;
    if (now.holds(each))
      wanted.pitch = now.me().pitch;
    else if (is_about_me(now, each))
      wanted.pitch = pitch_of_a_load_at_the_feet;
  }
}

std::optional<intent> scripted_player::hunt_offender(const situation& now,
                                                     const plan& wishes) const {
  if (!now.has_tag_gadget())
    return std::nullopt;
  for (const auto& wanted : wishes) {
    auto other = other_player_in(now, wanted);
    if (wanted.wanted || !other || is_about_me(now, wanted) || now.holds(wanted))
      continue;
    return shoot(now, {true, other->index});
  }
  return std::nullopt;
}

std::optional<intent> scripted_player::deliver_something(const situation& now, const plan& wishes) {
  for (const auto& wanted : wishes) {
    if (!is_about_a_resting_object(wanted))
      continue;
    auto candidates = now.all(wanted.first);
    for (auto each : now.all(wanted.second))
      candidates.push_back(each);
    auto object = now.nearest(candidates);
    if (!object)
      continue;
    // An object in the air is on no floor and in full view, but has to come to rest like that.
    auto is_under_way = (!wanted.wanted || wanted.how == relation::see) && memory_.under_way
                        && memory_.under_way->purpose == wanted && now.is_held_by_me(*object);
    if (now.holds(wanted) && !is_under_way)
      continue;
    if (auto doing = deliver(now, wishes, wanted, *object))
      return doing;
  }
  memory_.under_way.reset();
  return std::nullopt;
}

std::optional<intent> scripted_player::deliver(const situation& now, const plan& wishes,
                                               const wish& purpose, individual object) {
  if (!memory_.under_way || memory_.under_way->purpose != purpose)
    memory_.under_way = {purpose, std::nullopt};
  if (!now.is_held_by_me(object)) {
    memory_.under_way->destination.reset();
    return take(now, object);
  }
  // When two pull at the same object, who is quicker to tag the other is a matter of chance.
  if (auto rival = other_holder(now, object); rival && now.has_tag_gadget() && draws_.chance(0.5)) {
    auto doing = shoot(now, *rival);
    doing.grab = true;
    return doing;
  }
  auto& destination = memory_.under_way->destination;
  auto may_move = purpose.wanted && !is_floor(purpose.second);
  if (!destination || may_move)
    destination = destination_for(now, purpose, object);
  if (!destination)
    return std::nullopt;
  auto doing = carry(now, *destination);
  auto keeps_it = std::any_of(wishes.begin(), wishes.end(), [&](const wish& each) {
    return each.how == relation::hold && each.wanted && now.is_me(each.first) && now.holds(each);
  });
  if (!keeps_it && is_lowered(now, *destination)) {
    doing.grab = false;
    memory_.under_way.reset();
  }
  return doing;
}

std::optional<object_kind> scripted_player::wanted_in_hand(const situation& now,
                                                           const plan& wishes) const {
  for (const auto& wanted : wishes) {
    const auto* what = object_in(wanted);
    if (what == nullptr)
      continue;
    if (wanted.how == relation::hold && wanted.wanted && now.is_me(wanted.first))
      return *what;
    // Where one cannot stand near something and do the rest as well, one takes it along.
    if (wanted.how == relation::near && wanted.wanted && is_about_me(now, wanted)
        && (memory_.no_station_fits || now.holds_kind(*what)))
      return *what;
    // What others should or should not be near, see or hold is best brought or taken away.
    if (other_player_in(now, wanted) && !(wanted.how == relation::hold && wanted.wanted)
        && (!now.holds(wanted) || now.holds_kind(*what)))
      return *what;
  }
  return std::nullopt;
}

void scripted_player::take_position(const situation& now, const plan& wishes, intent& wanted) {
  plan about_me;
  for (const auto& each : wishes) {
    const auto* what = object_in(each);
    auto in_hand = what != nullptr && now.holds_kind(*what);
    auto other = other_player_in(now, each);
    // Whoever must not see something only has to look elsewhere.
    auto looks_away = each.how == relation::see && !each.wanted && now.is_me(each.first);
    if (is_about_me(now, each) && each.how != relation::hold && !looks_away
        && !(in_hand && each.wanted))
      about_me.push_back(each);
    else if (in_hand && other && each.how != relation::hold)
      about_me.push_back(
          {each.how, *other, physical_player{static_cast<std::uint8_t>(player_)}, each.wanted});
  }
  if (about_me.empty())
    return;
  const auto& first = about_me.front();
  if (about_me.size() == 1 && first.how == relation::near && first.wanted) {
    if (auto whom = now.nearest(now.is_me(first.first) ? first.second : first.first)) {
      auto approaching = approach(now, *whom);
      wanted.destination = approaching.destination;
      wanted.within = approaching.within;
    }
    return;
  }
  if (memory_.step >= memory_.station_until) {
    auto found = find_station(now, about_me);
    memory_.station = found.point;
    memory_.no_station_fits = !found.fits;
    memory_.station_until = memory_.step + steps_per_station;
  }
  wanted.destination = memory_.station;
}

void scripted_player::look_around(const situation& now, const plan& wishes, intent& wanted) const {
  auto eyes = eyes_of(now.me());
  vector3 towards;
  vector3 away;
  for (const auto& each : wishes) {
    if (each.how != relation::see || !now.is_me(each.first))
      continue;
    auto whom = now.nearest(each.second);
    if (!whom)
      continue;
    auto direction = normalised(now.position_of(*whom) - eyes);
    if (each.wanted)
      towards = towards + direction;
    else if (!now.holds(each))
      away = away - at_height(direction, 0);
  }
  if (length(towards) > 0.1)
    wanted.focus = eyes + towards;
  else if (length(away) > 0.1)
    wanted.focus = eyes + away;
}

} // namespace troupe
