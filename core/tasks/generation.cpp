#include "core/tasks/generation.hpp"

#include "core/game/evaluation_games.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"

#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace troupe {

namespace {

/// Children of a set's stream.
enum stream_use : std::uint64_t { for_games, for_worlds, for_tasks };

/// Draws that fail or collide are repeated so often before a request counts as impossible.
constexpr int max_tries = 1000;

/// Most of the time that an evaluation set takes goes into its games.
constexpr double share_of_games = 0.9;

double count_of(const task_set_request& request) {
  return static_cast<double>(request.count);
}

world_parameters with_sizes(world_parameters parameters, const task_set_request& request) {
  parameters.width = request.world_width;
  parameters.height = request.world_height;
  return parameters;
}

/// Why draws came to nothing.
struct rejections {
  /// With what is held out, taken or another set's.
  int collisions = 0;
  int failures = 0;
  /// What the last failure to draw a world was.
  std::string last_failure;

  /// `advice` is what to do against collisions.
  [[noreturn]] void report(const std::string& advice) const {
    throw user_error(collisions == 0
                         ? last_failure
                         : advice + " (" + std::to_string(collisions) + " draws collided, "
                               + std::to_string(failures) + " had no room).");
  }
};

/// A world for a game: drawn with the right number of players, then given what the game needs.
/// Nothing if there is not enough room for that.
std::optional<world> world_for(const game& played, world_parameters parameters,
                               random_stream& stream, rejections& rejected) {
  auto requirements = requirements_of(played);
  parameters.players = {requirements.players, requirements.players};
  try {
    return adapt_world(generate_world(parameters, stream()), requirements, stream(),
                       parameters.object_size);
  } catch (const user_error& failure) {
    ++rejected.failures;
    rejected.last_failure = failure.what();
    return std::nullopt;
  }
}

task with_open_slots(world place, game played) {
  auto co_players = std::vector<std::string>(played.players() - 1);
  return {std::move(place), std::move(played), std::move(co_players)};
}

/// Games of an evaluation set: for two and for three players in turn, so that the beginning of a
/// set is like the whole.
std::vector<game> draw_evaluation_games(const task_set_request& request, const hold_out& held_out,
                                        const random_stream& stream,
                                        const progress_function& progress) {
  std::set<canonical_game> taken;
  auto take = [&](const game& found) {
    progress(share_of_games * static_cast<double>(taken.size()) / count_of(request));
    canonical_game canonical{found};
    if (evaluation_split_of(canonical) != request.split)
      return take_answer::elsewhere;
    return !held_out.contains(canonical) && taken.insert(canonical).second ? take_answer::taken
                                                                           : take_answer::known;
  };
  auto for_three = request.count / 2;
  auto of_two = evaluation_games(request.count - for_three, 2, stream.split(2), take);
  auto of_three = evaluation_games(for_three, 3, stream.split(3), take);
  std::vector<game> games;
  for (std::size_t i = 0; i < of_two.size(); ++i) {
    games.push_back(of_two[i]);
    if (i < of_three.size())
      games.push_back(of_three[i]);
  }
  return games;
}

/// A world for a game that is acceptable.
template <class Acceptable>
world draw_world(const game& played, const world_parameters& parameters, random_stream& stream,
                 const Acceptable& acceptable) {
  rejections rejected;
  for (int tries = 0; tries < max_tries; ++tries)
    if (auto place = world_for(played, parameters, stream, rejected)) {
      if (acceptable(*place))
        return *std::move(place);
      ++rejected.collisions;
    }
  rejected.report("There are not enough different worlds of this size; allow larger worlds");
}

task_set draw_evaluation_set(const task_set_request& request, const hold_out& held_out,
                             const random_stream& stream, const progress_function& progress) {
  auto games = draw_evaluation_games(request, held_out, stream.split(for_games), progress);
  auto parameters = with_sizes(evaluation_world_parameters(), request);
  auto worlds = stream.split(for_worlds);
  std::set<std::vector<std::uint8_t>> taken;
  task_set result{request.split, request.seed, "", {}};
  auto acceptable = [&](const world& place) {
    return evaluation_split_of(place) == request.split && !held_out.contains(place)
           && taken.insert(canonical_topology(place.tiles)).second;
  };
  for (auto& played : games) {
    auto place = draw_world(played, parameters, worlds, acceptable);
    result.tasks.push_back(with_open_slots(std::move(place), std::move(played)));
    progress(share_of_games
             + (1 - share_of_games) * static_cast<double>(result.tasks.size()) / count_of(request));
  }
  return result;
}

task_set draw_training_set(const task_set_request& request, const hold_out& held_out,
                           const random_stream& stream, const progress_function& progress) {
  task_set result{request.split, request.seed, "", {}};
  auto tasks = stream.split(for_tasks);
  for (std::size_t i = 0; i < request.count; ++i) {
    result.tasks.push_back(propose_task(request, held_out, tasks.split(i)));
    progress(static_cast<double>(i + 1) / count_of(request));
  }
  return result;
}

/// A game of a uniformly drawn kind; kinds of which none turns up are drawn again.
game propose_game(std::size_t players, random_stream& stream) {
  static const auto kinds = evaluation_cells();
  for (int tries = 0; tries < max_tries; ++tries)
    if (auto found = evaluation_game(kinds[stream.below(kinds.size())], players, stream))
      return *found;
  throw user_error("No game was found for " + std::to_string(players) + " players.");
}

std::string describe(const task_set_request& request, const hold_out& held_out) {
  std::ostringstream text;
  text << request.count << ' ' << to_string(request.split) << " tasks drawn with seed "
       << request.seed << "; worlds of " << request.world_width.low << " to "
       << request.world_width.high << " by " << request.world_height.low << " to "
       << request.world_height.high << " tiles";
  if (held_out.games() > 0)
    text << "; held out: " << held_out.games() << " games and " << held_out.worlds() << " worlds";
  return text.str();
}

} // namespace

task propose_task(const task_set_request& request, const hold_out& held_out,
                  const random_stream& stream) {
  auto draws = stream;
  auto parameters = with_sizes({}, request);
  rejections rejected;
  for (int tries = 0; tries < max_tries; ++tries) {
    auto players = static_cast<std::size_t>(draw(request.players, draws));
    auto played = propose_game(players, draws);
    if (held_out.contains(played)) {
      ++rejected.collisions;
    } else if (auto place = world_for(played, parameters, draws, rejected)) {
      if (!held_out.contains(*place))
        return with_open_slots(*std::move(place), std::move(played));
      ++rejected.collisions;
    }
  }
  rejected.report("Every training task drawn collides with what is held out; hold out less");
}

task_set draw_task_set(const task_set_request& request, const hold_out& held_out,
                       const progress_function& progress) {
  if (request.count == 0)
    throw user_error("A set of tasks has at least one.");
  validate(with_sizes({}, request));
  if (!progress)
    return draw_task_set(request, held_out, [](double) {});
  random_stream stream{request.seed, {.use = purpose::evaluation}};
  auto of_split = stream.split(static_cast<std::uint64_t>(request.split));
  task_set result;
  switch (request.split) {
  case task_split::train:
    result = draw_training_set(request, held_out, of_split, progress);
    break;
  case task_split::validation:
  case task_split::test:
    result = draw_evaluation_set(request, held_out, of_split, progress);
    break;
  case task_split::hand_authored:
    throw user_error("Hand-authored tasks are written, not drawn.");
  }
  result.origin = describe(request, held_out);
  return result;
}

} // namespace troupe
