#include "actors/system.hpp"

#include "core/support/error.hpp"

#include <caf/scheduler/abstract_coordinator.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace troupe {

namespace {

std::string render_arrival_error(std::uint8_t code, caf::atom_value, const caf::message& context) {
  auto text = to_string(static_cast<arrival_problem>(code));
  if (context.match_elements<std::string>() && !context.get_as<std::string>(0).empty())
    text += fmt::format(" ({})", context.get_as<std::string>(0));
  return text;
}

} // namespace

system_configuration::system_configuration(const system_settings& wanted) {
  add_message_types<caf::id_block::troupe>();
  add_message_types<caf::id_block::troupe_handles>();
  add_error_category(arrival_category, render_arrival_error);
  load<caf::io::middleman>();

  set("scheduler.max-threads", threads_or_cores(wanted.threads));
  set("scheduler.max-throughput", static_cast<std::size_t>(wanted.messages_per_turn));
  set("middleman.app-identifiers",
      std::vector<std::string>{fmt::format("troupe/{}", protocol_version)});
  set("middleman.heartbeat-interval", to_timespan(wanted.heartbeat));
  set("middleman.connection-timeout", to_timespan(wanted.node_timeout));
}

std::size_t threads_or_cores(std::int64_t threads) {
  return threads > 0 ? static_cast<std::size_t>(threads)
                     : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

std::size_t actor_threads(const caf::actor_system& system) {
  return caf::get_or(system.config(), "scheduler.max-threads", std::size_t{1});
}

caf::timespan to_timespan(double seconds) {
  return std::chrono::duration_cast<caf::timespan>(std::chrono::duration<double>(seconds));
}

surroundings surroundings_of(const settings& values, monitor_actor monitor) {
  // Often enough for every line of the MONITOR to hold what was measured up to then.
  constexpr double samples_per_line = 4;
  return {std::move(monitor), to_timespan(values.monitor.interval / samples_per_line),
          arrival_limits{static_cast<std::size_t>(values.system.max_message_bytes)},
          to_timespan(values.system.request_timeout)};
}

monitor_options monitor_options_of(const settings& values) {
  monitor_options options;
  options.interval = to_timespan(values.monitor.interval);
  options.updates_per_line = values.monitor.updates_per_line;
  options.limits.max_bytes = static_cast<std::size_t>(values.system.max_message_bytes);
  return options;
}

std::string to_string(const endpoint& where) {
  return fmt::format("{}:{}", where.host, where.port);
}

void detail::throw_connection_error(caf::actor_system& system, const endpoint& where,
                                    const caf::error& problem) {
  auto reason = system.render(problem);
  if (problem == caf::sec::incompatible_application_ids
      || problem == caf::sec::incompatible_versions
      || problem == caf::sec::disconnect_during_handshake)
    reason = fmt::format("whoever listens there does not speak version {} of Troupe's protocol; "
                         "use the same version of Troupe on all machines",
                         protocol_version);
  else if (problem == caf::sec::unexpected_actor_messaging_interface)
    reason = "the actor published there is of another kind; is the port right?";
  else if (problem == caf::sec::cannot_connect_to_node)
    reason = "nobody answers there; is Troupe running, and are host and port right?";
  throw user_error(fmt::format("{}: cannot connect: {}", to_string(where), reason));
}

void detail::throw_publishing_error(caf::actor_system& system, std::uint16_t port,
                                    const caf::error& problem) {
  throw user_error(fmt::format("127.0.0.1:{}: cannot listen there: {}; is the port in use?", port,
                               system.render(problem)));
}

} // namespace troupe
