#pragma once

#include "actors/interfaces.hpp"
#include "core/support/metric.hpp"

#include <caf/actor_clock.hpp>
#include <caf/actor_system.hpp>
#include <caf/timespan.hpp>

#include <map>
#include <string>
#include <string_view>

namespace troupe {

/// Gathers one actor's measurements and passes them on to the MONITOR at a bounded rate: however
/// often something is measured, each name costs at most one message per interval.
class metric_recorder {
public:
  metric_recorder(caf::actor_system& system, monitor_actor monitor, caf::timespan interval);
  ~metric_recorder();
  metric_recorder(const metric_recorder&) = delete;
  metric_recorder& operator=(const metric_recorder&) = delete;

  /// Something happened, `amount` times.
  void count(std::string_view name, double amount = 1);

  /// A level was measured.
  void measure(std::string_view name, double value);

  /// Passes on what has been gathered.
  void flush();

private:
  void record(std::string_view name, metric_kind kind, double value);

  caf::actor_clock& clock_;
  monitor_actor monitor_;
  caf::timespan interval_;
  caf::actor_clock::time_point last_flush_;
  std::map<std::string, metric_sample, std::less<>> samples_;
};

} // namespace troupe
