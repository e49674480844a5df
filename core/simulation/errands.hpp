#pragma once

#include "core/simulation/pilot.hpp"
#include "core/simulation/situation.hpp"

#include <optional>

namespace troupe {

/// The small things that scripts are made of: what to do with the body, now, to get them done.

/// Goes so near somebody or something that `near` holds.
intent approach(const situation& now, individual whom);

/// Where approaching somebody or something ends.
vector3 point_beside(const situation& now, individual whom);

/// Another player that holds an object.
std::optional<individual> other_holder(const situation& now, individual object);

/// Goes to an object, looks at it and grabs it; tags whoever else holds it.
intent take(const situation& now, individual object);

/// Goes where somebody or something can be hit, aims, and uses the gadget.
intent shoot(const situation& now, individual target);

/// Whether a wish is about where an object is, so that it can come true by carrying the object.
bool is_about_a_resting_object(const wish& wanted);

/// Where to put an object for a wish to come true; nothing if there is no such place.
std::optional<vector3> destination_for(const situation& now, const wish& wanted, individual object);

/// Brings an object that this player holds to a point.
intent carry(const situation& now, vector3 destination);

/// Whether an object that is carried has come down where it was to go.
bool is_lowered(const situation& now, vector3 destination);

/// The point of all places that a player gets to before its pursuer, and is safest at.
vector3 safest_point(const situation& now, vector3 pursuer);

} // namespace troupe
