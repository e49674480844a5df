#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "actors/progress_line.hpp"
#include "core/support/event_file.hpp"
#include "messages/training_conversion.hpp"

#include <caf/timespan.hpp>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// What the MONITOR writes, and where.
struct monitor_options {
  /// How often progress is shown.
  caf::timespan interval = std::chrono::seconds{1};
  /// A line is written after every so many updates.
  std::int64_t updates_per_line = 1;
  /// JSON lines go here; nowhere if empty. Appended to.
  std::filesystem::path metrics_file;
  /// The folder of TensorBoard's file; none if empty.
  std::filesystem::path event_folder;
  /// Where progress is shown; nowhere if null.
  std::FILE* progress_output = nullptr;
  /// What people call the run.
  std::string run;
  /// When the run ends; 0 for never.
  std::int64_t last_step = 0;
  double last_second = 0;
  /// What was counted before a pause, and where that was.
  std::vector<std::pair<std::string, double>> counted;
  std::int64_t updates = 0;
  std::int64_t agent_steps = 0;
  arrival_limits limits;
};

struct monitor_state {
  static inline const char* name = "monitor";

  /// All there is to know about one metric.
  struct metric {
    metric_kind kind = metric_kind::counter;
    /// Since the last line was written.
    metric_summary recent;
    /// The last mean that was written, so that what is rare stays in view.
    double last_mean = 0;
    /// Since the run began.
    double total = 0;
  };

  /// Names come from elsewhere, so their number is bounded.
  static constexpr std::size_t max_metrics = 10'000;

  ~monitor_state();

  void start(caf::actor_system& system, monitor_options options);
  void add(const message<schema::MetricSample>& arrived);
  void add(const message<schema::Update>& arrived);
  void add(const metric_sample& sample);
  /// Appends a line about everything since the last one. Remembers a problem.
  void write_line();
  void show_progress();
  [[nodiscard]] status_report status() const;
  /// Seconds since the run began, pauses left out.
  [[nodiscard]] double seconds() const;
  /// What was counted since the run began.
  [[nodiscard]] std::vector<std::pair<std::string, double>> counters() const;

  monitor_options options;
  caf::actor_clock* clock = nullptr;
  caf::actor_clock::time_point started;
  double seconds_before = 0;
  double last_line_second = 0;
  std::int64_t last_line_step = 0;
  std::int64_t updates = 0;
  std::int64_t agent_steps = 0;
  double steps_per_second = 0;
  std::map<std::string, metric, std::less<>> metrics;
  std::optional<event_file> events;
  progress_line progress{nullptr};
  std::uint64_t samples = 0;
  std::uint64_t refusals = 0;
  std::uint64_t lines = 0;
  /// Why a line was lost, as on a full disk; empty if none was.
  std::string problem;

private:
  [[nodiscard]] double mean_of(std::string_view name) const;
  [[nodiscard]] double total_of(std::string_view name) const;
  [[nodiscard]] std::string time_left() const;
  [[nodiscard]] std::vector<std::string> view() const;
};

/// MONITOR. Throws `user_error` if its files cannot be written.
monitor_actor::behavior_type monitor(monitor_actor::stateful_pointer<monitor_state> self,
                                     const monitor_options& options);

} // namespace troupe
