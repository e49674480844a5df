#include "core/support/parallel.hpp"

#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace troupe {

namespace {

std::unique_ptr<tf::Executor>& executor() {
  static auto instance =
      std::make_unique<tf::Executor>(std::max(1u, std::thread::hardware_concurrency()));
  return instance;
}

} // namespace

const char* parallel_backend() noexcept {
  return "Taskflow";
}

void set_parallel_threads(std::size_t threads) {
  executor() = std::make_unique<tf::Executor>(std::max<std::size_t>(threads, 1));
}

void detail::run_blocks(std::size_t count, const std::function<void(std::size_t)>& block) {
  // Older versions of Taskflow do not carry exceptions out of a task, so this does.
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  std::once_flag first;
  auto guarded = [&](std::size_t i) {
    if (failed)
      return;
    try {
      block(i);
    } catch (...) {
      std::call_once(first, [&] { failure = std::current_exception(); });
      failed = true;
    }
  };
  tf::Taskflow loop;
  loop.for_each_index(std::size_t{0}, count, std::size_t{1}, guarded);
  if (executor()->this_worker_id() >= 0)
    for (std::size_t i = 0; i < count; ++i) // a loop inside a loop: waiting here could lock up
      guarded(i);
  else
    executor()->run(loop).wait();
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace troupe
