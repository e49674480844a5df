#include "actors/commands/command_line.hpp"
#include "actors/commands/world_evolve.hpp"
#include "core/game/goal_text.hpp"
#include "core/rendering/gltf.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/simulation.hpp"
#include "core/support/error.hpp"
#include "core/tasks/task.hpp"
#include "core/world/ascii.hpp"
#include "core/world/counting.hpp"
#include "core/world/distances.hpp"
#include "core/world/generation.hpp"
#include "messages/file.hpp"
#include "messages/json.hpp"
#include "messages/task_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

namespace troupe {

namespace {

struct world_arguments {
  std::uint64_t seed = 1;
  std::size_t count = 1;
  std::string size = "9x9";
  std::string like;
  std::vector<std::string> goals;
  std::optional<int> objects;
  std::optional<int> players;
  bool evaluation = false;
  std::string folder;
  bool json = false;

  std::string file;
  std::string png;
  std::string glb;
  bool ascii = false;

  int max_size = 12;
  std::uint64_t samples = 100'000;
};

// -- generate -------------------------------------------------------------------------------------

world_parameters parameters_of(const world_arguments& given) {
  auto parameters = given.evaluation ? evaluation_world_parameters() : world_parameters{};
  auto size = parse_size(given.size);
  parameters.width = {size.width, size.width};
  parameters.height = {size.height, size.height};
  if (given.objects)
    parameters.objects = {*given.objects, *given.objects};
  if (given.players)
    parameters.players = {*given.players, *given.players};
  return parameters;
}

/// Draws one world after the other.
class world_source {
public:
  explicit world_source(const world_arguments& given)
      : parameters_(parameters_of(given)), seed_(given.seed) {
    if (!given.like.empty())
      model_ = load_world(given.like);
    if (given.goals.empty())
      return;
    game played{parse_goals(given.goals)};
    auto players = static_cast<int>(played.players());
    if (given.players && *given.players != players)
      throw user_error(fmt::format("--players {} contradicts --for-game, which is for {}",
                                   *given.players, players));
    if (players == 1 && names_opponent(played.goals().front()))
      throw user_error(
          "--for-game: a single player's goal names an opponent; give the goals of all "
          "players, one --for-game each");
    requirements_ = requirements_of(played);
    parameters_.players = {players, players};
  }

  world next() {
    auto seed = seed_++;
    auto made = model_ ? generate_world_like(*model_, parameters_, seed)
                       : generate_world(parameters_, seed);
    return requirements_
               ? adapt_world(std::move(made), *requirements_, seed, parameters_.object_size)
               : made;
  }

private:
  static bool names_opponent(const goal& aim) {
    auto is_opponent = [](const entity& thing) {
      return thing == entity{player_reference::opponent};
    };
    return std::any_of(aim.atoms().begin(), aim.atoms().end(), [&](atom predicate) {
      return is_opponent(predicate.first()) || is_opponent(predicate.second());
    });
  }

  world_parameters parameters_;
  std::uint64_t seed_;
  std::optional<world> model_;
  std::optional<world_requirements> requirements_;
};

/// All or none: nothing is written before the last world is there.
void save_worlds(const std::filesystem::path& folder, world_source& source, std::size_t count) {
  std::vector<world> worlds;
  for (std::size_t i = 0; i < count; ++i)
    worlds.push_back(source.next());
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    throw user_error(folder.string() + ": cannot be made: " + problem.message());
  for (const auto& each : worlds)
    save_world(folder / fmt::format("{}.world", each.seed), each);
  fmt::print("{} {} in {}\n", worlds.size(), worlds.size() == 1 ? "world is" : "worlds are",
             folder.string());
}

void generate_command(const world_arguments& given) {
  world_source source{given};
  if (!given.folder.empty())
    return save_worlds(given.folder, source, given.count);
  for (std::size_t i = 0; i < given.count; ++i) {
    auto made = source.next();
    fmt::print("{}\n", given.json ? to_json(made).dump() : draw_ascii(made));
  }
}

// -- show -----------------------------------------------------------------------------------------

void write_model(const std::vector<world>& worlds, const std::string& file) {
  if (worlds.size() != 1)
    throw user_error(fmt::format("--glb writes one world; the file has {}", worlds.size()));
  const auto& only = worlds.front();
  write_file_atomically(file,
                        encode_glb(make_stage(only), scene_of(only, simulation{only}.state())));
}

void show_command(const world_arguments& given) {
  auto worlds = load_worlds(given.file);
  if (!given.png.empty())
    write_picture(worlds, given.png);
  if (!given.glb.empty())
    write_model(worlds, given.glb);
  if (given.ascii || (given.png.empty() && given.glb.empty()))
    for (const auto& each : worlds)
      fmt::print("{}\n", draw_ascii(each));
}

// -- properties -----------------------------------------------------------------------------------

nlohmann::ordered_json to_json(const value_distribution& values) {
  return {{"first", static_cast<double>(values.first_bin) * values.width},
          {"width", values.width},
          {"probabilities", values.probabilities}};
}

nlohmann::ordered_json properties_of(const world& w) {
  auto measured = measure_navigation(w.tiles);
  return {{"size", {w.tiles.width(), w.tiles.height()}},
          {"accessible_fraction", measured.accessible_fraction},
          {"places", measured.places},
          {"components", measured.components},
          {"shortest_path_entropy", measured.shortest_path_entropy},
          {"resistance_entropy", measured.resistance_entropy},
          {"shortest_paths", to_json(measured.shortest_paths)},
          {"resistances", to_json(measured.resistances)},
          {"objects", w.objects.size()},
          {"players", w.players.size()},
          {"seed", w.seed}};
}

void properties_command(const world_arguments& given) {
  for (const auto& each : load_worlds(given.file)) {
    auto properties = properties_of(each);
    if (given.json) {
      fmt::print("{}\n", properties.dump());
      continue;
    }
    properties.erase("shortest_paths");
    properties.erase("resistances");
    print_lines(properties);
  }
}

// -- count ----------------------------------------------------------------------------------------

/// JSON knows no infinity.
nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

void count_command(const world_arguments& given) {
  if (!given.json)
    fmt::print("{:>7} {:>8} {:>13} {:>10} {:>12} {:>12} {:>12}\n", "size", "subgrid", "connected",
               "± error", "log10 lower", "unsymmetric", "log10 upper");
  for (int side = 1; side <= given.max_size; ++side) {
    auto counted = count_topologies({side, side}, given.samples, given.seed);
    if (given.json)
      fmt::print(
          "{}\n",
          nlohmann::ordered_json{{"size", {side, side}},
                                 {"subgrid", {counted.subgrid.width, counted.subgrid.height}},
                                 {"samples", counted.samples},
                                 {"connected", counted.connected},
                                 {"probability", counted.probability},
                                 {"standard_error", counted.standard_error},
                                 {"log10_lower_bound", finite_or_null(counted.log10_lower_bound)},
                                 {"log10_lower_bound_up_to_symmetry",
                                  finite_or_null(counted.log10_lower_bound_up_to_symmetry)},
                                 {"log10_upper_bound", finite_or_null(counted.log10_upper_bound)}}
              .dump());
    else
      fmt::print("{:>7} {:>8} {:>12.4f}% {:>9.4f}% {:>12.2f} {:>12.2f} {:>12.2f}\n",
                 fmt::format("{0}x{0}", side),
                 fmt::format("{}x{}", counted.subgrid.width, counted.subgrid.height),
                 100 * counted.probability, 100 * counted.standard_error, counted.log10_lower_bound,
                 counted.log10_lower_bound_up_to_symmetry, counted.log10_upper_bound);
  }
}

void add_generate(CLI::App& command, const std::shared_ptr<world_arguments>& given) {
  auto* generate = command.add_subcommand("generate", "Draws worlds");
  add_draw_options(*generate, given->count, given->seed,
                   "Of the first world; the next ones count up");
  generate->add_option("--size", given->size, "Tiles from west to east and from south to north")
      ->capture_default_str()
      ->type_name("WxH");
  generate
      ->add_option("--like", given->like, "A world that they resemble, also in size and numbers")
      ->type_name("FILE")
      ->excludes("--size");
  generate
      ->add_option("--for-game", given->goals,
                   "A goal for which all it needs must be there; once for each player")
      ->type_name("GOAL")
      ->allow_extra_args(false);
  generate->add_option("--objects", given->objects, "How many objects")->excludes("--like");
  generate->add_option("--players", given->players, "How many players")->excludes("--like");
  generate->add_flag("--evaluation", given->evaluation, "One object of each colour and shape")
      ->excludes("--objects");
  auto* folder = generate->add_option("--out", given->folder, "Writes files into a folder");
  generate->add_flag("--json", given->json, "One world a line")->excludes(folder);
  generate->callback([given] { generate_command(*given); });
}

void add_others(CLI::App& command, const std::shared_ptr<world_arguments>& given) {
  auto add_file = [&](CLI::App* to) {
    to->add_option("FILE", given->file, "Worlds, binary or JSON")->required();
  };
  auto* show = command.add_subcommand("show", "Draws worlds from above");
  add_file(show);
  show->add_option("--png", given->png, "Writes a picture; of many worlds, side by side")
      ->type_name("FILE");
  show->add_option("--glb", given->glb, "Writes a model that any glTF viewer reads")
      ->type_name("FILE");
  show->add_flag("--ascii", given->ascii, "Prints letters (what happens without --png and --glb)");
  show->callback([given] { show_command(*given); });

  auto* properties = command.add_subcommand("properties", "How hard is it to find one's way?");
  add_file(properties);
  properties->add_flag("--json", given->json, "For programs, with whole distributions");
  properties->callback([given] { properties_command(*given); });

  auto* count = command.add_subcommand("count", "How many topologies are there, at least?");
  count->add_option("--max-size", given->max_size, "Tiles a side, from 1 up to this")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  count->add_option("--samples", given->samples, "For each size")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000'000));
  count->add_option("--seed", given->seed, "Of the samples")
      ->capture_default_str()
      ->check(not_negative_number);
  count->add_flag("--json", given->json, "For programs");
  count->callback([given] { count_command(*given); });
}

} // namespace

void add_world_command(CLI::App& app) {
  auto given = std::make_shared<world_arguments>();
  auto* command = app.add_subcommand("world", "Worlds: draw, evolve, look at, measure, count");
  command->require_subcommand(1);
  command->footer("Examples:\n"
                  "  troupe world generate --seed 7\n"
                  "  troupe world generate --count 24 --size 9x9 --json > worlds.json\n"
                  "  troupe world evolve config/quick.toml --minutes 60 --out worlds.json\n"
                  "  troupe world show worlds.json --png worlds.png\n"
                  "  troupe world show somewhere/1.world --glb world.glb\n"
                  "  troupe world generate --for-game 'on(me, orange floor)' --out somewhere\n"
                  "  troupe world properties somewhere/1.world --json\n"
                  "  troupe world count --max-size 12 --samples 100000");
  add_generate(*command, given);
  add_evolve_command(*command);
  add_others(*command, given);
}

} // namespace troupe
