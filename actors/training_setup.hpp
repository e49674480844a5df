#pragma once

#include "actors/generation_manager.hpp"
#include "actors/monitor.hpp"
#include "actors/trainer.hpp"

#include <memory>
#include <optional>

namespace troupe {

// What a process that trains is made of, according to a configuration.

/// The threads of actors: one fewer than cores, because the LEARNER has its own.
system_settings scheduling_of(const settings& values);

/// One agent. Draws what is held out. Makes no videos and logs nothing: that is the caller's
/// choice. Throws `user_error` if there are no such tasks.
training_options training_options_of(const settings& values,
                                     std::shared_ptr<const run_folder> folder,
                                     std::optional<found_checkpoint> begin);

/// How the MONITOR of such a run writes. Shows nothing.
monitor_options monitor_options_of(const training_options& training);

/// An experiment of generations, with the sets of tasks in its folder, which are drawn if they are
/// not there yet. Makes no videos, shows and logs nothing. Throws `user_error` if there are no such
/// tasks.
experiment_options experiment_options_of(const settings& values,
                                         std::shared_ptr<const run_folder> folder);

} // namespace troupe
