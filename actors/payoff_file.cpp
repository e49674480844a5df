#include "actors/payoff_file.hpp"

#include "actors/run_folder.hpp"
#include "core/support/error.hpp"

#include <nlohmann/json.hpp>

#include <exception>

namespace troupe {

namespace {

void add_line(payoff_table& table, const nlohmann::json& line) {
  std::size_t game = 0;
  for (const auto& cell : line.at("games")) {
    payoff_cell found;
    cell.at(0).get_to(found.episodes);
    cell.at(1).get_to(found.sum_of_returns);
    cell.at(2).get_to(found.rewarded);
    table.add(line.at("policy"), line.at("co_player"), game++, found);
  }
}

} // namespace

void append_payoffs(const std::filesystem::path& file, const std::string& policy,
                    const std::string& co_player, std::span<const payoff_cell> games) {
  nlohmann::ordered_json line{{"policy", policy}, {"co_player", co_player}};
  auto& cells = line["games"] = nlohmann::ordered_json::array();
  for (const auto& each : games)
    cells.push_back({each.episodes, each.sum_of_returns, each.rewarded});
  append_line(file, line.dump());
}

payoff_table read_payoffs(const std::filesystem::path& file) {
  payoff_table table;
  std::size_t number = 0;
  keep_lines(file, [&](const nlohmann::json& line) {
    ++number;
    try {
      add_line(table, line);
    } catch (const std::exception& problem) {
      throw user_error(file.string() + ":" + std::to_string(number) + ": " + problem.what());
    }
    return true;
  });
  return table;
}

} // namespace troupe
