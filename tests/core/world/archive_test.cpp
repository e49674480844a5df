#include "core/tasks/hold_out.hpp"
#include "core/world/archive.hpp"
#include "core/world/generation.hpp"
#include "core/world/placement.hpp"
#include "core/world/reflection.hpp"
#include "core/world/requirements.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

std::set<std::pair<object_colour, object_shape>> kinds_of(const world& w) {
  std::set<std::pair<object_colour, object_shape>> kinds;
  for (const auto& object : w.objects)
    kinds.emplace(object.colour, object.shape);
  return kinds;
}

/// An archive of worlds of all kinds, made at these times.
std::vector<archived_world> archive_of(const std::vector<std::int64_t>& times) {
  world_parameters parameters;
  parameters.width = parameters.height = {4, 4};
  parameters.objects = {4, 4};
  std::vector<archived_world> archive;
  for (auto created : times)
    archive.push_back({created, generate_world(parameters, archive.size())});
  return archive;
}

} // namespace

BOOST_AUTO_TEST_SUITE(archive_test)

BOOST_AUTO_TEST_CASE(evaluation_worlds_are_uniform_over_creation_time) {
  auto archive = archive_of({0, 1, 2, 3, 100});
  std::swap(archive[0], archive[4]); // their order does not matter
  // Half-way to its neighbours on both sides: 0.5, 1, 1, 49 and 48.5 of 100.
  const std::map<std::int64_t, double> share{
      {0, 0.005}, {1, 0.01}, {2, 0.01}, {3, 0.49}, {100, 0.485}};
  std::map<std::vector<std::uint8_t>, std::int64_t> time_of;
  for (const auto& each : archive)
    time_of[canonical_topology(each.place.tiles)] = each.created;
  BOOST_REQUIRE(time_of.size() == archive.size());
  std::map<std::int64_t, int> drawn;
  constexpr int draws = 4000;
  random_stream stream{1};
  for (int i = 0; i < draws; ++i)
    ++drawn[time_of.at(canonical_topology(draw_evaluation_world(archive, stream).tiles))];
  for (auto [created, probability] : share)
    BOOST_TEST(std::abs(drawn[created] - draws * probability)
               < 5 * std::sqrt(draws * probability * (1 - probability)));
}

BOOST_AUTO_TEST_CASE(worlds_made_at_the_same_time_are_equally_likely) {
  auto archive = archive_of({7, 7, 7});
  std::map<std::vector<std::uint8_t>, int> drawn;
  random_stream stream{1};
  for (int i = 0; i < 3000; ++i)
    ++drawn[canonical_topology(draw_evaluation_world(archive, stream).tiles)];
  BOOST_TEST(drawn.size() == 3u);
  for (const auto& [tiles, count] : drawn)
    BOOST_TEST(std::abs(count - 1000) < 130);
}

BOOST_AUTO_TEST_CASE(evaluation_worlds_are_mirrored_in_all_ways) {
  auto archive = archive_of({0});
  auto original = archive.front().place;
  const std::vector<world> images{original, mirrored_east_west(original),
                                  mirrored_north_south(original),
                                  mirrored_north_south(mirrored_east_west(original))};
  std::vector<int> drawn(images.size());
  random_stream stream{1};
  for (int i = 0; i < 2000; ++i) {
    auto w = draw_evaluation_world(archive, stream);
    auto found = std::find_if(images.begin(), images.end(),
                              [&](const world& image) { return image.tiles == w.tiles; });
    BOOST_REQUIRE((found != images.end()));
    BOOST_TEST((w.players == found->players));
    BOOST_TEST((w.playable == found->playable));
    ++drawn[static_cast<std::size_t>(found - images.begin())];
  }
  for (auto count : drawn)
    BOOST_TEST(std::abs(count - 500) < 100);
}

BOOST_AUTO_TEST_CASE(objects_of_evaluation_worlds_are_the_same_and_elsewhere) {
  auto archive = archive_of({0, 10, 20, 30, 40, 50});
  check_property("in the playable area, apart from each other", [&](std::uint64_t seed) {
    random_stream stream{seed};
    auto again = stream;
    auto w = draw_evaluation_world(archive, stream);
    RC_ASSERT(w == draw_evaluation_world(archive, again));
    validate(w);
    auto original = std::find_if(archive.begin(), archive.end(), [&](const auto& each) {
      return canonical_topology(each.place.tiles) == canonical_topology(w.tiles);
    });
    RC_ASSERT((original != archive.end()));
    const auto& before = original->place.objects;
    RC_ASSERT(kinds_of(w) == kinds_of(original->place));
    world_requirements needs;
    needs.players = static_cast<int>(w.players.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto& object = w.objects[i];
      needs.objects.push_back({object.colour, object.shape});
      RC_ASSERT(object.size == before[i].size);
      RC_ASSERT(object.position != before[i].position);
      for (std::size_t k = 0; k < i; ++k)
        RC_ASSERT(std::hypot(object.position.x - w.objects[k].position.x,
                             object.position.y - w.objects[k].position.y)
                  >= object_radius(object.shape, object.size)
                         + object_radius(w.objects[k].shape, w.objects[k].size));
    }
    RC_ASSERT(satisfies(w, needs));
  });
}

BOOST_AUTO_TEST_SUITE_END()
