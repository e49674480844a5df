#include "actors/commands/evaluate_split.hpp"

#include "actors/commands/agent_files.hpp"
#include "actors/evaluation_json.hpp"
#include "actors/examiner.hpp"
#include "actors/progress_line.hpp"
#include "actors/stop_actor.hpp"
#include "actors/system.hpp"
#include "config/tasks.hpp"
#include "core/agent/threads.hpp"
#include "core/evaluation/percentiles.hpp"
#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/support/hash.hpp"
#include "core/tasks/generation.hpp"
#include "messages/file.hpp"
#include "messages/world_archive.hpp"
#include "messages/world_conversion.hpp"

#include <caf/scoped_actor.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace troupe {

namespace {

namespace fs = std::filesystem;
constexpr arrival_limits any_size{SIZE_MAX};

/// Who plays, and in which games.
struct contest {
  settings values;
  task_set set;
  std::vector<candidate> agents;
  /// Who plays beside them.
  std::vector<candidate> co_players;
  /// What everybody got so far, so that nobody has to play twice.
  fs::path payoffs;
};

candidate candidate_at(const std::string& name, const fs::path& network) {
  auto content = read_whole_file(network, any_size);
  auto bytes = std::as_bytes(std::span{content});
  return {name, {bytes.begin(), bytes.end()}};
}

/// What an agent is called where its results are kept: another network of the same name is another
/// policy.
constexpr char before_hash = '#';

candidate agent_at(const agent_on_disk& agent) {
  auto found = candidate_at(agent.name, agent.network);
  found.name += fmt::format("{}{:016x}", before_hash, fnv_1a(found.network));
  return found;
}

std::string shown_name(const std::string& name) {
  return name.substr(0, name.rfind(before_hash));
}

/// A co-player by its name, or by the path of its network.
candidate co_player_named(const std::string& name) {
  if (fs::path{name}.extension() != ".safetensors")
    return {name, {}};
  if (!fs::exists(name))
    throw user_error(name + ": there is no such co-player; see evaluation.test_co_players");
  return candidate_at(fs::path{name}.stem().string(), name);
}

std::uint64_t hash_of(const contest& played) {
  std::string all;
  auto add = [&](std::span<const std::byte> bytes) { all += std::to_string(fnv_1a(bytes)) + ' '; };
  add(to_message(played.set).bytes());
  for (const auto& each : played.co_players) {
    add(std::as_bytes(std::span{each.name}));
    add(each.network);
  }
  const auto& values = played.values;
  all += fmt::format("{} {} {}", values.episode.steps, values.evaluation.episodes,
                     values.evaluation.seed);
  return fnv_1a(std::as_bytes(std::span{all}));
}

contest prepare(const split_arguments& given) {
  contest played;
  std::vector<agent_on_disk> agents;
  for (const auto& each : given.agents)
    std::ranges::move(agents_at(each), std::back_inserter(agents));
  played.values = settings_around(agents.front().network);
  const auto& evaluation = played.values.evaluation;
  played.set = draw_task_set(
      evaluation_request_of(played.values, given.split, load_archive(evaluation.worlds)), {});
  for (const auto& each : agents)
    played.agents.push_back(agent_at(each));
  if (given.split == task_split::test) {
    for (const auto& each : evaluation.test_co_players)
      played.co_players.push_back(co_player_named(each));
  } else {
    played.co_players = {{"noop", {}}, {"random", {}}};
    std::ranges::copy(played.agents, std::back_inserter(played.co_players));
  }
  auto cache = fs::path{played.values.run.folder};
  fs::create_directories(cache);
  played.payoffs =
      cache / fmt::format("{}-payoffs-{:016x}.jsonl", to_string(given.split), hash_of(played));
  return played;
}

/// The actors that play, for as long as it takes.
class arena {
  auto failing(const std::string& who) {
    return [this, who](caf::error& problem) {
      throw user_error(shown_name(who) + " could not be measured: " + system_.render(problem));
    };
  }

public:
  explicit arena(const contest& played)
      : played_(played), configuration_(played.values.system), system_(configuration_) {
    for (const auto& each : played.co_players)
      meet(each);
  }
  ~arena() {
    stop_actor(examines_);
    stop_actor(watcher_);
  }
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  /// Has somebody play everything that it has not played yet.
  void examine(const candidate& who) {
    auto answer = self_->request(examines_, caf::infinite, to_message(who));
    show_progress(who.name);
    answer.receive([](ok_atom) {}, failing(who.name));
  }

  named_scores compare(const std::vector<std::string>& names) {
    named_scores found;
    self_->request(examines_, caf::infinite, to_message(candidate_names{names}))
        .receive(
            [&](const message<schema::Scores>& answer) {
              found = read_value<named_scores>(answer, any_size).value();
            },
            failing("the comparison"));
    return found;
  }

private:
  void meet(const candidate& who) {
    self_->request(examines_, caf::infinite, meet_atom_v, to_message(who))
        .receive([](ok_atom) {}, failing(who.name));
  }

  /// Returns when nobody waits any more, or nobody answers.
  void show_progress(const std::string& name) {
    progress_line line{stderr};
    caf::scoped_actor asks{system_};
    for (bool goes_on = line.is_terminal(); goes_on;) {
      asks->request(examines_, around_.request_timeout, status_atom_v)
          .receive(
              [&](const message<schema::Status>& answer) {
                auto status = read_value<status_report>(answer, any_size).value();
                line.show(fmt::format("{}: {:.0f} episodes", shown_name(name),
                                      number_in(status, "episodes").value_or(0)));
                goes_on = number_in(status, "policies waiting").value_or(0) > 0;
              },
              [&](const caf::error&) { goes_on = false; });
      if (goes_on)
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
    }
    line.finish();
  }

  examiner_options options() const {
    examiner_options how;
    how.values = played_.values;
    how.games = played_.set.tasks;
    how.payoffs = played_.payoffs;
    how.normaliser_is_fixed = played_.set.split == task_split::test;
    return how;
  }

  const contest& played_;
  system_configuration configuration_;
  caf::actor_system system_;
  caf::scoped_actor self_{system_};
  monitor_actor watcher_ = system_.spawn(monitor, monitor_options{});
  surroundings around_ = surroundings_of(played_.values, watcher_);
  examiner_actor examines_ = system_.spawn<caf::detached>(examiner, options(), around_);
};

/// How somebody did, with intervals.
struct measured {
  std::string name;
  agent_scores scores;
  std::vector<estimate> percentiles;
  estimate participation;
  /// By how much its participation is higher than random play's.
  estimate above_random;
  /// Whether nobody else's percentiles are nowhere lower and somewhere higher.
  bool is_undominated = false;
};

std::vector<measured> measure(const named_scores& scores) {
  auto random = std::ranges::find(scores, "random", &named_scores::value_type::first);
  std::vector<measured> all;
  for (const auto& [name, found] : scores)
    all.push_back({shown_name(name), found, percentile_estimates(found, random_stream{0}),
                   participation_estimate(found, random_stream{0}),
                   participation_difference(found, random->second, random_stream{0}), false});
  std::vector<std::vector<double>> curves;
  for (const auto& each : all)
    curves.push_back(each.scores.percentiles);
  for (auto place : pareto_front(curves))
    all[place].is_undominated = true;
  return all;
}

nlohmann::ordered_json to_json(const estimate& found) {
  return {{"value", found.value}, {"low", found.low}, {"high", found.high}};
}

nlohmann::ordered_json to_json(const contest& played, const std::vector<measured>& all) {
  nlohmann::ordered_json json{{"split", to_string(played.set.split)},
                              {"origin", played.set.origin},
                              {"episode_steps", played.values.episode.steps}};
  for (const auto& each : played.co_players)
    json["co_players"].push_back(shown_name(each.name));
  for (const auto& each : all) {
    auto& player = json["players"][each.name];
    player["participation"] = to_json(each.participation);
    player["participation_above_random"] = to_json(each.above_random);
    player["mean_return"] = each.scores.mean_return;
    player["is_undominated"] = each.is_undominated;
    for (const auto& percentile : each.percentiles)
      player["percentiles"].push_back(to_json(percentile));
    player["by_game"] = each.scores.by_game;
    player["participation_by_game"] = each.scores.participation_by_game;
  }
  for (const auto& each : played.set.tasks) {
    auto goals = nlohmann::ordered_json::array();
    for (const auto& aim : each.played.goals())
      goals.push_back(to_string(aim));
    json["games"].push_back(goals);
  }
  return json;
}

void print(const contest& played, const std::vector<measured>& all) {
  fmt::print("{}; episodes of {} steps\n\n", played.set.origin, played.values.episode.steps);
  fmt::print("{:<28} {:>8} {:>22} {:>18}  normalised score at percentile\n", "player", "return",
             "participation", "above random");
  fmt::print("{:<78} {:>8} {:>8} {:>8}\n", "", "10", "20", "50");
  for (const auto& each : all) {
    auto between = [](const estimate& found) {
      return fmt::format("{:.2f} ({:.2f} … {:.2f})", found.value, found.low, found.high);
    };
    fmt::print("{:<28} {:>8.2f} {:>22} {:>22}", each.name, each.scores.mean_return,
               between(each.participation), between(each.above_random));
    for (auto percentile : {10U, 20U, 50U})
      fmt::print(" {:>8.2f}", each.percentiles[percentile].value);
    fmt::print("{}\n", each.is_undominated ? " *" : "");
  }
  fmt::print("\n* nobody else has percentiles that are nowhere lower and somewhere higher\n");
}

} // namespace

void evaluate_on_split(const split_arguments& given) {
  auto played = prepare(given);
  set_tensor_threads(1);
  named_scores scores;
  {
    arena field{played};
    std::vector<std::string> names;
    for (const auto& each : played.agents) {
      field.examine(each);
      names.push_back(each.name);
    }
    for (const auto& each : played.co_players)
      field.examine(each);
    names.insert(names.end(), {"random", "noop"});
    scores = field.compare(names);
  }
  auto all = measure(scores);
  if (given.json)
    fmt::print("{}\n", to_json(played, all).dump());
  else
    print(played, all);
}

} // namespace troupe
