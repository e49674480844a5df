#include "core/tasks/demonstrations.hpp"
#include "messages/conversion.hpp"
#include "messages/training_conversion.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

/// What a reader in another process makes of a value.
template <class Value>
caf::expected<Value> travelled(const Value& value) {
  auto sent = to_message(value);
  return read_value<Value>(decltype(sent)::from_bytes(sent.bytes()), {});
}

template <class Generator>
void check_round_trip(Generator any_value) {
  check_property("a value survives the journey", [&](std::uint64_t seed) {
    random_stream draw{seed};
    auto value = any_value(draw);
    auto arrived = travelled(value);
    RC_ASSERT(static_cast<bool>(arrived));
    RC_ASSERT(*arrived == value);
  });
}

/// For two players, of whom the first is shown a picture of that size.
assignment assignment_with_picture(int width, int height) {
  assignment made;
  made.played = demonstration_task("tag-fiesta");
  made.players.resize(2);
  made.players[0].picture_width = width;
  made.players[0].picture_height = height;
  return made;
}

} // namespace

BOOST_AUTO_TEST_SUITE(conversion_test)

BOOST_AUTO_TEST_CASE(observations_survive_the_journey) {
  check_round_trip(any_observation);
}

BOOST_AUTO_TEST_CASE(actions_survive_the_journey) {
  check_round_trip([](random_stream& draw) {
    return action_message{any_moment(draw), random_action(draw)};
  });
}

BOOST_AUTO_TEST_CASE(metric_samples_survive_the_journey) {
  check_round_trip(any_metric_sample);
}

BOOST_AUTO_TEST_CASE(status_reports_survive_the_journey) {
  check_round_trip(any_status_report);
}

BOOST_AUTO_TEST_CASE(policy_descriptions_survive_the_journey) {
  check_round_trip([](random_stream& draw) {
    return policy_description{"p" + any_text(draw), draw.chance(0.5), draw.chance(0.5)};
  });
}

BOOST_AUTO_TEST_CASE(assignments_survive_the_journey) {
  check_round_trip([](random_stream& draw) {
    auto side = [&] {
      return static_cast<int>(draw.between(1, assigned_player::max_picture_side));
    };
    auto made = assignment_with_picture(0, 0);
    made.number = draw();
    made.purpose = draw.chance(0.5) ? episode_purpose::training : episode_purpose::evaluation;
    made.seed = draw();
    made.group = any_text(draw);
    made.wants_record = draw.chance(0.5);
    for (auto& player : made.players) {
      player.policy = any_text(draw);
      if (draw.chance(0.5)) {
        player.picture_width = side();
        player.picture_height = side();
      }
      player.needs_state = draw.chance(0.5);
      player.learns = draw.chance(0.5);
    }
    return made;
  });
}

BOOST_AUTO_TEST_CASE(a_picture_that_nobody_can_be_shown_makes_an_assignment_nonsense) {
  constexpr auto most = assigned_player::max_picture_side;
  for (auto [width, height] :
       {std::pair{0, 1}, {1, 0}, {most + 1, 1}, {1, most + 1}, {65535, 65535}}) {
    auto arrived = travelled(assignment_with_picture(width, height));
    BOOST_REQUIRE(!arrived);
    BOOST_TEST((arrived.error() == make_error(arrival_problem::nonsense)));
  }
  for (auto [width, height] : {std::pair{0, 0}, {1, 1}, {most, most}})
    BOOST_TEST(static_cast<bool>(travelled(assignment_with_picture(width, height))));
}

BOOST_AUTO_TEST_CASE(an_action_that_does_not_exist_is_nonsense) {
  message_builder<schema::Action> builder;
  builder->setGrab(2);
  auto arrived = read_value<action_message>(std::move(builder).finish(), {});
  BOOST_REQUIRE(!arrived);
  BOOST_TEST((arrived.error() == make_error(arrival_problem::nonsense)));
}

BOOST_AUTO_TEST_CASE(a_picture_of_the_wrong_size_is_nonsense) {
  message_builder<schema::Observation> builder;
  auto picture = builder->initPicture();
  picture.setHeight(2);
  picture.setWidth(2);
  picture.initPixels(11);
  auto arrived = read_value<observation>(std::move(builder).finish(), {});
  BOOST_REQUIRE(!arrived);
  BOOST_TEST((arrived.error() == make_error(arrival_problem::nonsense)));
}

BOOST_AUTO_TEST_CASE(a_picture_without_pixels_is_empty) {
  message_builder<schema::Observation> builder;
  builder->initPicture().setHeight(72);
  auto arrived = read_value<observation>(std::move(builder).finish(), {});
  BOOST_REQUIRE(arrived);
  BOOST_TEST(arrived->picture.pixels.empty());
}

BOOST_AUTO_TEST_CASE(a_goal_matrix_holds_signs_only) {
  goal_encoding goal;
  goal.matrix[3][4] = 2;
  message_builder<schema::Observation> builder;
  write(goal, builder->initGoal());
  auto arrived = read_value<observation>(std::move(builder).finish(), {});
  BOOST_REQUIRE(!arrived);
  BOOST_TEST((arrived.error() == make_error(arrival_problem::nonsense)));
}

BOOST_AUTO_TEST_CASE(an_atom_of_unknown_categories_is_nonsense) {
  goal_encoding goal;
  goal.atoms[2] = {1, 1, 200, 1, 1};
  message_builder<schema::Observation> builder;
  write(goal, builder->initGoal());
  auto arrived = read_value<observation>(std::move(builder).finish(), {});
  BOOST_REQUIRE(!arrived);
  BOOST_TEST((arrived.error() == make_error(arrival_problem::nonsense)));
}

BOOST_AUTO_TEST_CASE(a_picture_without_its_pixels_is_not_sent) {
  observation hollow;
  hollow.picture.height = hollow.picture.width = 2;
  BOOST_CHECK_THROW(to_message(hollow), std::logic_error);
}

BOOST_AUTO_TEST_CASE(an_observation_with_no_fields_set_is_the_default_one) {
  auto arrived = read_value<observation>(message_builder<schema::Observation>{}.finish(), {});
  BOOST_REQUIRE(arrived);
  BOOST_TEST((*arrived == observation{}));
}

BOOST_AUTO_TEST_CASE(the_estimate_of_an_observations_size_is_enough) {
  random_stream draw{1};
  for (int i = 0; i < 100; ++i) {
    auto value = any_observation(draw);
    // One segment filled in place: its bytes are the pixels' home, see message_test.
    message_builder<schema::Observation> builder{observation_payload(value.picture.byte_count())};
    auto pixels = write_all_but_pixels(value, *builder);
    auto built = std::move(builder).finish();
    if (pixels.empty())
      continue;
    auto bytes = built.bytes();
    const auto* first = reinterpret_cast<const std::byte*>(pixels.data());
    BOOST_TEST((first >= bytes.data() && first < bytes.data() + bytes.size()));
  }
}

BOOST_AUTO_TEST_SUITE_END()
