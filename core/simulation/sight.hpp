#pragma once

#include "core/simulation/height_field.hpp"
#include "core/simulation/shapes.hpp"
#include "core/simulation/state.hpp"

#include <boost/container/static_vector.hpp>

#include <cstddef>
#include <span>

namespace troupe {

/// The axes of what a player sees: unit vectors, perpendicular to each other.
struct view_frame {
  vector3 eyes;
  vector3 forward;
  vector3 right;
  vector3 up;
};
view_frame view_of(const player_state& player);

/// Whether a point lies within a player's field of view, whatever is in between.
bool is_in_view(const view_frame& view, vector3 point);

/// The closest point to `point`, or nearly so, that lies well within a player's field of view.
vector3 moved_into_view(const view_frame& view, vector3 point);

/// Whether any of a ball may lie within a player's field of view. Never false if some of it does.
bool may_be_in_view(const view_frame& view, vector3 centre, double radius);

/// Points of a body that stand for it when somebody looks: it is seen if one of them is.
using view_sample_list = boost::container::static_vector<vector3, 10>;

/// Its centre of mass; if that is not in view, the point that comes closest to the view, so that
/// bodies count that stick into the picture or are too close to be seen as a whole; and its corners
/// or, where it has none, points of its outline, each somewhat within the body, so that a body that
/// others hide counts once a good part of it shows.
view_sample_list view_samples(const body& solid, const view_frame& view);

/// Whether the straight line between two points meets neither ground nor bodies, but for the two
/// that it connects, by their numbers.
bool is_unobstructed(const height_field& ground, std::span<const body> bodies, vector3 from,
                     vector3 to, std::size_t first, std::size_t second);

} // namespace troupe
