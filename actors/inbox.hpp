#pragma once

#include "actors/metric_recorder.hpp"
#include "messages/conversion.hpp"

#include <caf/expected.hpp>

namespace troupe {

/// What every actor is given by whoever spawns it.
struct surroundings {
  /// Where its metrics go.
  monitor_actor monitor;
  /// How often they may go there.
  caf::timespan metrics_interval = std::chrono::seconds{1};
  /// What it accepts from others.
  arrival_limits limits;
  /// How long it waits for an answer that should not take long.
  caf::timespan request_timeout = std::chrono::seconds{30};
};

/// Opens what arrives at one actor: bad messages become errors for the sender, and are counted.
class inbox {
public:
  inbox(const arrival_limits& limits, metric_recorder& metrics)
      : limits_(limits), metrics_(metrics) {}

  /// An error if the message cannot be read; else it may be.
  template <class Schema>
  caf::error check(const message<Schema>& arrived) {
    if (auto problem = arrived.check(limits_); problem != arrival_problem::none)
      return refused(make_error(problem, schema_name<Schema>()));
    return {};
  }

  /// The value in a message, or an error if there is none.
  template <class Value, class Schema>
  caf::expected<Value> read(const message<Schema>& arrived) {
    auto value = read_value<Value>(arrived, limits_);
    if (!value)
      return refused(std::move(value.error()));
    return value;
  }

  [[nodiscard]] std::uint64_t refusals() const noexcept { return refusals_; }

private:
  caf::error refused(caf::error problem) {
    ++refusals_;
    metrics_.count("messages.refused");
    return problem;
  }

  arrival_limits limits_;
  metric_recorder& metrics_;
  std::uint64_t refusals_ = 0;
};

/// Gives an actor's state its `metrics` and its inbox, `arrivals`. The actor calls `metrics->flush`
/// when it gets a `pass_on_atom` from itself.
template <class Self>
void equip(Self* self, const surroundings& around) {
  auto& state = self->state;
  state.metrics.emplace(
      self->system(), around.monitor, around.metrics_interval,
      [self](caf::timespan time) { self->delayed_send(self, time, pass_on_atom_v); });
  state.arrivals.emplace(around.limits, *state.metrics);
}

} // namespace troupe
