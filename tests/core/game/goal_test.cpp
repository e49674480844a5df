#include "core/game/goal.hpp"
#include "core/support/error.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>

using namespace troupe;
using namespace troupe::test;

namespace {

/// Whether a goal is the given function of `atoms`, state by state.
bool rewards_like(const troupe::goal& aim, const troupe::goal::atom_list& atoms,
                  const option_list& options) {
  for (unsigned state = 0; state < 1U << atoms.size(); ++state) {
    bool expected = false;
    for (auto way : options)
      expected = expected || ((way.required & ~state) == 0 && (way.forbidden & state) == 0);
    std::uint8_t truths = 0;
    for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
      auto at = std::find(atoms.begin(), atoms.end(), aim.atoms()[i]) - atoms.begin();
      // The goal that always rewards may name an atom that was not given.
      if (static_cast<std::size_t>(at) < atoms.size())
        truths |= static_cast<std::uint8_t>((state >> at & 1) << i);
    }
    if (aim.rewards(truths) != expected)
      return false;
  }
  return true;
}

std::size_t literal_count(const option_list& options) {
  std::size_t sum = 0;
  for (auto way : options)
    sum += static_cast<std::size_t>(std::popcount(way.mentioned()));
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(goal_test)

BOOST_AUTO_TEST_CASE(rewards_where_an_option_holds) {
  random_stream stream{1};
  for (int round = 0; round < 3000; ++round) {
    auto atoms = random_atoms(1 + stream.below(6), stream);
    auto options = random_options(atoms, 6, atoms.size(), stream);
    BOOST_TEST_REQUIRE(rewards_like({atoms, options}, atoms, options));
  }
}

BOOST_AUTO_TEST_CASE(canonical_form_is_no_larger_than_what_was_given) {
  random_stream stream{2};
  for (int round = 0; round < 3000; ++round) {
    auto atoms = random_atoms(1 + stream.below(6), stream);
    auto options = random_options(atoms, 6, atoms.size(), stream);
    troupe::goal aim{atoms, options};
    if (aim.table() == ~truth_table{0})
      continue;
    BOOST_TEST_REQUIRE(aim.options().size() <= options.size());
    BOOST_TEST_REQUIRE(aim.atoms().size() <= atoms.size());
    if (aim.options().size() == options.size())
      BOOST_TEST_REQUIRE(literal_count(aim.options()) <= literal_count(options));
  }
}

BOOST_AUTO_TEST_CASE(equivalent_goals_are_equal) {
  random_stream stream{3};
  for (int round = 0; round < 3000; ++round) {
    auto atoms = random_atoms(2 + stream.below(5), stream);
    auto options = random_options(atoms, 3, atoms.size(), stream);
    // Splitting an option by an atom, repeating one, and changing the order keep the meaning.
    auto other = options;
    auto split = other[stream.below(other.size())];
    auto bit = static_cast<std::uint8_t>(1U << stream.below(atoms.size()));
    if ((split.mentioned() & bit) == 0) {
      *std::find(other.begin(), other.end(),
                 split) = {static_cast<std::uint8_t>(split.required | bit), split.forbidden};
      other.push_back({split.required, static_cast<std::uint8_t>(split.forbidden | bit)});
    }
    other.push_back(other[0]);
    stream.shuffle(std::span{other.data(), other.size()});
    BOOST_TEST_REQUIRE((troupe::goal{atoms, options} == troupe::goal{atoms, other}));
  }
}

BOOST_AUTO_TEST_CASE(order_of_atoms_does_not_matter) {
  random_stream stream{4};
  for (int round = 0; round < 1000; ++round) {
    auto atoms = random_atoms(6, stream);
    auto options = random_options(atoms, 4, 4, stream);
    std::array<std::uint8_t, 6> places{0, 1, 2, 3, 4, 5};
    stream.shuffle(std::span<std::uint8_t>{places});
    auto moved_atoms = atoms;
    option_list moved(options.size());
    for (std::size_t i = 0; i < 6; ++i) {
      moved_atoms[places[i]] = atoms[i];
      for (std::size_t row = 0; row < options.size(); ++row) {
        moved[row].required |=
            static_cast<std::uint8_t>((options[row].required >> i & 1) << places[i]);
        moved[row].forbidden |=
            static_cast<std::uint8_t>((options[row].forbidden >> i & 1) << places[i]);
      }
    }
    BOOST_TEST_REQUIRE((troupe::goal{atoms, options} == troupe::goal{moved_atoms, moved}));
  }
}

BOOST_AUTO_TEST_CASE(constant_goals_have_one_form) {
  random_stream stream{5};
  auto atoms = random_atoms(3, stream);
  troupe::goal always{atoms, ~truth_table{0}};
  BOOST_TEST(always.options().size() == 2);
  BOOST_TEST((always == troupe::goal{{}, option_list{option{}}}));
  BOOST_TEST(always.rewards(0));
  BOOST_TEST((troupe::goal{atoms, truth_table{0}} == troupe::goal{}));
  BOOST_TEST(!troupe::goal{}.rewards(0));
  // An option that contradicts itself holds nowhere.
  BOOST_TEST((troupe::goal{atoms, option_list{option{1, 1}}} == troupe::goal{}));
}

BOOST_AUTO_TEST_CASE(parity_of_four_atoms_does_not_fit) {
  random_stream stream{6};
  auto parity = variable_tables[0] ^ variable_tables[1] ^ variable_tables[2];
  BOOST_TEST((troupe::goal{random_atoms(3, stream), parity}.options().size() == 4));
  BOOST_CHECK_THROW((troupe::goal{random_atoms(4, stream), parity ^ variable_tables[3]}),
                    user_error);
}

BOOST_AUTO_TEST_CASE(a_function_with_many_equal_covers_has_one_form) {
  // Not all equal: 120 cycles of six options are equally small.
  random_stream stream{7};
  auto atoms = random_atoms(6, stream);
  auto table = ~truth_table{0} & ~(truth_table{1} | truth_table{1} << 63);
  troupe::goal aim{atoms, table};
  BOOST_TEST(aim.options().size() == 6);
  std::reverse(atoms.begin(), atoms.end());
  BOOST_TEST((aim == troupe::goal{atoms, table}));
}

BOOST_AUTO_TEST_CASE(an_atom_listed_twice_is_refused) {
  BOOST_CHECK_THROW((troupe::goal{{atom::at(1), atom::at(1)}, truth_table{0}}), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
