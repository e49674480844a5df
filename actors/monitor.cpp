#include "actors/monitor.hpp"

#include "core/support/text.hpp"

#include <caf/scheduler/abstract_coordinator.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace troupe {

namespace {

double seconds(caf::actor_clock::duration_type span) {
  return std::chrono::duration<double>(span).count();
}

/// A number that is not finite has no place in JSON.
nlohmann::ordered_json finite(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

} // namespace

monitor_state::~monitor_state() {
  if (clock == nullptr)
    return;
  write();
  progress.finish();
}

void monitor_state::start(caf::actor_system& system, monitor_options wanted) {
  options = std::move(wanted);
  progress = progress_line{options.progress_output};
  clock = &system.clock();
  started = last_write = clock->now();
}

void monitor_state::add(const message<schema::MetricSample>& arrived) {
  auto sample = read_value<metric_sample>(arrived, options.limits);
  if (!sample || !accepts(*sample)) {
    sample = metric_sample{"messages.refused", metric_kind::counter, {1, 1, 1, 1}};
    ++refusals;
  }
  ++samples;
  auto& entry = metrics[sample->name];
  entry.kind = sample->kind;
  entry.recent.add(sample->summary);
  entry.total.add(sample->summary);
}

bool monitor_state::accepts(const metric_sample& sample) const {
  auto known = metrics.find(sample.name);
  return known == metrics.end() ? metrics.size() < max_metrics : known->second.kind == sample.kind;
}

void monitor_state::write() {
  auto measured = [](const auto& entry) { return entry.second.recent.count > 0; };
  if (std::none_of(metrics.begin(), metrics.end(), measured))
    return;
  auto now = clock->now();
  auto since_last = seconds(now - std::exchange(last_write, now));
  if (options.metrics_output) {
    *options.metrics_output << metrics_line(since_last) << std::endl;
    ++(*options.metrics_output ? lines : lost_lines);
    options.metrics_output->clear();
  }
  progress.show(progress_text(since_last));
  for (auto& [name, entry] : metrics)
    entry.recent = {};
}

bool monitor_state::is_whole_window(double seconds_since_last) const {
  return seconds_since_last >= seconds(options.interval) / 2;
}

std::string monitor_state::metrics_line(double seconds_since_last) const {
  nlohmann::ordered_json line;
  line["seconds"] = seconds(last_write - started);
  auto& values = line["metrics"] = nlohmann::ordered_json::object();
  for (const auto& [name, entry] : metrics) {
    const auto& [kind, recent, total] = entry;
    if (recent.count == 0)
      continue;
    if (kind == metric_kind::counter) {
      values[name] = {{"total", finite(total.sum)}, {"since_last", finite(recent.sum)}};
      if (is_whole_window(seconds_since_last))
        values[name]["per_second"] = finite(recent.sum / seconds_since_last);
    } else
      values[name] = {{"mean", finite(recent.mean())},
                      {"minimum", finite(recent.minimum)},
                      {"maximum", finite(recent.maximum)},
                      {"count", recent.count}};
  }
  return line.dump();
}

std::string monitor_state::progress_text(double seconds_since_last) const {
  auto text = fmt::format("{:.0f} s", seconds(last_write - started));
  auto append = [&](const std::string& name, const metric& entry) {
    if (entry.kind == metric_kind::counter)
      text += fmt::format(" | {} {}", name, readable(entry.total.sum));
    else if (entry.recent.count > 0)
      text += fmt::format(" | {} {}", name, readable(entry.recent.mean()));
    if (entry.kind == metric_kind::counter && is_whole_window(seconds_since_last))
      text += fmt::format(" ({}/s)", readable(entry.recent.sum / seconds_since_last));
  };
  if (options.progress.empty())
    for (const auto& [name, entry] : metrics)
      append(name, entry);
  else
    for (const auto& name : options.progress)
      if (auto position = metrics.find(name); position != metrics.end())
        append(name, position->second);
  return text;
}

status_report monitor_state::status() const {
  return {"monitor",
          {{"samples", static_cast<double>(samples)},
           {"metrics", static_cast<double>(metrics.size())},
           {"lines written", static_cast<double>(lines)},
           {"lines lost", static_cast<double>(lost_lines)},
           {"messages refused", static_cast<double>(refusals)}}};
}

monitor_actor::behavior_type monitor(monitor_actor::stateful_pointer<monitor_state> self,
                                     const monitor_options& options) {
  self->state.start(self->system(), options);
  self->delayed_send(self, options.interval, tick_atom_v);
  return {
      [self](const message<schema::MetricSample>& sample) { self->state.add(sample); },
      [self](flush_atom) {
        self->state.write();
        return ok_atom_v;
      },
      [self](tick_atom) {
        if (self->current_sender() != self->ctrl())
          return;
        self->state.write();
        self->delayed_send(self, self->state.options.interval, tick_atom_v);
      },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
