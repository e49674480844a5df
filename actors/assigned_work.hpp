#pragma once

#include <caf/actor_addr.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace troupe {

/// The assignments of one TASK SOURCE that are being played, and by whom, so that none is lost with
/// an environment that ends.
class assigned_work {
public:
  /// What is left of an environment that is gone: its number, and those of its assignments.
  struct remains {
    std::optional<std::uint64_t> environment;
    std::vector<std::uint64_t> assignments;
  };

  /// Returns whether an environment was not known before: whoever asks should watch it.
  bool meet(const caf::actor_addr& environment, std::uint64_t its_number) {
    return environments_.emplace(environment, its_number).second;
  }

  void begin(std::uint64_t number, const caf::actor_addr& environment) {
    playing_[number] = environment;
  }

  /// Returns whether that one was being played.
  bool end(std::uint64_t number) { return playing_.erase(number) > 0; }

  remains bury(const caf::actor_addr& environment) {
    remains lost;
    if (auto known = environments_.extract(environment))
      lost.environment = known.mapped();
    std::erase_if(playing_, [&](const auto& each) {
      if (each.second != environment)
        return false;
      lost.assignments.push_back(each.first);
      return true;
    });
    return lost;
  }

private:
  std::map<caf::actor_addr, std::uint64_t> environments_;
  std::map<std::uint64_t, caf::actor_addr> playing_;
};

} // namespace troupe
