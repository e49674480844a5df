#pragma once

#include "config/settings.hpp"
#include "core/curriculum/coevolution.hpp"
#include "core/curriculum/evolution.hpp"
#include "core/curriculum/task_filter.hpp"

namespace troupe {

// The open-ended process that a configuration asks for.

/// What evolves of an agent's settings.
evolving_values evolving_values_of(const settings& values);
void set_evolving_values(settings& values, const evolving_values& evolved);

/// How a population evolves.
evolution_rules evolution_rules_of(const settings& values);

/// How the tasks are found that an agent trains on.
filter_rules filter_rules_of(const settings& values);

/// How worlds evolve beside an agent.
coevolution_rules coevolution_rules_of(const settings& values);

} // namespace troupe
