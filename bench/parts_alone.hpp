#pragma once

#include "bench/serial_training.hpp"
#include "core/support/error.hpp"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <thread>
#include <vector>

namespace troupe {

namespace fs = std::filesystem;

// What those share that compare training with the sum of its parts.

/// A folder that is gone in the end.
class temporary_folder {
public:
  temporary_folder() {
    auto name = (fs::temp_directory_path() / "bench_pipeline_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw user_error(name + ": cannot be made");
    path_ = name;
  }
  ~temporary_folder() { fs::remove_all(path_); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

private:
  fs::path path_;
};

inline void wait(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// The mean of what several threads found.
inline step_costs mean_of(const std::vector<step_costs>& all) {
  step_costs mean;
  for (auto part :
       {&step_costs::tasks, &step_costs::reset, &step_costs::simulation, &step_costs::picture,
        &step_costs::inference, &step_costs::update, &step_costs::update_asking_target})
    for (const auto& each : all)
      mean.*part += each.*part / static_cast<double>(all.size());
  return mean;
}

/// What parts cost while so many threads do the same, each for itself: cores share memory and
/// caches, so that is what parts cost when the machine is full.
inline step_costs parts_alone(const settings& values, const task_distribution& draws,
                              std::size_t batch, std::size_t threads, double seconds) {
  std::vector<step_costs> costs(threads);
  std::vector<std::jthread> working;
  for (std::size_t i = 0; i < threads; ++i)
    working.emplace_back([&, i] {
      serial_training alone(values, draws, batch, true, i + 1);
      alone.run(seconds / 4); // the first updates do more than others
      costs[i] = alone.run(seconds);
    });
  working.clear();
  return mean_of(costs);
}

inline double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace troupe
