#pragma once

#include "actors/metric_recorder.hpp"
#include "messages/conversion.hpp"

#include <caf/expected.hpp>

#include <exception>

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
      return refuse(make_error(problem, schema_name<Schema>()));
    return {};
  }

  /// The value in a message, or an error if there is none.
  template <class Value, class Schema>
  caf::expected<Value> read(const message<Schema>& arrived) {
    auto value = read_value<Value>(arrived, limits_);
    if (!value)
      return refuse(std::move(value.error()));
    return value;
  }

  /// Counts a message that could be read, but makes no sense to its receiver. Returns the problem.
  caf::error refuse(caf::error problem) {
    ++refusals_;
    metrics_.count("messages.refused");
    return problem;
  }

  [[nodiscard]] std::uint64_t refusals() const noexcept { return refusals_; }

private:
  arrival_limits limits_;
  metric_recorder& metrics_;
  std::uint64_t refusals_ = 0;
};

/// What went wrong, as the reason why an actor ends.
inline caf::error error_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& problem) {
    return caf::make_error(caf::sec::runtime_error, problem.what());
  } catch (...) {
    return caf::make_error(caf::sec::runtime_error, "an unknown exception");
  }
}

/// Gives an actor's state its `metrics` and its inbox, `arrivals`. The actor calls `metrics->flush`
/// when it gets a `pass_on_atom` from itself. An exception ends it with a reason that can be read.
template <class Self>
void equip(Self* self, const surroundings& around) {
  auto& state = self->state;
  self->set_exception_handler([](std::exception_ptr& thrown) { return error_of(thrown); });
  state.metrics.emplace(
      self->system(), around.monitor, around.metrics_interval,
      [self](caf::timespan time) { self->delayed_send(self, time, pass_on_atom_v); });
  state.arrivals.emplace(around.limits, *state.metrics);
}

} // namespace troupe
