#pragma once

#include "actors/cast.hpp"
#include "actors/environment_pool.hpp"
#include "actors/inference_batcher.hpp"
#include "actors/practice.hpp"
#include "config/settings.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace troupe {

// What actors are told, according to a configuration.

/// How many copies of the network act beside each other where so many threads run actors.
std::size_t batchers_of(const settings& values, std::size_t threads);

/// Of one of so many INFERENCE BATCHERS that share the environments.
batching_options batching_options_of(const settings& values, std::size_t batchers = 1);

/// For co-players of which so many copies share the environments.
casting_options casting_options_of(const settings& values, std::size_t copies = 1);

/// For whoever plays in the environments of evaluations.
casting_options examination_casting_of(const settings& values);

/// The agent of the configuration as a player.
assigned_player assigned_agent_of(const settings& values, bool learns);

/// Makes DTG FILTERS, which are told how well co-players do, by their names.
source_maker filter_maker_of(const settings& values,
                             const std::map<std::string, double>& strengths = {});

/// For the environment of that number.
environment_options environment_options_of(const settings& values, std::uint64_t number);

/// For the pool of that number, with environments in this process. Logs nothing.
environment_pool_options environment_pool_options_of(const settings& values, std::uint64_t number);

} // namespace troupe
