#include "core/simulation/replay.hpp"

#include "actors/commands/command_line.hpp"
#include "actors/commands/spectator.hpp"
#include "messages/replay_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace troupe {

namespace {

struct replay_arguments {
  std::string file;
  bool verify = false;
  std::string png;
  std::optional<std::uint32_t> step;
  spectator_options watched;
};

void draw_moment(const replay_arguments& given) {
  auto record = load_replay(given.file);
  auto moment = resimulate(record, given.step.value_or(record.steps()));
  draw_picture(given.watched.picture, moment.place(), moment.state(), given.png);
}

void replay_command(const replay_arguments& given) {
  if (!given.png.empty()) {
    draw_moment(given);
    return;
  }
  replay again{load_replay(given.file)};
  spectator watching{given.watched, again.now(), again.steps()};
  while (!again.over()) {
    again.step(watching.watcher());
    watching.note(again.now());
  }
  watching.finish();
  if (given.watched.json) {
    auto summary = watching.summary().to_json();
    summary["verified"] = true;
    fmt::print("{}\n", summary.dump());
  } else if (given.verify) {
    fmt::print("{}: all {} states are as recorded\n", given.file, again.steps() + 1);
  } else {
    watching.summary().print();
  }
}

} // namespace

void add_replay_command(CLI::App& app) {
  auto given = std::make_shared<replay_arguments>();
  auto* command = app.add_subcommand("replay", "Plays a recorded episode again, exactly");
  command->footer("Every state is checked against the record, whatever else is asked for.\n\n"
                  "Examples:\n"
                  "  troupe episode --demo capture-the-cube --replay-out cube.replay\n"
                  "  troupe replay cube.replay --verify\n"
                  "  troupe replay cube.replay --record cube.mp4 --view third --player 2\n"
                  "  troupe replay cube.replay --step 51 --png cube.png --view third");
  command->add_option("FILE", given->file, "A record of an episode")->required();
  command->add_flag("--verify", given->verify, "Only says whether all states are as recorded");
  auto* png = command->add_option("--png", given->png, "Only draws a picture of one moment")
                  ->type_name("FILE");
  command->add_option("--step", given->step, "Which moment: after so many steps; else the last")
      ->check(not_negative_number)
      ->needs(png);
  add_spectator_options(*command, given->watched);
  png->excludes("--record")->excludes("--json")->excludes("--verify");
  command->callback([given] { replay_command(*given); });
}

} // namespace troupe
