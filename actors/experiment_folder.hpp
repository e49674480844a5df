#pragma once

#include "core/curriculum/evolution.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace troupe {

/// What those are called who were chosen in a generation.
std::string chosen_name(std::uint64_t generation);

/// Where everything is in the folder of an experiment: a run of generations of populations.
class experiment_folder {
public:
  explicit experiment_folder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// How far the experiment is.
  [[nodiscard]] std::filesystem::path state() const { return path_ / "experiment"; }
  /// What happened, as JSON lines: checks, evolutions, generations.
  [[nodiscard]] std::filesystem::path events() const { return path_ / "events.jsonl"; }
  /// Who got what in the validation games; see payoff_file.hpp.
  [[nodiscard]] std::filesystem::path payoffs() const { return path_ / "payoffs.jsonl"; }
  [[nodiscard]] std::filesystem::path validation() const { return path_ / "validation.tasks"; }
  [[nodiscard]] std::filesystem::path test() const { return path_ / "test.tasks"; }
  [[nodiscard]] std::filesystem::path videos() const { return path_ / "videos"; }

  [[nodiscard]] std::filesystem::path generation(std::uint64_t number) const;
  /// The network of whoever was chosen in a generation.
  [[nodiscard]] std::filesystem::path chosen(std::uint64_t generation) const;

  /// Cuts off events that are later than so many checks of a generation.
  void forget_events_after(std::uint64_t generation, std::int64_t checks) const;

private:
  std::filesystem::path path_;
};

/// Where everything is in the folder of a generation.
class generation_folder {
public:
  generation_folder(const experiment_folder& experiment, std::uint64_t number)
      : path_(experiment.generation(number)), number_(number) {}

  /// How far the population is.
  [[nodiscard]] std::filesystem::path state() const { return path_ / "population"; }
  /// The run of one of its agents.
  [[nodiscard]] std::filesystem::path agent(std::uint64_t number) const;

  /// What an agent is called after so many steps, and where its acting network of then is kept.
  [[nodiscard]] std::string product_name(std::uint64_t agent, std::int64_t agent_steps) const;
  [[nodiscard]] std::filesystem::path product(std::uint64_t agent, std::int64_t agent_steps) const;

private:
  std::filesystem::path path_;
  std::uint64_t number_;
};

/// The agent and its steps in the name of a product. Throws `user_error` if it is none.
generation_product product_named(const std::string& name);

} // namespace troupe
