#pragma once

#include "actors/cast.hpp"
#include "actors/environment_pool.hpp"
#include "actors/inference_batcher.hpp"
#include "config/settings.hpp"

#include <cstdint>

namespace troupe {

// What actors are told, according to a configuration.

/// How many copies of the network act beside each other where so many threads run actors.
std::size_t batchers_of(const settings& values, std::size_t threads);

/// Of one of so many INFERENCE BATCHERS that share the environments.
batching_options batching_options_of(const settings& values, std::size_t batchers = 1);

/// For co-players of which so many copies share the environments.
casting_options casting_options_of(const settings& values, std::size_t copies = 1);

/// For the environment of that number.
environment_options environment_options_of(const settings& values, std::uint64_t number);

/// For the pool of that number, with environments in this process. Logs nothing.
environment_pool_options environment_pool_options_of(const settings& values, std::uint64_t number);

} // namespace troupe
