#include "core/rendering/avatar.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/rendering/filament_renderer.hpp"
#include "core/world/generation.hpp"
#include "tests/fixtures/views.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <string>

using namespace troupe;

namespace {

constexpr int width = 192;
constexpr int height = 144;

/// Both renderers with the same stage.
struct pair_of_renderers {
  explicit pair_of_renderers(const stage& setting) {
    for (auto* artist : {cpu.get(), filament.get()})
      artist->set_stage(setting);
  }

  std::unique_ptr<renderer> cpu = make_cpu_renderer();
  std::unique_ptr<renderer> filament = make_filament_renderer();
};

image drawn(renderer& artist, const scene& moving, const camera& from, drawing_style style) {
  image picture(width, height, {});
  artist.draw(moving, from, target_of(picture), style);
  return picture;
}

/// Whether a pixel and all around it are alike.
bool is_inside(const image& picture, int column, int row) {
  if (column == 0 || row == 0 || column + 1 == picture.width || row + 1 == picture.height)
    return false;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x)
      if (picture.at(x, y) != picture.at(column, row))
        return false;
  return true;
}

/// A world and what is seen of it.
struct spectacle {
  explicit spectacle(std::uint64_t seed) {
    auto parameters = evaluation_world_parameters();
    parameters.players = {3, 3};
    auto w = generate_world(parameters, seed);
    setting = make_stage(w);
    moving = initial_scene(w);
    random_stream draw(seed);
    for (auto& object : moving.objects) {
      object.orientation = look_rotation(draw.uniform(0, 6), draw.uniform(-1, 1));
      object.position.z += draw.uniform(0, 0.5);
    }
    for (auto& player : moving.players)
      player.pitch = draw.uniform(-1, 1);
    moving.beams.push_back({hand_position(moving.players[0].position, moving.players[0].heading),
                            moving.objects[0].position, moving.players[0].colour});
    views = random_views(w, 12, draw);
    views[0].hidden_player = 0;
    for (const auto& player : moving.players)
      views.push_back(look_at(player.position + vector3{1.2, -1, 1.8},
                              player.position + vector3{0, 0, 0.8}, 1.2));
    for (double angle : {0.4, 2.0, 4.5})
      views.push_back(orbit_view(setting, angle, static_cast<double>(width) / height));
    views.push_back(top_view(setting, static_cast<double>(width) / height));
  }

  stage setting;
  scene moving;
  std::vector<camera> views;
};

/// The mean colour of everything that has the same word for its colour.
class mean_colours {
public:
  void add(const spectacle& seen, const image& entities, const image& natural) {
    for (const auto& face : seen.setting.surfaces)
      if (face.kind == surface_kind::floor)
        names_[entity_colour(face)] = std::string(to_string(face.colour)) + " floor";
    for (std::size_t i = 0; i < seen.moving.objects.size(); ++i)
      names_[entity_colour_of_object(i)] =
          std::string(to_string(seen.moving.objects[i].colour)) + " object";
    for (const auto& player : seen.moving.players)
      names_[entity_colour_of_player(player.index)] =
          std::string(to_string(player.colour)) + " player";
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column)
        if (auto name = names_.find(entities.at(column, row));
            name != names_.end() && is_inside(entities, column, row))
          add(sums_[name->second], natural.at(column, row));
  }

  /// Names and red, green and blue from 0 to 255.
  [[nodiscard]] std::map<std::string, std::array<double, 3>> means() const {
    std::map<std::string, std::array<double, 3>> result;
    for (const auto& [name, sum] : sums_)
      for (std::size_t i = 0; i < 3; ++i)
        result[name][i] = sum[i] / sum[3];
    return result;
  }

private:
  static void add(std::array<double, 4>& sum, rgb pixel) {
    for (std::size_t i = 0; i < 3; ++i)
      sum[i] += pixel[i];
    sum[3] += 1;
  }

  std::map<rgb, std::string> names_;
  std::map<std::string, std::array<double, 4>> sums_;
};

/// Degrees on the colour wheel from -60, so that red is before yellow.
double hue(std::array<double, 3> c) {
  auto [r, g, b] = c;
  auto degrees = std::atan2(std::sqrt(3.0) * (g - b), 2 * r - g - b) * 180 / std::numbers::pi;
  return degrees < -60 ? degrees + 360 : degrees;
}

double brightness(std::array<double, 3> c) {
  return c[0] + c[1] + c[2];
}

/// The names of what has a hue, by hue.
std::vector<std::string> order_of_hues(const mean_colours& seen) {
  std::vector<std::pair<double, std::string>> chromatic;
  for (const auto& [name, mean] : seen.means())
    if (!name.starts_with("black") && !name.starts_with("grey") && !name.starts_with("white"))
      chromatic.emplace_back(hue(mean), name);
  std::sort(chromatic.begin(), chromatic.end());
  std::vector<std::string> names;
  for (const auto& [degrees, name] : chromatic)
    names.push_back(name);
  return names;
}

template <class Better>
std::string extreme(const mean_colours& seen, Better better) {
  auto means = seen.means();
  return std::max_element(means.begin(), means.end(),
                          [&](const auto& a, const auto& b) {
                            return better(brightness(b.second), brightness(a.second));
                          })
      ->first;
}

} // namespace

BOOST_AUTO_TEST_SUITE(agreement_test)

BOOST_AUTO_TEST_CASE(both_renderers_show_the_same_entity_at_98_of_100_pixels_away_from_edges) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    spectacle seen(seed);
    pair_of_renderers both(seen.setting);
    for (std::size_t i = 0; i < seen.views.size(); ++i) {
      auto a = drawn(*both.cpu, seen.moving, seen.views[i], drawing_style::entities);
      auto b = drawn(*both.filament, seen.moving, seen.views[i], drawing_style::entities);
      int same = 0;
      int compared = 0;
      for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
          if (is_inside(a, column, row) && is_inside(b, column, row)) {
            ++compared;
            same += a.at(column, row) == b.at(column, row) ? 1 : 0;
          }
      BOOST_TEST_MESSAGE("world " << seed << " view " << i << ": " << compared << " compared, "
                                  << compared - same << " differ");
      BOOST_TEST(compared > width * height / 3, "world " << seed << ", view " << i);
      BOOST_TEST(same >= 0.98 * compared, "world " << seed << ", view " << i);
    }
  }
}

BOOST_AUTO_TEST_CASE(both_renderers_show_colours_in_the_same_order_of_hues) {
  mean_colours by_cpu;
  mean_colours by_filament;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    spectacle seen(seed);
    pair_of_renderers both(seen.setting);
    for (const auto& view : seen.views) {
      auto entities = drawn(*both.cpu, seen.moving, view, drawing_style::entities);
      by_cpu.add(seen, entities, drawn(*both.cpu, seen.moving, view, drawing_style::natural));
      by_filament.add(seen, entities,
                      drawn(*both.filament, seen.moving, view, drawing_style::natural));
    }
  }
  for (const auto& [name, mean] : by_cpu.means()) {
    auto other = by_filament.means()[name];
    BOOST_TEST_MESSAGE(name << ": hue " << hue(mean) << " and " << hue(other) << ", brightness "
                            << brightness(mean) << " and " << brightness(other));
  }
  BOOST_TEST(by_cpu.means().size() == 12u);
  BOOST_TEST(order_of_hues(by_cpu) == order_of_hues(by_filament), boost::test_tools::per_element());
  for (const auto* seen : {&by_cpu, &by_filament}) {
    BOOST_TEST(extreme(*seen, std::less<>()) == "black object");
    BOOST_TEST(extreme(*seen, std::greater<>()) == "white floor");
  }
}

BOOST_AUTO_TEST_SUITE_END()
