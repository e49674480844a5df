#include "core/simulation/action.hpp"

namespace troupe {

action noop_action() noexcept {
  action act{};
  for (std::size_t group = 0; group < action_groups.size(); ++group)
    act.choices[group] = action_groups[group].neutral;
  return act;
}

bool is_valid(const action& act) noexcept {
  for (std::size_t group = 0; group < action_groups.size(); ++group)
    if (act.choices[group] >= action_groups[group].values.size())
      return false;
  return true;
}

std::uint32_t action_index(const action& act) noexcept {
  std::uint32_t index = 0;
  for (std::size_t group = 0; group < action_groups.size(); ++group)
    index =
        index * static_cast<std::uint32_t>(action_groups[group].values.size()) + act.choices[group];
  return index;
}

action action_at(std::uint32_t index) noexcept {
  action act{};
  for (auto group = action_groups.size(); group-- > 0;) {
    auto size = static_cast<std::uint32_t>(action_groups[group].values.size());
    act.choices[group] = static_cast<std::uint8_t>(index % size);
    index /= size;
  }
  return act;
}

action random_action(random_stream& stream) noexcept {
  return action_at(static_cast<std::uint32_t>(stream.below(action_count)));
}

} // namespace troupe
