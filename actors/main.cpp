#include "actors/commands/command_line.hpp"
#include "core/support/error.hpp"

#include <cstdio>
#include <exception>

namespace {

/// What a shell learns from how a command ends.
enum exit_code { success = 0, failure = 1, bad_input = 2 };

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"Troupe: an actor-model runtime for open-ended learning", "troupe"};
  app.set_version_flag("--version", TROUPE_VERSION);
  app.require_subcommand(1);
  app.footer("'troupe COMMAND --help' shows what a command takes, with examples.");
  troupe::add_config_command(app);
  troupe::add_demo_command(app);
  troupe::add_game_command(app);
  troupe::add_task_command(app);
  troupe::add_world_command(app);
  try {
    app.parse(argc, argv);
    return success;
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? success : bad_input;
  } catch (const troupe::user_error& problem) {
    std::fprintf(stderr, "troupe: %s\n", problem.what());
    return bad_input;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "troupe: unexpected: %s\n", problem.what());
    return failure;
  }
}
