#pragma once

#include "core/agent/policy_backend.hpp"

#include <vector>

namespace troupe {

/// Always does the same.
class fixed_policy final : public policy_backend {
public:
  explicit fixed_policy(const action& done) : done_(done) {}

  std::size_t add(const observation&) override { return added_++; }
  void run() override { added_ = 0; }
  [[nodiscard]] action read(std::size_t) const override { return done_; }

private:
  action done_;
  std::size_t added_ = 0;
};

/// Lets another policy decide, and remembers what it was shown.
class recording_policy final : public policy_backend {
public:
  explicit recording_policy(policy_backend& decides) : decides_(decides) {}

  std::size_t add(const observation& seen) override {
    if (batches_.empty() || was_run_)
      batches_.emplace_back();
    was_run_ = false;
    batches_.back().push_back(seen);
    return decides_.add(seen);
  }
  void run() override {
    was_run_ = true;
    decides_.run();
  }
  [[nodiscard]] action read(std::size_t place) const override { return decides_.read(place); }

  /// What each batch was made of, in the order of places.
  [[nodiscard]] const std::vector<std::vector<observation>>& batches() const { return batches_; }

private:
  policy_backend& decides_;
  std::vector<std::vector<observation>> batches_;
  bool was_run_ = false;
};

} // namespace troupe
