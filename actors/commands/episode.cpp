#include "actors/co_player.hpp"
#include "actors/commands/command_line.hpp"
#include "actors/commands/spectator.hpp"
#include "core/simulation/scripted_player.hpp"
#include "core/support/error.hpp"
#include "core/tasks/demonstrations.hpp"
#include "core/tasks/generation.hpp"
#include "messages/replay_file.hpp"
#include "messages/task_file.hpp"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>

namespace troupe {

namespace {

struct episode_arguments {
  std::string tasks;
  std::size_t index = 0;
  std::string demonstration;
  std::uint64_t seed = 1;
  std::vector<std::string> policies = {"scripted"};
  std::uint32_t steps = 900;
  std::string replay;
  spectator_options watched;
};

task chosen_task(const episode_arguments& given) {
  if (!given.demonstration.empty())
    return demonstration_task(given.demonstration);
  if (!given.tasks.empty())
    return task_of(load_task_set(given.tasks), given.index, given.tasks);
  task_set_request request;
  request.seed = given.seed;
  return draw_task_set(request, {}).tasks.front();
}

// -- players --------------------------------------------------------------------------------------

/// Chooses a player's next action.
using chooser = std::function<action(const episode&)>;

chooser blind_chooser(blind_policy policy, std::size_t player) {
  return [policy, player](const episode& now) {
    auto seen = now.observe(player);
    return act(policy, seen.policy_seed, seen.when);
  };
}

chooser scripted_chooser(script_style style, const episode& now, std::size_t player) {
  auto plays = std::make_shared<scripted_player>(
      now.place(), player, script_of(style, now.played(), player),
      random_stream{now.observe(player).policy_seed}, now.record().rules.clock);
  return [plays](const episode& present) { return plays->act(present.state()); };
}

chooser make_chooser(const std::string& policy, const episode& now, std::size_t player) {
  if (policy == "noop")
    return blind_chooser(blind_policy::noop, player);
  if (policy == "random")
    return blind_chooser(blind_policy::random, player);
  return scripted_chooser(policy == "scripted" ? script_style::goal_seeker
                                               : *from_string<script_style>(policy),
                          now, player);
}

/// Who plays each player: as given one by one, or the same for all.
std::vector<std::string> policies_of(const episode_arguments& given, std::size_t players) {
  if (given.policies.size() == 1)
    return std::vector<std::string>(players, given.policies.front());
  if (given.policies.size() != players)
    throw user_error(fmt::format("--policy is given {} times; the task has {} players",
                                 given.policies.size(), players));
  return given.policies;
}

// -- playing --------------------------------------------------------------------------------------

void episode_command(const episode_arguments& given) {
  episode played{chosen_task(given), given.seed, {given.steps, {}}};
  played.set_policies(policies_of(given, played.players()));
  std::vector<chooser> choosers;
  for (std::size_t player = 0; player < played.players(); ++player)
    choosers.push_back(make_chooser(played.record().policies[player], played, player));

  spectator watching{given.watched, played, given.steps};
  std::vector<action> actions(played.players());
  while (!played.over()) {
    for (std::size_t player = 0; player < played.players(); ++player)
      actions[player] = choosers[player](played);
    played.step(actions, watching.watcher());
    watching.note(played);
  }
  watching.finish();
  if (given.watched.json)
    fmt::print("{}\n", watching.summary().to_json().dump());
  else
    watching.summary().print();
  if (!given.replay.empty())
    save_replay(given.replay, played.record());
}

} // namespace

void add_episode_command(CLI::App& app) {
  auto given = std::make_shared<episode_arguments>();
  auto* command = app.add_subcommand("episode", "Plays one episode of a task");
  std::string demos;
  for (const auto& each : demonstrations)
    demos += fmt::format("\n  {:<20}{}", each.name, each.description);
  command->footer(
      "Demonstrations:" + demos
      + "\n\nExamples:\n"
        "  troupe episode --demo capture-the-cube --record cube.mp4 --view third\n"
        "  troupe episode --seed 2 --policy scripted --policy random --json\n"
        "  troupe episode --task test.tasks --index 3 --policy random --replay-out 3.replay\n"
        "  troupe replay 3.replay --verify");
  auto* file = command->add_option("--task", given->tasks, "A set of tasks")->type_name("FILE");
  command->add_option("--index", given->index, "Which task of the set, from 0")
      ->capture_default_str()
      ->check(not_negative_number)
      ->needs(file);
  command->add_option("--demo", given->demonstration, "A task made by hand")
      ->type_name("NAME")
      ->excludes(file);
  command
      ->add_option("--seed", given->seed,
                   "Of what policies draw; without --task and --demo, also of the task")
      ->capture_default_str()
      ->check(not_negative_number);
  command
      ->add_option("--policy", given->policies,
                   "Who plays: one for all players, or repeated, one for each")
      ->type_name("NAME")
      ->capture_default_str()
      ->allow_extra_args(false)
      ->check(
          CLI::IsMember({"scripted", "random", "noop", "goal-seeker", "interferer", "wanderer"}));
  command->add_option("--steps", given->steps, "How many actions")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--replay-out", given->replay, "Writes a record for 'troupe replay'")
      ->type_name("FILE");
  add_spectator_options(*command, given->watched);
  command->callback([given] { episode_command(*given); });
}

} // namespace troupe
