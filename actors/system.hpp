#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "actors/monitor.hpp"
#include "config/settings.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/io/middleman.hpp>

#include <cstdint>
#include <string>

namespace troupe {

/// Nodes with another version are refused. Raise it whenever messages or interfaces change in a way
/// that older nodes cannot follow.
inline constexpr int protocol_version = 5;

/// Sets up CAF from our own configuration: message types, scheduler, network; and, for the process,
/// how many threads parallel loops use. CAF's own configuration files and command line are not
/// read.
class system_configuration : public caf::actor_system_config {
public:
  explicit system_configuration(const system_settings& wanted);
};

/// 0 stands for as many threads as the machine has cores.
std::size_t threads_or_cores(std::int64_t threads);

/// How many threads run the actors that have none of their own.
std::size_t actor_threads(const caf::actor_system& system);

/// A length of time in seconds, as CAF has it.
caf::timespan to_timespan(double seconds);

/// What an actor is given, apart from the MONITOR, according to the configuration.
surroundings surroundings_of(const settings& values, monitor_actor monitor);

/// How the MONITOR shows and writes, according to the configuration; where, is the caller's choice.
monitor_options monitor_options_of(const settings& values);

/// Where an actor can be reached.
struct endpoint {
  std::string host;
  std::uint16_t port = 0;
};

std::string to_string(const endpoint& where);

namespace detail {
[[noreturn]] void throw_connection_error(caf::actor_system& system, const endpoint& where,
                                         const caf::error& problem);
[[noreturn]] void throw_publishing_error(caf::actor_system& system, std::uint16_t port,
                                         const caf::error& problem);
} // namespace detail

/// Lets other processes on this machine reach `actor`. Returns the port, a free one for port 0.
/// Throws `user_error` if it cannot. Blocks: not for use inside an actor.
template <class Handle>
std::uint16_t publish_on_loopback(const Handle& actor, std::uint16_t port = 0) {
  auto& system = actor.home_system();
  auto bound = system.middleman().publish(actor, port, "127.0.0.1");
  if (!bound)
    detail::throw_publishing_error(system, port, bound.error());
  return *bound;
}

/// The actor that is published at `where`. Throws `user_error` that says why not. Blocks: not for
/// use inside an actor.
template <class Handle>
Handle connect(caf::actor_system& system, const endpoint& where) {
  auto actor = system.middleman().remote_actor<Handle>(where.host, where.port);
  if (!actor)
    detail::throw_connection_error(system, where, actor.error());
  return *actor;
}

} // namespace troupe
