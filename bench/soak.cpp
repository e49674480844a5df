#include "tests/core/simulation/soak.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>

/// Does anything ever leave the world or end in a wall, in as many steps as wanted? Remembers in a
/// file how far it came, so that it can be stopped and started again:
///
///     bench_soak --steps 10000000 --state soak.txt

namespace {

using namespace troupe;

/// Progress is written after so many episodes.
constexpr std::uint64_t episodes_per_save = 50;

void save(const soak_result& result, const std::filesystem::path& file) {
  auto unfinished = file;
  unfinished += ".new";
  std::ofstream(unfinished) << "episodes " << result.episodes << "\nsteps " << result.steps
                            << "\noutside " << result.outside << "\ntoo_deep " << result.too_deep
                            << "\ndeepest " << std::setprecision(17) << result.deepest
                            << "\ndeepest_episode " << result.deepest_episode << '\n';
  std::filesystem::rename(unfinished, file);
}

soak_result load(const std::filesystem::path& file) {
  soak_result result;
  std::ifstream in(file);
  for (std::string key; in >> key;)
    if (key == "deepest")
      in >> result.deepest;
    else
      in >> (key == "episodes"   ? result.episodes
             : key == "steps"    ? result.steps
             : key == "outside"  ? result.outside
             : key == "too_deep" ? result.too_deep
                                 : result.deepest_episode);
  return result;
}

int soak_until(std::uint64_t steps, const std::filesystem::path& file) {
  auto result = load(file);
  while (result.steps < steps) {
    for (std::uint64_t i = 0; i < episodes_per_save && result.steps < steps; ++i)
      soak(result.episodes, result);
    save(result, file);
  }
  std::cout << result.steps << " steps in " << result.episodes << " episodes: " << result.outside
            << " outside, " << result.too_deep << " deeper than " << max_depth << " m; deepest "
            << result.deepest << " m, in episode " << result.deepest_episode << '\n';
  return result.outside + result.too_deep == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int count, char** arguments) {
  std::uint64_t steps = 10'000'000;
  std::filesystem::path file = "soak.txt";
  try {
    for (int i = 1; i < count; i += 2) {
      std::string option = arguments[i];
      if (option == "--steps" && i + 1 < count)
        steps = std::stoull(arguments[i + 1]);
      else if (option == "--state" && i + 1 < count)
        file = arguments[i + 1];
      else
        throw std::invalid_argument(option);
    }
  } catch (const std::exception&) {
    std::cerr << "usage: bench_soak [--steps NUMBER] [--state FILE]\n";
    return 2;
  }
  return soak_until(steps, file);
}
