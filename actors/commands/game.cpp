#include "actors/commands/command_line.hpp"
#include "core/game/balance.hpp"
#include "core/game/generation.hpp"
#include "core/game/goal_text.hpp"
#include "core/game/properties.hpp"
#include "messages/json.hpp"

#include <fmt/format.h>

#include <memory>

namespace troupe {

namespace {

struct game_arguments {
  std::vector<std::string> goals;
  std::vector<std::string> other_goals;
  std::size_t count = 1;
  std::uint64_t seed = 1;
  std::size_t players = 2;
  std::optional<std::size_t> options;
  std::optional<std::size_t> conjunctions;
  std::optional<double> competitiveness;
  std::optional<double> balance;
  bool json = false;
};

nlohmann::ordered_json properties_of(const game& played) {
  auto measured = properties(played);
  return {{"exploration_difficulty", measured.exploration_difficulty},
          {"cooperativeness", measured.cooperativeness},
          {"competitiveness", measured.competitiveness},
          {"balance", balance(played)},
          {"options", measured.options},
          {"predicates", measured.predicates},
          {"trivial", measured.trivial}};
}

void atoms_command(const game_arguments& given) {
  auto names = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < atom::count; ++i)
    names.push_back(to_string(atom::at(i)));
  if (given.json)
    fmt::print("{}\n", names.dump());
  else
    for (const auto& name : names)
      fmt::print("{}\n", name.get<std::string>());
}

void generate_command(const game_arguments& given) {
  game_target target;
  target.players = given.players;
  target.options = given.options;
  target.conjunctions = given.conjunctions;
  if (given.competitiveness)
    target.competitiveness = {*given.competitiveness, *given.competitiveness};
  if (given.balance)
    target.balance = {*given.balance, *given.balance};
  random_stream stream{given.seed, {.use = purpose::game}};
  for (std::size_t i = 0; i < given.count; ++i) {
    auto draws = stream.split(i);
    auto made = generate_game(target, draws);
    nlohmann::ordered_json line{{"goals", to_json(made.played)}};
    line.update(properties_of(made.played));
    line["miss"] = made.miss;
    if (given.json) {
      fmt::print("{}\n", line.dump());
      continue;
    }
    for (const auto& aim : made.played.goals())
      fmt::print("{}\n", to_string(aim));
    fmt::print("  competitiveness {:.4g}, balance {:.4g}{}\n", made.competitiveness, made.balance,
               made.miss > 0 ? ": the nearest that was found" : "");
  }
}

void properties_command(const game_arguments& given) {
  auto values = properties_of(game{parse_goals(given.goals)});
  if (given.json)
    fmt::print("{}\n", values.dump());
  else
    print_lines(values);
}

void distance_command(const game_arguments& given) {
  game one{parse_goals(given.goals)};
  game other{parse_goals(given.other_goals)};
  nlohmann::ordered_json values{{"distance", distance(one, other)},
                                {"equivalent", equivalent(one, other)}};
  if (given.json)
    fmt::print("{}\n", values.dump());
  else
    print_lines(values);
}

void add_goals(CLI::App& command, const char* name, std::vector<std::string>& goals,
               const char* meaning) {
  command.add_option(name, goals, meaning)->required()->type_name("GOAL")->allow_extra_args(false);
}

void add_generate(CLI::App& command, const std::shared_ptr<game_arguments>& given) {
  auto* generate = command.add_subcommand("generate", "Draws games, near given properties");
  add_draw_options(*generate, given->count, given->seed);
  generate->add_option("--players", given->players, "One to three")
      ->capture_default_str()
      ->check(not_negative_number);
  generate->add_option("--options", given->options, "Of every goal")->check(not_negative_number);
  generate->add_option("--conjunctions", given->conjunctions, "Predicates in an option, at most")
      ->check(not_negative_number);
  generate->add_option("--competitiveness", given->competitiveness, "From 0 to 1")
      ->check(CLI::Range(0.0, 1.0));
  generate->add_option("--balance", given->balance, "From 0 to 1")->check(CLI::Range(0.0, 1.0));
  generate->add_flag("--json", given->json, "One game a line");
  generate->callback([given] { generate_command(*given); });
}

} // namespace

void add_game_command(CLI::App& app) {
  auto given = std::make_shared<game_arguments>();
  auto* command = app.add_subcommand("game", "Games: atoms, properties, distances, generation");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  troupe game properties --goal 'see(me, opponent)' --goal 'not(see(opponent, me))'\n"
      "  troupe game generate --players 2 --options 2 --competitiveness 1 --balance 1 --count 3\n"
      "  troupe game distance --goal 'hold(me, black cube)' --other 'near(me, black cube)'\n"
      "  troupe game atoms --json");

  auto* atoms = command->add_subcommand("atoms", "The 212 atomic predicates");
  atoms->add_flag("--json", given->json, "For programs");
  atoms->callback([given] { atoms_command(*given); });

  add_generate(*command, given);

  auto* properties = command->add_subcommand("properties", "What kind of game is this?");
  add_goals(*properties, "--goal", given->goals, "Once for each player");
  properties->add_flag("--json", given->json, "For programs, to full precision");
  properties->callback([given] { properties_command(*given); });

  auto* distance = command->add_subcommand("distance", "How much do two games differ?");
  add_goals(*distance, "--goal", given->goals, "Of the first game, once for each player");
  add_goals(*distance, "--other", given->other_goals, "Of the second game, once for each player");
  distance->add_flag("--json", given->json, "For programs, to full precision");
  distance->callback([given] { distance_command(*given); });
}

} // namespace troupe
