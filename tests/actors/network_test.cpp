#include "actors/co_player.hpp"
#include "actors/system.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/loopback.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/event_based_actor.hpp>

#include <string>
#include <utility>

using namespace troupe;
using namespace std::chrono_literals;

namespace {

template <class T>
struct any_of_type;

template <class Schema>
struct any_of_type<message<Schema>> {
  /// Bytes that no value would make, for the test is whether they arrive.
  static message<Schema> make() {
    random_stream draw{1};
    auto text = any_text(draw, 5000);
    return message<Schema>::from_bytes(std::as_bytes(std::span{text}));
  }
};

/// Sends one value of a type to an actor that sends back what it got.
template <class T>
void check_echo(caf::scoped_actor& self, const caf::actor& echo) {
  auto sent = any_of_type<T>::make();
  self->request(echo, 10s, sent)
      .receive([&](const T& received) { BOOST_TEST((received == sent)); },
               [&](const caf::error& problem) {
                 BOOST_ERROR(caf::type_name<T>::value << ": " << self->system().render(problem));
               });
}

template <std::size_t... Offset>
void check_all_types(caf::scoped_actor& self, const caf::actor& echo,
                     std::index_sequence<Offset...>) {
  (check_echo<typename caf::type_by_id<caf::id_block::troupe::begin + Offset>::type>(self, echo),
   ...);
}

/// Why connecting failed.
template <class Handle>
std::string refusal(caf::actor_system& system, std::uint16_t port) {
  try {
    (void)connect<Handle>(system, {"127.0.0.1", port});
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct remote_co_player : loopback {
  std::shared_ptr<received_metrics> received = std::make_shared<received_metrics>();
  surroundings around{there.spawn(remembering_monitor, received), 1ms, {}};
  co_player_actor random = reach(there.spawn(co_player, blind_policy::random, around));
  caf::scoped_actor self{here};

  ~remote_co_player() {
    self->send_exit(random, caf::exit_reason::user_shutdown);
    self->wait_for(random);
    caf::anon_send_exit(around.monitor, caf::exit_reason::user_shutdown);
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(network_test)

BOOST_FIXTURE_TEST_CASE(every_registered_type_arrives_as_it_was_sent, loopback) {
  // The argument is of no use, but CAF binds a reference to null for behaviours without any.
  auto send_back = [](caf::event_based_actor* self, caf::unit_t) -> caf::behavior {
    self->set_default_handler(caf::reflect);
    return {[](caf::unit_t) {}};
  };
  auto echo_there = there.spawn(send_back, caf::unit);
  auto echo = reach(echo_there);
  caf::scoped_actor self{here};
  constexpr auto types = caf::id_block::troupe::end - caf::id_block::troupe::begin;
  static_assert(types >= 5);
  check_all_types(self, echo, std::make_index_sequence<types>{});
  self->send_exit(echo, caf::exit_reason::user_shutdown);
}

BOOST_FIXTURE_TEST_CASE(a_remote_co_player_answers_like_a_local_one, remote_co_player) {
  observation seen;
  seen.when = {1, 2, 0, 3};
  seen.policy_seed = 4;
  seen.picture = image{96, 72, {5, 5, 5}};
  self->request(random, 10s, to_message(seen))
      .receive(
          [&](const message<schema::Action>& answer) {
            auto value = read_value<action_message>(answer, {});
            BOOST_REQUIRE(value);
            BOOST_TEST((value->when == seen.when));
            BOOST_TEST((value->chosen == act(blind_policy::random, 4, seen.when)));
          },
          [&](const caf::error& problem) { BOOST_ERROR(here.render(problem)); });
}

BOOST_FIXTURE_TEST_CASE(hostile_bytes_come_back_as_errors_and_nobody_dies, remote_co_player) {
  random_stream draw{1};
  auto good = to_message(any_observation(draw));
  std::vector<std::byte> bytes{good.bytes().begin(), good.bytes().end()};
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    auto damaged = bytes;
    if (i % 3 == 0)
      damaged.resize(draw.below(damaged.size()));
    for (auto flips = draw.below(20); flips > 0 && !damaged.empty(); --flips)
      damaged[draw.below(damaged.size())] = static_cast<std::byte>(draw());
    self->request(random, 10s, message<schema::Observation>::from_bytes(damaged))
        .receive([](const message<schema::Action>&) {},
                 [&](const caf::error& problem) {
                   BOOST_TEST((problem.category() == arrival_category));
                   ++refused;
                 });
  }
  BOOST_TEST(refused > 100);
}

BOOST_FIXTURE_TEST_CASE(an_actor_of_another_kind_is_refused_with_words, loopback) {
  auto received = std::make_shared<received_metrics>();
  auto watcher = there.spawn(remembering_monitor, received);
  auto port = publish_on_loopback(watcher);
  BOOST_TEST(contains(refusal<co_player_actor>(here, port), "of another kind"));
  caf::anon_send_exit(watcher, caf::exit_reason::user_shutdown);
}

BOOST_FIXTURE_TEST_CASE(nobody_listening_is_said, loopback) {
  auto received = std::make_shared<received_metrics>();
  auto watcher = there.spawn(remembering_monitor, received);
  auto port = publish_on_loopback(watcher);
  BOOST_REQUIRE(there.middleman().unpublish(watcher, port));
  BOOST_TEST(contains(refusal<monitor_actor>(here, port), "nobody answers there"));
  caf::anon_send_exit(watcher, caf::exit_reason::user_shutdown);
}

BOOST_FIXTURE_TEST_CASE(a_port_in_use_is_said, loopback) {
  auto received = std::make_shared<received_metrics>();
  auto watcher = there.spawn(remembering_monitor, received);
  auto port = publish_on_loopback(watcher);
  auto second = here.spawn(remembering_monitor, received);
  BOOST_CHECK_EXCEPTION(publish_on_loopback(second, port), user_error, [](const user_error& e) {
    return contains(e.what(), "is the port in use?");
  });
  caf::anon_send_exit(watcher, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(second, caf::exit_reason::user_shutdown);
}

BOOST_AUTO_TEST_CASE(another_protocol_version_is_refused_with_words) {
  struct other_version : system_configuration {
    other_version() : system_configuration(system_settings{}) {
      set("middleman.app-identifiers",
          std::vector<std::string>{"troupe/" + std::to_string(protocol_version + 1)});
    }
  } newer_configuration;
  system_configuration this_configuration{system_settings{}};
  caf::actor_system newer{newer_configuration};
  caf::actor_system here{this_configuration};
  auto received = std::make_shared<received_metrics>();
  auto watcher = newer.spawn(remembering_monitor, received);
  auto text = refusal<monitor_actor>(here, publish_on_loopback(watcher));
  BOOST_TEST(contains(text, "does not speak version " + std::to_string(protocol_version)
                                + " of Troupe's protocol"),
             text);
  caf::anon_send_exit(watcher, caf::exit_reason::user_shutdown);
}

BOOST_AUTO_TEST_SUITE_END()
