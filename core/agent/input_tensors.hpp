#pragma once

#include "core/agent/network.hpp"
#include "core/simulation/observation.hpp"

#include <cstdint>

namespace troupe {

/// The input of a network with room for so many steps of so many players, who see nothing and want
/// nothing.
network_input blank_input(const network_shape& shape, std::int64_t steps, std::int64_t players);

/// Writes what a player sees at a step. Nothing but what a policy may use is looked at. Throws
/// `user_error` if the picture has another size.
void put(network_input& input, std::int64_t step, std::int64_t player, const observation& seen);

/// The input on another device; without the options and atoms that no goal in it has, which would
/// cost time and change nothing.
network_input ready_for(const network_input& input, torch::Device device);

} // namespace troupe
