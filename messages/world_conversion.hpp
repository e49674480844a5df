#pragma once

#include "core/tasks/task.hpp"
#include "core/world/world.hpp"
#include "messages/message.hpp"
#include "messages/task.capnp.h"
#include "messages/world.capnp.h"

namespace troupe {

// Worlds and tasks as messages; see conversion.hpp for the form. Besides `from_schema`, which
// judges for an actor, there are readers that throw `user_error` with the reason, for files.

void write(const world& value, schema::World::Builder builder);
message<schema::World> to_message(const world& value);
world read_world(schema::World::Reader reader);
arrival_problem from_schema(schema::World::Reader reader, world& value);

void write(const task& value, schema::Task::Builder builder);
message<schema::Task> to_message(const task& value);
task read_task(schema::Task::Reader reader);
/// How many bytes to reserve for a task.
std::size_t payload_of(const task& value);

/// Raised whenever the generators change what a seed means, or tasks are kept in another way: sets
/// of different versions must not be compared.
inline constexpr std::uint32_t task_set_version = 1;

/// Throws `user_error` if a set is of another version.
void check_task_set_version(std::uint64_t version);

void write(const task_set& value, schema::TaskSet::Builder builder);
message<schema::TaskSet> to_message(const task_set& value);
task_set read_task_set(schema::TaskSet::Reader reader);

} // namespace troupe
