#include "actors/metric_recorder.hpp"

#include "messages/conversion.hpp"

#include <caf/scheduler/abstract_coordinator.hpp>
#include <caf/send.hpp>

#include <utility>

namespace troupe {

metric_recorder::metric_recorder(caf::actor_system& system, monitor_actor monitor,
                                 caf::timespan interval, alarm wake_later)
    : clock_(system.clock()),
      monitor_(std::move(monitor)),
      interval_(interval),
      wake_later_(std::move(wake_later)),
      last_flush_(clock_.now() - interval) {}

metric_recorder::~metric_recorder() {
  flush();
}

void metric_recorder::count(std::string_view name, double amount) {
  record(name, metric_kind::counter, amount);
}

void metric_recorder::measure(std::string_view name, double value) {
  record(name, metric_kind::gauge, value);
}

void metric_recorder::flush() {
  last_flush_ = clock_.now();
  alarm_set_ = false;
  for (auto& [name, sample] : samples_)
    if (sample.summary.count > 0) {
      caf::anon_send(monitor_, to_message(sample));
      sample.summary = {};
    }
}

void metric_recorder::record(std::string_view name, metric_kind kind, double value) {
  auto position = samples_.find(name);
  if (position == samples_.end())
    position = samples_.emplace(name, metric_sample{std::string{name}, kind, {}}).first;
  position->second.summary.add(value);
  auto elapsed = clock_.now() - last_flush_;
  if (elapsed >= interval_) {
    flush();
  } else if (!alarm_set_) {
    alarm_set_ = true;
    wake_later_(interval_ - elapsed);
  }
}

} // namespace troupe
