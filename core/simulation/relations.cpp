#include "core/simulation/relations.hpp"

#include "core/simulation/shapes.hpp"
#include "core/simulation/sight.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <variant>
#include <vector>

namespace troupe {

namespace {

/// How far apart the surfaces of bodies that are near each other are at most, in metres.
constexpr double near_distance = 1;

bool are_near(const body& a, const body& b) {
  auto apart = b.position - a.position;
  auto reach = a.reach + b.reach + near_distance;
  return dot(apart, apart) <= reach * reach && midpoint_gap(a, b) <= near_distance;
}

std::size_t number_of(object_kind kind) {
  return static_cast<std::size_t>(kind.colour) * words<object_shape>.size()
         + static_cast<std::size_t>(kind.shape);
}

constexpr std::size_t kind_count = words<object_colour>.size() * words<object_shape>.size();

} // namespace

predicate_mask predicates_of(const game& played) {
  predicate_mask used;
  for (std::size_t player = 0; player < played.players(); ++player)
    for (auto predicate : played.goals()[player].atoms())
      for (auto meant : meaning(predicate, player, played.players()))
        used.set(meant.index());
  return used;
}

class relation_judge::implementation {
public:
  explicit implementation(const world& w)
      : object_count_(w.objects.size()), player_count_(w.players.size()), ground_(w) {
    for (const auto& object : w.objects) {
      of_kind_[number_of({object.colour, object.shape})].push_back(bodies_.size());
      bodies_.push_back(body_of(object));
    }
    bodies_.resize(object_count_ + player_count_);
  }

  [[nodiscard]] predicate_state judge(const simulation_state& state,
                                      const predicate_mask& wanted) const {
    moment now{state, bodies_of(state)};
    predicate_state truths;
    // The standard offers only to try all 258, which takes as long as the judging.
    for (std::size_t i = wanted._Find_first(); i < wanted.size(); i = wanted._Find_next(i))
      truths[i] = holds(physical_predicate::at(i), now);
    return truths;
  }

private:
  /// A state, and its bodies: objects, then players.
  struct moment {
    const simulation_state& state;
    std::vector<body> bodies;
  };

  [[nodiscard]] std::vector<body> bodies_of(const simulation_state& state) const {
    auto bodies = bodies_;
    for (std::size_t i = 0; i < object_count_; ++i)
      move_to(bodies[i], state.objects[i]);
    for (std::size_t i = 0; i < player_count_; ++i)
      bodies[object_count_ + i] = body_of(state.players[i]);
    return bodies;
  }

  [[nodiscard]] bool is_player(std::size_t number) const { return number >= object_count_; }

  [[nodiscard]] const player_state& player(std::size_t number, const moment& now) const {
    return now.state.players[number - object_count_];
  }

  /// Whether `test` is true of one of the bodies that an entity stands for and that are there.
  template <class Test>
  [[nodiscard]] bool any_of(const physical_entity& entity, const moment& now, Test test) const {
    auto is_it = [&](std::size_t number) { return now.bodies[number].present && test(number); };
    if (const auto* who = std::get_if<physical_player>(&entity))
      return who->index < player_count_ && is_it(object_count_ + who->index);
    const auto& numbers = of_kind_[number_of(std::get<object_kind>(entity))];
    return std::any_of(numbers.begin(), numbers.end(), is_it);
  }

  [[nodiscard]] bool holds(physical_predicate predicate, const moment& now) const {
    return any_of(predicate.first(), now, [&](std::size_t a) {
      if (const auto* colour = std::get_if<floor_colour>(&predicate.second()))
        return is_on(a, *colour, now);
      return any_of(predicate.second(), now,
                    [&](std::size_t b) { return relates(predicate.relation(), a, b, now); });
    });
  }

  [[nodiscard]] bool is_on(std::size_t number, floor_colour colour, const moment& now) const {
    const auto& floors =
        is_player(number) ? player(number, now).floors : now.state.objects[number].floors;
    return floors[static_cast<std::size_t>(colour)];
  }

  [[nodiscard]] bool relates(relation how, std::size_t a, std::size_t b, const moment& now) const {
    switch (how) {
    case relation::hold: {
      const auto& held = player(a, now).held;
      return held && held->object == b;
    }
    case relation::near:
      return are_near(now.bodies[a], now.bodies[b]);
    default:
      return is_player(a) ? player_sees(a, b, now) : object_sees(a, b, now);
    }
  }

  [[nodiscard]] bool object_sees(std::size_t a, std::size_t b, const moment& now) const {
    return is_unobstructed(ground_, now.bodies, centre_of_mass(now.bodies[a]),
                           centre_of_mass(now.bodies[b]), a, b);
  }

  [[nodiscard]] bool player_sees(std::size_t viewer, std::size_t target, const moment& now) const {
    auto view = view_of(player(viewer, now));
    const auto& solid = now.bodies[target];
    if (!may_be_in_view(view, solid.position, solid.reach))
      return false;
    auto samples = view_samples(solid, view);
    return std::any_of(samples.begin(), samples.end(), [&](vector3 point) {
      return is_in_view(view, point)
             && is_unobstructed(ground_, now.bodies, view.eyes, point, viewer, target);
    });
  }

  std::size_t object_count_;
  std::size_t player_count_;
  /// Objects where the world puts them; then players, nowhere.
  std::vector<body> bodies_;
  /// The numbers of the objects of each kind.
  std::array<std::vector<std::size_t>, kind_count> of_kind_;
  height_field ground_;
};

relation_judge::relation_judge(const world& w)
    : implementation_(std::make_unique<implementation>(w)) {}
relation_judge::~relation_judge() = default;
relation_judge::relation_judge(relation_judge&&) noexcept = default;
relation_judge& relation_judge::operator=(relation_judge&&) noexcept = default;

predicate_state relation_judge::judge(const simulation_state& state,
                                      const predicate_mask& wanted) const {
  return implementation_->judge(state, wanted);
}

} // namespace troupe
