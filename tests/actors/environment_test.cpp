#include "actors/environment.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/tasks/demonstrations.hpp"
#include "messages/training_conversion.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/typed_response_promise.hpp>

#include <map>
#include <memory>
#include <utility>

using namespace troupe;

namespace {

/// What players were shown first, by their places.
using first_sights = std::map<std::uint8_t, observation>;

/// A policy that looks, and never decides.
policy_actor::behavior_type looker(policy_actor::pointer self,
                                   const std::shared_ptr<first_sights>& seen) {
  return {
      [self, seen](const message<schema::Observation>& shown) {
        auto sight = read_value<observation>(shown, {}).value();
        seen->emplace(sight.when.player, sight);
        return self->make_response_promise<message<schema::Action>>();
      },
      [](status_atom) { return to_message(status_report{}); },
  };
}

/// A TASK SOURCE that has one assignment only.
task_source_actor::behavior_type only_source(task_source_actor::pointer, const assignment& only,
                                             const policy_list& policies) {
  return {
      [only, policies](assign_atom,
                       std::uint64_t) -> caf::result<message<schema::Assignment>, policy_list> {
        return {to_message(only), policies};
      },
      [](const message<schema::EpisodeResult>&) {},
      [](pass_on_atom) {},
      [](status_atom) { return to_message(status_report{}); },
  };
}

/// Two players of whom nothing else is known.
struct playing : deterministic_system {
  playing() {
    only.played = demonstration_task("tag-fiesta");
    only.players.resize(2);
  }

  void play() {
    auto looks = spawn(looker, seen);
    auto source = spawn(only_source, only, policy_list{looks, looks});
    spawn(environment, environment_options{}, source, around);
  }

  /// The beginning as a player sees it, at that size.
  image view_of(std::size_t player, int width, int height) {
    episode played{only.played, only.seed};
    image picture{width, height, {}};
    auto draws = make_cpu_renderer();
    draws->set_stage(make_stage(played.place()));
    draws->draw(scene_of(played.place(), played.state()), first_person_view(played.state(), player),
                target_of(picture));
    return picture;
  }

  surroundings around{spawn(remembering_monitor, std::make_shared<received_metrics>()),
                      std::chrono::seconds{1},
                      {}};
  assignment only;
  std::shared_ptr<first_sights> seen = std::make_shared<first_sights>();
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(environment_test, playing)

BOOST_AUTO_TEST_CASE(players_of_one_episode_see_pictures_of_different_sizes) {
  only.players[0].picture_width = 48;
  only.players[0].picture_height = 36;
  only.players[1].picture_width = 80;
  only.players[1].picture_height = 20;
  play();
  BOOST_TEST_REQUIRE(seen->size() == 2U);
  BOOST_TEST((seen->at(0).picture == view_of(0, 48, 36)));
  BOOST_TEST((seen->at(1).picture == view_of(1, 80, 20)));
}

BOOST_AUTO_TEST_CASE(a_player_who_needs_no_picture_is_shown_none_beside_one_who_does) {
  only.players[1].picture_width = 24;
  only.players[1].picture_height = 18;
  play();
  BOOST_TEST_REQUIRE(seen->size() == 2U);
  BOOST_TEST((seen->at(0).picture == image{}));
  BOOST_TEST((seen->at(1).picture == view_of(1, 24, 18)));
}

BOOST_AUTO_TEST_SUITE_END()
