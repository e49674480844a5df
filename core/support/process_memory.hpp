#pragma once

#include <unistd.h>

#include <fstream>

namespace troupe {

/// Memory that this process occupies, in bytes; 0 where nobody says.
inline double resident_bytes() {
  std::ifstream in("/proc/self/statm");
  double whole = 0;
  double resident = 0;
  in >> whole >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

} // namespace troupe
