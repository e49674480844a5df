#include "core/agent/network_file.hpp"
#include "core/agent/threads.hpp"
#include "core/learning/learner.hpp"
#include "core/support/error.hpp"
#include "tests/core/learning/unrolls.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace troupe;

namespace {

constexpr std::size_t players = 3;
constexpr std::size_t length = 4;
constexpr std::size_t updates = 5;

hyperparameters quick() {
  hyperparameters how;
  how.evolving.learning_rate = 1e-2;
  how.target_update_period = 3;
  how.popart_step = 0.1;
  how.max_gradient_norm = 1;
  return how;
}

struct fixture {
  fixture() {
    set_tensor_threads(1);
    network_policy acts(network_seeded(1));
    unrolls = play_unrolls(acts, players, length, 2 * updates);
  }

  static std::vector<std::byte> network_seeded(std::uint64_t seed) {
    return encode_network(network(small_shape(), seed), {});
  }
  static learner taught() {
    learner agent(small_shape(), quick(), 1);
    agent.set_teacher(network_seeded(2));
    return agent;
  }
  /// Learns from some of the unrolls.
  void train(learner& agent, std::size_t from, std::size_t to) const {
    for (auto i = from; i < to; ++i)
      agent.update(std::span(unrolls).subspan(players * i, players), 0.5);
  }

  std::vector<unroll> unrolls;
};

bool refuses(learner& agent, std::span<const std::byte> checkpoint, const std::string& part) {
  try {
    agent.load(checkpoint);
  } catch (const user_error& problem) {
    return std::string{problem.what()}.find(part) != std::string::npos;
  }
  return false;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(learner_test, fixture)

BOOST_AUTO_TEST_CASE(learning_goes_on_to_the_bit_after_saving) {
  auto whole = taught();
  train(whole, 0, 2 * updates);

  auto first_half = taught();
  train(first_half, 0, updates);
  auto checkpoint = first_half.save();
  auto second_half = taught();
  second_half.load(checkpoint);
  BOOST_TEST(second_half.updates() == static_cast<std::int64_t>(updates));
  BOOST_TEST((second_half.save() == checkpoint));
  train(second_half, updates, 2 * updates);

  BOOST_TEST((second_half.save() == whole.save()));
  BOOST_TEST((second_half.acting_network() == whole.acting_network()));
  BOOST_TEST(!(whole.save() == checkpoint));
}

BOOST_AUTO_TEST_CASE(a_learner_that_has_not_learned_can_be_saved) {
  auto agent = taught();
  auto checkpoint = agent.save();
  train(agent, 0, updates);
  agent.load(checkpoint);
  BOOST_TEST((agent.save() == checkpoint));
}

BOOST_AUTO_TEST_CASE(the_acting_network_changes_with_its_version) {
  auto agent = taught();
  auto first = agent.acting_network();
  train(agent, 0, 2);
  BOOST_TEST(agent.version() == 0);
  BOOST_TEST((agent.acting_network() == first));
  train(agent, 2, 3);
  BOOST_TEST(agent.version() == 1);
  BOOST_TEST(!(agent.acting_network() == first));
}

BOOST_AUTO_TEST_CASE(recorded_decisions_spare_asking_the_target) {
  learner one(small_shape(), quick(), 1);
  learner other(small_shape(), quick(), 1);
  auto batch = std::span(unrolls).first(players);
  auto with = one.update(batch);
  for (auto& each : batch)
    each.oldest_version = -1;
  auto without = other.update(batch);
  BOOST_TEST(std::abs(with.kl - without.kl) < 1e-6);
  BOOST_TEST(std::abs(with.kl_loss - without.kl_loss) < 1e-5);
  BOOST_TEST(std::abs(with.gradient_norm - without.gradient_norm) < 1e-3 * with.gradient_norm);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_that_does_not_fit_is_refused) {
  auto agent = taught();
  auto checkpoint = agent.save();
  auto shape = small_shape();
  shape.lstm_size = 11;
  learner other(shape, quick(), 1);
  BOOST_TEST(refuses(other, checkpoint, "does not fit"));
  BOOST_TEST(refuses(agent, std::span(checkpoint).first(checkpoint.size() / 2), "safetensors"));
  BOOST_TEST(refuses(agent, encode_safetensors({}), "missing"));
  BOOST_TEST(refuses(agent, agent.acting_network(), "missing"));
}

BOOST_AUTO_TEST_CASE(unrolls_that_do_not_fit_teach_nothing) {
  auto agent = taught();
  auto before = agent.save();
  BOOST_CHECK_THROW(agent.update({}), user_error);
  BOOST_TEST((agent.save() == before));
}

BOOST_AUTO_TEST_SUITE_END()
