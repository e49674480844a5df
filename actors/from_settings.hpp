#pragma once

#include "actors/cast.hpp"
#include "actors/environment.hpp"
#include "actors/inference_batcher.hpp"
#include "config/settings.hpp"

#include <cstdint>

namespace troupe {

// What actors are told, according to a configuration.

batching_options batching_options_of(const settings& values);

casting_options casting_options_of(const settings& values);

/// For the environment of that number.
environment_options environment_options_of(const settings& values, std::uint64_t number);

} // namespace troupe
