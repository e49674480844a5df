#include "core/tasks/generation.hpp"

#include "core/game/evaluation_games.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
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
  parameters.object_size = request.object_size;
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

world generate_for(int players, world_parameters parameters, random_stream& stream) {
  parameters.players = {players, players};
  return generate_world(parameters, stream());
}

/// Also slabs, which no game names.
std::vector<object_kind> every_kind() {
  std::vector<object_kind> kinds;
  for (std::size_t colour = 0; colour < words<object_colour>.size(); ++colour)
    for (std::size_t shape = 0; shape < words<object_shape>.size(); ++shape)
      kinds.push_back({static_cast<object_colour>(colour), static_cast<object_shape>(shape)});
  return kinds;
}

/// A world of an archive, with players and one object of each colour and shape, all of them new.
world furnish_archived(std::span<const archived_world> archive, int players,
                       interval<double> object_size, random_stream& stream) {
  auto place = draw_evaluation_world(archive, stream);
  place.objects.clear();
  place.players.clear();
  return adapt_world(std::move(place), {every_kind(), {}, players}, stream(), object_size);
}

/// A world like one of an archive, with as many objects as one from scratch would have.
world generate_like_archived(std::span<const archived_world> archive,
                             const world_parameters& parameters, random_stream& stream) {
  auto model = archive[stream.below(archive.size())].place;
  model.objects.resize(static_cast<std::size_t>(draw(parameters.objects, stream)));
  for (auto& object : model.objects)
    object.latent = draw_latent(stream);
  model.players.clear();
  return generate_world_like(model, parameters, stream());
}

/// A world for a game: what `draw_place` gives for so many players, and what the game needs.
/// Nothing if there is not enough room for that.
template <class DrawPlace>
std::optional<world> world_for(const game& played, const DrawPlace& draw_place,
                               interval<double> object_size, random_stream& stream,
                               rejections& rejected) {
  auto requirements = requirements_of(played);
  try {
    return adapt_world(draw_place(requirements.players, stream), requirements, stream(),
                       object_size);
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

/// The worlds of the archive that may be in an evaluation set. Throws `user_error` if there is an
/// archive and none of them may.
std::vector<archived_world> archive_for(const task_set_request& request, const hold_out& held_out) {
  std::vector<archived_world> usable;
  std::ranges::copy_if(request.worlds, std::back_inserter(usable), [&](const auto& each) {
    return evaluation_split_of(each.place) == request.split && !held_out.contains(each.place);
  });
  if (usable.empty() && !request.worlds.empty())
    throw user_error("None of the " + std::to_string(request.worlds.size())
                     + " worlds of the archive may be in a " + std::string{to_string(request.split)}
                     + " set: let more of them evolve.");
  return usable;
}

/// A world for a game that is acceptable.
template <class DrawPlace, class Acceptable>
world draw_world(const game& played, const DrawPlace& draw_place, interval<double> object_size,
                 random_stream& stream, const Acceptable& acceptable) {
  rejections rejected;
  for (int tries = 0; tries < max_tries; ++tries)
    if (auto place = world_for(played, draw_place, object_size, stream, rejected)) {
      if (acceptable(*place))
        return *std::move(place);
      ++rejected.collisions;
    }
  rejected.report("There are not enough different worlds of this size; allow larger worlds");
}

task_set draw_evaluation_set(const task_set_request& request, const hold_out& held_out,
                             const random_stream& stream, const progress_function& progress) {
  auto archive = archive_for(request, held_out);
  auto games = draw_evaluation_games(request, held_out, stream.split(for_games), progress);
  auto parameters = with_sizes(evaluation_world_parameters(), request);
  auto worlds = stream.split(for_worlds);
  std::set<std::vector<std::uint8_t>> taken;
  task_set result{request.split, request.seed, "", {}};
  auto draw_place = [&](int players, random_stream& draws) {
    return archive.empty() ? generate_for(players, parameters, draws)
                           : furnish_archived(archive, players, request.object_size, draws);
  };
  auto acceptable = [&](const world& place) {
    return !archive.empty()
           || (evaluation_split_of(place) == request.split && !held_out.contains(place)
               && taken.insert(canonical_topology(place.tiles)).second);
  };
  for (auto& played : games) {
    auto place = draw_world(played, draw_place, request.object_size, worlds, acceptable);
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
       << request.seed << "; worlds ";
  if (request.worlds.empty())
    text << "of " << request.world_width.low << " to " << request.world_width.high << " by "
         << request.world_height.low << " to " << request.world_height.high << " tiles";
  else
    text << (request.split == task_split::train ? "like those of" : "from") << " an archive of "
         << request.worlds.size();
  if (held_out.games() > 0)
    text << "; held out: " << held_out.games() << " games and " << held_out.worlds() << " worlds";
  return text.str();
}

} // namespace

task propose_task(const task_set_request& request, const hold_out& held_out,
                  const random_stream& stream) {
  auto draws = stream;
  auto parameters = with_sizes({}, request);
  auto draw_place = [&](int players, random_stream& from) {
    return request.worlds.empty() ? generate_for(players, parameters, from)
                                  : generate_like_archived(request.worlds, parameters, from);
  };
  rejections rejected;
  for (int tries = 0; tries < max_tries; ++tries) {
    auto players = static_cast<std::size_t>(draw(request.players, draws));
    auto played = propose_game(players, draws);
    if (held_out.contains(played)) {
      ++rejected.collisions;
    } else if (auto place = world_for(played, draw_place, request.object_size, draws, rejected)) {
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
