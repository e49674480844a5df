#pragma once

#include <time.h>

namespace troupe {

/// CPU time of the calling thread, in seconds: what others do to the machine does not count.
inline double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace troupe
