#include "actors/commands/command_line.hpp"
#include "actors/commands/picture.hpp"
#include "core/simulation/simulation.hpp"
#include "messages/task_file.hpp"

#include <memory>

namespace troupe {

namespace {

struct render_arguments {
  std::string file;
  std::string png;
  picture_options picture;
};

void render_command(const render_arguments& given) {
  auto place = load_world(given.file);
  draw_picture(given.picture, place, simulation{place}.state(), given.png);
}

} // namespace

void add_render_command(CLI::App& app) {
  auto given = std::make_shared<render_arguments>();
  auto* command = app.add_subcommand("render", "Draws a picture of a world");
  command->footer("Examples:\n"
                  "  troupe world generate --seed 7 --out worlds\n"
                  "  troupe render worlds/7.world --view orbit --png world.png\n"
                  "  troupe render worlds/7.world --renderer cpu --size 96x72 --png seen.png");
  command->add_option("WORLD", given->file, "A world, binary or JSON")->required();
  command->add_option("--png", given->png, "Where to")->required()->type_name("FILE");
  add_picture_options(*command, given->picture);
  command->callback([given] { render_command(*given); });
}

} // namespace troupe
