#pragma once

#include "core/simulation/episode.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace troupe {

/// What is worth telling of an episode, noted as it goes on.
class episode_summary {
public:
  /// To be called at reset and after every step.
  void note(const episode& played);

  [[nodiscard]] nlohmann::ordered_json to_json() const;

  /// For people.
  void print() const;

private:
  /// The steps from `first` up to, but not including, `end`.
  struct time_span {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };

  /// When a predicate of a player's goal was true.
  struct timeline {
    std::size_t player = 0;
    atom predicate;
    std::vector<time_span> held;
  };

  timeline& timeline_of(std::size_t player, atom predicate);

  std::size_t players_ = 0;
  std::uint32_t steps_ = 0;
  std::uint64_t state_hash_ = 0;
  std::array<double, max_players> returns_{};
  /// The goals that each player had, one after the other.
  std::array<std::vector<goal>, max_players> goals_;
  std::vector<timeline> timelines_;
};

/// A state hash as people and files write it: 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace troupe
