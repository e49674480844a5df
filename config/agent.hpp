#pragma once

#include "config/settings.hpp"
#include "core/agent/network_shape.hpp"
#include "core/learning/hyperparameters.hpp"

namespace troupe {

/// The network that a configuration asks for.
network_shape network_shape_of(const settings& values);

/// How an agent of a configuration begins to learn.
hyperparameters hyperparameters_of(const settings& values);

} // namespace troupe
