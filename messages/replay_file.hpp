#pragma once

#include "core/simulation/episode_record.hpp"
#include "messages/message.hpp"
#include "messages/replay.capnp.h"

#include <cstdint>
#include <filesystem>

namespace troupe {

// Records of episodes as messages (see conversion.hpp for the form) and as files.

/// Raised whenever physics changes what the same actions do, or records are kept in another way.
inline constexpr std::uint32_t replay_version = 1;

void write(const episode_record& value, schema::Replay::Builder builder);
message<schema::Replay> to_message(const episode_record& value);

/// Throws `user_error` if the record is of another version or not valid.
episode_record read_replay(schema::Replay::Reader reader);

/// Both throw `user_error` that names the file and what is wrong with it.
episode_record load_replay(const std::filesystem::path& path);
void save_replay(const std::filesystem::path& path, const episode_record& value);

} // namespace troupe
