#include "core/support/parallel.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <memory>

namespace troupe {

const char* parallel_backend() noexcept {
  return "oneTBB";
}

void set_parallel_threads(std::size_t threads) {
  using tbb::global_control;
  static std::unique_ptr<global_control> limit;
  limit.reset(); // the smallest of all living limits counts
  limit = std::make_unique<global_control>(global_control::max_allowed_parallelism,
                                           std::max<std::size_t>(threads, 1));
}

void detail::run_blocks(std::size_t count, const std::function<void(std::size_t)>& block) {
  tbb::parallel_for(std::size_t{0}, count, block);
}

} // namespace troupe
