#pragma once

#include "core/support/descriptor.hpp"
#include "messages/training_conversion.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace troupe {

/// What the source of tasks knows, in a checkpoint.
inline constexpr const char* source_file = "source";

/// A checkpoint that was found whole.
struct found_checkpoint {
  std::filesystem::path folder;
  checkpoint_manifest manifest;
};

/// The folder of a run, which one process at a time may use.
class run_folder {
public:
  /// Makes the folder, or opens it. Throws `user_error` if that cannot be, or if another process
  /// uses it.
  explicit run_folder(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path configuration() const { return path_ / "configuration.toml"; }
  [[nodiscard]] std::filesystem::path metrics() const { return path_ / "metrics.jsonl"; }
  [[nodiscard]] std::filesystem::path evaluations() const { return path_ / "evaluations.jsonl"; }
  [[nodiscard]] std::filesystem::path held_out() const { return path_ / "held_out.tasks"; }
  [[nodiscard]] std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
  [[nodiscard]] std::filesystem::path videos() const { return path_ / "videos"; }

  /// Whether a run began here before.
  [[nodiscard]] bool has_run() const;

  /// Completes a checkpoint by its manifest, then removes all but the newest `keep`.
  void complete(const checkpoint_manifest& manifest, std::size_t keep) const;

  /// After which update the agent was evaluated last; -1 if it never was.
  [[nodiscard]] std::int64_t last_evaluated() const;

  /// Cuts off what was written after an update: whatever goes on from there writes it again.
  void forget_after(std::int64_t update) const;

private:
  std::filesystem::path path_;
  descriptor lock_;
};

/// The newest of a run's checkpoints that is whole. `complain` is told about every newer one that
/// is not.
std::optional<found_checkpoint>
newest_checkpoint(const std::filesystem::path& checkpoints,
                  const std::function<void(const std::string&)>& complain);

/// The checkpoint in a folder. Throws `user_error` that says what is wrong with it.
found_checkpoint read_checkpoint(const std::filesystem::path& folder);

/// Keeps the lines of a file up to the first that `keeps` does not want, or that is no JSON object:
/// a line torn off. Throws `user_error` if the file cannot be read or written.
void keep_lines(const std::filesystem::path& file,
                const std::function<bool(const nlohmann::json&)>& keeps);

/// Appends a line at once. Throws `user_error` if it cannot.
void append_line(const std::filesystem::path& file, const std::string& line);

} // namespace troupe
