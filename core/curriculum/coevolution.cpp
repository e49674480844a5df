#include "core/curriculum/coevolution.hpp"

#include "core/curriculum/share.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace troupe {

namespace {

const coevolution_rules& checked(const coevolution_rules& rules) {
  validate(rules.worlds);
  if (is_worthwhile(rules, 0, 0) == false)
    throw user_error("No world can be worth training in: the agent would have to score in at least "
                     + std::to_string(rules.min_successes) + " episodes and in less than "
                     + std::to_string(rules.max_success_fraction) + " of "
                     + std::to_string(rules.episodes) + ".");
  return rules;
}

auto find_world(std::vector<evolving_world>& worlds, std::uint64_t id) {
  return std::find_if(worlds.begin(), worlds.end(),
                      [&](const evolving_world& each) { return each.id == id; });
}

void keep_last(std::deque<bool>& outcomes, std::size_t count) {
  while (outcomes.size() > count)
    outcomes.pop_front();
}

/// A child of `parent` with all that is needed; nothing if there is no room for it.
std::optional<world> mutant_of(const world& parent, const coevolution_rules& rules,
                               random_stream& stream) {
  auto parameters = rules.worlds;
  // That is, keep the parent's: else the goal's own object would turn into another, and one more
  // would have to be added generation by generation.
  parameters.one_object_of_each_kind = true;
  auto seed = stream();
  try {
    return adapt_world(generate_world_like(parent, parameters, seed), rules.needs, seed,
                       parameters.object_size);
  } catch (const user_error&) {
    return std::nullopt;
  }
}

} // namespace

std::optional<bool> is_worthwhile(const coevolution_rules& rules, std::size_t successes,
                                  std::size_t failures) {
  auto most = successes + (rules.episodes - successes - failures);
  auto limit = share_of(rules.max_success_fraction, rules.episodes);
  auto is_below_limit = [&](std::size_t count) { return static_cast<double>(count) < limit; };
  if (most < rules.min_successes || !is_below_limit(std::max(successes, rules.min_successes)))
    return false;
  if (successes >= rules.min_successes && is_below_limit(most))
    return true;
  return std::nullopt;
}

world open_room(world_parameters parameters, const world_requirements& needs, std::uint64_t seed) {
  parameters.levels = {1, 1};
  parameters.island_chance = 0;
  parameters.doors_chance = 0;
  parameters.objects = {0, 0};
  parameters.one_object_of_each_kind = false;
  parameters.players = {needs.players, needs.players};
  return adapt_world(generate_world(parameters, seed), needs, seed, parameters.object_size);
}

world_coevolution::world_coevolution(world first, coevolution_rules rules)
    : world_coevolution(coevolution_state{{{0, 0, std::move(first), {}}}, {}, {}, 1},
                        std::move(rules)) {}

world_coevolution::world_coevolution(coevolution_state state, coevolution_rules rules)
    : rules_(checked(rules)), state_(std::move(state)) {
  if (state_.train_set.empty())
    throw user_error("Co-evolution cannot go on without a world to train in.");
  for (auto* worlds : {&state_.train_set, &state_.evaluate_set})
    for (auto& each : *worlds)
      keep_last(each.outcomes, rules_.episodes);
}

const evolving_world& world_coevolution::draw_training_world(random_stream& stream) const {
  return state_.train_set[stream.below(state_.train_set.size())];
}

std::optional<std::uint64_t> world_coevolution::propose(std::int64_t agent_steps,
                                                        random_stream& stream) {
  auto child = mutant_of(draw_training_world(stream).place, rules_, stream);
  if (!child)
    return std::nullopt;
  auto id = state_.next_id++;
  state_.evaluate_set.push_back({id, agent_steps, *std::move(child), {}});
  return id;
}

void world_coevolution::record_evaluation(std::uint64_t id, bool scored) {
  auto tried = find_world(state_.evaluate_set, id);
  if (tried == state_.evaluate_set.end())
    return;
  record(*tried, scored);
  auto verdict = judge(*tried);
  if (!verdict)
    return;
  auto judged = std::move(*tried);
  state_.evaluate_set.erase(tried);
  if (*verdict) {
    state_.train_set.push_back(std::move(judged));
    discard_failures();
  }
}

void world_coevolution::record_training(std::uint64_t id, bool scored) {
  auto trained_in = find_world(state_.train_set, id);
  if (trained_in == state_.train_set.end())
    return;
  record(*trained_in, scored);
  discard_failures();
}

std::vector<archived_world> world_coevolution::archive() const {
  auto worlds = state_.discarded;
  for (const auto& each : state_.train_set)
    worlds.push_back({each.created, each.place});
  std::stable_sort(worlds.begin(), worlds.end(),
                   [](const auto& a, const auto& b) { return a.created < b.created; });
  return worlds;
}

void world_coevolution::record(evolving_world& where, bool scored) const {
  where.outcomes.push_back(scored);
  keep_last(where.outcomes, rules_.episodes);
}

std::optional<bool> world_coevolution::judge(const evolving_world& tried) const {
  auto successes =
      static_cast<std::size_t>(std::count(tried.outcomes.begin(), tried.outcomes.end(), true));
  return is_worthwhile(rules_, successes, tried.outcomes.size() - successes);
}

void world_coevolution::discard_failures() {
  auto& worlds = state_.train_set;
  for (auto each = worlds.begin(); each != worlds.end() && worlds.size() > 1;) {
    if (judge(*each) != false) {
      ++each;
      continue;
    }
    state_.discarded.push_back({each->created, std::move(each->place)});
    each = worlds.erase(each);
  }
}

} // namespace troupe
