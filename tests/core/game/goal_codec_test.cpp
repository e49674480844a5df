#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace troupe;
using namespace troupe::test;

BOOST_AUTO_TEST_SUITE(goal_codec_test)

BOOST_AUTO_TEST_CASE(what_is_encoded_is_decoded) {
  random_stream stream{1};
  for (int round = 0; round < 3000; ++round) {
    auto aim = random_goal(stream);
    BOOST_TEST_REQUIRE((decode(encode(aim)) == aim), to_string(aim));
  }
  BOOST_TEST((encode(goal{}) == goal_encoding{}));
  BOOST_TEST((decode(goal_encoding{}) == goal{}));
}

BOOST_AUTO_TEST_CASE(rows_are_options_and_columns_are_atoms) {
  auto encoded =
      encode(parse_goal("hold(me, yellow sphere) & !on(me, blue floor) | see(me, opponent)"));
  // The order of atoms is hold, see, on.
  std::array<std::array<int, 3>, 2> expected{{{1, 0, -1}, {0, 1, 0}}};
  for (std::size_t row = 0; row < goal_encoding::max_options; ++row)
    for (std::size_t column = 0; column < goal_encoding::max_atoms; ++column)
      BOOST_TEST(encoded.matrix[row][column]
                 == (row < 2 && column < 3 ? expected[row][column] : 0));
  BOOST_TEST((encoded.atoms[3] == decltype(encoded.atoms)::value_type{}));
}

BOOST_AUTO_TEST_CASE(every_atom_has_its_own_categories_in_range) {
  std::set<std::array<std::uint8_t, goal_encoding::atom_parts>> seen;
  std::array<std::size_t, 5> limits{relation_categories, colour_categories, shape_categories,
                                    colour_categories, shape_categories};
  for (std::size_t i = 0; i < atom::count; ++i) {
    auto parts = encode(goal{{atom::at(i)}, option_list{option{1, 0}}}).atoms[0];
    seen.insert(parts);
    for (std::size_t part = 0; part < parts.size(); ++part)
      BOOST_TEST_REQUIRE((parts[part] > 0 && parts[part] < limits[part]));
  }
  BOOST_TEST(seen.size() == atom::count);
}

BOOST_AUTO_TEST_CASE(nonsense_is_refused) {
  auto good = encode(parse_goal("hold(me, yellow sphere)"));
  auto bad_relation = good;
  bad_relation.atoms[0][0] = 200;
  BOOST_CHECK_THROW(decode(bad_relation), user_error);
  auto bad_atom = good;
  std::swap(bad_atom.atoms[0][1], bad_atom.atoms[0][2]);
  BOOST_CHECK_THROW(decode(bad_atom), user_error);
  auto bad_sign = good;
  bad_sign.matrix[0][0] = 2;
  BOOST_CHECK_THROW(decode(bad_sign), user_error);
  auto no_atom = good;
  no_atom.matrix[0][1] = 1;
  BOOST_CHECK_THROW(decode(no_atom), user_error);
  auto behind_a_gap = good;
  behind_a_gap.atoms[2] = good.atoms[0];
  BOOST_CHECK_THROW(decode(behind_a_gap), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
