#include "messages/curriculum_conversion.hpp"

#include "core/support/error.hpp"
#include "messages/list.hpp"
#include "messages/text.hpp"
#include "messages/world_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace troupe {

namespace {

/// Room for what is small.
constexpr std::size_t usual_payload = 1024;

// -- sources of tasks -----------------------------------------------------------------------------

void write(const filter_counts& value, schema::SourceState::Counts::Builder builder) {
  builder.setProposed(value.proposed);
  builder.setAccepted(value.accepted);
  builder.setTriedAgain(value.tried_again);
  builder.setDropped(value.dropped);
  write_numbers(value.rejected, builder.initRejected(size_of(value.rejected)));
  builder.setTrainingEpisodes(value.training_episodes);
  builder.setUnfilteredEpisodes(value.unfiltered_episodes);
  builder.setTrialEpisodes(value.trial_episodes);
}

filter_counts read(schema::SourceState::Counts::Reader reader) {
  filter_counts value;
  value.proposed = reader.getProposed();
  value.accepted = reader.getAccepted();
  value.tried_again = reader.getTriedAgain();
  value.dropped = reader.getDropped();
  auto rejected = reader.getRejected();
  for (unsigned i = 0; i < std::min(rejected.size(), size_of(value.rejected)); ++i)
    value.rejected[i] = rejected[i];
  value.training_episodes = reader.getTrainingEpisodes();
  value.unfiltered_episodes = reader.getUnfilteredEpisodes();
  value.trial_episodes = reader.getTrialEpisodes();
  return value;
}

void write(const evolving_world& value, schema::SourceState::EvolvingWorld::Builder builder) {
  builder.setId(value.id);
  builder.setCreated(value.created);
  write(value.place, builder.initWorld());
  write_numbers(value.outcomes, builder.initOutcomes(size_of(value.outcomes)));
}

evolving_world read(schema::SourceState::EvolvingWorld::Reader reader) {
  evolving_world value{reader.getId(), reader.getCreated(), read_world(reader.getWorld()), {}};
  for (bool each : reader.getOutcomes())
    value.outcomes.push_back(each);
  return value;
}

void write(const archived_world& value, schema::SourceState::EvolvingWorld::Builder builder) {
  builder.setCreated(value.created);
  write(value.place, builder.initWorld());
}

template <class Values, class List>
void write_each(const Values& values, List list) {
  for (unsigned i = 0; i < list.size(); ++i)
    write(values[i], list[i]);
}

void write(const coevolution_state& value, schema::SourceState::Worlds::Builder builder) {
  write_each(value.train_set, builder.initTrainSet(size_of(value.train_set)));
  write_each(value.evaluate_set, builder.initEvaluateSet(size_of(value.evaluate_set)));
  write_each(value.discarded, builder.initDiscarded(size_of(value.discarded)));
  builder.setNextId(value.next_id);
}

coevolution_state read(schema::SourceState::Worlds::Reader reader) {
  coevolution_state value;
  for (auto each : reader.getTrainSet())
    value.train_set.push_back(read(each));
  for (auto each : reader.getEvaluateSet())
    value.evaluate_set.push_back(read(each));
  for (auto each : reader.getDiscarded())
    value.discarded.push_back({each.getCreated(), read_world(each.getWorld())});
  value.next_id = reader.getNextId();
  return value;
}

// -- populations ----------------------------------------------------------------------------------

void write(const evolving_values& value, schema::Population::Values::Builder builder) {
  builder.setLearningRate(value.learning.learning_rate);
  builder.setEpsilonAlpha(value.learning.epsilon_alpha);
  builder.setMGreater(value.thresholds.m_greater);
  builder.setMS(value.thresholds.m_s);
  builder.setMCont(value.thresholds.m_cont);
  builder.setMGreaterCont(value.thresholds.m_greater_cont);
  builder.setMSolved(value.thresholds.m_solved);
}

evolving_values read(schema::Population::Values::Reader reader) {
  return {{reader.getLearningRate(), reader.getEpsilonAlpha()},
          {reader.getMGreater(), reader.getMS(), reader.getMCont(), reader.getMGreaterCont(),
           reader.getMSolved()}};
}

} // namespace

message<schema::SourceState> to_message(const source_state& value) {
  std::size_t payload = usual_payload;
  for (const auto& each : value.tasks.accepted)
    payload += payload_of(each.played);
  message_builder<schema::SourceState> builder{payload};
  builder->setAssignments(value.assignments);
  const auto& accepted = value.tasks.accepted;
  auto tasks = builder->initAccepted(size_of(accepted));
  for (unsigned i = 0; i < tasks.size(); ++i) {
    write(accepted[i].played, tasks[i].initTask());
    tasks[i].setJudged(accepted[i].judged);
  }
  write(value.tasks.counts, builder->initCounts());
  if (value.worlds)
    write(*value.worlds, builder->initWorlds());
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::SourceState::Reader reader, source_state& value) {
  value = {};
  value.assignments = reader.getAssignments();
  value.tasks.counts = read(reader.getCounts());
  try {
    for (auto each : reader.getAccepted())
      value.tasks.accepted.push_back({read_task(each.getTask()), each.getJudged()});
    if (reader.hasWorlds())
      value.worlds = read(reader.getWorlds());
  } catch (const user_error&) {
    return arrival_problem::nonsense;
  }
  return arrival_problem::none;
}

message<schema::Population> to_message(const population_state& value) {
  message_builder<schema::Population> builder{usual_payload};
  auto agents = builder->initAgents(size_of(value.agents));
  for (unsigned i = 0; i < agents.size(); ++i) {
    const auto& agent = value.agents[i];
    write(agent.values, agents[i].initValues());
    agents[i].setHasEvolved(agent.steps_at_last_evolution.has_value());
    agents[i].setStepsAtLastEvolution(agent.steps_at_last_evolution.value_or(0));
  }
  builder->setChecks(value.checks);
  if (value.under_way) {
    auto evolution = builder->initUnderWay();
    evolution.setParent(value.under_way->parent);
    evolution.setChild(value.under_way->child);
    evolution.setRatio(value.under_way->ratio);
  }
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Population::Reader reader, population_state& value) {
  value = {};
  for (auto each : reader.getAgents()) {
    population_state::agent agent{read(each.getValues()), std::nullopt};
    if (each.getHasEvolved())
      agent.steps_at_last_evolution = each.getStepsAtLastEvolution();
    value.agents.push_back(agent);
  }
  value.checks = reader.getChecks();
  auto is_agent = [&](std::uint64_t number) {
    return number >= 1 && number <= value.agents.size();
  };
  if (reader.hasUnderWay()) {
    auto found = reader.getUnderWay();
    value.under_way = evolution{found.getParent(), found.getChild(), found.getRatio()};
    if (!is_agent(value.under_way->parent) || !is_agent(value.under_way->child))
      return arrival_problem::nonsense;
  }
  return value.checks < 0 ? arrival_problem::nonsense : arrival_problem::none;
}

message<schema::Experiment> to_message(const experiment_state& value) {
  message_builder<schema::Experiment> builder{usual_payload};
  auto chosen = builder->initChosen(size_of(value.chosen));
  for (unsigned i = 0; i < chosen.size(); ++i) {
    const auto& each = value.chosen[i];
    chosen[i].setAgent(each.agent);
    chosen[i].setAgentSteps(each.agent_steps);
    chosen[i].setParticipation(each.participation);
    chosen[i].setLowPercentile(each.low_percentile);
  }
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Experiment::Reader reader, experiment_state& value) {
  value = {};
  for (auto each : reader.getChosen())
    value.chosen.push_back(
        {each.getAgent(), each.getAgentSteps(), each.getParticipation(), each.getLowPercentile()});
  return arrival_problem::none;
}

// -- what is measured -----------------------------------------------------------------------------

message<schema::Candidate> to_message(const candidate& value) {
  message_builder<schema::Candidate> builder{usual_payload + value.network.size()};
  builder->setName(text_of(value.name));
  auto network = builder->initNetwork(size_of(value.network));
  std::ranges::copy(std::as_bytes(std::span{value.network}),
                    reinterpret_cast<std::byte*>(network.begin()));
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Candidate::Reader reader, candidate& value) {
  value.name = text_of(reader.getName());
  auto network = std::as_bytes(std::span{reader.getNetwork().begin(), reader.getNetwork().size()});
  value.network.assign(network.begin(), network.end());
  return value.name.empty() ? arrival_problem::nonsense : arrival_problem::none;
}

message<schema::Candidates> to_message(const candidate_names& value) {
  message_builder<schema::Candidates> builder{usual_payload};
  auto list = builder->initNames(size_of(value.all));
  for (unsigned i = 0; i < list.size(); ++i)
    list.set(i, text_of(value.all[i]));
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Candidates::Reader reader, candidate_names& value) {
  value.all.clear();
  for (auto each : reader.getNames())
    value.all.push_back(text_of(each));
  return arrival_problem::none;
}

message<schema::Scores> to_message(const named_scores& value) {
  message_builder<schema::Scores> builder{usual_payload * (1 + value.size())};
  auto agents = builder->initAgents(size_of(value));
  for (unsigned i = 0; i < agents.size(); ++i) {
    const auto& [name, scores] = value[i];
    agents[i].setName(text_of(name));
    agents[i].setParticipation(scores.participation);
    agents[i].setMeanReturn(scores.mean_return);
    write_numbers(scores.percentiles, agents[i].initPercentiles(size_of(scores.percentiles)));
    write_numbers(scores.by_game, agents[i].initByGame(size_of(scores.by_game)));
    write_numbers(scores.participation_by_game,
                  agents[i].initParticipationByGame(size_of(scores.participation_by_game)));
  }
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Scores::Reader reader, named_scores& value) {
  value.clear();
  for (auto each : reader.getAgents()) {
    agent_scores scores;
    scores.participation = each.getParticipation();
    scores.mean_return = each.getMeanReturn();
    scores.percentiles = read_numbers<double>(each.getPercentiles());
    scores.by_game = read_numbers<double>(each.getByGame());
    scores.participation_by_game = read_numbers<double>(each.getParticipationByGame());
    value.emplace_back(text_of(each.getName()), std::move(scores));
  }
  return arrival_problem::none;
}

} // namespace troupe
