#include "core/learning/unroll_batch.hpp"

#include "core/agent/input_tensors.hpp"
#include "core/support/error.hpp"

#include <algorithm>
#include <cstddef>

namespace troupe {

namespace {

void check(const unroll& one, std::size_t steps, const network_shape& shape) {
  auto memory = static_cast<std::size_t>(shape.lstm_layers * shape.lstm_size);
  if (one.done.size() != steps || one.seen.size() != steps + 1 || steps == 0)
    throw user_error("The unrolls of a batch must all have the same number of steps, at least 1.");
  if (one.begin.hidden.size() != memory || one.begin.cell.size() != memory)
    throw user_error("An unroll begins with the memory of another kind of network.");
  auto lacks = [](const observation& seen) { return !seen.privileged; };
  if (std::any_of(one.seen.begin(), one.seen.end(), lacks))
    throw user_error("An unroll has observations without rewards: nobody can learn from it.");
}

/// The step after an episode's last observation leads to the next episode, whatever is done.
bool somebody_acts(std::span<const unroll> unrolls) {
  return std::any_of(unrolls.begin(), unrolls.end(), [](const unroll& one) {
    return std::any_of(one.seen.begin() + 1, one.seen.end(),
                       [](const observation& seen) { return seen.when.step != 0; });
  });
}

/// A tensor to be filled step by step, player by player, with rows of `width` numbers.
template <class Number>
class table {
public:
  table(std::int64_t steps, std::int64_t players, std::int64_t width, torch::Dtype type)
      : numbers_(torch::empty({steps, players, width}, type)),
        next_(numbers_.data_ptr<Number>()),
        players_(players),
        width_(width) {}

  Number* row(std::size_t step, std::size_t player) {
    return next_
           + (static_cast<std::int64_t>(step) * players_ + static_cast<std::int64_t>(player))
                 * width_;
  }
  [[nodiscard]] const torch::Tensor& numbers() const { return numbers_; }

private:
  torch::Tensor numbers_;
  Number* next_;
  std::int64_t players_;
  std::int64_t width_;
};

/// [layers, B, size] from each player's layers · size.
torch::Tensor begin_of(std::span<const unroll> unrolls, const network_shape& shape,
                       std::vector<float> recurrent_memory::*part) {
  auto all =
      torch::empty({static_cast<std::int64_t>(unrolls.size()), shape.lstm_layers, shape.lstm_size});
  auto* to = all.data_ptr<float>();
  for (const auto& one : unrolls)
    to = std::copy((one.begin.*part).begin(), (one.begin.*part).end(), to);
  return all.transpose(0, 1).contiguous();
}

} // namespace

unroll_batch batch_of(std::span<const unroll> unrolls, const network_shape& shape,
                      std::int64_t target_version, torch::Device device) {
  if (unrolls.empty())
    throw user_error("A batch needs at least one unroll.");
  auto steps = unrolls[0].done.size();
  for (const auto& one : unrolls)
    check(one, steps, shape);
  if (!somebody_acts(unrolls))
    throw user_error("Every step of these unrolls is between two episodes: nothing was done.");

  auto t = static_cast<std::int64_t>(steps);
  auto b = static_cast<std::int64_t>(unrolls.size());
  auto observed = blank_input(shape, t + 1, b);
  table<float> rewards(t + 1, b, 1, torch::kFloat);
  table<float> discounts(t + 1, b, 1, torch::kFloat);
  table<float> truths(t + 1, b, goal_encoding::max_atoms, torch::kFloat);
  table<std::int64_t> actions(t, b, action_groups.size(), torch::kLong);
  table<float> logits(t, b, action_encoding_size, torch::kFloat);
  for (std::size_t player = 0; player < unrolls.size(); ++player) {
    const auto& one = unrolls[player];
    for (std::size_t step = 0; step <= steps; ++step) {
      const auto& seen = one.seen[step];
      put(observed, static_cast<std::int64_t>(step), static_cast<std::int64_t>(player), seen);
      *rewards.row(step, player) = seen.privileged->reward;
      *discounts.row(step, player) = seen.privileged->discount;
      std::copy(seen.privileged->atom_truths.begin(), seen.privileged->atom_truths.end(),
                truths.row(step, player));
    }
    for (std::size_t step = 0; step < steps; ++step) {
      const auto& [done, said] = one.done[step];
      std::copy(done.choices.begin(), done.choices.end(), actions.row(step, player));
      std::copy(said.begin(), said.end(), logits.row(step, player));
    }
  }

  auto there = [&](const torch::Tensor& x) { return x.to(device); };
  unroll_batch batch;
  batch.observed = ready_for(observed, device);
  batch.begin = {there(begin_of(unrolls, shape, &recurrent_memory::hidden)),
                 there(begin_of(unrolls, shape, &recurrent_memory::cell))};
  batch.actions = there(actions.numbers());
  batch.rewards = there(rewards.numbers().squeeze(-1));
  batch.discounts = there(discounts.numbers().squeeze(-1));
  batch.atom_truths = there(truths.numbers().narrow(2, 0, batch.observed.goal_atoms.size(2)));
  auto by_target = [&](const unroll& one) {
    return one.oldest_version == target_version && one.newest_version == target_version;
  };
  if (std::all_of(unrolls.begin(), unrolls.end(), by_target))
    batch.target_logits = there(logits.numbers());
  return batch;
}

} // namespace troupe
