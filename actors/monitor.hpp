#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "actors/progress_line.hpp"

#include <caf/timespan.hpp>

#include <cstdio>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace troupe {

/// What the MONITOR writes, and where.
struct monitor_options {
  /// How often it writes, at most.
  caf::timespan interval = std::chrono::seconds{1};
  /// JSON lines go here; nowhere if null.
  std::shared_ptr<std::ostream> metrics_output;
  /// The metrics on the progress line, in order; all if empty.
  std::vector<std::string> progress;
  /// Where progress is shown; nowhere if null.
  std::FILE* progress_output = nullptr;
  arrival_limits limits;
};

struct monitor_state {
  static inline const char* name = "monitor";

  /// All there is to know about one metric.
  struct metric {
    metric_kind kind = metric_kind::counter;
    /// Since the last line was written.
    metric_summary recent;
    /// Since the start.
    metric_summary total;
  };

  /// Names come from elsewhere, so their number is bounded.
  static constexpr std::size_t max_metrics = 10'000;

  ~monitor_state();

  void start(caf::actor_system& system, monitor_options options);
  void add(const message<schema::MetricSample>& arrived);
  /// Whether a sample is of a known metric of the same kind, or there is room for a new one.
  [[nodiscard]] bool accepts(const metric_sample& sample) const;
  /// Appends a line to the file and shows progress, if anything was measured since the last time.
  void write();
  [[nodiscard]] status_report status() const;

  /// Whether the time since the last line is long enough for a rate to mean something.
  [[nodiscard]] bool is_whole_window(double seconds_since_last) const;
  [[nodiscard]] std::string metrics_line(double seconds_since_last) const;
  [[nodiscard]] std::string progress_text(double seconds_since_last) const;

  monitor_options options;
  caf::actor_clock* clock = nullptr;
  caf::actor_clock::time_point started;
  caf::actor_clock::time_point last_write;
  std::map<std::string, metric> metrics;
  progress_line progress{nullptr};
  std::uint64_t samples = 0;
  std::uint64_t refusals = 0;
  std::uint64_t lines = 0;
  /// Lines that could not be written, as on a full disk.
  std::uint64_t lost_lines = 0;
};

/// MONITOR.
monitor_actor::behavior_type monitor(monitor_actor::stateful_pointer<monitor_state> self,
                                     const monitor_options& options);

} // namespace troupe
