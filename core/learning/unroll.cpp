#include "core/learning/unroll.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

std::optional<unroll> unroll_assembler::add(observation seen, const decision& done,
                                            std::int64_t version,
                                            const std::function<recurrent_memory()>& memory) {
  auto& growing = growing_[seen.when.slot()];
  std::optional<unroll> complete;
  if (growing.done.size() == length_) {
    growing.seen.push_back(seen);
    complete = std::exchange(growing, {});
  }
  if (growing.seen.empty()) {
    growing.begin = memory();
    growing.oldest_version = growing.newest_version = version;
  }
  growing.seen.push_back(std::move(seen));
  growing.done.push_back(done);
  growing.oldest_version = std::min(growing.oldest_version, version);
  growing.newest_version = std::max(growing.newest_version, version);
  return complete;
}

void unroll_assembler::discard(std::uint64_t environment) {
  auto first = growing_.lower_bound({environment, 0});
  auto last = first;
  while (last != growing_.end() && last->first.environment == environment)
    ++last;
  growing_.erase(first, last);
}

} // namespace troupe
