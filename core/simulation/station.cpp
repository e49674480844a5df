#include "core/simulation/station.hpp"

#include "core/simulation/errands.hpp"

#include <algorithm>

namespace troupe {

namespace {

/// To stand where a wish does not come true is as bad as so many places to walk.
constexpr double unfit = 50;

/// How much better a hiding place is for every place that a seeker has to walk to it, up to a
/// number of places.
constexpr double worth_of_a_place_away = 1.5;
constexpr std::uint32_t far_away = 10;

bool is_hiding(const situation& now, const wish& wanted) {
  return wanted.how == relation::see && !wanted.wanted && now.is_me(wanted.second);
}

/// How many places away each vertex is from the closest of those that this player hides from;
/// empty if it hides from nobody.
std::vector<std::uint32_t> places_to_seekers(const situation& now, const plan& about_me) {
  std::vector<std::uint32_t> closest;
  for (const auto& each : about_me) {
    if (!is_hiding(now, each))
      continue;
    for (auto seeker : now.all(each.first)) {
      auto distances = now.ways().distances_from(now.position_of(seeker));
      if (closest.empty())
        closest = std::move(distances);
      else
        std::transform(closest.begin(), closest.end(), distances.begin(), closest.begin(),
                       [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
    }
  }
  return closest;
}

bool is_fine_here(const situation& now, const plan& about_me) {
  return std::all_of(about_me.begin(), about_me.end(), [&](const wish& each) {
    return each.how == relation::see ? now.would_hold(each, now.me().position) : now.holds(each);
  });
}

/// Rates points and remembers the best.
class station_search {
public:
  station_search(const situation& now, const plan& about_me)
      : now_(now), about_me_(about_me), to_seekers_(places_to_seekers(now, about_me)) {}

  void consider(vector3 point) {
    auto vertex = now_.ways().vertex_at(point);
    auto places = now_.places_to()[vertex];
    if (places == unreachable)
      return;
    double cost = places;
    if (!to_seekers_.empty()) {
      auto theirs = std::min(to_seekers_[vertex], far_away);
      cost += worth_of_a_place_away * (far_away - theirs);
    }
    if (best_.point && cost >= best_cost_)
      return;
    auto fits = true;
    for (const auto& each : about_me_)
      if (!now_.would_hold(each, point)) {
        cost += unfit;
        fits = false;
      }
    if (best_.point && cost >= best_cost_)
      return;
    best_ = {point, fits};
    best_cost_ = cost;
  }

  [[nodiscard]] bool hides() const { return !to_seekers_.empty(); }
  [[nodiscard]] const station& best() const { return best_; }

private:
  const situation& now_;
  const plan& about_me_;
  std::vector<std::uint32_t> to_seekers_;
  station best_;
  double best_cost_ = 0;
};

} // namespace

station find_station(const situation& now, const plan& about_me) {
  station_search search(now, about_me);
  // Whoever hides moves on before it is found.
  if (!search.hides() && is_fine_here(now, about_me))
    return {};
  for (const auto& each : about_me)
    if (each.wanted)
      for (auto whom : now.all(now.is_me(each.first) ? each.second : each.first))
        search.consider(point_beside(now, whom));
  for (const auto& each : now.ways().graph().places)
    search.consider(centre_of(now.setting(), each));
  return search.best();
}

} // namespace troupe
