#include "actors/experiment_folder.hpp"

#include "actors/run_folder.hpp"
#include "core/support/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cinttypes>
#include <cstdio>
#include <utility>

namespace troupe {

std::string chosen_name(std::uint64_t generation) {
  return fmt::format("generation-{}", generation);
}

std::filesystem::path experiment_folder::generation(std::uint64_t number) const {
  return path_ / fmt::format("generation-{}", number);
}

std::filesystem::path experiment_folder::chosen(std::uint64_t number) const {
  return generation(number) / "chosen.safetensors";
}

void experiment_folder::forget_events_after(std::uint64_t generation, std::int64_t checks) const {
  keep_lines(events(), [&](const nlohmann::json& line) {
    auto when =
        std::pair{line.value("generation", std::uint64_t{0}), line.value("check", std::int64_t{0})};
    return when <= std::pair{generation, checks};
  });
}

std::filesystem::path generation_folder::agent(std::uint64_t number) const {
  return path_ / fmt::format("agent-{}", number);
}

std::string generation_folder::product_name(std::uint64_t agent, std::int64_t agent_steps) const {
  return fmt::format("generation-{}/agent-{}/{}", number_, agent, agent_steps);
}

std::filesystem::path generation_folder::product(std::uint64_t agent,
                                                 std::int64_t agent_steps) const {
  return path_ / "products" / fmt::format("agent-{}-{:012}.safetensors", agent, agent_steps);
}

generation_product product_named(const std::string& name) {
  generation_product found;
  std::uint64_t generation = 0;
  if (std::sscanf(name.c_str(), "generation-%" SCNu64 "/agent-%" SCNu64 "/%" SCNd64, &generation,
                  &found.agent, &found.agent_steps)
      != 3)
    throw user_error("'" + name + "' is not the name of an agent of a generation");
  return found;
}

} // namespace troupe
