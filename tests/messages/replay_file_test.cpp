#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "messages/file.hpp"
#include "messages/replay_file.hpp"
#include "tests/fixtures/property.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace troupe;

namespace {

/// A record of an episode that nobody played.
episode_record any_record(std::uint64_t seed) {
  random_stream draw{seed};
  world_parameters small;
  small.width = small.height = {2, 4};
  small.objects = {0, 2};
  auto place = generate_world(small, seed);
  std::vector<goal> goals(place.players.size(), parse_goal("see(me, opponent)"));
  episode_record record{.played = {place, game{goals}, {}},
                        .seed = draw(),
                        .rules = {.steps = static_cast<std::uint32_t>(draw.between(10, 1000)),
                                  .clock = {.physics_steps = static_cast<int>(draw.between(1, 9)),
                                            .physics_rate = draw.uniform(1, 100)}},
                        .actions = {},
                        .goal_changes = {},
                        .state_hashes = {draw()},
                        .policies = {}};
  auto players = place.players.size();
  record.played.co_players.resize(players - 1, "random");
  auto steps = draw.below(10);
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::size_t player = 0; player < players; ++player)
      record.actions.push_back(random_action(draw));
    record.state_hashes.push_back(draw());
    if (draw.chance(0.3))
      record.goal_changes.push_back({step + 1, static_cast<std::uint8_t>(draw.below(players)),
                                     parse_goal("!see(me, opponent) | on(me, blue floor)")});
  }
  if (draw.chance(0.5))
    record.policies.resize(players, "noop");
  return record;
}

episode_record one_with_a_change() {
  for (std::uint64_t seed = 0;; ++seed)
    if (auto record = any_record(seed); !record.goal_changes.empty())
      return record;
}

/// The error about a record after a change to it.
template <class Change>
std::string refusal(Change change) {
  auto record = one_with_a_change();
  change(record);
  try {
    (void)read_replay(*to_message(record).read());
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

std::string refusal_of_file(const std::filesystem::path& path) {
  try {
    (void)load_replay(path);
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(replay_file_test)

BOOST_AUTO_TEST_CASE(records_read_back_the_same) {
  check_property("records", [](std::uint64_t seed) {
    auto original = any_record(seed);
    auto arrived = message<schema::Replay>::from_bytes(to_message(original).bytes());
    RC_ASSERT(arrived.check({}) == arrival_problem::none);
    RC_ASSERT(read_replay(*arrived.read()) == original);
  });
}

BOOST_AUTO_TEST_CASE(files_read_back_the_same) {
  temporary_folder folder;
  auto original = one_with_a_change();
  save_replay(folder.path() / "r", original);
  BOOST_TEST((load_replay(folder.path() / "r") == original));
}

BOOST_AUTO_TEST_CASE(impossible_records_are_refused_with_the_reason) {
  auto says = [](const std::string& text, const char* part) {
    BOOST_TEST(text.find(part) != std::string::npos, "'" << text << "' lacks '" << part << "'");
  };
  BOOST_TEST(refusal([](auto&) {}) == "");
  says(refusal([](auto& r) { r.state_hashes.pop_back(); }), "state hashes");
  says(refusal([](auto& r) { r.state_hashes.push_back(1); }), "state hashes");
  says(refusal([](auto& r) { r.rules.steps = 0; }), "at least 1 step");
  says(refusal([](auto& r) { r.rules.steps = r.steps() - 1; }), "end episodes after");
  says(refusal([](auto& r) { r.rules.clock.physics_steps = 0; }), "physics steps");
  says(refusal([](auto& r) { r.rules.clock.physics_rate = -1; }), "physics steps in a second");
  says(refusal([](auto& r) { r.goal_changes[0].player = 7; }), "player 7");
  says(refusal([](auto& r) { r.goal_changes.back().step = 5000; }), "step 5000");
  says(refusal([](auto& r) { r.policies.resize(4); }), "policies");
  says(refusal([](auto& r) { r.played.co_players.push_back("x"); }), "co-players");
  says(refusal([](auto& r) { r.actions[0].choices[0] = 255; }), "action");
  says(refusal([](auto& r) {
         auto first = r.goal_changes[0];
         first.step = 0;
         r.goal_changes.push_back(first);
       }),
       "out of order");
}

BOOST_AUTO_TEST_CASE(actions_for_some_of_the_players_only_are_refused) {
  auto record = any_record(0);
  for (std::uint64_t seed = 1; record.played.played.players() < 2; ++seed)
    record = any_record(seed);
  record.actions.push_back(noop_action());
  BOOST_CHECK_THROW(read_replay(*to_message(record).read()), user_error);
}

BOOST_AUTO_TEST_CASE(records_of_other_versions_are_refused) {
  message_builder<schema::Replay> builder{10'000};
  write(any_record(1), *builder);
  builder->setVersion(replay_version + 1);
  auto other = std::move(builder).finish();
  BOOST_CHECK_THROW(read_replay(*other.read()), user_error);
}

BOOST_AUTO_TEST_CASE(every_truncated_or_damaged_file_is_refused_by_name) {
  temporary_folder folder;
  auto path = folder.path() / "r";
  save_replay(path, any_record(2));
  std::ifstream file{path, std::ios::binary};
  std::string content{std::istreambuf_iterator<char>{file}, {}};
  for (std::size_t size = 0; size < content.size(); ++size) {
    std::ofstream{path, std::ios::binary} << content.substr(0, size);
    BOOST_REQUIRE(refusal_of_file(path).starts_with(path.string()));
  }
  for (std::size_t i = 0; i < content.size(); i += 7) {
    auto damaged = content;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    std::ofstream{path, std::ios::binary} << damaged;
    BOOST_REQUIRE(refusal_of_file(path).starts_with(path.string()));
  }
  BOOST_TEST(!refusal_of_file(folder.path() / "missing").empty());
  BOOST_TEST(!refusal_of_file(folder.path()).empty());
}

BOOST_AUTO_TEST_CASE(a_record_that_is_well_kept_but_impossible_is_refused_by_name) {
  temporary_folder folder;
  auto path = folder.path() / "r";
  auto record = any_record(3);
  record.state_hashes.clear();
  save_replay(path, record);
  BOOST_TEST(refusal_of_file(path).starts_with(path.string() + ": The record"));
}

BOOST_AUTO_TEST_SUITE_END()
