#include "core/rendering/avatar.hpp"
#include "core/rendering/filament_renderer.hpp"
#include "core/rendering/virtual_display.hpp"
#include "core/support/environment_change.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "tests/core/rendering/child_processes.hpp"
#include "tests/fixtures/views.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>

using namespace troupe;

namespace {

/// A renderer for all test cases that do not need their own: making one takes a while.
std::unique_ptr<renderer> shared;

renderer& shared_renderer() {
  if (!shared)
    shared = make_filament_renderer();
  return *shared;
}

/// Three by three white tiles under a lamp right above, without anything else.
world empty_world() {
  world w;
  w.tiles = topology(grid_size{3, 3});
  w.floor_colours = grid<floor_colour>(grid_size{3, 3}, floor_colour::white);
  w.playable = cell_mask(grid_size{3, 3}, true);
  return w;
}

/// From the middle of the southern wall towards the north.
camera southern_view() {
  return look_at({4.5, 0.2, 1.5}, {4.5, 4.5, 0.5}, 1.2);
}

image drawn(renderer& artist, const scene& moving, const camera& from,
            drawing_style style = drawing_style::entities, int width = 96, int height = 72) {
  image picture(width, height, {1, 2, 3});
  artist.draw(moving, from, target_of(picture), style);
  return picture;
}

image drawn_empty(const scene& moving, const camera& from,
                  drawing_style style = drawing_style::entities) {
  shared_renderer().set_stage(make_stage(empty_world()));
  return drawn(shared_renderer(), moving, from, style);
}

scene_object ball_at(vector3 position) {
  scene_object ball;
  ball.shape = object_shape::sphere;
  ball.position = position;
  return ball;
}

std::ptrdiff_t count_of(const image& picture, rgb wanted) {
  return std::count(picture.pixels.begin(), picture.pixels.end(), wanted);
}

int brightness(rgb c) {
  return c[0] + c[1] + c[2];
}

/// The colours of what can be on a picture, other than objects, players and beams.
std::set<rgb> colours_of_surroundings(const stage& setting) {
  std::set<rgb> colours{entity_colour_of_sky()};
  for (const auto& face : setting.surfaces)
    colours.insert(entity_colour(face));
  return colours;
}

} // namespace

BOOST_AUTO_TEST_SUITE(filament_renderer_test,
                      *boost::unit_test::fixture([] {}, [] { shared.reset(); }))

BOOST_AUTO_TEST_CASE(entities_have_exactly_their_colours) {
  auto parameters = evaluation_world_parameters();
  parameters.players = {3, 3};
  auto w = generate_world(parameters, 1);
  auto setting = make_stage(w);
  auto moving = initial_scene(w);
  moving.beams.push_back({{1, 1, 8}, {8, 8, 8}, player_colour::green});
  auto allowed = colours_of_surroundings(setting);
  for (std::size_t i = 0; i < moving.objects.size(); ++i)
    allowed.insert(entity_colour_of_object(i));
  for (const auto& player : moving.players)
    allowed.insert(entity_colour_of_player(player.index));
  allowed.insert(entity_colour_of_beam());
  shared_renderer().set_stage(setting);
  random_stream draw(1);
  auto views = random_views(w, 5, draw);
  views.push_back(orbit_view(setting, 1, 4.0 / 3));
  views.push_back(top_view(setting, 4.0 / 3));
  for (const auto& view : views)
    for (auto pixel :
         drawn(shared_renderer(), moving, view, drawing_style::entities, 400, 300).pixels)
      BOOST_REQUIRE(allowed.contains(pixel));
}

BOOST_AUTO_TEST_CASE(rows_go_down_and_columns_to_the_right) {
  scene moving;
  moving.objects = {ball_at({3.5, 4.5, 0.25}), ball_at({5.5, 4.5, 2})};
  auto picture = drawn_empty(moving, southern_view());
  auto mean_of = [&](rgb wanted) {
    double column = 0;
    double row = 0;
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < picture.width; ++x)
        if (picture.at(x, y) == wanted) {
          column += x;
          row += y;
        }
    auto count = static_cast<double>(count_of(picture, wanted));
    BOOST_REQUIRE(count > 0);
    return std::pair{column / count, row / count};
  };
  auto [left, low] = mean_of(entity_colour_of_object(0));
  auto [right, high] = mean_of(entity_colour_of_object(1));
  BOOST_TEST(left < 48);
  BOOST_TEST(right > 48);
  BOOST_TEST(high < low);
  BOOST_TEST(
      (picture.at(0, 71) == entity_colour({surface_kind::floor, floor_colour::white, {}, 4})));
}

BOOST_AUTO_TEST_CASE(a_sphere_is_as_large_as_the_camera_model_says) {
  // One metre across, four metres away, at 90 degrees: an eighth of the picture's width.
  scene moving;
  auto ball = ball_at({4.5, 4.5, 1.5});
  ball.size = 1;
  moving.objects = {ball};
  camera from;
  from.position = {4.5, 0.5, 1.5};
  from.heading = std::numbers::pi / 2;
  auto picture = drawn_empty(moving, from);
  int columns = 0;
  for (int x = 0; x < picture.width; ++x)
    columns += picture.at(x, 36) == entity_colour_of_object(0) ? 1 : 0;
  BOOST_TEST(std::abs(columns - 12) <= 1);
}

BOOST_AUTO_TEST_CASE(a_player_does_not_see_itself_but_others_do) {
  scene moving;
  moving.players = {{player_colour::red, {4.5, 4.5, 0}, 0, 0, 1}};
  auto view = southern_view();
  auto seen = drawn_empty(moving, view);
  BOOST_TEST(count_of(seen, entity_colour_of_player(1)) > 50);
  view.hidden_player = 0;
  BOOST_TEST((drawn_empty(moving, view) == seen));
  view.hidden_player = 1;
  BOOST_TEST(count_of(drawn_empty(moving, view), entity_colour_of_player(1)) == 0);
}

BOOST_AUTO_TEST_CASE(what_is_no_longer_there_is_no_longer_drawn) {
  scene moving;
  moving.objects = {ball_at({4.5, 4.5, 0.25}), ball_at({3.5, 4.5, 0.25})};
  moving.beams = {{{3, 3, 1}, {6, 3, 1}, player_colour::blue}};
  drawn_empty(moving, southern_view());
  auto without = drawn_empty({}, southern_view());
  BOOST_TEST(count_of(without, entity_colour_of_object(0)) == 0);
  BOOST_TEST(count_of(without, entity_colour_of_beam()) == 0);
}

BOOST_AUTO_TEST_CASE(the_same_moment_gives_the_same_picture) {
  scene moving;
  moving.objects = {ball_at({4.5, 4.5, 0.25})};
  auto first = drawn_empty(moving, southern_view(), drawing_style::natural);
  drawn_empty({}, look_at({1, 1, 5}, {4, 4, 0}, 1), drawing_style::entities);
  BOOST_TEST((drawn_empty(moving, southern_view(), drawing_style::natural) == first));
}

BOOST_AUTO_TEST_CASE(pictures_may_change_their_size) {
  shared_renderer().set_stage(make_stage(empty_world()));
  for (auto [width, height] : {std::pair{96, 72}, {1, 1}, {331, 17}, {640, 480}, {96, 72}}) {
    auto picture =
        drawn(shared_renderer(), {}, southern_view(), drawing_style::entities, width, height);
    BOOST_TEST(count_of(picture, {1, 2, 3}) == 0);
    auto natural =
        drawn(shared_renderer(), {}, southern_view(), drawing_style::natural, width, height);
    BOOST_TEST(count_of(natural, {1, 2, 3}) == 0);
  }
}

BOOST_AUTO_TEST_CASE(a_target_without_pixels_or_with_other_bytes_is_an_error) {
  image picture(4, 3, {});
  auto target = target_of(picture);
  for (auto [width, height] : {std::pair{0, 3}, {4, 0}, {-4, 3}, {4, 4}, {3, 3}})
    BOOST_CHECK_THROW(shared_renderer().draw({}, {}, {width, height, target.bytes}), user_error);
}

BOOST_AUTO_TEST_CASE(things_cast_shadows) {
  scene moving;
  auto ball = ball_at({4.5, 4.5, 2});
  moving.objects = {ball};
  auto from = look_at({4.5, 1, 1}, {4.5, 4.5, 0}, 0.5);
  auto lit = drawn_empty({}, from, drawing_style::natural);
  auto shaded = drawn_empty(moving, from, drawing_style::natural);
  auto centre = [](const image& picture) { return brightness(picture.at(48, 36)); };
  BOOST_TEST(centre(shaded) < 0.8 * centre(lit));
  BOOST_TEST(std::abs(brightness(shaded.at(5, 66)) - brightness(lit.at(5, 66))) < 15);
}

BOOST_AUTO_TEST_CASE(even_what_no_lamp_shines_on_is_not_black) {
  auto w = empty_world();
  w.lighting.intensity = 0;
  shared_renderer().set_stage(make_stage(w));
  for (auto pixel : drawn(shared_renderer(), {}, southern_view(), drawing_style::natural).pixels)
    BOOST_REQUIRE(brightness(pixel) > 60);
}

BOOST_AUTO_TEST_CASE(frozen_objects_and_beams_can_be_told) {
  scene moving;
  moving.objects = {ball_at({4.5, 4.5, 0.25})};
  moving.objects[0].size = 1;
  auto plain = drawn_empty(moving, southern_view(), drawing_style::natural);
  moving.objects[0].frozen = true;
  auto frozen = drawn_empty(moving, southern_view(), drawing_style::natural);
  moving.objects[0].frozen = false;
  moving.beams = {{{4, 2, 1.2}, {5, 4.5, 0.5}, player_colour::red}};
  auto beam = drawn_empty(moving, southern_view(), drawing_style::natural);
  auto differences = [&](const image& other) {
    int count = 0;
    for (std::size_t i = 0; i < plain.pixels.size(); ++i)
      count += std::abs(brightness(plain.pixels[i]) - brightness(other.pixels[i])) > 60 ? 1 : 0;
    return count;
  };
  BOOST_TEST(differences(frozen) > 20);
  BOOST_TEST(differences(beam) > 10);
}

BOOST_AUTO_TEST_CASE(a_stage_without_faces_is_all_sky) {
  shared_renderer().set_stage({});
  auto picture = drawn(shared_renderer(), {}, {});
  BOOST_TEST(count_of(picture, entity_colour_of_sky()) == 96 * 72);
}

BOOST_AUTO_TEST_CASE(renderers_come_and_go_and_leave_no_process_behind) {
  auto before = child_processes();
  auto setting = make_stage(empty_world());
  image first;
  for (int i = 0; i < 4; ++i) {
    auto artist = make_filament_renderer();
    artist->set_stage(setting);
    auto picture = drawn(*artist, {}, southern_view(), drawing_style::natural);
    if (i == 0)
      first = picture;
    BOOST_TEST((picture == first));
  }
  BOOST_TEST((child_processes() == before));
}

BOOST_AUTO_TEST_CASE(two_renderers_can_draw_by_turns) {
  auto other = make_filament_renderer();
  other->set_stage({});
  auto mine = drawn_empty({}, southern_view());
  auto others = drawn(*other, {}, southern_view());
  BOOST_TEST((drawn_empty({}, southern_view()) == mine));
  BOOST_TEST(count_of(others, entity_colour_of_sky()) == 96 * 72);
}

BOOST_AUTO_TEST_CASE(a_display_that_is_there_is_used) {
  virtual_display display;
  environment_change name("DISPLAY", display.name());
  environment_change authority("XAUTHORITY", display.authority());
  // It could not start one of its own.
  environment_change nowhere("PATH", "/nonexistent");
  auto artist = make_filament_renderer();
  artist->set_stage({});
  BOOST_TEST(count_of(drawn(*artist, {}, {}), entity_colour_of_sky()) == 96 * 72);
}

BOOST_AUTO_TEST_CASE(a_display_that_does_not_answer_is_not_used) {
  environment_change name("DISPLAY", ":54321");
  auto artist = make_filament_renderer();
  BOOST_TEST(std::getenv("DISPLAY") == std::string(":54321"));
}

BOOST_AUTO_TEST_CASE(where_it_cannot_run_it_says_what_to_install) {
  environment_change name("DISPLAY", std::nullopt);
  environment_change nowhere("PATH", "/nonexistent");
  BOOST_CHECK_EXCEPTION(make_filament_renderer(), user_error, [](const user_error& problem) {
    return std::string(problem.what()).find("apt-get install xvfb") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(standard_output_is_left_to_others) {
  std::fflush(stdout);
  auto* caught = std::tmpfile();
  auto saved = dup(STDOUT_FILENO);
  dup2(fileno(caught), STDOUT_FILENO);
  {
    auto artist = make_filament_renderer();
    artist->set_stage({});
    drawn(*artist, {}, {});
  }
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::fseek(caught, 0, SEEK_END);
  BOOST_TEST(std::ftell(caught) == 0);
  std::fclose(caught);
}

BOOST_AUTO_TEST_SUITE_END()
