#include "actors/commands/command_line.hpp"
#include "core/agent/product_kernels.hpp"
#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

namespace {

/// What a shell learns from how a command ends.
enum exit_code { success = 0, failure = 1, bad_input = 2 };

/// Says which word is no command, where CLI11 only says that one is needed.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-')
    return;
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({}))
    names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end())
    return;
  auto candidate = troupe::nearest(argv[1], names);
  throw troupe::user_error(std::string{argv[1]} + ": no such command; "
                           + (candidate.empty() ? "'troupe --help' lists them all"
                                                : "did you mean " + std::string{candidate} + "?"));
}

/// A full disk behind standard output is an error, not a success.
void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw troupe::user_error("the output could not be written: "
                             + std::string{std::strerror(errno)});
}

} // namespace

int main(int argc, char** argv) {
  troupe::use_fast_product_kernels(argv);
  CLI::App app{"Troupe: an actor-model runtime for open-ended learning", "troupe"};
  app.set_version_flag("--version", TROUPE_VERSION);
  app.require_subcommand(1);
  app.footer("'troupe COMMAND --help' shows what a command takes, with examples.");
  troupe::add_config_command(app);
  troupe::add_episode_command(app);
  troupe::add_evaluate_command(app);
  troupe::add_game_command(app);
  troupe::add_render_command(app);
  troupe::add_replay_command(app);
  troupe::add_report_command(app);
  troupe::add_status_command(app);
  troupe::add_task_command(app);
  troupe::add_train_command(app);
  troupe::add_world_command(app);
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
    flush_output();
    return success;
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? success : bad_input;
  } catch (const troupe::user_error& problem) {
    std::fprintf(stderr, "troupe: %s\n", problem.what());
    return bad_input;
  } catch (const std::system_error& problem) { // from printing
    std::fprintf(stderr, "troupe: the output could not be written: %s\n", problem.what());
    return failure;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "troupe: unexpected: %s\n", problem.what());
    return failure;
  }
}
