#include "core/learning/teacher.hpp"
#include "tests/core/learning/unrolls.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

constexpr std::size_t players = 2;
constexpr std::size_t length = 3;
constexpr std::size_t count = 3;

/// Unrolls that go on, as one network plays them, and another one that teaches.
struct fixture {
  fixture()
      : net(small_shape(), 2),
        file(decode_network(encode_network(net, {}))),
        master(file, torch::kCPU) {
    network_policy acts(encode_network(network(small_shape(), 1), {}));
    unrolls = play_unrolls(acts, players, length, count);
  }

  [[nodiscard]] std::span<const unroll> part(std::size_t i) const {
    return std::span(unrolls).subspan(players * i, players);
  }
  torch::Tensor advice(teacher& from, std::size_t i) const {
    return from.advise(part(i), batch_of(part(i), small_shape(), 0, torch::kCPU));
  }

  network net;
  network_file file;
  teacher master;
  std::vector<unroll> unrolls;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(teacher_test, fixture)

BOOST_AUTO_TEST_CASE(it_remembers_from_unroll_to_unroll) {
  constexpr auto steps = static_cast<std::int64_t>(length * count);
  auto input = blank_input(small_shape(), steps, players);
  for (std::int64_t t = 0; t < steps; ++t)
    for (std::int64_t b = 0; b < static_cast<std::int64_t>(players); ++b)
      put(input, t, b, seen_after(static_cast<std::uint64_t>(b), static_cast<std::uint64_t>(t)));
  auto whole = net->forward(input, net->initial_state(players)).policy_logits;
  for (std::size_t i = 0; i < count; ++i)
    BOOST_TEST(torch::allclose(advice(master, i),
                               whole.narrow(0, static_cast<std::int64_t>(i * length), length), 1e-4,
                               1e-5));
  BOOST_TEST(master.gaps() == 0);
}

BOOST_AUTO_TEST_CASE(it_knows_when_something_is_missing) {
  advice(master, 0);
  auto after_gap = advice(master, 2);
  BOOST_TEST(master.gaps() == static_cast<std::int64_t>(players));
  teacher fresh(file, torch::kCPU);
  BOOST_TEST(torch::equal(after_gap, advice(fresh, 2)));
}

BOOST_AUTO_TEST_CASE(its_memory_can_be_saved) {
  advice(master, 0);
  tensor_collection saved;
  master.save(saved);
  teacher restored(file, torch::kCPU);
  restored.load(decode_safetensors(encode_safetensors(saved)));
  BOOST_TEST(torch::equal(advice(master, 1), advice(restored, 1)));
  BOOST_TEST(restored.gaps() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
