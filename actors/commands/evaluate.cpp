#include "actors/cast.hpp"
#include "actors/commands/agent_files.hpp"
#include "actors/commands/command_line.hpp"
#include "actors/commands/evaluate_split.hpp"
#include "actors/evaluation_json.hpp"
#include "actors/evaluator.hpp"
#include "actors/from_settings.hpp"
#include "actors/progress_line.hpp"
#include "actors/system.hpp"
#include "core/agent/threads.hpp"
#include "core/evaluation/scale.hpp"
#include "core/game/goal_text.hpp"
#include "core/simulation/script.hpp"
#include "core/support/error.hpp"
#include "messages/task_file.hpp"

#include <caf/scoped_actor.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <thread>

namespace troupe {

namespace {

namespace fs = std::filesystem;

struct evaluate_arguments {
  std::vector<std::string> agents;
  std::string split;
  std::string tasks;
  std::size_t episodes = 5;
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> steps;
  std::vector<std::string> co_players;
  bool json = false;
};

// -- what is evaluated ----------------------------------------------------------------------------

std::vector<grouped_task> tasks_of(const std::string& file) {
  std::vector<grouped_task> tasks;
  for (auto& each : load_task_set(file).tasks) {
    auto group = group_of(each);
    tasks.push_back({std::move(each), std::move(group)});
  }
  if (tasks.empty())
    throw user_error(file + ": has no tasks");
  return tasks;
}

bool is_playable_by_script(const grouped_task& each) {
  const auto& played = each.played.played;
  return can_play(plans_for(played.goals().front(), 0, played.players()), each.played.place, 0);
}

// -- playing --------------------------------------------------------------------------------------

/// How one player did: all together, and its mean return in each task that it could play.
struct player_results {
  std::string player;
  evaluation_summary summary;
  std::vector<std::optional<double>> returns;
};

player_results results_of(const std::string& player, const std::vector<episode_result>& episodes,
                          const std::vector<bool>& counts) {
  auto tasks = counts.size();
  std::vector<episode_result> counted;
  std::vector<std::vector<double>> by_task(tasks);
  for (const auto& each : episodes) {
    auto place = static_cast<std::size_t>(each.assignment) % tasks;
    if (!counts[place])
      continue;
    counted.push_back(each);
    if (!each.returns.empty())
      by_task[place].push_back(each.returns.front());
  }
  player_results found{player, summarise(std::span<const episode_result>{counted}), {}};
  for (const auto& returns : by_task)
    found.returns.push_back(returns.empty() ? std::nullopt
                                            : std::optional{summarise(returns).mean});
  return found;
}

/// The actors that play, for as long as it takes.
class playing_field {
public:
  playing_field(const settings& values, const evaluate_arguments& given)
      : values_(values), given_(given), configuration_(values.system), system_(configuration_) {}

  ~playing_field() {
    for (const auto& each : spawned_)
      stop(each);
    stop(watcher_);
  }
  playing_field(const playing_field&) = delete;
  playing_field& operator=(const playing_field&) = delete;

  void add_co_player(const std::string& name) { co_players_.push_back(spawn_player(name)); }

  /// Has somebody play all tasks, with the same seeds as everybody else.
  std::vector<episode_result> play(const std::string& label, const std::string& player,
                                   const std::vector<grouped_task>& tasks) {
    evaluation_plan plan{tasks, given_.episodes, random_stream{given_.seed}, 0};
    auto source = system_.spawn(evaluator, plan, spawn_player(player), co_players_, around_);
    auto options = environment_pool_options_of(values_, next_pool_++);
    options.environments = std::min(options.environments, tasks.size() * given_.episodes);
    options.remember_players = spawned_;
    auto playing = system_.spawn(environment_pool, options, source, around_);
    auto results = wait_for(label, source);
    stop(playing);
    stop(source);
    return results;
  }

private:
  template <class Handle>
  static void stop(const Handle& actor) {
    caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  }

  available_policy spawn_player(const std::string& name) {
    auto copies = batchers_of(values_, actor_threads(system_));
    available_policy player;
    for (std::size_t i = 0; i < copies; ++i) {
      auto hired = make_co_player(system_, name, casting_options_of(values_, copies), around_);
      player.copies.push_back(hired.plays);
      player.as = hired.as;
      spawned_.push_back(hired.plays);
    }
    return player;
  }

  std::vector<episode_result> wait_for(const std::string& label, const evaluator_actor& source) {
    caf::scoped_actor self{system_};
    auto finished = self->request(source, caf::infinite, finish_atom_v);
    show_progress(self, label, source);
    std::vector<episode_result> results;
    finished.receive(
        [&](const message<schema::Results>& answer) {
          auto read = read_value<std::vector<episode_result>>(answer, around_.limits);
          if (!read)
            throw user_error("the results cannot be read: " + system_.render(read.error()));
          results = std::move(*read);
        },
        [&](const caf::error& problem) {
          throw user_error(label + " could not play: " + system_.render(problem));
        });
    return results;
  }

  /// Returns when all is played, or nobody answers any more.
  void show_progress(caf::scoped_actor& self, const std::string& label,
                     const evaluator_actor& source) {
    progress_line line{stderr};
    for (bool goes_on = line.is_terminal(); goes_on;) {
      self->request(source, around_.request_timeout, status_atom_v)
          .receive(
              [&](const message<schema::Status>& answer) {
                auto status = read_value<status_report>(answer, around_.limits);
                auto done = std::get<double>(status->values.at(0).second);
                auto wanted = std::get<double>(status->values.at(1).second);
                line.show(fmt::format("{}: {} of {} episodes", label, done, wanted));
                goes_on = done < wanted;
              },
              [&](const caf::error&) { goes_on = false; });
      if (goes_on)
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
    }
    line.finish();
  }

  settings values_;
  const evaluate_arguments& given_;
  system_configuration configuration_;
  caf::actor_system system_;
  monitor_actor watcher_ = system_.spawn(monitor, monitor_options{});
  surroundings around_ = surroundings_of(values_, watcher_);
  std::vector<available_policy> co_players_;
  std::vector<co_player_actor> spawned_;
  std::uint64_t next_pool_ = 0;
};

// -- what comes out -------------------------------------------------------------------------------

/// Everything that was found out, and on which tasks.
struct evaluation_outcome {
  std::vector<grouped_task> tasks;
  /// The agent first.
  std::vector<player_results> players;

  [[nodiscard]] const player_results& of(const std::string& name) const {
    return *std::find_if(players.begin(), players.end(),
                         [&](const auto& each) { return each.player == name; });
  }
};

/// Where the agent stands between random and scripted play, in a group's tasks, or in all if the
/// name is empty; only those count that the script can play.
estimate scale_of(const evaluation_outcome& outcome, const std::string& group) {
  std::vector<double> random, scripted, agent;
  for (std::size_t i = 0; i < outcome.tasks.size(); ++i) {
    auto ends = std::pair{outcome.of("random").returns[i], outcome.of("scripted").returns[i]};
    auto own = outcome.of("agent").returns[i];
    if ((!group.empty() && outcome.tasks[i].group != group) || !ends.first || !ends.second || !own)
      continue;
    random.push_back(*ends.first);
    scripted.push_back(*ends.second);
    agent.push_back(*own);
  }
  return score_between(random, scripted, agent, random_stream{0});
}

std::set<std::string> groups_of(const evaluation_outcome& outcome) {
  std::set<std::string> groups;
  for (const auto& each : outcome.tasks)
    groups.insert(each.group);
  return groups;
}

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json to_json(const estimate& found) {
  return {{"value", number_or_null(found.value)},
          {"low", number_or_null(found.low)},
          {"high", number_or_null(found.high)}};
}

nlohmann::ordered_json goals_of(const task& played) {
  auto goals = nlohmann::ordered_json::array();
  for (const auto& each : played.played.goals())
    goals.push_back(to_string(each));
  return goals;
}

nlohmann::ordered_json to_json(const evaluation_outcome& outcome) {
  nlohmann::ordered_json json;
  for (const auto& each : outcome.players)
    json["players"][each.player] = to_json(each.summary);
  json["between_random_and_scripted"] = to_json(scale_of(outcome, ""));
  for (const auto& group : groups_of(outcome))
    json["between_random_and_scripted"]["by_group"][group] = to_json(scale_of(outcome, group));
  for (std::size_t i = 0; i < outcome.tasks.size(); ++i) {
    nlohmann::ordered_json row{{"index", i}, {"goals", goals_of(outcome.tasks[i].played)}};
    for (const auto& each : outcome.players)
      row["mean_return"][each.player] =
          each.returns[i] ? nlohmann::ordered_json(*each.returns[i]) : nlohmann::ordered_json{};
    json["tasks"].push_back(std::move(row));
  }
  return json;
}

std::string text_of(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f}", *value) : "–";
}

void print(const evaluation_outcome& outcome) {
  fmt::print("{:<10} {:>8} {:>8} {:>14} {:>9}\n", "player", "return", "± 95 %", "participation",
             "episodes");
  for (const auto& each : outcome.players)
    fmt::print("{:<10} {:>8.2f} {:>8.2f} {:>14.2f} {:>9}\n", each.player, each.summary.all.mean,
               1.96 * each.summary.all.standard_error, each.summary.all.participation,
               each.summary.all.episodes);
  fmt::print("\nthe agent between random (0) and scripted (1):\n");
  auto row = [&](const std::string& name, const estimate& found) {
    if (std::isnan(found.value))
      fmt::print("{:<10} unknown: the script cannot play these\n", name);
    else
      fmt::print("{:<10} {:>8.2f}   from {:.2f} to {:.2f}\n", name, found.value, found.low,
                 found.high);
  };
  row("all", scale_of(outcome, ""));
  for (const auto& group : groups_of(outcome))
    row(group, scale_of(outcome, group));

  fmt::print("\n{:>4}", "task");
  for (const auto& each : outcome.players)
    fmt::print(" {:>8}", each.player);
  fmt::print("  the agent's goal\n");
  for (std::size_t i = 0; i < outcome.tasks.size(); ++i) {
    fmt::print("{:>4}", i);
    for (const auto& each : outcome.players)
      fmt::print(" {:>8}", text_of(each.returns[i]));
    fmt::print("  {}\n", to_string(outcome.tasks[i].played.played.goals().front()));
  }
}

void evaluate_command(const evaluate_arguments& given) {
  if (given.agents.size() > 1)
    throw user_error("with --tasks there is one agent at a time; several compare with --split");
  auto agent = agent_file_of(given.agents.front());
  auto values = settings_around(agent);
  values.collection.environments = values.evaluation.environments;
  if (given.steps)
    values.episode.steps = *given.steps;
  evaluation_outcome outcome{tasks_of(given.tasks), {}};
  set_tensor_threads(1);
  playing_field field{values, given};
  for (const auto& each : given.co_players.empty() ? values.tasks.co_players : given.co_players)
    field.add_co_player(each);

  std::vector<bool> all(outcome.tasks.size(), true);
  std::vector<bool> scriptable;
  for (const auto& each : outcome.tasks)
    scriptable.push_back(is_playable_by_script(each));
  auto play = [&](const std::string& label, const std::string& player,
                  const std::vector<bool>& counts) {
    outcome.players.push_back(results_of(label, field.play(label, player, outcome.tasks), counts));
  };
  play("agent", agent.string(), all);
  play("random", "random", all);
  play("noop", "noop", all);
  play("scripted", "scripted", scriptable);
  if (given.json)
    fmt::print("{}\n", to_json(outcome).dump());
  else
    print(outcome);
}

} // namespace

void add_evaluate_command(CLI::App& app) {
  auto given = std::make_shared<evaluate_arguments>();
  auto* command = app.add_subcommand("evaluate", "Measures agents on a set of tasks");
  command->footer(
      "With --split: any number of agents side by side, on the validation or the test set of the "
      "run that the first is part of, by normalised percentiles and participation. With --tasks: "
      "one agent beside random, idle and scripted players on the same tasks and seeds, so that "
      "every number has both ends of its scale.\n\n"
      "Examples:\n"
      "  troupe evaluate runs/laptop-1 --split test\n"
      "  troupe evaluate runs/laptop-1 runs/laptop-2 --split test --json\n"
      "  troupe evaluate runs/quick-1 --tasks runs/quick-1/held_out.tasks\n"
      "  troupe evaluate runs/quick-1/checkpoints/0000001000 --tasks test.tasks --json\n"
      "  troupe evaluate agent.safetensors --tasks test.tasks --steps 150 "
      "--co-player scripted");
  command
      ->add_option("AGENT", given->agents,
                   "A run or an experiment, a checkpoint, or an agent.safetensors")
      ->required()
      ->check(CLI::ExistingPath);
  auto* tasks = command->add_option("--tasks", given->tasks, "A set of tasks")->type_name("FILE");
  command->add_option("--split", given->split, "validation or test")
      ->check(CLI::IsMember({"validation", "test"}))
      ->excludes(tasks);
  command->add_option("--episodes", given->episodes, "Of each task, by each player")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--seed", given->seed, "Of what policies draw")
      ->capture_default_str()
      ->check(not_negative_number);
  command
      ->add_option("--steps", given->steps,
                   "Of an episode; else as the run was trained, or as in the paper")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--co-player", given->co_players,
                   "Who plays where a task names nobody; may be repeated. Else as in training")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag("--json", given->json, "For programs");
  command->callback([given] {
    if (!given->split.empty())
      return evaluate_on_split(
          {given->agents, from_string<task_split>(given->split).value(), given->json});
    if (given->tasks.empty())
      throw user_error("On which tasks? Give --split test, --split validation, or --tasks FILE.");
    evaluate_command(*given);
  });
}

} // namespace troupe
