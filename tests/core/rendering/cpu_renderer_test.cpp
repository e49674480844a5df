#include "core/rendering/cpu_renderer.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "tests/core/rendering/ray_caster.hpp"
#include "tests/core/world/small_world.hpp"
#include "tests/fixtures/views.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

image drawn(renderer& artist, const scene& moving, const camera& from, int width, int height,
            drawing_style style = drawing_style::natural) {
  image picture(width, height, {1, 2, 3});
  artist.draw(moving, from, target_of(picture), style);
  return picture;
}

/// A world with objects of all kinds, turned in all ways, and some in the air.
struct cluttered_world {
  explicit cluttered_world(std::uint64_t seed) : draw(seed) {
    auto parameters = evaluation_world_parameters();
    parameters.players = {3, 3};
    w = generate_world(parameters, seed);
    setting = make_stage(w);
    moving = initial_scene(w);
    for (auto& object : moving.objects)
      if (draw.chance(0.5)) {
        auto turn = look_rotation(draw.uniform(0, 6), draw.uniform(-1, 1));
        object.orientation = {turn.x, turn.y, turn.z, turn.w};
        object.position.z += draw.uniform(0, 1);
      }
    for (auto& player : moving.players)
      player.pitch = draw.uniform(-1, 1);
  }

  random_stream draw;
  world w;
  stage setting;
  scene moving;
};

/// How many pixels show what rays meet, how many do not, and how many lie at edges.
struct agreement {
  int right = 0;
  int wrong = 0;
  int undecided = 0;
};

agreement compare(const cluttered_world& place, const image& picture, const camera& from) {
  ray_caster judge(place.setting, place.moving, from.hidden_player);
  agreement result;
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column) {
      auto expected = judge.cast(from, picture.width, picture.height, column, row);
      ++(!expected                              ? result.undecided
         : *expected == picture.at(column, row) ? result.right
                                                : result.wrong);
    }
  return result;
}

void check_against_rays(const cluttered_world& place, const camera& from, int width, int height) {
  auto artist = make_cpu_renderer();
  artist->set_stage(place.setting);
  auto picture = drawn(*artist, place.moving, from, width, height, drawing_style::entities);
  auto [right, wrong, undecided] = compare(place, picture, from);
  BOOST_TEST(wrong == 0);
  BOOST_TEST(right > 3 * undecided);
}

double brightness(rgb c) {
  return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
}

double mean_brightness(const image& picture) {
  double sum = 0;
  for (auto pixel : picture.pixels)
    sum += brightness(pixel);
  return sum / static_cast<double>(picture.pixels.size());
}

/// The stage and what moves in it, with a camera before an object on a wide floor.
struct small_scene {
  small_scene() {
    w.tiles = topology(grid_size{3, 3});
    w.floor_colours = default_floor_colours(w.tiles);
    w.playable = cell_mask({3, 3}, 1);
    moving.objects.push_back(
        {object_shape::cube, object_colour::purple, {4.5, 4.5, 0.25}, {}, 0.5, false});
    from = look_at({2.5, 3.5, 1.5}, {4.5, 4.5, 0.25}, 1.2);
  }

  [[nodiscard]] image picture() const {
    auto artist = make_cpu_renderer();
    artist->set_stage(make_stage(w));
    return drawn(*artist, moving, from, 96, 72);
  }

  world w;
  scene moving;
  camera from;
};

} // namespace

BOOST_AUTO_TEST_SUITE(cpu_renderer_test)

BOOST_AUTO_TEST_CASE(every_pixel_shows_what_its_ray_meets) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    cluttered_world place(seed);
    for (const auto& view : random_views(place.w, 4, place.draw))
      check_against_rays(place, view, 48, 36);
  }
}

BOOST_AUTO_TEST_CASE(whole_stages_are_drawn_right_from_outside) {
  for (std::uint64_t seed = 20; seed < 23; ++seed) {
    cluttered_world place(seed);
    check_against_rays(place, top_view(place.setting, 1.5), 60, 40);
    check_against_rays(place, orbit_view(place.setting, 1, 1.5), 60, 40);
  }
}

BOOST_AUTO_TEST_CASE(what_is_close_is_drawn_right) {
  for (std::uint64_t seed = 30; seed < 33; ++seed) {
    cluttered_world place(seed);
    for (const auto& object : place.moving.objects) {
      auto way = direction_of(place.draw.uniform(0, 6), place.draw.uniform(0.1, 1));
      auto from = object.position + (0.87 * object.size + 0.02) * way;
      check_against_rays(place, look_at(from, object.position, 1.5), 32, 24);
    }
    for (const auto& player : place.moving.players) {
      auto way = direction_of(player.heading + place.draw.uniform(-1, 1), 0.2);
      auto head = player.position + vector3{0, 0, avatar_high_centre};
      check_against_rays(place, look_at(head + 0.6 * way, head, 1.5), 32, 24);
    }
  }
}

BOOST_AUTO_TEST_CASE(beams_are_drawn_right) {
  cluttered_world place(40);
  const auto& player = place.moving.players[0];
  auto hand = hand_position(player.position, player.heading);
  auto reach = hand + 1.5 * direction_of(player.heading, 0.1);
  place.moving.beams.push_back({hand, reach, player.colour});
  auto aside = direction_of(player.heading + 1.5, 0.2);
  check_against_rays(place, look_at(hand + 1.2 * aside, hand, 1.5), 160, 120);
  camera own{player.position + vector3{0, 0, 1.5}, player.heading, -0.3, 1.5707963267948966,
             player.index};
  check_against_rays(place, own, 160, 120);
}

BOOST_AUTO_TEST_CASE(inside_of_a_world_no_gap_shows_the_sky_below_the_horizon) {
  for (std::uint64_t seed = 50; seed < 80; ++seed) {
    random_stream draw(seed);
    auto w = generate_world({}, seed);
    auto artist = make_cpu_renderer();
    artist->set_stage(make_stage(w));
    for (auto view : random_views(w, 4, draw)) {
      view.pitch = -0.9;
      auto picture = drawn(*artist, {}, view, 320, 200, drawing_style::entities);
      auto sky = std::count(picture.pixels.begin(), picture.pixels.end(), entity_colour_of_sky());
      BOOST_TEST(sky == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(all_processors_draw_the_same_picture) {
  if (best_instruction_set() == instruction_set::baseline)
    return;
  for (std::uint64_t seed = 80; seed < 90; ++seed) {
    cluttered_world place(seed);
    place.moving.objects[0].frozen = true;
    auto plain = make_cpu_renderer(instruction_set::baseline);
    auto fast = make_cpu_renderer(instruction_set::avx2);
    plain->set_stage(place.setting);
    fast->set_stage(place.setting);
    for (const auto& view : random_views(place.w, 10, place.draw))
      for (auto style : {drawing_style::natural, drawing_style::entities})
        BOOST_TEST((drawn(*plain, place.moving, view, 97, 71, style)
                    == drawn(*fast, place.moving, view, 97, 71, style)));
  }
}

BOOST_AUTO_TEST_CASE(a_picture_does_not_depend_on_what_was_drawn_before) {
  cluttered_world place(90);
  cluttered_world other(91);
  auto artist = make_cpu_renderer();
  artist->set_stage(place.setting);
  auto views = random_views(place.w, 2, place.draw);
  auto first = drawn(*artist, place.moving, views[0], 96, 72);
  drawn(*artist, place.moving, views[1], 200, 30);
  artist->set_stage(other.setting);
  drawn(*artist, other.moving, views[1], 1, 1);
  artist->set_stage(place.setting);
  BOOST_TEST((drawn(*artist, place.moving, views[0], 96, 72) == first));
}

BOOST_AUTO_TEST_CASE(pictures_of_any_size_fill_their_target_and_nothing_else) {
  cluttered_world place(92);
  auto artist = make_cpu_renderer();
  artist->set_stage(place.setting);
  auto view = random_views(place.w, 1, place.draw)[0];
  for (auto [width, height] : {std::pair{1, 1}, {1, 9}, {3, 2}, {7, 5}, {9, 1}, {33, 17}}) {
    constexpr std::size_t guard = 64;
    auto size = static_cast<std::size_t>(3 * width * height);
    std::vector<std::uint8_t> bytes(size + 2 * guard, 77);
    artist->draw(place.moving, view, {width, height, {bytes.data() + guard, size}});
    auto untouched = [](std::uint8_t byte) { return byte == 77; };
    BOOST_TEST(std::all_of(bytes.begin(), bytes.begin() + guard, untouched));
    BOOST_TEST(std::all_of(bytes.end() - guard, bytes.end(), untouched));
    BOOST_TEST(!std::all_of(bytes.begin() + guard, bytes.end() - guard, untouched));
  }
}

BOOST_AUTO_TEST_CASE(a_target_that_is_no_picture_is_refused) {
  auto artist = make_cpu_renderer();
  std::vector<std::uint8_t> bytes(11);
  BOOST_CHECK_THROW(artist->draw({}, {}, {0, 4, {}}), user_error);
  BOOST_CHECK_THROW(artist->draw({}, {}, {-2, -2, bytes}), user_error);
  BOOST_CHECK_THROW(artist->draw({}, {}, {2, 2, bytes}), user_error);
}

BOOST_AUTO_TEST_CASE(without_a_stage_there_is_sky) {
  auto artist = make_cpu_renderer();
  auto picture = drawn(*artist, {}, {}, 5, 4, drawing_style::entities);
  BOOST_TEST((picture == image(5, 4, entity_colour_of_sky())));
}

BOOST_AUTO_TEST_CASE(nobody_sees_its_own_body) {
  small_scene place;
  auto without = place.picture();
  auto feet = place.from.position - vector3{0, 0, 1.5};
  place.moving.players.push_back({player_colour::red, feet, place.from.heading, 0, 1});
  place.from.hidden_player = 1;
  BOOST_TEST((place.picture() == without));
  place.moving.players[0].position = place.moving.objects[0].position;
  place.from.hidden_player = 0;
  BOOST_TEST((place.picture() != without));
}

BOOST_AUTO_TEST_CASE(more_light_makes_brighter_pictures) {
  small_scene place;
  place.w.lighting.intensity = 0.6;
  auto dim = mean_brightness(place.picture());
  place.w.lighting.intensity = 1.2;
  BOOST_TEST(mean_brightness(place.picture()) > 1.2 * dim);
}

BOOST_AUTO_TEST_CASE(faces_towards_the_lamp_are_brighter) {
  small_scene place;
  place.w.lighting.direction = normalised({1, 0.3, -1});
  auto in_front = place.picture().at(48, 36);
  place.w.lighting.direction = normalised({-1, -0.3, -1});
  BOOST_TEST(brightness(in_front) > 1.1 * brightness(place.picture().at(48, 36)));
}

BOOST_AUTO_TEST_CASE(what_is_frozen_looks_different) {
  small_scene place;
  for (auto shape : {object_shape::cube, object_shape::sphere, object_shape::pyramid}) {
    place.moving.objects[0].shape = shape;
    place.moving.objects[0].frozen = false;
    auto before = place.picture();
    place.moving.objects[0].frozen = true;
    BOOST_TEST(brightness(place.picture().at(48, 36)) > 1.2 * brightness(before.at(48, 36)));
  }
}

BOOST_AUTO_TEST_CASE(a_player_shows_where_it_looks) {
  small_scene place;
  place.moving.objects.clear();
  place.moving.players.push_back({player_colour::green, {4.5, 4.5, 0}, 0, 0, 0});
  place.from = look_at({7, 4.5, 1.5}, {4.5, 4.5, 1.3}, 1.2);
  auto white = [](const image& picture) {
    return std::count_if(picture.pixels.begin(), picture.pixels.end(), [](rgb c) {
      return *std::min_element(c.begin(), c.end()) > 130 && c[0] > c[2] - 30;
    });
  };
  auto towards = white(place.picture());
  place.moving.players[0].heading = 3.14159;
  BOOST_TEST(towards >= white(place.picture()) + 8);
}

BOOST_AUTO_TEST_CASE(objects_throw_shadows_on_the_floor_below) {
  small_scene place;
  place.from = look_at({4.5, 4.4, 4}, {4.5, 4.5, 0}, 1);
  auto lit = [&](double height) {
    place.moving.objects[0].position.z = height;
    // Beside the cube as seen from above, but under the rim of its shadow.
    return brightness(place.picture().at(57, 36));
  };
  auto none = lit(100);
  BOOST_TEST(lit(0.25) < 0.95 * none);
}

BOOST_AUTO_TEST_SUITE_END()
