#pragma once

#include "actors/interfaces.hpp"
#include "core/support/metric.hpp"

#include <caf/actor_clock.hpp>
#include <caf/actor_system.hpp>
#include <caf/timespan.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace troupe {

/// Gathers one actor's measurements and passes them on to the MONITOR at a bounded rate: however
/// often something is measured, each name costs at most one message per interval, and none waits
/// for longer than that.
class metric_recorder {
public:
  /// Asks the actor to call `flush` after some time, by a message to itself.
  using alarm = std::function<void(caf::timespan)>;

  metric_recorder(caf::actor_system& system, monitor_actor monitor, caf::timespan interval,
                  alarm wake_later);
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
  alarm wake_later_;
  caf::actor_clock::time_point last_flush_;
  /// Whether `wake_later_` was called and `flush` has not been since.
  bool alarm_set_ = false;
  std::map<std::string, metric_sample, std::less<>> samples_;
};

} // namespace troupe
