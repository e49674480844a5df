#include "actors/commands/command_line.hpp"
#include "actors/commands/experiment_page.hpp"
#include "actors/commands/report_page.hpp"
#include "actors/commands/report_summary.hpp"
#include "messages/file.hpp"

#include <fmt/format.h>

#include <memory>
#include <span>

namespace troupe {

namespace {

struct report_arguments {
  std::string run;
  std::string file;
  bool json = false;
};

std::string page_of(const run_history& run) {
  return report_page(run);
}

std::string page_of(const experiment_history& experiment) {
  return experiment_page(experiment);
}

template <class History>
void report(const History& history, const report_arguments& given) {
  if (given.json) {
    fmt::print("{}\n", summary_of(history).dump());
    return;
  }
  auto file =
      given.file.empty() ? history.folder / "report.html" : std::filesystem::path{given.file};
  auto page = page_of(history);
  write_file_atomically(file, std::as_bytes(std::span{page}));
  fmt::print("the report is in {}\n", file.string());
}

void report_command(const report_arguments& given) {
  if (is_experiment(given.run))
    report(read_experiment(given.run), given);
  else
    report(read_run(given.run), given);
}

} // namespace

void add_report_command(CLI::App& app) {
  auto given = std::make_shared<report_arguments>();
  auto* command = app.add_subcommand("report", "Shows what a run has learned, on one page");
  command->footer("The page has everything in it: curves, the latest evaluation, videos, the "
                  "configuration; of an experiment its generations, too, who became a mutant of "
                  "whom, and how training tasks were chosen. Works while the run goes on.\n\n"
                  "Examples:\n"
                  "  troupe report runs/demo\n"
                  "  troupe report runs/demo --out demo.html\n"
                  "  troupe report runs/demo --json");
  command->add_option("RUN", given->run, "The folder of a run")->required();
  auto* out = command->add_option("--out", given->file, "Where the page goes; else RUN/report.html")
                  ->type_name("FILE.html");
  command->add_flag("--json", given->json, "Counters and the latest scores, for programs")
      ->excludes(out);
  command->callback([given] { report_command(*given); });
}

} // namespace troupe
