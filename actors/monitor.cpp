#include "actors/monitor.hpp"

#include "actors/run_folder.hpp"
#include "core/support/error.hpp"
#include "core/support/process_memory.hpp"
#include "core/support/text.hpp"

#include <caf/scheduler/abstract_coordinator.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace troupe {

namespace {

/// A number that is not finite has no place in JSON.
nlohmann::ordered_json finite(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

/// 3725 → "1:02:05".
std::string clock_text(double seconds) {
  auto whole = static_cast<std::int64_t>(std::max(seconds, 0.));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// The counters that people ask a run for.
constexpr const char* run_counters[] = {"environment_steps", "episodes", "restarts", "checkpoints"};

/// Whole numbers as whole numbers.
nlohmann::ordered_json count(double value) {
  if (value != std::floor(value))
    return value;
  return static_cast<std::int64_t>(value);
}

} // namespace

monitor_state::~monitor_state() {
  if (clock == nullptr)
    return;
  show_progress();
  progress.finish();
}

void monitor_state::start(caf::actor_system& system, monitor_options wanted) {
  options = std::move(wanted);
  clock = &system.clock();
  started = clock->now();
  for (const auto& [name, value] : options.counted)
    if (name == "seconds")
      seconds_before = value;
    else
      metrics[name].total = value;
  updates = options.updates;
  agent_steps = last_line_step = options.agent_steps;
  last_line_second = seconds_before;
  if (!options.event_folder.empty())
    events.emplace(options.event_folder, agent_steps > 0 ? agent_steps : event_file::nothing);
  progress = progress_line{options.progress_output};
}

void monitor_state::add(const message<schema::MetricSample>& arrived) {
  auto sample = read_value<metric_sample>(arrived, options.limits);
  if (!sample) {
    sample = metric_sample{"messages.refused", metric_kind::counter, {1, 1, 1, 1}};
    ++refusals;
  }
  ++samples;
  add(*sample);
}

void monitor_state::add(const metric_sample& sample) {
  auto known = metrics.find(sample.name);
  auto fits =
      known == metrics.end() ? metrics.size() < max_metrics : known->second.kind == sample.kind;
  if (!fits) {
    ++refusals;
    return;
  }
  auto& entry = metrics[sample.name];
  entry.kind = sample.kind;
  entry.recent.add(sample.summary);
  entry.total += sample.summary.sum;
}

void monitor_state::add(const message<schema::Update>& arrived) {
  auto notice = read_value<update_notice>(arrived, options.limits);
  if (!notice) {
    ++refusals;
    return;
  }
  if (!notice->problem.empty())
    return add({"learner.skipped_updates", metric_kind::counter, {1, 1, 1, 1}});
  for (const auto& [name, value] : notice->values)
    add({"learner." + name, metric_kind::gauge, {1, value, value, value}});
  updates = notice->number;
  agent_steps = notice->agent_steps;
  if (updates % options.updates_per_line == 0)
    write_line();
}

double monitor_state::seconds() const {
  return seconds_before + std::chrono::duration<double>(clock->now() - started).count();
}

std::vector<std::pair<std::string, double>> monitor_state::counters() const {
  std::vector<std::pair<std::string, double>> all{{"seconds", seconds()}};
  for (const auto& [name, entry] : metrics)
    if (entry.kind == metric_kind::counter)
      all.emplace_back(name, entry.total);
  return all;
}

void monitor_state::write_line() {
  auto now = seconds();
  auto elapsed = std::max(now - std::exchange(last_line_second, now), 1e-9);
  auto steps = static_cast<double>(agent_steps - std::exchange(last_line_step, agent_steps));
  steps_per_second = steps / elapsed;

  nlohmann::ordered_json line{{"update", updates}, {"agent_steps", agent_steps}, {"seconds", now}};
  auto& counts = line["counters"] = {{"agent_steps", agent_steps}, {"updates", updates}};
  for (const auto* each : run_counters)
    counts[each] = count(total_of(each));
  for (const auto& [name, entry] : metrics)
    if (entry.kind == metric_kind::counter)
      counts[name] = count(entry.total);
  counts["seconds"] = now;
  auto& values = line["values"] = nlohmann::ordered_json::object();
  values["rate.agent_steps_per_second"] = finite(steps_per_second);
  values["process.memory_mb"] = std::round(resident_bytes() / 1e5) / 10;
  std::vector<std::pair<std::string, float>> scalars;
  for (auto& [name, entry] : metrics) {
    auto measured = std::exchange(entry.recent, {});
    if (measured.count == 0)
      continue;
    auto is_counter = entry.kind == metric_kind::counter;
    if (!is_counter)
      entry.last_mean = measured.mean();
    auto key = is_counter ? name + ".per_second" : name;
    values[key] = finite(is_counter ? measured.sum / elapsed : measured.mean());
  }
  for (const auto& [key, value] : values.items()) {
    auto tag = key;
    std::replace(tag.begin(), tag.end(), '.', '/');
    if (value.is_number())
      scalars.emplace_back(tag, value.get<float>());
  }
  try {
    if (!options.metrics_file.empty())
      append_line(options.metrics_file, line.dump());
    if (events) {
      using namespace std::chrono;
      auto wall = duration<double>(system_clock::now().time_since_epoch()).count();
      events->add(agent_steps, wall, scalars);
    }
    ++lines;
  } catch (const user_error& failure) {
    problem = failure.what();
  }
}

double monitor_state::mean_of(std::string_view wanted) const {
  auto found = metrics.find(wanted);
  if (found == metrics.end())
    return std::nan("");
  const auto& entry = found->second;
  return entry.recent.count > 0 ? entry.recent.mean() : entry.last_mean;
}

double monitor_state::total_of(std::string_view wanted) const {
  auto found = metrics.find(wanted);
  return found == metrics.end() ? 0 : found->second.total;
}

std::string monitor_state::time_left() const {
  auto left = std::numeric_limits<double>::infinity();
  if (options.last_second > 0)
    left = options.last_second - seconds();
  if (options.last_step > 0 && steps_per_second > 0)
    left = std::min(left, static_cast<double>(options.last_step - agent_steps) / steps_per_second);
  return std::isfinite(left) ? ", " + clock_text(left) + " left" : "";
}

/// The first line says most: it is all that a narrow place gets.
std::vector<std::string> monitor_state::view() const {
  auto steps = readable(static_cast<double>(agent_steps));
  if (options.last_step > 0)
    steps += " of " + readable(static_cast<double>(options.last_step));
  auto list = [this](std::initializer_list<std::pair<const char*, const char*>> wanted) {
    std::string text;
    for (const auto& [label, metric] : wanted)
      if (auto value = mean_of(metric); !std::isnan(value))
        text += fmt::format("{}{} {}", text.empty() ? "" : "  ", label, readable(value));
    return text;
  };
  std::vector<std::string> lines{
      fmt::format("{}: {} steps, {}/s, return {}, {}{}", options.run, steps,
                  readable(std::round(steps_per_second)), readable(mean_of("episode.return")),
                  clock_text(seconds()), time_left()),
      "  "
          + list({{"losses: policy", "learner.policy_loss"},
                  {"value", "learner.value_loss"},
                  {"temperature", "learner.temperature_loss"},
                  {"KL", "learner.kl_loss"},
                  {"atoms", "learner.atom_prediction"},
                  {"alignment", "learner.value_alignment"},
                  {"consistency", "learner.value_consistency"},
                  {"of states", "learner.state_consistency"}}),
      "  "
          + list({{"KL", "learner.kl"},
                  {"temperature", "learner.temperature"},
                  {"alpha", "learner.alpha"},
                  {"entropy", "learner.entropy"},
                  {"gradient", "learner.gradient_norm"}}),
      "  "
          + list({{"weight lag", "learner.weight_lag"},
                  {"batches of", "inference.batch_size"},
                  {"unlearned unrolls", "inference.unlearned"}})
          + fmt::format("  updates {}  episodes {}  restarts {}  checkpoints {}",
                        readable(static_cast<double>(updates)), readable(total_of("episodes")),
                        readable(total_of("restarts")), readable(total_of("checkpoints")))};
  std::string groups;
  constexpr std::string_view prefix = "episode.return.";
  for (const auto& [name, entry] : metrics)
    if (name.starts_with(prefix))
      groups += fmt::format("  {} {}", name.substr(prefix.size()), readable(mean_of(name)));
  if (!groups.empty())
    lines.insert(lines.begin() + 1, "  returns:" + groups);
  return lines;
}

void monitor_state::show_progress() {
  if (updates > options.updates)
    progress.show(view());
}

status_report monitor_state::status() const {
  return {"monitor",
          {{"samples", static_cast<double>(samples)},
           {"metrics", static_cast<double>(metrics.size())},
           {"lines written", static_cast<double>(lines)},
           {"problem", problem},
           {"messages refused", static_cast<double>(refusals)}}};
}

monitor_actor::behavior_type monitor(monitor_actor::stateful_pointer<monitor_state> self,
                                     const monitor_options& options) {
  self->state.start(self->system(), options);
  self->delayed_send(self, options.interval, tick_atom_v);
  return {
      [self](const message<schema::MetricSample>& sample) { self->state.add(sample); },
      [self](count_atom) -> caf::result<message<schema::Checkpoint>> {
        if (!self->state.problem.empty())
          return caf::make_error(caf::sec::runtime_error, self->state.problem);
        checkpoint_manifest known;
        known.counters = self->state.counters();
        return to_message(known);
      },
      [self](tick_atom) {
        if (self->current_sender() != self->ctrl())
          return;
        self->state.show_progress();
        self->delayed_send(self, self->state.options.interval, tick_atom_v);
      },
      [self](status_atom) { return to_message(self->state.status()); },
      [self](const message<schema::Update>& update) { self->state.add(update); },
  };
}

} // namespace troupe
