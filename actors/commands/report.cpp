#include "actors/commands/command_line.hpp"
#include "actors/commands/episode_summary.hpp"
#include "actors/commands/report_page.hpp"
#include "core/support/hash.hpp"
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

nlohmann::ordered_json summary_of(const run_history& run) {
  auto configuration = std::as_bytes(std::span{run.configuration});
  nlohmann::ordered_json summary{{"run", run.folder.string()}};
  summary.update(run.counters);
  summary["evaluation"] =
      run.evaluations.empty() ? nlohmann::ordered_json{} : run.evaluations.back().written;
  summary["configuration_hash"] = hash_text(fnv_1a(configuration));
  return summary;
}

void report_command(const report_arguments& given) {
  auto run = read_run(given.run);
  if (given.json) {
    fmt::print("{}\n", summary_of(run).dump());
    return;
  }
  auto file = given.file.empty() ? run.folder / "report.html" : std::filesystem::path{given.file};
  auto page = report_page(run);
  write_file_atomically(file, std::as_bytes(std::span{page}));
  fmt::print("the report is in {}\n", file.string());
}

} // namespace

void add_report_command(CLI::App& app) {
  auto given = std::make_shared<report_arguments>();
  auto* command = app.add_subcommand("report", "Shows what a run has learned, on one page");
  command->footer("The page has everything in it: curves, the latest evaluation, videos, the "
                  "configuration. Works while the run goes on, too.\n\n"
                  "Examples:\n"
                  "  troupe report runs/demo\n"
                  "  troupe report runs/demo --out demo.html\n"
                  "  troupe report runs/demo --json");
  command->add_option("RUN", given->run, "The folder of a run")->required();
  auto* out = command->add_option("--out", given->file, "Where the page goes; else RUN/report.html")
                  ->type_name("FILE.html");
  command->add_flag("--json", given->json, "Counters and the latest evaluation, for programs")
      ->excludes(out);
  command->callback([given] { report_command(*given); });
}

} // namespace troupe
