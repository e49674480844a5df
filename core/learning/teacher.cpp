#include "core/learning/teacher.hpp"

#include "core/agent/stored_tensors.hpp"
#include "core/support/error.hpp"

namespace troupe {

namespace {

/// All but the last observation.
network_input first_steps(const network_input& all) {
  return {before(all.pictures),      before(all.bodies),     before(all.last_actions),
          before(all.goal_matrices), before(all.goal_atoms), before(all.firsts)};
}

constexpr auto moments_entry = "teacher.moments";
constexpr auto hidden_entry = "teacher.hidden";
constexpr auto cell_entry = "teacher.cell";
constexpr auto gaps_entry = "teacher.gaps";

} // namespace

teacher::teacher(const network_file& file, torch::Device device)
    : net_(frozen_network(file, device)) {}

recurrent_state teacher::recall(std::span<const unroll> unrolls) {
  auto state = net_->initial_state(static_cast<std::int64_t>(unrolls.size()));
  for (std::size_t i = 0; i < unrolls.size(); ++i) {
    const auto& first = unrolls[i].seen.front().when;
    auto found = watched_.find(first.slot());
    if (found == watched_.end() || !(found->second.next == first)) {
      gaps_ += first.step == 0 ? 0 : 1;
      continue;
    }
    auto player = static_cast<std::int64_t>(i);
    state.hidden.select(1, player).copy_(found->second.memory.hidden);
    state.cell.select(1, player).copy_(found->second.memory.cell);
  }
  return state;
}

void teacher::remember(std::span<const unroll> unrolls, const recurrent_state& state) {
  for (std::size_t i = 0; i < unrolls.size(); ++i) {
    auto player = static_cast<std::int64_t>(i);
    const auto& last = unrolls[i].seen.back().when;
    watched_[last.slot()] = {
        last, {state.hidden.select(1, player).clone(), state.cell.select(1, player).clone()}};
  }
}

torch::Tensor teacher::advise(std::span<const unroll> unrolls, const unroll_batch& batch) {
  torch::NoGradGuard no_gradients;
  auto output = net_->forward(first_steps(batch.observed), recall(unrolls));
  remember(unrolls, output.state);
  return output.policy_logits;
}

void teacher::save(tensor_collection& into) const {
  std::vector<std::int64_t> moments;
  std::vector<torch::Tensor> hidden;
  std::vector<torch::Tensor> cell;
  for (const auto& [who, seen] : watched_) {
    for (auto number : {seen.next.environment, seen.next.episode, std::uint64_t{seen.next.player},
                        std::uint64_t{seen.next.step}})
      moments.push_back(static_cast<std::int64_t>(number));
    hidden.push_back(seen.memory.hidden);
    cell.push_back(seen.memory.cell);
  }
  store(into, gaps_entry, gaps_);
  if (watched_.empty())
    return;
  store(into, moments_entry, torch::tensor(moments, torch::kLong).view({-1, 4}));
  store(into, hidden_entry, torch::stack(hidden));
  store(into, cell_entry, torch::stack(cell));
}

void teacher::load(const tensor_collection& from) {
  restore(from, gaps_entry, gaps_);
  watched_.clear();
  const auto* stored = from.find(moments_entry);
  if (!stored)
    return;
  if (stored->shape.size() != 2)
    throw user_error("This file does not fit: its teacher has seen nobody that can be told.");
  auto moments = torch::empty(stored->shape, torch::kLong);
  restore(from, moments_entry, moments);
  auto state = net_->initial_state(stored->shape[0]);
  auto hidden = state.hidden.transpose(0, 1).contiguous();
  auto cell = state.cell.transpose(0, 1).contiguous();
  restore(from, hidden_entry, hidden);
  restore(from, cell_entry, cell);
  auto numbers = moments.accessor<std::int64_t, 2>();
  for (std::int64_t i = 0; i < numbers.size(0); ++i) {
    player_moment next{
        static_cast<std::uint64_t>(numbers[i][0]), static_cast<std::uint64_t>(numbers[i][1]),
        static_cast<std::uint8_t>(numbers[i][2]), static_cast<std::uint32_t>(numbers[i][3])};
    watched_[next.slot()] = {next, {hidden[i].clone(), cell[i].clone()}};
  }
}

} // namespace troupe
