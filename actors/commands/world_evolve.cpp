#include "actors/commands/world_evolve.hpp"

#include "actors/commands/training_run.hpp"
#include "actors/from_settings.hpp"
#include "actors/world_evolution.hpp"
#include "config/curriculum.hpp"
#include "core/support/error.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/file.hpp"
#include "messages/world_archive.hpp"

#include <fmt/format.h>

#include <memory>

namespace troupe {

namespace {

struct evolve_arguments {
  training_arguments training;
  std::string file;
};

source_maker evolution_maker_of(const settings& values) {
  world_evolution_options how{coevolution_rules_of(values), batching_options_of(values),
                              values.dtg.share};
  return
      [how](caf::actor_system& system, const source_options& options, const surroundings& around) {
        return system.spawn(world_evolution, options, how, around);
      };
}

/// The worlds that a run's newest checkpoint knows.
std::vector<archived_world> archive_of(const prepared_run& run) {
  auto newest = newest_checkpoint(run.folder->checkpoints(), say);
  if (!newest)
    throw user_error(run.folder->path().string() + ": has no checkpoint");
  constexpr arrival_limits any_size{SIZE_MAX};
  auto file = newest->folder / source_file;
  auto known = read_value<source_state>(load_file<schema::SourceState>(file, any_size), any_size);
  if (!known || !known->worlds)
    throw user_error(file.string()
                     + ": knows of no worlds that evolve; was this run begun by "
                       "'troupe world evolve'?");
  return world_coevolution{*known->worlds, coevolution_rules_of(run.values)}.archive();
}

void evolve(evolve_arguments given) {
  // So that the run's configuration says what it is.
  given.training.configuration.overrides.emplace_back("run.process=one-agent");
  auto run = prepare_run(given.training);
  check_end(run, train_agent(run, evolution_maker_of(run.values)));
  auto worlds = archive_of(run);
  save_archive(given.file, worlds);
  fmt::print("{} {} in {}, the run is in {}\n", worlds.size(),
             worlds.size() == 1 ? "world is" : "worlds are", given.file,
             run.folder->path().string());
}

} // namespace

void add_evolve_command(CLI::App& world) {
  auto given = std::make_shared<evolve_arguments>();
  auto* command =
      world.add_subcommand("evolve", "Trains an agent in worlds that become harder as it learns");
  command->footer(
      "What the agent learns is to be near a yellow cube. The file has all worlds in which it ever "
      "trained; evaluation.worlds, tasks.worlds and 'troupe task generate --worlds' take it.\n\n"
      "Examples:\n"
      "  troupe world evolve config/quick.toml --minutes 60 --name worlds --out worlds.json\n"
      "  troupe world evolve --resume runs/worlds --minutes 120 --out worlds.json\n"
      "  troupe world show worlds.json --png worlds.png");
  add_training_options(*command, given->training);
  command
      ->add_option("--out", given->file, "Where the worlds go, JSON with one a line and its time")
      ->required()
      ->type_name("FILE");
  command->callback([given] { evolve(*given); });
}

} // namespace troupe
