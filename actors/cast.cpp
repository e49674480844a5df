#include "actors/cast.hpp"

#include "actors/co_player.hpp"
#include "actors/scripted_co_player.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/training_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

namespace troupe {

namespace {

std::optional<blind_policy> blind_policy_named(const std::string& name) {
  for (auto policy : {blind_policy::noop, blind_policy::random})
    if (name == to_string(policy))
      return policy;
  return std::nullopt;
}

std::optional<script_style> style_named(const std::string& name) {
  return name == "scripted" ? script_style::goal_seeker : from_string<script_style>(name);
}

/// The file of a network. Throws `user_error` if there is none.
std::string read_network(const std::string& name, const arrival_limits& limits) {
  if (!std::filesystem::exists(name))
    throw user_error(fmt::format("'{}' is none of noop, random, scripted, goal-seeker, interferer, "
                                 "wanderer, and there is no such file",
                                 name));
  return read_whole_file(name, limits);
}

/// What a network must be shown. Throws `user_error` if it cannot play.
assigned_player player_of(const std::string& name, std::span<const std::byte> network,
                          const casting_options& options) {
  assigned_player as;
  as.policy = name;
  try {
    auto shape = network_policy{network, options.batching.device}.shape();
    as.picture_width = shape.picture_width;
    as.picture_height = shape.picture_height;
    if (!is_valid(as))
      throw user_error(fmt::format("the network sees pictures of {} x {} pixels, and no side may "
                                   "be longer than {}",
                                   shape.picture_width, shape.picture_height,
                                   assigned_player::max_picture_side));
  } catch (const user_error& problem) {
    throw user_error(fmt::format("{}: {}", name, problem.what()));
  }
  return as;
}

} // namespace

hired_co_player make_co_player(caf::actor_system& system, const std::string& name,
                               const casting_options& options, const surroundings& around) {
  assigned_player as;
  as.policy = name;
  if (auto policy = blind_policy_named(name))
    return {system.spawn(co_player, *policy, around), as};
  if (auto style = style_named(name)) {
    as.needs_state = true;
    return {system.spawn(scripted_co_player, name, *style, around), as};
  }
  auto file = read_network(name, around.limits);
  return make_network_player(system, name, std::as_bytes(std::span{file}), options, around);
}

hired_co_player make_network_player(caf::actor_system& system, const std::string& name,
                                    std::span<const std::byte> network,
                                    const casting_options& options, const surroundings& around) {
  auto as = player_of(name, network, options);
  auto batching = options.batching;
  batching.policy_name = name;
  return {system.spawn(inference_batcher, batching, weights_message(0, network), learner_actor{},
                       around),
          std::move(as)};
}

void check_co_player(const std::string& name, const casting_options& options,
                     const arrival_limits& limits) {
  if (!blind_policy_named(name) && !style_named(name)) {
    auto file = read_network(name, limits);
    (void)player_of(name, std::as_bytes(std::span{file}), options);
  }
}

std::vector<available_policy> cast_of(const task& played, const available_policy& agent,
                                      const std::vector<available_policy>& co_players,
                                      random_stream& draws) {
  std::vector<available_policy> cast{agent};
  for (std::size_t slot = 1; slot < played.played.players(); ++slot) {
    auto wanted = slot - 1 < played.co_players.size() ? played.co_players[slot - 1] : "";
    auto found = std::find_if(co_players.begin(), co_players.end(),
                              [&](const auto& each) { return each.as.policy == wanted; });
    if (!wanted.empty() && found == co_players.end())
      throw user_error("A task wants to be played against '" + wanted
                       + "', who is not among the co-players; see tasks.co_players.");
    if (wanted.empty() && co_players.empty())
      throw user_error("A task has several players and there are no co-players to draw from; see "
                       "tasks.co_players.");
    cast.push_back(wanted.empty() ? co_players[draws.below(co_players.size())] : *found);
  }
  return cast;
}

} // namespace troupe
