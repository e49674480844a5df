#include "core/tasks/task.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <variant>

namespace troupe {

namespace {

template <class T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end())
    list.push_back(item);
}

void add(world_requirements& requirements, const entity& thing) {
  if (const auto* object = std::get_if<object_kind>(&thing))
    add_once(requirements.objects, *object);
  else if (const auto* floor = std::get_if<floor_colour>(&thing))
    add_once(requirements.floors, *floor);
}

} // namespace

world_requirements requirements_of(const game& played) {
  world_requirements requirements;
  requirements.players = static_cast<int>(played.players());
  for (const auto& aim : played.goals())
    for (auto predicate : aim.atoms()) {
      add(requirements, predicate.first());
      add(requirements, predicate.second());
    }
  return requirements;
}

std::string group_of(const task& t) {
  auto players = t.played.players();
  const auto& predicates = t.played.goals().front().atoms();
  if (players == 1 && predicates.size() == 1)
    return std::string{to_string(predicates.front().relation())};
  return std::to_string(players) + (players == 1 ? " player" : " players");
}

void validate(const task& t) {
  validate(t.place);
  auto players = t.played.players();
  if (t.place.players.size() != players)
    throw user_error("The task cannot be played: its world has "
                     + std::to_string(t.place.players.size()) + " players and its game "
                     + std::to_string(players) + ".");
  if (t.co_players.size() != players - 1)
    throw user_error("The task cannot be played: it names " + std::to_string(t.co_players.size())
                     + " co-players for " + std::to_string(players) + " players.");
}

} // namespace troupe
