#pragma once

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>

namespace troupe {

/// Asks an actor to end as if its work were done; nobody if the handle is empty.
template <class Handle>
void stop_actor(const Handle& actor) {
  if (actor)
    caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
}

} // namespace troupe
