#pragma once

#include <CLI/CLI.hpp>

namespace troupe {

/// Adds `evolve` to the command `world`.
void add_evolve_command(CLI::App& world);

} // namespace troupe
