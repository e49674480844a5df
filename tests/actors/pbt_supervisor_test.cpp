#include "actors/pbt_supervisor.hpp"
#include "actors/system.hpp"
#include "config/reader.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/remembering_monitor.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/stateful_actor.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

/// What happened to TRAINERS, by agent.
struct training_log {
  std::mutex guard;
  /// How often each was spawned, and with what it began: the content of its network's file.
  std::map<std::uint64_t, std::vector<std::string>> begun;
  std::map<std::uint64_t, std::vector<double>> learning_rates;
};

/// What goes wrong with a TRAINER.
struct mishap {
  std::uint64_t agent = 0;
  std::int64_t at_update = 0;
  /// So often.
  std::size_t times = 0;
};

struct pretended_training {
  training_options options;
  std::int64_t updates = 0;
  std::int64_t allowed = 0;
  std::string network;
  caf::typed_response_promise<ok_atom> finished;
  bool is_asked = false;
};

/// A TRAINER that learns nothing: it writes checkpoints whose networks say who they were.
trainer_actor::behavior_type
pretended_trainer(trainer_actor::stateful_pointer<pretended_training> self,
                  const training_options& options, const std::shared_ptr<training_log>& log,
                  const mishap& wrong) {
  auto& state = self->state;
  self->set_exception_handler([](std::exception_ptr& thrown) { return error_of(thrown); });
  state.options = options;
  auto agent = options.stops_at->agent;
  state.allowed = options.stops_at->allowed;
  state.network = "agent " + std::to_string(agent);
  if (options.begin) {
    state.updates = options.begin->manifest.updates;
    state.network = read_whole_file(options.begin->folder / agent_file, {});
  }
  bool has_mishap = false;
  {
    std::lock_guard lock{log->guard};
    log->begun[agent].push_back(state.network);
    log->learning_rates[agent].push_back(options.values.learning.evolving.learning_rate);
    has_mishap = wrong.agent == agent && log->begun[agent].size() <= wrong.times;
  }
  auto answer_if_done = [self] {
    auto& state = self->state;
    if (state.is_asked && state.updates == updates_of(state.options.values))
      state.finished.deliver(ok_atom_v);
  };
  auto write_checkpoint = [self] {
    auto& state = self->state;
    auto folder = checkpoint_folder(state.options.folder->checkpoints(), state.updates);
    fs::create_directories(folder);
    checkpoint_manifest manifest;
    manifest.updates = state.updates;
    auto bytes = std::as_bytes(std::span{state.network});
    write_file_atomically(folder / agent_file, bytes);
    manifest.files.push_back({agent_file, bytes.size(), checksum(bytes)});
    state.options.folder->complete(manifest, 3);
    return manifest;
  };
  self->send(self, tick_atom_v);
  return {
      [self, answer_if_done](finish_atom) -> caf::result<ok_atom> {
        auto& state = self->state;
        state.finished = self->make_response_promise<ok_atom>();
        state.is_asked = true;
        answer_if_done();
        return state.finished;
      },
      [self](stop_atom) { self->state.finished.deliver(ok_atom_v); },
      [self](allow_atom, std::int64_t updates) {
        self->state.allowed = updates;
        self->send(self, tick_atom_v);
      },
      [=](tick_atom) {
        auto& state = self->state;
        const auto& stops = *state.options.stops_at;
        while (state.updates + stops.every <= state.allowed
               && state.updates < updates_of(state.options.values)) {
          if (has_mishap && state.updates >= wrong.at_update)
            throw std::runtime_error("the agent stumbled");
          state.updates += stops.every;
          self->send(stops.told, stops.agent, to_message(write_checkpoint()));
        }
        answer_if_done();
      },
      [](pass_on_atom) {},
      [](status_atom) { return to_message(status_report{}); },
      [](const message<schema::Update>&) {},
  };
}

/// An EXAMINER for whom the network of agent n is worth n.
struct pretended_scores {
  std::map<std::string, double> known;
};
examiner_actor::behavior_type
pretended_examiner(examiner_actor::stateful_pointer<pretended_scores> self) {
  return {
      [self](const message<schema::Candidate>& arrived) {
        auto who = read_value<candidate>(arrived, {}).value();
        self->state.known[who.name] =
            static_cast<double>(std::to_integer<int>(who.network.back())) - '0';
        return ok_atom_v;
      },
      [](meet_atom, const message<schema::Candidate>&) { return ok_atom_v; },
      [self](const message<schema::Candidates>& arrived) {
        named_scores scores;
        auto names = read_value<candidate_names>(arrived, {}).value();
        for (const auto& name : names.all) {
          agent_scores found;
          found.participation = self->state.known.at(name);
          found.percentiles.assign(51, found.participation);
          scores.emplace_back(name, found);
        }
        return to_message(scores);
      },
      [](pass_on_atom) {},
      [](status_atom) { return to_message(status_report{}); },
  };
}

/// A population of three that pretends to learn for four milestones.
struct population {
  temporary_folder folder;
  settings values = read_settings(
      {.file = TROUPE_SOURCE_DIR "/config/smoke.toml",
       .environment = {},
       .overrides = {"pbt.population=3", "generations.steps=800", "pbt.mutation_chance=1"}});
  std::shared_ptr<training_log> log = std::make_shared<training_log>();
  std::vector<std::string> said;
  std::vector<std::string> products;
  std::string failure;

  void train(const mishap& wrong = {}) {
    population_options options;
    options.values = values;
    options.folder = experiment_folder{folder.path()};
    options.make_trainer = [this, wrong](caf::actor_system& system,
                                         const training_options& training, const monitor_actor&,
                                         const surroundings&) {
      return system.spawn(pretended_trainer, training, log, wrong);
    };
    options.log = [this](const std::string& text) { said.push_back(text); };
    system_configuration configuration{values.system};
    caf::actor_system system{configuration};
    caf::scoped_actor self{system};
    auto watcher = system.spawn(remembering_monitor, std::make_shared<received_metrics>());
    auto examines = system.spawn(pretended_examiner);
    auto supervises = system.spawn<caf::detached>(pbt_supervisor, options, examines,
                                                  surroundings_of(values, watcher));
    self->request(supervises, caf::infinite, finish_atom_v)
        .receive(
            [&](const message<schema::Candidates>& answer) {
              products = read_value<candidate_names>(answer, {}).value().all;
            },
            [&](const caf::error& problem) { failure = system.render(problem); });
    self->send_exit(supervises, caf::exit_reason::user_shutdown);
    self->wait_for(supervises);
    self->send_exit(examines, caf::exit_reason::user_shutdown);
    self->send_exit(watcher, caf::exit_reason::user_shutdown);
  }

  [[nodiscard]] std::vector<nlohmann::json> events(const std::string& kind) const {
    std::vector<nlohmann::json> found;
    std::ifstream in{folder.path() / "events.jsonl"};
    for (std::string line; std::getline(in, line);)
      if (auto each = nlohmann::json::parse(line); each["event"] == kind)
        found.push_back(each);
    return found;
  }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(pbt_supervisor_test, population)

BOOST_AUTO_TEST_CASE(a_child_begins_again_with_its_parents_checkpoint_and_mutated_values) {
  train();
  BOOST_TEST(failure == "");
  BOOST_TEST(events("check").size() == 4U);
  BOOST_TEST(products.size() == 12U);
  BOOST_TEST_REQUIRE(!events("evolution").empty());
  auto first = events("evolution").front();
  BOOST_TEST(first["parent"] == 3);
  BOOST_TEST(first["child"] == 1);
  BOOST_TEST(first["ratio"] == 3);
  BOOST_TEST(log->begun[1].at(0) == "agent 1");
  BOOST_TEST(log->begun[1].at(1) == "agent 3");
  BOOST_TEST(log->learning_rates[1].at(1) == first["values"]["learning_rate"].get<double>());
  BOOST_TEST(log->learning_rates[1].at(1) != log->learning_rates[1].at(0));
  BOOST_TEST(log->begun[3].size() == 1U);
}

BOOST_AUTO_TEST_CASE(after_the_last_milestone_nobody_evolves) {
  train();
  for (const auto& each : events("evolution"))
    BOOST_TEST(each["check"] < 4);
}

BOOST_AUTO_TEST_CASE(an_agent_that_ends_goes_on_from_its_checkpoint_and_others_never_stop) {
  values.pbt.initial_steps = 1'000'000; // nobody evolves
  train({.agent = 2, .at_update = 20, .times = 2});
  BOOST_TEST(failure == "");
  BOOST_TEST(events("check").size() == 4U);
  BOOST_TEST(log->begun[2].size() == 3U);
  BOOST_TEST(log->begun[1].size() == 1U);
  BOOST_TEST(log->begun[3].size() == 1U);
  BOOST_TEST_REQUIRE(!said.empty());
  BOOST_TEST(contains(said.front(), "agent 2 goes on from its last checkpoint"));
  BOOST_TEST(contains(said.front(), "the agent stumbled"));
}

BOOST_AUTO_TEST_CASE(an_agent_that_does_not_get_on_ends_the_generation_which_says_why) {
  train({.agent = 2, .at_update = 0, .times = 100});
  BOOST_TEST(contains(failure, "agent 2 does not get on"), failure);
  BOOST_TEST(contains(failure, "the agent stumbled"), failure);
  // Once that is mended it goes on.
  failure.clear();
  train();
  BOOST_TEST(failure == "");
  BOOST_TEST(events("check").size() == 4U);
}

BOOST_AUTO_TEST_CASE(a_generation_that_is_over_stays_over) {
  train();
  auto checks = events("check");
  log->begun.clear();
  auto first = products;
  train();
  BOOST_TEST((events("check") == checks));
  BOOST_TEST((products == first));
}

BOOST_AUTO_TEST_CASE(an_evolution_that_was_cut_short_is_carried_out) {
  train();
  // As if it had been killed right after the third check, when agent 2 was to follow agent 3.
  generation_folder where{experiment_folder{folder.path()}, 1};
  auto known = read_value<population_state>(
                   load_file<schema::Population>(where.state(), arrival_limits{}), {})
                   .value();
  known.checks = 3;
  known.under_way = evolution{3, 2, 2};
  save_file(where.state(), to_message(known));
  log->begun.clear();
  train();
  BOOST_TEST(failure == "");
  BOOST_TEST(log->begun[2].at(0) == "agent 3");
  BOOST_TEST(events("check").size() == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
