#pragma once

#include "core/support/random.hpp"
#include "core/world/archive.hpp"
#include "core/world/parameters.hpp"
#include "core/world/requirements.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace troupe {

/// How worlds evolve beside an agent (paper, section "World-agent co-evolution").
struct coevolution_rules {
  /// Episodes that judge a world.
  std::size_t episodes = 100;
  /// The agent must score in at least so many of them …
  std::size_t min_successes = 1;
  /// … and in less than this share.
  double max_success_fraction = 0.5;
  /// How new worlds are drawn. They have their parent's size, and its number and kinds of objects
  /// and players.
  world_parameters worlds;
  /// What the one game that is played needs of every world: the paper's is for one player to be
  /// near a yellow cube.
  world_requirements needs{{{object_colour::yellow, object_shape::cube}}, {}, 1};

  friend bool operator==(const coevolution_rules&, const coevolution_rules&) = default;
};

/// Whether a world in which the agent has scored in `successes` episodes and not in `failures`,
/// together at most `rules.episodes`, is neither too hard nor too easy; nothing as long as the
/// remaining episodes can decide.
std::optional<bool> is_worthwhile(const coevolution_rules& rules, std::size_t successes,
                                  std::size_t failures);

/// A world to begin with: one flat room, with nothing in it but what is needed.
world open_room(world_parameters parameters, const world_requirements& needs, std::uint64_t seed);

/// A world that is being evaluated or trained in.
struct evolving_world {
  std::uint64_t id = 0;
  /// The agent's steps when the world was made.
  std::int64_t created = 0;
  world place;
  /// Whether the agent scored in the last episodes that it played there, oldest first.
  std::deque<bool> outcomes;

  friend bool operator==(const evolving_world&, const evolving_world&) = default;
};

/// All that is to be remembered between one session of co-evolution and the next.
struct coevolution_state {
  /// Never empty.
  std::vector<evolving_world> train_set;
  std::vector<evolving_world> evaluate_set;
  /// Worlds that have left the train set. Those that never got into it are forgotten.
  std::vector<archived_world> discarded;
  /// Of the next world.
  std::uint64_t next_id = 0;

  friend bool operator==(const coevolution_state&, const coevolution_state&) = default;
};

/// Which worlds an agent trains in, as it learns: knows worlds and outcomes, plays nothing.
///
/// A new world is evaluated first, in episodes that nobody learns from. Its outcomes go with it
/// into the train set, so its last episodes are complete as early as they can be. A world leaves
/// the train set as soon as its last episodes are certain not to meet the rules. The last world
/// stays even then, since the agent must train somewhere, and goes when another one comes.
class world_coevolution {
public:
  /// Begins with one world. Throws `user_error` if no world can meet the rules.
  explicit world_coevolution(world first, coevolution_rules rules = {});
  /// Goes on, perhaps with other rules.
  explicit world_coevolution(coevolution_state state, coevolution_rules rules = {});

  [[nodiscard]] const coevolution_rules& rules() const { return rules_; }
  [[nodiscard]] const coevolution_state& state() const { return state_; }

  /// One of the train set, all equally likely.
  [[nodiscard]] const evolving_world& draw_training_world(random_stream& stream) const;

  /// Adds a mutant of a world of the train set to the evaluate set, and returns its id; nothing if
  /// it had no room for what it needs.
  std::optional<std::uint64_t> propose(std::int64_t agent_steps, random_stream& stream);

  /// How an episode in a world of the evaluate set ended, or of the train set. One in a world that
  /// has left the set meanwhile is of no interest.
  void record_evaluation(std::uint64_t id, bool scored);
  void record_training(std::uint64_t id, bool scored);

  /// All worlds that are, or once were, trained in, in the order in which they were made.
  [[nodiscard]] std::vector<archived_world> archive() const;

  friend bool operator==(const world_coevolution&, const world_coevolution&) = default;

private:
  void record(evolving_world& where, bool scored) const;
  [[nodiscard]] std::optional<bool> judge(const evolving_world& tried) const;
  void discard_failures();

  coevolution_rules rules_;
  coevolution_state state_;
};

} // namespace troupe
