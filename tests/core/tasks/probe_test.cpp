#include "core/support/error.hpp"
#include "core/tasks/probe.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <set>
#include <utility>

using namespace troupe;

namespace {

constexpr std::array all_relations{relation::hold, relation::near, relation::see, relation::on};

/// Checks a property for drawn seeds.
template <class Property>
void check_seeds(Property property) {
  BOOST_TEST(rc::check([&](std::uint64_t seed) {
    for (auto how : all_relations)
      property(how, random_stream{seed});
  }));
}

} // namespace

BOOST_AUTO_TEST_SUITE(probe_test)

BOOST_AUTO_TEST_CASE(the_same_stream_gives_the_same_task) {
  probe_request request;
  check_seeds([&](relation how, const random_stream& stream) {
    RC_ASSERT(draw_probe_task(request, how, stream) == draw_probe_task(request, how, stream));
    RC_ASSERT(draw_probe_task(request, stream) == draw_probe_task(request, stream));
  });
}

BOOST_AUTO_TEST_CASE(a_goal_is_one_predicate_of_the_relation_wanted) {
  probe_request request;
  check_seeds([&](relation how, const random_stream& stream) {
    auto drawn = draw_probe_task(request, how, stream);
    RC_ASSERT(drawn.played.players() == 1U);
    const auto& aim = drawn.played.goals()[0];
    RC_ASSERT(aim.atoms().size() == 1U);
    RC_ASSERT(aim.options().size() == 1U);
    RC_ASSERT(aim.options()[0].required == 1);
    RC_ASSERT(aim.atoms()[0].relation() == how);
  });
}

BOOST_AUTO_TEST_CASE(worlds_have_all_that_goals_may_name) {
  probe_request request;
  check_seeds([&](relation how, const random_stream& stream) {
    auto drawn = draw_probe_task(request, how, stream);
    RC_ASSERT(satisfies(drawn.place, {request.objects, request.floors, 1}));
    RC_ASSERT(satisfies(drawn.place, requirements_of(drawn.played)));
    RC_ASSERT(drawn.place.objects.size() == request.objects.size());
    validate(drawn);
  });
}

BOOST_AUTO_TEST_CASE(worlds_differ) {
  probe_request request;
  std::set<std::pair<int, int>> sizes;
  std::set<double> places;
  std::set<double> object_sizes;
  std::set<double> starts;
  constexpr std::uint64_t draws = 50;
  for (std::uint64_t i = 0; i < draws; ++i) {
    auto place = draw_probe_task(request, random_stream{1}.split(i)).place;
    sizes.emplace(place.tiles.width(), place.tiles.height());
    places.insert(place.objects[0].position.x);
    object_sizes.insert(place.objects[0].size);
    starts.insert(place.players[0].position.x);
  }
  BOOST_TEST(sizes.size() > 1);
  BOOST_TEST(places.size() == draws);
  BOOST_TEST(object_sizes.size() > draws / 2); // crowded worlds have objects of the smallest size
  BOOST_TEST(starts.size() == draws);
}

BOOST_AUTO_TEST_CASE(all_relations_asked_for_and_no_others_are_drawn) {
  probe_request request;
  request.relations = {relation::see, relation::near};
  std::set<relation> drawn;
  for (std::uint64_t i = 0; i < 50; ++i) {
    auto found = draw_probe_task(request, random_stream{1}.split(i));
    drawn.insert(found.played.goals()[0].atoms()[0].relation());
  }
  BOOST_TEST((drawn == std::set{relation::see, relation::near}));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_drawn_is_refused) {
  auto refuses = [](const probe_request& request, relation how) {
    BOOST_CHECK_THROW(draw_probe_task(request, how, random_stream{1}), user_error);
  };
  probe_request nothing;
  nothing.relations = {};
  BOOST_CHECK_THROW(draw_probe_task(nothing, random_stream{1}), user_error);
  probe_request no_objects;
  no_objects.objects = {};
  refuses(no_objects, relation::near);
  probe_request slabs;
  slabs.objects = {{object_colour::black, object_shape::slab}};
  refuses(slabs, relation::hold);
  probe_request cramped; // wherever one stands, everything is near
  cramped.worlds.width = cramped.worlds.height = {2, 2};
  cramped.worlds.tile_width = cramped.worlds.tile_depth = {1, 1};
  refuses(cramped, relation::near);
}

BOOST_AUTO_TEST_SUITE_END()
