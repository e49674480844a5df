#include "config/settings.hpp"

#include <utility>

namespace troupe {

namespace {

constexpr value_range percentile{0, 100};
/// Seconds: not so short that nothing can be done in it, nor longer than a day.
constexpr value_range some_time{0.001, 86'400};
/// Signed 64-bit numbers that a double holds exactly.
constexpr value_range any_seed{0, 0x1p53};

std::vector<field> fields_of(run_settings& s) {
  return {
      {"folder", &s.folder, "where runs go, a folder each"},
      {"process",
       &s.process,
       "open-ended: generations of a population, one teaching the next; or one-agent: one agent on "
       "its own",
       "",
       anything,
       {"open-ended", "one-agent"}},
      {"seed", &s.seed, "the root of all random streams: same seed, same draws", "", any_seed},
      {"steps", &s.steps, "agent steps after which training ends; 0: never", "agent steps",
       not_negative},
      {"minutes", &s.minutes, "time after which training ends, pauses left out; 0: never", "min",
       not_negative},
      {"checkpoint_minutes", &s.checkpoint_minutes, "time between two checkpoints", "min",
       some_time},
      {"keep_checkpoints", &s.keep_checkpoints, "how many of the newest checkpoints stay",
       "checkpoints", at_least(2)},
  };
}

std::vector<field> fields_of(system_settings& s) {
  return {
      {"threads",
       &s.threads,
       "threads that run actors; 0: as many as the machine has cores",
       "threads",
       {0, 4096}},
      {"messages_per_turn", &s.messages_per_turn,
       "how many messages an actor handles before others get their turn", "messages", at_least(1)},
      {"parallel_threads",
       &s.parallel_threads,
       "threads that loops inside one actor may use; 0: as many as the machine has cores",
       "threads",
       {0, 4096}},
      {"device", &s.device, "where networks act and learn: cpu, cuda, or cuda:1 and so on"},
      {"heartbeat", &s.heartbeat, "how often nodes tell each other that they live", "s", some_time},
      {"node_timeout", &s.node_timeout, "a node silent for so long counts as lost", "s", some_time},
      {"request_timeout", &s.request_timeout, "a request unanswered for so long has failed", "s",
       some_time},
      {"max_message_bytes",
       &s.max_message_bytes,
       "larger messages are refused",
       "bytes",
       {1024, 0x7fffffff}},
  };
}

std::vector<field> fields_of(monitor_settings& s) {
  return {
      {"interval", &s.interval, "how often progress is shown, at most", "s", {0.05, 3600}},
      {"updates_per_line", &s.updates_per_line, "updates between two lines of the metrics files",
       "updates", at_least(1)},
  };
}

std::vector<field> fields_of(episode_settings& s) {
  return {
      {"steps", &s.steps, "actions in an episode", "steps", at_least(1)},
      {"physics_steps", &s.physics_steps, "physics steps for each action", "steps", {1, 100}},
      {"physics_rate",
       &s.physics_rate,
       "physics steps in a second of simulated time",
       "1/s",
       {10, 1000}},
      {"picture_height", &s.picture_height, "height of what an agent sees", "pixels", {8, 1024}},
      {"picture_width", &s.picture_width, "width of what an agent sees", "pixels", {8, 1024}},
  };
}

std::vector<field> fields_of(tasks_settings& s) {
  return {
      {"source",
       &s.source,
       "which tasks are trained on: proposals, games and worlds of all kinds; or probes, one "
       "predicate for one player in a small world",
       "",
       anything,
       {"proposals", "probes"}},
      {"filtered", &s.filtered,
       "whether tasks are trained on only if trials show that they are worth it (dynamic task "
       "generation; see [dtg])"},
      {"min_players", &s.min_players, "players of a proposal, at least", "players", {1, 3}},
      {"max_players", &s.max_players, "players of a proposal, at most", "players", {1, 3}},
      {"co_players", &s.co_players,
       "who plays against the agent: noop, random, scripted, interferer, wanderer, or the path of "
       "an "
       "agent.safetensors"},
      {"relations", &s.relations, "what probes are about: hold, near, on, see"},
      {"objects", &s.objects,
       "the objects of probes, like \"yellow cube\"; empty: three that look different"},
      {"min_object_size", &s.min_object_size, "longest edge of objects, at least", "m", {0.1, 2}},
      {"max_object_size", &s.max_object_size, "longest edge of objects, at most", "m", {0.1, 2}},
      {"min_world_size", &s.min_world_size, "tiles a side, at least", "tiles", {2, 64}},
      {"max_world_size", &s.max_world_size, "tiles a side, at most", "tiles", {2, 64}},
      {"worlds", &s.worlds,
       "a file that `troupe world evolve` wrote: proposals are played in worlds like its own; "
       "empty: in worlds drawn from scratch"},
  };
}

std::vector<field> fields_of(collection_settings& s) {
  return {
      {"environments",
       &s.environments,
       "episodes that are played at the same time",
       "environments",
       {1, 100'000}},
      {"batchers",
       &s.batchers,
       "copies of the network that act beside each other; 0: one for each thread of actors",
       "copies",
       {0, 4096}},
      {"batch_size", &s.batch_size, "observations for which a network decides at once, at most",
       "observations", at_least(1)},
      {"latency", &s.latency, "an observation waits no longer than this for others", "s",
       some_time},
      {"max_batches_behind", &s.max_batches_behind,
       "while the learner is so many batches behind, nobody acts", "batches", at_least(1)},
      {"environment_timeout", &s.environment_timeout,
       "an environment that does not get on for so long is replaced", "s", some_time},
  };
}

std::vector<field> fields_of(network_settings& s) {
  auto size = at_least(1);
  return {
      {"torso",
       &s.torso_word,
       "what turns pictures into features: the paper's residual network, or strided convolutions "
       "that are about ten times cheaper",
       "",
       anything,
       {"resnet", "strided"}},
      {"torso_channels", &s.torso_channels, "channels of the torso's stages", "channels", size},
      {"torso_blocks", &s.torso_blocks, "residual blocks in each stage", "blocks", size},
      {"torso_output", &s.torso_output, "features that the torso gives", "units", size},
      {"torso_norm", &s.torso_norm,
       "normalises the torso's features: small networks on small batches see nothing for long "
       "without"},
      {"lstm_layers", &s.lstm_layers, "layers of the recurrent core", "layers", size},
      {"lstm_size", &s.lstm_size, "units in each layer of the recurrent core", "units", size},
      {"predicate_embedding", &s.predicate_embedding, "outputs of the predicate embedding", "units",
       size},
      {"atom_mlp", &s.atom_mlp, "hidden layers of the goal embedding's atom MLP", "units", size},
      {"option_mlp", &s.option_mlp, "hidden layers of the goal embedding's option MLP", "units",
       size},
      {"goal_embedding", &s.goal_embedding, "size of the final goal embedding", "units", size},
      {"atom_predictor", &s.atom_predictor, "hidden layers of the atom predictor", "units", size},
      {"goat", &s.goat, "goal attention; without it a plain goal-conditioned network (ablation)"},
      {"goat_upscale", &s.goat_upscale,
       "size to which the recurrent state is upscaled for "
       "attention; a multiple of goat_features",
       "units", size},
      {"goat_features", &s.goat_features, "features of each attended row", "units", size},
      {"goat_norm", &s.goat_norm,
       "normalises attended rows and queries: small networks learned more slowly to follow their "
       "goal without"},
      {"attention_heads", &s.attention_heads, "heads of the attention", "heads", size},
      {"attention_key", &s.attention_key, "size of attention keys", "units", size},
      {"attention_value", &s.attention_value, "size of attention values", "units", size},
      {"goat_mixing",
       &s.goat_mixing_word,
       "how options' states are mixed",
       "",
       anything,
       {"softmax", "argmax"}},
      {"goat_temperature", &s.goat_temperature, "temperature of the softmax mixing", "", positive},
      {"goat_value_hidden", &s.goat_value_hidden, "hidden units of the internal value heads",
       "units", size},
      {"popart_hidden", &s.popart_hidden, "hidden units of the PopArt value head", "units", size},
      {"policy_hidden", &s.policy_hidden, "hidden units of the policy head", "units", size},
      {"value_hidden", &s.value_hidden, "hidden units of the external value head", "units", size},
  };
}

std::vector<field> fields_of(learning_settings& s) {
  return {
      {"discount", &s.discount, "weight of the next step's reward against this one's: gamma", "",
       probability},
      {"return_lambda", &s.return_lambda,
       "1 for n-step returns over the unroll, less for lambda-returns", "", probability},
      {"learning_rate", &s.evolving.learning_rate, "step size of the optimiser; evolves", "",
       positive},
      {"dual_learning_rate", &s.dual_learning_rate,
       "step size for temperature and KL multiplier; 0 for the learning rate", "", not_negative},
      {"baseline_cost", &s.baseline_cost, "weight of the value loss", "", not_negative},
      {"target_update_period", &s.target_update_period,
       "updates between refreshes of the target network", "updates", at_least(1)},
      {"epsilon_alpha", &s.evolving.epsilon_alpha,
       "V-MPO's bound on how far an update moves the policy (KL); evolves", "nats", positive},
      {"epsilon_temp", &s.epsilon_temp, "V-MPO's bound on how far samples are reweighted (KL)",
       "nats", positive},
      {"init_alpha", &s.init_alpha, "initial multiplier of the policy's KL bound", "", positive},
      {"init_temp", &s.init_temp, "initial temperature of the sample weights", "", positive},
      {"top_k_fraction",
       &s.top_k_fraction,
       "share of a batch's samples, those with the largest advantages, that the policy learns from",
       "",
       {0.01, 1}},
      {"entropy_cost", &s.entropy_cost,
       "weight of the policy's entropy, which keeps small batches from deciding at once", "",
       not_negative},
      {"self_reward_play", &s.self_reward_play,
       "whether the reward is any change of the environment's own reward; generations choose it "
       "themselves"},
      {"zero_discount", &s.zero_discount,
       "in self reward-play a reward ends what counts: its step has a discount of 0"},
      {"max_gradient_norm", &s.max_gradient_norm,
       "longer gradients are shortened to this; 0 for never", "", not_negative},
      {"popart_step",
       &s.popart_step,
       "how far the statistics of returns move with each batch",
       "",
       {0, 1}},
      {"batch_size", &s.batch_size, "unrolls in a batch", "unrolls", at_least(1)},
      {"unroll_length", &s.unroll_length, "steps in an unroll", "steps", at_least(1)},
      {"max_staleness", &s.max_staleness,
       "unrolls are dropped if the acting network was refreshed more often than this since",
       "refreshes", not_negative},
      {"max_skipped_updates", &s.max_skipped_updates,
       "training ends when so many updates in a row had to be skipped", "updates", at_least(1)},
  };
}

std::vector<field> fields_of(distillation_settings& s) {
  return {
      {"weight", &s.weight, "weight of the exploration distillation loss from the teacher", "",
       not_negative},
      {"steps", &s.steps, "agent steps at the start of a generation during which it counts",
       "agent steps", not_negative},
  };
}

std::vector<field> fields_of(dtg_settings& s) {
  return {
      {"m_greater", &s.m_greater,
       "m_>: by how much the agent's return must exceed the control policy's; evolves", "return",
       not_negative},
      {"m_s", &s.m_s, "m_s: a return above this counts as a high score; evolves", "return",
       not_negative},
      {"m_cont", &s.m_cont,
       "m_cont: the control policy's mean return must be below this (a control policy that never "
       "scores always passes); evolves",
       "return", not_negative},
      {"m_greater_cont", &s.m_greater_cont,
       "m_>cont: the agent must beat the control policy with a probability above this; evolves", "",
       probability},
      {"m_solved", &s.m_solved,
       "m_solved: the agent's probability of a high score must be below this; evolves", "",
       probability},
      {"episodes", &s.episodes, "episodes each of agent and control policy for one verdict",
       "episodes", at_least(1)},
      {"control",
       &s.control,
       "the control policy: uniform random, or the agent's own past",
       "",
       anything,
       {"random", "past"}},
      {"past_cohorts", &s.past_cohorts, "how many cohorts of trials ago the agent's own past is",
       "cohorts", at_least(1)},
      {"share", &s.share, "share of an agent's episodes that are trials", "", probability},
      {"tasks", &s.tasks, "accepted tasks that are kept; the ones judged longest ago go", "tasks",
       at_least(1)},
      {"cohort", &s.cohort, "trials in which the agent plays with the same weights", "trials",
       at_least(1)},
  };
}

std::vector<field> fields_of(pbt_settings& s) {
  auto factor = at_least(1);
  return {
      {"population", &s.population, "agents that train side by side", "agents", at_least(1)},
      {"initial_steps", &s.initial_steps, "agent steps before the first evolution", "agent steps",
       not_negative},
      {"check_interval", &s.check_interval, "agent steps between checks for evolution",
       "agent steps", at_least(1)},
      {"cool_down", &s.cool_down, "agent steps for which an evolved agent is left alone",
       "agent steps", not_negative},
      {"min_ratio", &s.min_ratio,
       "the parent's score must exceed the child's by more than this factor", "", factor},
      {"percentiles", &s.percentiles, "the normalised percentiles that are compared", "percentile",
       percentile},
      {"mutation_chance", &s.mutation_chance, "chance that an inherited hyperparameter mutates", "",
       probability},
      {"epsilon_alpha_factor", &s.epsilon_alpha_factor, "epsilon_alpha mutates by this factor", "",
       factor},
      {"learning_rate_factor", &s.learning_rate_factor, "learning_rate mutates by this factor", "",
       factor},
      {"m_cont_step", &s.m_cont_step, "m_cont mutates by this amount", "return", not_negative},
      {"m_s_factor", &s.m_s_factor, "m_s mutates by this factor", "", factor},
      {"m_greater_factor", &s.m_greater_factor, "m_> mutates by this factor", "", factor},
      {"probability_step", &s.probability_step, "m_solved and m_>cont mutate by this amount", "",
       probability},
  };
}

std::vector<field> fields_of(generations_settings& s) {
  return {
      {"count", &s.count, "generations in the experiment", "generations", at_least(1)},
      {"self_reward_play", &s.self_reward_play,
       "how many of the first generations learn by self reward-play, with participation as fitness",
       "generations", not_negative},
      {"steps", &s.steps, "agent steps of each agent in a generation", "agent steps", at_least(1)},
      {"changes", &s.changes,
       "settings that change with a generation, like \"2: network.lstm_size=512\"; they stay for "
       "the later ones"},
  };
}

std::vector<field> fields_of(evaluation_settings& s) {
  return {
      {"test_pairs", &s.test_pairs, "world-game pairs in the test set", "pairs", at_least(1)},
      {"validation_pairs", &s.validation_pairs, "world-game pairs in the validation set", "pairs",
       at_least(1)},
      {"max_percentile", &s.max_percentile, "percentiles are reported from 0 up to this one",
       "percentile", percentile},
      {"best_agent_percentile", &s.best_agent_percentile,
       "the best agent of a generation has the highest normalised score at this percentile",
       "percentile", percentile},
      {"max_options", &s.max_options, "options of an evaluation goal, at most", "options", {1, 6}},
      {"max_predicates_per_option",
       &s.max_predicates_per_option,
       "predicates of an evaluation goal's option, at most",
       "predicates",
       {1, 6}},
      {"max_unique_predicates",
       &s.max_unique_predicates,
       "different predicates of an evaluation game, at most",
       "predicates",
       {1, 6}},
      {"objects",
       &s.objects,
       "objects in an evaluation world: one of each colour and shape",
       "objects",
       {1, 12}},
      {"goal_swap_tasks", &s.goal_swap_tasks, "tasks of the goal-intervention study", "tasks",
       at_least(1)},
      {"seed", &s.seed,
       "what the validation and test sets are drawn from, and what is drawn while they are played: "
       "runs with the same one compare",
       "", any_seed},
      {"worlds", &s.worlds,
       "a file that `troupe world evolve` wrote: the validation and test sets are played in its "
       "worlds, uniformly over the time at which they were made; empty: in worlds drawn from "
       "scratch"},
      {"episodes", &s.episodes, "of each validation game, with each co-player", "episodes",
       at_least(1)},
      {"test_co_players", &s.test_co_players,
       "who plays against agents in the test set, and what their scores there are measured "
       "against"},
      {"interval", &s.interval, "agent steps between evaluations while training; 0: none",
       "agent steps", not_negative},
      {"held_out_tasks", &s.held_out_tasks,
       "tasks of those evaluations, drawn like the ones trained on; of probes, so many of each "
       "relation",
       "tasks", at_least(1)},
      {"environments",
       &s.environments,
       "environments that play them",
       "environments",
       {1, 100'000}},
  };
}

std::vector<field> fields_of(games_settings& s) {
  return {
      {"search_restarts", &s.search_restarts,
       "how often the search for a game with given properties is repeated; the best one counts",
       "tries", at_least(1)},
      {"alike_tries", &s.alike_tries, "how many recolourings are tried to find an alike game",
       "tries", at_least(1)},
  };
}

std::vector<field> fields_of(coevolution_settings& s) {
  return {
      {"episodes", &s.episodes, "episodes that judge a world", "episodes", at_least(1)},
      {"min_successes", &s.min_successes, "a world stays if the agent scores in at least so many",
       "episodes", not_negative},
      {"max_success_fraction", &s.max_success_fraction, "… and in less than this share of them", "",
       probability},
  };
}

std::vector<field> fields_of(finetuning_settings& s) {
  return {{"steps", &s.steps, "agent steps of finetuning on one task", "agent steps", at_least(1)}};
}

template <class Section>
void append(std::vector<field>& all, const std::string& name, Section& section) {
  for (auto& each : fields_of(section)) {
    each.key.insert(0, name + '.');
    all.push_back(std::move(each));
  }
}

} // namespace

std::vector<field> fields_of(settings& values) {
  std::vector<field> all;
  append(all, "run", values.run);
  append(all, "system", values.system);
  append(all, "monitor", values.monitor);
  append(all, "episode", values.episode);
  append(all, "tasks", values.tasks);
  append(all, "collection", values.collection);
  append(all, "network", values.network);
  append(all, "learning", values.learning);
  append(all, "distillation", values.distillation);
  append(all, "dtg", values.dtg);
  append(all, "pbt", values.pbt);
  append(all, "generations", values.generations);
  append(all, "evaluation", values.evaluation);
  append(all, "games", values.games);
  append(all, "coevolution", values.coevolution);
  append(all, "finetuning", values.finetuning);
  return all;
}

} // namespace troupe
