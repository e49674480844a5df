#pragma once

#include "config/field.hpp"
#include "core/agent/network_shape.hpp"
#include "core/learning/hyperparameters.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace troupe {

// What an experiment is made of, one struct per section of a configuration file. The defaults are
// the paper's values. What each setting means, its unit and its range are said in settings.cpp, and
// shown by `troupe config explain`.

struct run_settings {
  std::string folder = "runs";
  std::string process = "open-ended";
  std::int64_t seed = 1;
  std::int64_t steps = 0;
  double minutes = 0;
  double checkpoint_minutes = 5;
  std::int64_t keep_checkpoints = 3;
};

struct system_settings {
  std::int64_t threads = 0;
  std::int64_t messages_per_turn = 50;
  std::int64_t parallel_threads = 1;
  std::string device = "cpu";
  double heartbeat = 1;
  double node_timeout = 10;
  double request_timeout = 30;
  std::int64_t max_message_bytes = std::int64_t{64} << 20;
};

struct monitor_settings {
  double interval = 1;
  std::int64_t updates_per_line = 10;
};

struct episode_settings {
  std::int64_t steps = 900;
  std::int64_t physics_steps = 4;
  double physics_rate = 30;
  std::int64_t picture_height = 72;
  std::int64_t picture_width = 96;
};

struct tasks_settings {
  std::string source = "proposals";
  bool filtered = true;
  std::int64_t min_players = 2;
  std::int64_t max_players = 3;
  std::vector<std::string> co_players = {"noop", "random"};
  std::vector<std::string> relations = {"hold", "near", "on", "see"};
  std::vector<std::string> objects = {};
  double min_object_size = 0.3;
  double max_object_size = 0.7;
  std::int64_t min_world_size = 5;
  std::int64_t max_world_size = 9;
  std::string worlds;
};

struct collection_settings {
  std::int64_t environments = 32;
  std::int64_t batchers = 0;
  std::int64_t batch_size = 16;
  double latency = 0.002;
  std::int64_t max_batches_behind = 2;
  double environment_timeout = 60;
};

/// The network's own shape, but for the words that choose a kind; the size of pictures is the
/// episode's.
struct network_settings : network_shape {
  std::string torso_word{to_string(network_shape{}.torso)};
  std::string goat_mixing_word{to_string(network_shape{}.goat_mixing)};
};

struct learning_settings : hyperparameters {
  std::int64_t batch_size = 64;
  std::int64_t unroll_length = 80;
  std::int64_t max_staleness = 2;
  std::int64_t max_skipped_updates = 10;
};

struct distillation_settings {
  double weight = 4;
  std::int64_t steps = 4'000'000'000;
};

struct dtg_settings {
  double m_greater = 7.5;
  double m_s = 375;
  double m_cont = 0;
  double m_greater_cont = 0;
  double m_solved = 1;
  std::int64_t episodes = 10;
  std::string control = "random";
  std::int64_t past_cohorts = 10;
  double share = 0.25;
  std::int64_t tasks = 100;
  std::int64_t cohort = 4;
};

struct pbt_settings {
  std::int64_t population = 8;
  std::int64_t initial_steps = 500'000'000;
  std::int64_t check_interval = 100'000'000;
  std::int64_t cool_down = 250'000'000;
  double min_ratio = 1.01;
  std::vector<std::int64_t> percentiles = {10, 20, 50};
  double mutation_chance = 0.5;
  double epsilon_alpha_factor = 1.2;
  double learning_rate_factor = 1.2;
  double m_cont_step = 7.5;
  double m_s_factor = 1.1;
  double m_greater_factor = 1.2;
  double probability_step = 0.1;
};

struct generations_settings {
  std::int64_t count = 5;
  std::int64_t self_reward_play = 2;
  std::int64_t steps = 20'000'000'000;
  std::vector<std::string> changes = {};
};

struct evaluation_settings {
  std::int64_t test_pairs = 1678;
  std::int64_t validation_pairs = 2900;
  std::int64_t max_percentile = 50;
  std::int64_t best_agent_percentile = 10;
  std::int64_t max_options = 3;
  std::int64_t max_predicates_per_option = 3;
  std::int64_t max_unique_predicates = 6;
  std::int64_t objects = 12;
  std::int64_t goal_swap_tasks = 500;
  std::int64_t seed = 1;
  std::string worlds;
  std::int64_t episodes = 1;
  std::vector<std::string> test_co_players = {"noop",
                                              "random",
                                              "goal-seeker",
                                              "interferer",
                                              "wanderer",
                                              "config/players/single.safetensors",
                                              "config/players/navigation.safetensors"};
  std::int64_t interval = 0;
  std::int64_t held_out_tasks = 40;
  std::int64_t environments = 8;
};

struct games_settings {
  std::int64_t search_restarts = 10;
  std::int64_t alike_tries = 100;
};

struct coevolution_settings {
  std::int64_t episodes = 100;
  std::int64_t min_successes = 1;
  double max_success_fraction = 0.5;
};

struct finetuning_settings {
  std::int64_t steps = 100'000'000;
};

/// A whole configuration.
struct settings {
  run_settings run;
  system_settings system;
  monitor_settings monitor;
  episode_settings episode;
  tasks_settings tasks;
  collection_settings collection;
  network_settings network;
  learning_settings learning;
  distillation_settings distillation;
  dtg_settings dtg;
  pbt_settings pbt;
  generations_settings generations;
  evaluation_settings evaluation;
  games_settings games;
  coevolution_settings coevolution;
  finetuning_settings finetuning;
};

/// Every setting in `values`, in the order in which people read them.
std::vector<field> fields_of(settings& values);

} // namespace troupe
