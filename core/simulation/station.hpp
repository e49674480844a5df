#pragma once

#include "core/simulation/script.hpp"
#include "core/simulation/situation.hpp"

#include <optional>

namespace troupe {

/// Where to stand.
struct station {
  /// Nothing if here is fine.
  std::optional<vector3> point;
  /// Whether all wishes about where the player stands can come true there, together.
  bool fits = true;
};

/// The best point to stand at for wishes about where this player is: the nearest at which most of
/// them come true, and for one that hides, far from whom it hides from.
station find_station(const situation& now, const plan& about_me);

} // namespace troupe
