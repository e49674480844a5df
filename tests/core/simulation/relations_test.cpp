#include "core/game/generation.hpp"
#include "core/game/goal_text.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/relations.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/still_life.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace troupe;

namespace {

const auto right_angle = std::acos(0.0);

/// Whether a goal of one predicate, as player 0 means it, is fulfilled.
bool holds(const world& w, const simulation_state& state, const std::string& text,
           std::size_t viewer = 0) {
  auto aim = parse_goal(text);
  predicate_mask wanted;
  for (auto predicate : meaning(aim.atoms()[0], viewer, std::max<std::size_t>(w.players.size(), 1)))
    wanted.set(predicate.index());
  return relation_judge{w}.judge(state, wanted).any();
}

bool holds(const world& w, const std::string& text, std::size_t viewer = 0) {
  return holds(w, still_state(w), text, viewer);
}

predicate_mask everything() {
  return predicate_mask{}.set();
}

/// A world with everything in it and a state in which all is strewn about.
struct mess {
  world place;
  simulation_state state;

  explicit mess(random_stream& draw) {
    world_parameters parameters;
    parameters.width = parameters.height = {4, 6};
    parameters.players = {3, 3};
    parameters.one_object_of_each_kind = true;
    place = generate_world(parameters, draw.below(30));
    state = still_state(place);
    for (auto& object : state.objects) {
      object.position = anywhere(draw);
      object.orientation = any_rotation(draw);
      object.present = draw.chance(0.9);
      object.floors = draw.below(64);
    }
    for (auto& player : state.players) {
      player.position = anywhere(draw);
      player.heading = draw.uniform(-4, 4);
      player.pitch = draw.uniform(-0.5, 0.5);
      player.present = draw.chance(0.9);
      player.floors = draw.below(64);
      if (draw.chance(0.5))
        player.held = {static_cast<std::uint16_t>(draw.below(state.objects.size())), {}, 1};
    }
  }

  vector3 anywhere(random_stream& draw) const {
    auto x = draw.uniform(0.5, place.tiles.width() * place.tile_size.x - 0.5);
    auto y = draw.uniform(0.5, place.tiles.height() * place.tile_size.y - 0.5);
    return {x, y, floor_height(place, x, y) + draw.uniform(0.3, 1)};
  }
};

/// What player 0 sees of each object.
struct sighting {
  bool seen = false;
  /// Pixels in a picture as players have it, and in one of four times its width and height.
  std::ptrdiff_t pixels = 0;
  std::ptrdiff_t fine_pixels = 0;
};

std::ptrdiff_t pixels_of(std::size_t object, const image& picture) {
  return std::count(picture.pixels.begin(), picture.pixels.end(), entity_colour_of_object(object));
}

std::vector<sighting> sightings(const world& w, const simulation_state& state, renderer& drawing) {
  auto truths = relation_judge{w}.judge(state, everything());
  auto moving = scene_of(w, state);
  auto view = first_person_view(state, 0);
  image picture{96, 72, {}};
  drawing.draw(moving, view, target_of(picture), drawing_style::entities);
  image fine{4 * 96, 4 * 72, {}};
  drawing.draw(moving, view, target_of(fine), drawing_style::entities);
  std::vector<sighting> found;
  for (std::size_t i = 0; i < w.objects.size(); ++i) {
    auto kind = object_kind{w.objects[i].colour, w.objects[i].shape};
    auto predicate = find_atom(relation::see, player_reference::me, kind);
    if (predicate)
      found.push_back({truths[meaning(*predicate, 0, w.players.size())[0].index()],
                       pixels_of(i, picture), pixels_of(i, fine)});
  }
  return found;
}

} // namespace

BOOST_AUTO_TEST_SUITE(relations_test)

BOOST_AUTO_TEST_CASE(near_is_a_metre_between_surfaces) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {2, 2, 0.5}, 1);
  add_object(w, object_colour::purple, object_shape::sphere, {3.99, 2, 0.5}, 1);
  BOOST_TEST(holds(w, "near(black cube, purple sphere)"));
  w.objects[1].position.x = 4.01;
  BOOST_TEST(!holds(w, "near(black cube, purple sphere)"));
}

BOOST_AUTO_TEST_CASE(near_a_player_counts_from_its_body) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::yellow, object_shape::cube, {2, 2, 0.25}, 0.5);
  add_player(w, {2.25 + player_radius + 0.99, 2, 0});
  BOOST_TEST(holds(w, "near(me, yellow cube)"));
  w.players[0].position.x += 0.1;
  BOOST_TEST(!holds(w, "near(me, yellow cube)"));
}

BOOST_AUTO_TEST_CASE(near_pyramids_counts_from_their_base) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {2, 2, 1}, 2);
  add_object(w, object_colour::purple, object_shape::pyramid, {2, 2, 2.99 + 1}, 2);
  BOOST_TEST(holds(w, "near(black cube, purple pyramid)"));
  w.objects[1].position.z = 3.01 + 1;
  BOOST_TEST(!holds(w, "near(black cube, purple pyramid)"));
}

/// From above: the face of the large cube at x = 10 ends at y = 10. The small one is turned by the
/// angle of a 3-4-5 triangle. Closest to its centre (12.3, 10) is (10, 10); closest to (5, 5) is
/// (11.272, 9.704); the middle is (10.636, 9.852); closest to that are (10, 9.852) and
/// (10.972, 10.104), which are 1.004 m apart. The edge at (10.9, 10.2) is only 0.922 m from (10,
/// 10).
BOOST_AUTO_TEST_CASE(near_follows_the_midpoint_construction_and_not_the_smallest_distance) {
  auto w = empty_world({"0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {5, 5, 5}, 10);
  auto& small = add_object(w, object_colour::purple, object_shape::cube, {12.3, 10, 5}, 2);
  small.orientation = turned({0, 0, 1}, std::atan2(3, 4));
  BOOST_TEST(!holds(w, "near(black cube, purple cube)"));
  small.position.x = 12.29;
  BOOST_TEST(holds(w, "near(black cube, purple cube)"));
}

BOOST_AUTO_TEST_CASE(bodies_within_each_other_are_near) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {2, 2, 1}, 2);
  add_object(w, object_colour::purple, object_shape::sphere, {2.1, 2, 1}, 0.2);
  BOOST_TEST(holds(w, "near(black cube, purple sphere)"));
}

BOOST_AUTO_TEST_CASE(players_see_what_is_in_front_of_them) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::sphere, {6, 3, 0.25});
  add_player(w, {2, 3, 0});
  BOOST_TEST(holds(w, "see(me, black sphere)"));
  w.players[0].heading = 2 * right_angle;
  BOOST_TEST(!holds(w, "see(me, black sphere)"));
  // 45 degrees aside is the edge of the picture.
  w.players[0].heading = right_angle / 2 - 0.02;
  BOOST_TEST(holds(w, "see(me, black sphere)"));
  w.players[0].heading = right_angle / 2 + 0.02;
  BOOST_TEST(holds(w, "see(me, black sphere)")); // by half
  w.players[0].heading = right_angle / 2 + 0.08;
  BOOST_TEST(!holds(w, "see(me, black sphere)"));
}

BOOST_AUTO_TEST_CASE(looking_up_loses_sight_of_what_lies_on_the_floor) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {6, 3, 0.25});
  add_player(w, {2, 3, 0});
  auto state = still_state(w);
  state.players[0].pitch = 0.6;
  BOOST_TEST(!holds(w, state, "see(me, black cube)"));
  state.players[0].pitch = -0.6;
  BOOST_TEST(holds(w, state, "see(me, black cube)"));
}

BOOST_AUTO_TEST_CASE(ground_and_bodies_hide_what_is_behind) {
  auto w = empty_world({"0 0 0", "0 3 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {7.5, 4.5, 0.25});
  add_player(w, {1.5, 4.5, 0});
  BOOST_TEST(!holds(w, "see(me, black cube)"));
  auto flat = empty_world({"0 0 0", "0 0 0", "0 0 0"});
  flat.objects = w.objects;
  flat.players = w.players;
  BOOST_TEST(holds(flat, "see(me, black cube)"));
  add_object(flat, object_colour::purple, object_shape::cube, {4, 4.5, 1}, 2);
  BOOST_TEST(!holds(flat, "see(me, black cube)"));
  auto state = still_state(flat);
  state.objects[1].present = false;
  BOOST_TEST(holds(flat, state, "see(me, black cube)"));
  // A post covers the middle only.
  flat.objects[1].size = 0.2;
  flat.objects[1].position = {4, 4.5, 0.9};
  BOOST_TEST(holds(flat, "see(me, black cube)"));
}

BOOST_AUTO_TEST_CASE(players_hide_what_is_behind_them_but_not_from_themselves) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::yellow, object_shape::sphere, {7, 3, 0.25}, 0.3);
  add_player(w, {1, 3, 0});
  add_player(w, {4, 3, 0});
  BOOST_TEST(!holds(w, "see(me, yellow sphere)"));
  BOOST_TEST(holds(w, "see(opponent, yellow sphere)"));
  BOOST_TEST(holds(w, "see(me, opponent)"));
  BOOST_TEST(!holds(w, "see(opponent, me)"));
  BOOST_TEST(holds(w, "see(opponent, me)", 1));
  auto state = still_state(w);
  state.players[1].present = false;
  BOOST_TEST(holds(w, state, "see(me, yellow sphere)"));
  BOOST_TEST(!holds(w, state, "see(me, opponent)"));
  BOOST_TEST(!holds(w, state, "see(opponent, yellow sphere)"));
}

BOOST_AUTO_TEST_CASE(a_body_too_close_to_be_seen_as_a_whole_is_seen) {
  auto w = empty_world({"0 0", "0 0"});
  auto& plank = add_object(w, object_colour::black, object_shape::cube, {2.6, 3, 2}, 4);
  add_player(w, {0.2, 3.3, 0}, 0.1);
  BOOST_TEST(holds(w, "see(me, black cube)"));
  // Far along the face: neither centre nor corners are in the picture.
  plank.position = {2.6, 1.6, 2};
  w.players[0].heading = -1;
  BOOST_TEST(holds(w, "see(me, black cube)"));
}

/// The paper's "would render in the field of view", against a renderer that shares no code with the
/// relations. The few exceptions are bodies of which others leave little.
BOOST_AUTO_TEST_CASE(players_see_what_a_picture_shows) {
  auto drawing = make_cpu_renderer();
  int shown = 0;
  int shown_but_not_seen = 0;
  int seen = 0;
  int seen_but_not_shown = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    random_stream draw{seed};
    auto parameters = evaluation_world_parameters();
    parameters.players = {1, 1};
    auto w = generate_world(parameters, seed);
    drawing->set_stage(make_stage(w));
    for (int i = 0; i < 20; ++i) {
      auto state = still_state(w);
      state.players[0].heading = draw.uniform(-4, 4);
      state.players[0].pitch = draw.uniform(-0.6, 0.3);
      for (const auto& object : sightings(w, state, *drawing)) {
        shown += object.pixels >= 20 ? 1 : 0;
        shown_but_not_seen += object.pixels >= 20 && !object.seen ? 1 : 0;
        seen += object.seen ? 1 : 0;
        seen_but_not_shown += object.seen && object.fine_pixels == 0 ? 1 : 0;
      }
    }
  }
  BOOST_TEST(shown > 100);
  BOOST_TEST(100 * shown_but_not_seen <= shown);
  BOOST_TEST(50 * seen_but_not_shown <= seen);
  BOOST_TEST_MESSAGE(shown << " shown, " << shown_but_not_seen << " of them not seen; " << seen
                           << " seen, " << seen_but_not_shown << " of them not shown");
}

BOOST_AUTO_TEST_CASE(objects_see_along_the_line_between_centres) {
  auto w = empty_world({"0 0 0", "0 1 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1.5, 4.5, 0.25});
  add_object(w, object_colour::purple, object_shape::sphere, {7.5, 4.5, 0.25});
  BOOST_TEST(!holds(w, "see(black cube, purple sphere)"));
  w.objects[0].position.z = w.objects[1].position.z = 1.1;
  BOOST_TEST(holds(w, "see(black cube, purple sphere)"));
  add_object(w, object_colour::yellow, object_shape::pyramid, {4.5, 4.5, 1.25});
  BOOST_TEST(!holds(w, "see(black cube, purple sphere)"));
  // The line passes above the tip.
  w.objects[2].position.z = 0.8;
  BOOST_TEST(holds(w, "see(black cube, purple sphere)"));
}

BOOST_AUTO_TEST_CASE(objects_see_players_behind_their_backs) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 3, 0.25});
  add_player(w, {6, 3, 0});
  BOOST_TEST(holds(w, "see(black cube, me)"));
  BOOST_TEST(!holds(w, "see(me, black cube)"));
}

BOOST_AUTO_TEST_CASE(on_and_hold_are_what_the_state_says) {
  auto w = empty_world({"0 0", "0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 1, 0.25});
  add_object(w, object_colour::black, object_shape::sphere, {2, 1, 0.25});
  add_player(w, {3, 3, 0});
  auto state = still_state(w);
  state.objects[0].floors.set(static_cast<std::size_t>(floor_colour::orange));
  state.players[0].floors.set(static_cast<std::size_t>(floor_colour::white));
  state.players[0].held = {1, {}, 0};
  BOOST_TEST(holds(w, state, "on(black cube, orange floor)"));
  BOOST_TEST(!holds(w, state, "on(black cube, brown floor)"));
  BOOST_TEST(!holds(w, state, "on(black sphere, orange floor)"));
  BOOST_TEST(holds(w, state, "on(me, white floor)"));
  BOOST_TEST(!holds(w, state, "on(me, orange floor)"));
  BOOST_TEST(holds(w, state, "hold(me, black sphere)"));
  BOOST_TEST(!holds(w, state, "hold(me, black cube)"));
}

BOOST_AUTO_TEST_CASE(any_of_several_instances_suffices_and_absent_ones_never_do) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {1, 1, 0.25});
  add_object(w, object_colour::black, object_shape::cube, {7, 1, 0.25});
  add_player(w, {6, 1, 0});
  BOOST_TEST(holds(w, "near(me, black cube)"));
  auto state = still_state(w);
  state.objects[1].present = false;
  BOOST_TEST(!holds(w, state, "near(me, black cube)"));
  state.objects[1].floors.set(0);
  BOOST_TEST(!holds(w, state, "on(black cube, brown floor)"));
  BOOST_TEST(!holds(w, "near(me, yellow pyramid)"));
  BOOST_TEST(!holds(w, "see(me, yellow pyramid)"));
}

BOOST_AUTO_TEST_CASE(predicates_that_nobody_wants_are_false) {
  check_property("wanted", [](std::uint64_t seed) {
    random_stream draw{seed};
    mess scene{draw};
    relation_judge judge{scene.place};
    auto all = judge.judge(scene.state, everything());
    predicate_mask wanted;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = draw.chance(0.3);
    RC_ASSERT(judge.judge(scene.state, wanted) == (all & wanted));
    RC_ASSERT(judge.judge(scene.state, {}).none());
  });
}

BOOST_AUTO_TEST_CASE(near_and_sight_between_objects_are_symmetric) {
  check_property("symmetry", [](std::uint64_t seed) {
    random_stream draw{seed};
    mess scene{draw};
    auto before = relation_judge{scene.place}.judge(scene.state, everything());
    // Two objects that change places in the lists, and so in every computation.
    auto reversed = scene;
    std::reverse(reversed.place.objects.begin(), reversed.place.objects.end());
    std::reverse(reversed.state.objects.begin(), reversed.state.objects.end());
    for (auto& player : reversed.state.players)
      if (player.held)
        player.held->object =
            static_cast<std::uint16_t>(reversed.state.objects.size() - 1 - player.held->object);
    RC_ASSERT(relation_judge{reversed.place}.judge(reversed.state, everything()) == before);
    // Colours that change places turn the arguments of predicates around.
    auto recoloured = scene;
    for (auto& object : recoloured.place.objects)
      if (object.colour != object_colour::yellow)
        object.colour =
            object.colour == object_colour::black ? object_colour::purple : object_colour::black;
    auto after = relation_judge{recoloured.place}.judge(recoloured.state, everything());
    for (std::size_t i = 0; i < physical_predicate::count; ++i) {
      auto p = physical_predicate::at(i);
      const auto* a = std::get_if<object_kind>(&p.first());
      const auto* b = std::get_if<object_kind>(&p.second());
      if (a && b && a->shape == b->shape && a->colour != object_colour::yellow
          && b->colour != object_colour::yellow)
        RC_ASSERT(before[i] == after[i]);
    }
  });
}

/// A quarter turn of the whole world, about its south-western corner and back into place.
BOOST_AUTO_TEST_CASE(relations_do_not_depend_on_where_north_is) {
  check_property("quarter turn", [](std::uint64_t seed) {
    random_stream draw{seed};
    mess scene{draw};
    // Flat, so that only bodies matter: tiles of other kinds are compared by the traversal's tests.
    for (auto& t : scene.place.tiles.values())
      t = {tile_kind::flat, t.level, direction::north};
    scene.place.tile_size = {3, 3, 1};
    auto turned_scene = scene;
    auto width = scene.place.tiles.width();
    auto height = scene.place.tiles.height();
    topology tiles{{height, width}};
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        tiles[{height - 1 - y, x}] = scene.place.tiles[{x, y}];
    turned_scene.place.tiles = tiles;
    auto turn = [&](vector3 p) { return vector3{height * 3 - p.y, p.x, p.z}; };
    quaternion quarter = turned({0, 0, 1}, right_angle);
    for (auto& object : turned_scene.state.objects) {
      object.position = turn(object.position);
      object.orientation = product(quarter, object.orientation);
    }
    for (auto& player : turned_scene.state.players) {
      player.position = turn(player.position);
      player.heading += right_angle;
    }
    RC_ASSERT(relation_judge{scene.place}.judge(scene.state, everything())
              == relation_judge{turned_scene.place}.judge(turned_scene.state, everything()));
  });
}

BOOST_AUTO_TEST_CASE(the_predicates_of_a_game_decide_its_rewards) {
  check_property("predicates of a game", [](std::uint64_t seed) {
    random_stream draw{seed};
    mess scene{draw};
    game_target target;
    target.players = 3;
    auto played = generate_game(target, draw).played;
    relation_judge judge{scene.place};
    auto needed = judge.judge(scene.state, predicates_of(played));
    auto all = judge.judge(scene.state, everything());
    RC_ASSERT(rewards(played, needed) == rewards(played, all));
  });
}

BOOST_AUTO_TEST_SUITE_END()
