#pragma once

#include "actors/cast.hpp"
#include "actors/environment_pool.hpp"
#include "actors/evaluator.hpp"
#include "config/settings.hpp"
#include "core/evaluation/payoffs.hpp"
#include "messages/curriculum_conversion.hpp"

#include <caf/typed_response_promise.hpp>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

struct examiner_options {
  settings values;
  /// Whose other slots one co-player fills at a time.
  std::vector<task> games;
  /// Who fills them to begin with, by name.
  std::vector<std::string> co_players;
  /// What is remembered, and where; nowhere if empty. See payoff_file.hpp.
  std::filesystem::path payoffs;
  /// Whether scores are measured against the co-players alone, who must have played too, so that
  /// they do not depend on who else is compared; else against whoever is compared as well.
  bool normaliser_is_fixed = false;
  /// Makes environments; nothing for the ordinary ones.
  environment_maker make_environment;
  /// Told what people should know.
  std::function<void(const std::string&)> log;
};

struct examiner_state {
  static inline const char* name = "examiner";

  /// A policy whose turn it is, or will be.
  struct examinee {
    candidate who;
    caf::typed_response_promise<ok_atom> done;
  };

  ~examiner_state();

  /// A co-player whom a policy has not met in all games.
  [[nodiscard]] std::optional<std::size_t> not_met_by(const std::string& policy) const;
  /// The games, played with one co-player.
  [[nodiscard]] evaluation_plan plan_with(const std::string& co_player) const;
  /// Adds up what happened, writes it down and remembers it.
  void note(const std::string& policy, const std::string& co_player,
            const std::vector<episode_result>& results);
  /// Throws `user_error` if somebody has not played.
  [[nodiscard]] named_scores compare(const std::vector<std::string>& names) const;
  /// Stops the environments and their source.
  void end_examination();
  /// Stops whoever was examined.
  void dismiss();
  [[nodiscard]] status_report status() const;

  examiner_options options;
  payoff_table table;
  std::vector<hired_co_player> co_players;
  std::deque<examinee> waiting;
  /// The first of those, while it plays.
  std::optional<hired_co_player> playing_now;
  evaluator_actor source;
  environment_pool_actor playing;
  std::uint64_t next_pool = 0;
  std::uint64_t episodes = 0;
  std::optional<surroundings> around;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// EXAMINER. Throws `user_error` if its file cannot be read or a co-player does not exist. Ends
/// with an error if the environments give up.
examiner_actor::behavior_type examiner(examiner_actor::stateful_pointer<examiner_state> self,
                                       const examiner_options& options, const surroundings& around);

} // namespace troupe
