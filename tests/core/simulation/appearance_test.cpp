#include "core/simulation/appearance.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/still_life.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

namespace {

/// Somewhere on the floor, no closer to walls and steps than a body can be.
vector3 any_standing_place(const world& w, random_stream& draw) {
  for (;;) {
    auto x = draw.uniform(player_radius, w.tiles.width() * w.tile_size.x - player_radius);
    auto y = draw.uniform(player_radius, w.tiles.height() * w.tile_size.y - player_radius);
    auto floor = floor_height(w, x, y);
    auto fits = true;
    for (int i = 0; i < 16; ++i) {
      auto angle = i * std::acos(-1.0) / 8;
      auto beside =
          floor_height(w, x + player_radius * std::cos(angle), y + player_radius * std::sin(angle));
      fits = fits && beside < floor + 0.5;
    }
    if (fits)
      return {x, y, floor};
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(appearance_test)

BOOST_AUTO_TEST_CASE(a_scene_shows_what_is_there) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 1, 0.25});
  add_object(w, object_colour::yellow, object_shape::slab, {2, 1, 0.25}, 0.7);
  add_player(w, {3, 3, 0});
  add_player(w, {4, 4, 0}, 1);
  auto state = still_state(w);
  state.objects[1].position = {5, 5, 1};
  state.objects[1].orientation = turned({1, 0, 0}, 0.3);
  state.objects[1].steps_left = 150;
  state.players[1].pitch = 0.2;
  auto shown = scene_of(w, state);
  BOOST_REQUIRE(shown.objects.size() == 2);
  BOOST_TEST(!shown.objects[0].frozen);
  BOOST_TEST((shown.objects[1]
              == scene_object{object_shape::slab,
                              object_colour::yellow,
                              {5, 5, 1},
                              turned({1, 0, 0}, 0.3),
                              0.7,
                              true}));
  BOOST_REQUIRE(shown.players.size() == 2);
  BOOST_TEST((shown.players[1] == scene_player{player_colour::red, {4, 4, 0}, 1, 0.2, 1}));
  BOOST_TEST(shown.beams.empty());
}

BOOST_AUTO_TEST_CASE(a_scene_shows_nobody_who_is_tagged_away) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 1, 0.25});
  add_object(w, object_colour::purple, object_shape::cube, {1, 4, 0.25});
  add_player(w, {3, 3, 0});
  add_player(w, {4, 4, 0});
  auto state = still_state(w);
  state.objects[0].present = false;
  state.objects[0].steps_left = 9;
  state.players[0].present = false;
  auto shown = scene_of(w, state);
  BOOST_REQUIRE(shown.objects.size() == 1);
  BOOST_TEST((shown.objects[0].colour == object_colour::purple));
  BOOST_REQUIRE(shown.players.size() == 1);
  BOOST_TEST(shown.players[0].index == 1);
}

BOOST_AUTO_TEST_CASE(beams_lead_from_the_hand_to_what_it_holds_and_what_the_gadget_hit) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 1, 0.25});
  add_player(w, {3, 3, 0});
  auto state = still_state(w);
  auto& player = state.players[0];
  player.held = held_object{0, {4, 3, 1}, 10};
  player.gadget_hit = vector3{5, 3, 1};
  auto hand = hand_of(player);
  auto shown = scene_of(w, state);
  BOOST_REQUIRE(shown.beams.size() == 2);
  BOOST_TEST((shown.beams[0] == scene_beam{hand, {4, 3, 1}, player_colour::blue}));
  BOOST_TEST((shown.beams[1] == scene_beam{hand, {5, 3, 1}, player_colour::blue}));
}

BOOST_AUTO_TEST_CASE(the_hand_is_on_the_right_below_the_eyes_wherever_one_looks) {
  check_property("hand", [](std::uint64_t seed) {
    random_stream draw{seed};
    player_state player;
    player.position = any_vector(draw, 5);
    player.heading = draw.uniform(-4, 4);
    player.pitch = draw.uniform(-max_pitch, max_pitch);
    auto view = view_of(player);
    auto hand = hand_of(player) - view.eyes;
    RC_ASSERT(dot(hand, view.right) > 0.1);
    RC_ASSERT(dot(hand, view.up) < -0.1);
    RC_ASSERT(length(hand) < 0.5);
  });
}

BOOST_AUTO_TEST_CASE(the_first_person_looks_out_of_the_players_eyes) {
  auto w = empty_world({"0 0", "0 0"});
  add_player(w, {3, 3, 0});
  add_player(w, {4, 4, 0.5}, 0.7);
  auto state = still_state(w);
  state.players[1].pitch = -0.2;
  auto view = first_person_view(state, 1);
  BOOST_TEST((view == camera{{4, 4, 0.5 + eye_height}, 0.7, -0.2, horizontal_field_of_view, 1}));
}

BOOST_AUTO_TEST_CASE(the_third_person_looks_from_behind_and_above_where_there_is_room) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_player(w, {8, 6, 0});
  auto state = still_state(w);
  auto view = third_person_view(w, state, 0);
  BOOST_TEST(view.position.x < 8 - 2);
  BOOST_TEST(std::abs(view.position.y - 6) < 1e-9);
  BOOST_TEST(view.position.z > eye_height + 0.5);
  BOOST_TEST(view.heading == 0);
  BOOST_TEST(view.pitch < 0);
  BOOST_TEST(!view.hidden_player.has_value());
}

BOOST_AUTO_TEST_CASE(the_third_person_is_never_in_a_wall_and_always_sees_the_player) {
  check_property("third person", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto w = generate_world({}, seed % 20);
    height_field ground{w};
    w.players.resize(1);
    auto state = still_state(w);
    auto& player = state.players[0];
    player.position = any_standing_place(w, draw);
    player.heading = draw.uniform(-4, 4);
    player.pitch = draw.uniform(-max_pitch, max_pitch);
    auto at = third_person_view(w, state, 0).position;
    RC_ASSERT(at.x > 0);
    RC_ASSERT(at.y > 0);
    RC_ASSERT(at.x < w.tiles.width() * w.tile_size.x);
    RC_ASSERT(at.y < w.tiles.height() * w.tile_size.y);
    RC_ASSERT(at.z > floor_height(w, at.x, at.y) + 0.05);
    RC_ASSERT(!ground.blocks(eyes_of(player) + vector3{0, 0, 0.2}, at));
  });
}

BOOST_AUTO_TEST_CASE(the_third_person_follows_without_jumps) {
  check_property("smoothness", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto w = generate_world({}, seed % 20);
    w.players.resize(1);
    auto state = still_state(w);
    auto& player = state.players[0];
    player.position = any_standing_place(w, draw);
    player.heading = draw.uniform(-4, 4);
    auto before = third_person_view(w, state, 0);
    player.heading += draw.uniform(-0.02, 0.02);
    player.position = player.position + any_vector(draw, 0.02);
    auto after = third_person_view(w, state, 0);
    RC_ASSERT(length(after.position - before.position) < 0.2);
  });
}

BOOST_AUTO_TEST_SUITE_END()
