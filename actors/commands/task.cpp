#include "actors/commands/command_line.hpp"
#include "actors/progress_line.hpp"
#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/ascii.hpp"
#include "messages/json.hpp"
#include "messages/task_file.hpp"
#include "messages/world_archive.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

namespace troupe {

namespace {

struct task_arguments {
  std::string split = "train";
  std::size_t count = 1;
  std::uint64_t seed = 1;
  std::string smallest = "5x5";
  std::string largest = "9x9";
  std::string worlds;
  std::vector<std::string> held_out;
  std::string file;

  std::optional<std::size_t> index;
  std::string png;
  bool json = false;
};

void generate_command(const task_arguments& given) {
  task_set_request request;
  request.split = *from_string<task_split>(given.split);
  request.count = given.count;
  request.seed = given.seed;
  auto smallest = parse_size(given.smallest);
  auto largest = parse_size(given.largest);
  request.world_width = {smallest.width, largest.width};
  request.world_height = {smallest.height, largest.height};
  request.worlds = load_archive(given.worlds);
  hold_out held_out;
  auto sources = given.worlds.empty() ? "" : fmt::format("; archive {}", given.worlds);
  for (const auto& file : given.held_out) {
    auto set = load_task_set(file);
    held_out.add(set);
    sources += fmt::format("; held out {} ({})", file, set.origin);
  }

  progress_line progress{stderr};
  auto last_shown = std::chrono::steady_clock::now();
  auto set = draw_task_set(request, held_out, [&](double done) {
    auto now = std::chrono::steady_clock::now();
    if (now - last_shown < std::chrono::seconds{1})
      return;
    last_shown = now;
    progress.show(fmt::format("drawing {} tasks: {:.0f} %", given.count, 100 * done));
  });
  progress.finish();
  set.origin = fmt::format("Troupe {}: {}{}", TROUPE_VERSION, set.origin, sources);
  save_task_set(given.file, set);
  fmt::print("{}: {}\n", given.file, set.origin);
}

void print_task(const task& t, std::size_t index) {
  fmt::print("task {}\n", index);
  for (std::size_t i = 0; i < t.played.players(); ++i) {
    auto who = i == 0 ? std::string{"the agent"} : t.co_players[i - 1];
    fmt::print("  player {} ({}): {}\n", i + 1, who.empty() ? "anyone" : who,
               to_string(t.played.goals()[i]));
  }
  fmt::print("{}\n", draw_ascii(t.place));
}

/// The tasks that are asked for, by their numbers in the set.
std::pair<std::size_t, std::size_t> chosen(const task_arguments& given, const task_set& set) {
  if (!given.index)
    return {0, set.tasks.size()};
  task_of(set, *given.index, given.file);
  return {*given.index, *given.index + 1};
}

void show_command(const task_arguments& given) {
  auto set = load_task_set(given.file);
  auto [first, end] = chosen(given, set);
  if (!given.png.empty()) {
    std::vector<world> worlds;
    for (auto i = first; i < end; ++i)
      worlds.push_back(set.tasks[i].place);
    write_picture(worlds, given.png);
    return;
  }
  if (!given.json)
    fmt::print("{}\n\n", set.origin);
  for (auto i = first; i < end; ++i)
    if (given.json)
      fmt::print("{}\n", to_json(set.tasks[i]).dump());
    else
      print_task(set.tasks[i], i);
}

} // namespace

void add_task_command(CLI::App& app) {
  auto given = std::make_shared<task_arguments>();
  auto* command =
      app.add_subcommand("task", "Tasks: worlds with games, for training and evaluation");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  troupe task generate --split test --count 1678 --seed 1 --out test.tasks\n"
      "  troupe task generate --split train --count 10 --hold-out test.tasks --out t.json\n"
      "  troupe task generate --split test --count 100 --worlds worlds.json --out test.tasks\n"
      "  troupe task show test.tasks --index 3\n"
      "  troupe task show test.tasks --index 3 --png task.png");

  auto* generate = command->add_subcommand("generate", "Draws a set of tasks");
  generate->add_option("--split", given->split, "What for")
      ->capture_default_str()
      ->check(CLI::IsMember({"train", "validation", "test"}));
  add_draw_options(*generate, given->count, given->seed);
  generate->add_option("--min-size", given->smallest, "Tiles of the smallest worlds")
      ->capture_default_str()
      ->type_name("WxH");
  generate->add_option("--max-size", given->largest, "Tiles of the largest worlds")
      ->capture_default_str()
      ->type_name("WxH");
  generate
      ->add_option("--worlds", given->worlds,
                   "What 'troupe world evolve' wrote: tasks are played in its worlds, training "
                   "tasks in worlds like them")
      ->type_name("FILE")
      ->excludes("--min-size", "--max-size");
  generate
      ->add_option("--hold-out", given->held_out,
                   "A set whose games and worlds must not be drawn; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  generate->add_option("--out", given->file, "Where to; JSON if it ends in .json")
      ->required()
      ->type_name("FILE");
  generate->callback([given] { generate_command(*given); });

  auto* show = command->add_subcommand("show", "What is in a set");
  show->add_option("FILE", given->file, "A set of tasks, binary or JSON")->required();
  show->add_option("--index", given->index, "One task of it, from 0")->check(not_negative_number);
  show->add_option("--png", given->png, "Writes a picture of the worlds")->type_name("FILE");
  show->add_flag("--json", given->json, "One task a line");
  show->callback([given] { show_command(*given); });
}

} // namespace troupe
