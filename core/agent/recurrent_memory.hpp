#pragma once

#include <vector>

namespace troupe {

/// What a network remembers of one player, as plain numbers: layers · size of each.
struct recurrent_memory {
  std::vector<float> hidden;
  std::vector<float> cell;

  friend bool operator==(const recurrent_memory&, const recurrent_memory&) = default;
};

} // namespace troupe
