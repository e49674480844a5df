#include "core/agent/network_file.hpp"
#include "core/learning/unroll_batch.hpp"
#include "core/support/error.hpp"
#include "tests/core/learning/unrolls.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

constexpr std::size_t players = 3;
constexpr std::size_t length = 5;

struct fixture {
  fixture() : net(small_shape(), 1), acts(encode_network(net, {})) {}

  std::vector<unroll> play(std::size_t count = 1) {
    return play_unrolls(acts, players, length, count, 4);
  }
  static unroll_batch batch(std::span<const unroll> unrolls) {
    return batch_of(unrolls, small_shape(), 4, torch::kCPU);
  }

  network net;
  network_policy acts;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(unroll_batch_test, fixture)

BOOST_AUTO_TEST_CASE(every_number_is_in_its_place) {
  constexpr std::size_t goal_atoms = 3; // of all these players' goal
  auto unrolls = play();
  auto made = batch(unrolls);
  BOOST_TEST_REQUIRE(made.atom_truths.size(2) == goal_atoms);
  for (std::size_t b = 0; b < players; ++b) {
    auto column = static_cast<std::int64_t>(b);
    for (std::size_t t = 0; t <= length; ++t) {
      auto row = static_cast<std::int64_t>(t);
      const auto& seen = unrolls[b].seen[t];
      BOOST_TEST(made.rewards[row][column].item<float>() == seen.privileged->reward);
      BOOST_TEST(made.discounts[row][column].item<float>() == seen.privileged->discount);
      BOOST_TEST(made.observed.firsts[row][column].item<float>() == (seen.when.step == 0 ? 1 : 0));
      for (std::size_t atom = 0; atom < goal_atoms; ++atom)
        BOOST_TEST(made.atom_truths[row][column][static_cast<std::int64_t>(atom)].item<float>()
                   == (seen.privileged->atom_truths[atom] ? 1 : 0));
    }
    for (std::size_t t = 0; t < length; ++t)
      for (std::size_t group = 0; group < action_groups.size(); ++group)
        BOOST_TEST(
            made.actions[static_cast<std::int64_t>(t)][column][static_cast<std::int64_t>(group)]
                .item<std::int64_t>()
            == unrolls[b].done[t].done.choices[group]);
  }
}

BOOST_AUTO_TEST_CASE(an_unroll_repeats_what_the_acting_network_did) {
  // The second unroll of each player: it begins inside of an episode and crosses its end.
  auto unrolls = play(2);
  auto later = std::span(unrolls).subspan(players);
  auto made = batch(later);
  torch::NoGradGuard no_gradients;
  auto again = net->forward(made.observed, made.begin).policy_logits;
  BOOST_TEST_REQUIRE(made.target_logits.has_value());
  BOOST_TEST(torch::allclose(before(again), *made.target_logits, 1e-4, 1e-5));
}

BOOST_AUTO_TEST_CASE(the_target_is_asked_again_if_others_acted) {
  auto unrolls = play();
  BOOST_TEST(batch(unrolls).target_logits.has_value());
  unrolls[1].oldest_version = 3;
  BOOST_TEST(!batch(unrolls).target_logits.has_value());
}

BOOST_AUTO_TEST_CASE(unrolls_that_do_not_fit_are_refused) {
  auto refused = [&](auto&& change) {
    auto unrolls = play();
    change(unrolls);
    try {
      batch(unrolls);
    } catch (const user_error&) {
      return true;
    }
    return false;
  };
  BOOST_TEST(!refused([](auto&) {}));
  BOOST_TEST(refused([](auto& all) { all.clear(); }));
  BOOST_TEST(refused([](auto& all) { all[2].done.pop_back(); }));
  BOOST_TEST(refused([](auto& all) { all[1].seen.pop_back(); }));
  BOOST_TEST(refused([](auto& all) { all[0].begin.hidden.pop_back(); }));
  BOOST_TEST(refused([](auto& all) { all[0].seen[3].privileged.reset(); }));
  BOOST_TEST(refused([](auto& all) {
    for (auto& one : all)
      for (auto& seen : one.seen)
        seen.when.step = 0;
  }));
  BOOST_TEST(refused([](auto& all) { all[0].seen[3].picture = image(8, 8, {}); }));
}

BOOST_AUTO_TEST_SUITE_END()
