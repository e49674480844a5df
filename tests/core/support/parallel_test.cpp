#include "core/support/parallel.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(parallel_test)

BOOST_AUTO_TEST_CASE(every_index_is_visited_once) {
  for (std::size_t count : {0, 1, 7, 1000})
    for (std::size_t grain : {0, 1, 3, 1000, 5000}) {
      std::vector<std::atomic<int>> visits(count);
      parallel_for(count, grain, [&](std::size_t i) { ++visits[i]; });
      for (const auto& visit : visits)
        BOOST_TEST(visit == 1);
    }
}

BOOST_AUTO_TEST_CASE(sums_have_the_same_bits_for_any_number_of_threads) {
  auto sum = [] {
    return parallel_reduce(
        100'000, 64, 0.0, [](std::size_t i) { return 1.0 / (1.0 + static_cast<double>(i)); },
        [](double a, double b) { return a + b; });
  };
  set_parallel_threads(1);
  auto alone = sum();
  set_parallel_threads(4);
  for (int repetition = 0; repetition < 20; ++repetition)
    BOOST_TEST(sum() == alone);
}

BOOST_AUTO_TEST_CASE(results_are_combined_in_order) {
  auto text = parallel_reduce(
      26, 4, std::string{},
      [](std::size_t i) { return std::string(1, static_cast<char>('a' + i)); },
      [](std::string a, const std::string& b) { return std::move(a) + b; });
  BOOST_TEST(text == "abcdefghijklmnopqrstuvwxyz");
}

BOOST_AUTO_TEST_CASE(nothing_reduces_to_the_identity) {
  auto result = parallel_reduce(
      0, 8, 42, [](std::size_t) { return 1; }, [](int a, int b) { return a + b; });
  BOOST_TEST(result == 42);
}

BOOST_AUTO_TEST_CASE(an_exception_reaches_the_caller) {
  BOOST_CHECK_THROW(parallel_for(100, 1,
                                 [](std::size_t i) {
                                   if (i == 50)
                                     throw std::runtime_error("item 50");
                                 }),
                    std::runtime_error);
}

BOOST_AUTO_TEST_CASE(loops_may_stand_in_loops) {
  std::atomic<int> visits = 0;
  parallel_for(8, 1, [&](std::size_t) { parallel_for(8, 1, [&](std::size_t) { ++visits; }); });
  BOOST_TEST(visits == 64);
}

BOOST_AUTO_TEST_SUITE_END()
