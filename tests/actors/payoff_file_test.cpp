#include "actors/payoff_file.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <vector>

using namespace troupe;

namespace {

struct payoffs {
  temporary_folder folder;
  std::filesystem::path file = folder.path() / "payoffs.jsonl";
  std::vector<payoff_cell> games{{1, 12, 1}, {2, 0, 0}};

  void append_text(const std::string& text) { std::ofstream{file, std::ios::app} << text; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(payoff_file_test, payoffs)

BOOST_AUTO_TEST_CASE(what_was_written_is_known_again) {
  append_payoffs(file, "generation-1", "random", games);
  append_payoffs(file, "noop", "random", games);
  auto table = read_payoffs(file);
  BOOST_TEST((table.cell("generation-1", "random", 0) == payoff_cell{1, 12, 1}));
  BOOST_TEST((table.cell("noop", "random", 1) == payoff_cell{2, 0, 0}));
  BOOST_TEST(!table.cell("random", "noop", 0).has_value());
}

BOOST_AUTO_TEST_CASE(without_a_file_nothing_is_known) {
  BOOST_TEST((read_payoffs(file) == payoff_table{}));
}

BOOST_AUTO_TEST_CASE(a_line_torn_off_is_cut_off_and_can_be_written_again) {
  append_payoffs(file, "a", "random", games);
  append_text(R"({"policy":"b","co_pl)");
  BOOST_TEST(read_payoffs(file).policies().size() == 1U);
  append_payoffs(file, "b", "random", games);
  BOOST_TEST(read_payoffs(file).policies().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_line_that_makes_no_sense_is_named) {
  append_payoffs(file, "a", "random", games);
  append_text(R"({"policy":"b","co_player":"random","games":[[1,-5,1]]})"
              "\n");
  BOOST_CHECK_EXCEPTION(read_payoffs(file), user_error, [&](const user_error& problem) {
    return contains(problem.what(), file.string() + ":2: ");
  });
}

BOOST_AUTO_TEST_SUITE_END()
