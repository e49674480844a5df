#include "core/agent/network_policy.hpp"

#include "core/agent/action_distribution.hpp"
#include "core/agent/input_tensors.hpp"
#include "core/agent/network_file.hpp"
#include "core/simulation/policy_draws.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace troupe {

namespace {

std::vector<float> numbers(const torch::Tensor& x) {
  auto flat = x.to(torch::kCPU).contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

/// The memories of many players, as rows of two tensors.
class memories {
public:
  explicit memories(recurrent_state first) : all_(std::move(first)), free_{0} {}

  std::int64_t row_of(const player_slot& who) {
    auto [found, is_new] = rows_.try_emplace(who, 0);
    if (is_new)
      found->second = take_row();
    return found->second;
  }

  void forget(std::uint64_t environment) {
    auto first = rows_.lower_bound({environment, 0});
    auto last = first;
    for (; last != rows_.end() && last->first.environment == environment; ++last)
      free_.push_back(last->second);
    rows_.erase(first, last);
  }

  [[nodiscard]] recurrent_state read(const torch::Tensor& rows) const {
    return {all_.hidden.index_select(1, rows), all_.cell.index_select(1, rows)};
  }
  void write(const torch::Tensor& rows, const recurrent_state& state) {
    all_.hidden.index_copy_(1, rows, state.hidden);
    all_.cell.index_copy_(1, rows, state.cell);
  }

private:
  std::int64_t take_row() {
    if (free_.empty()) {
      auto count = all_.hidden.size(1);
      auto doubled = [](const torch::Tensor& x) {
        return torch::cat({x, torch::zeros_like(x)}, 1);
      };
      all_ = {doubled(all_.hidden), doubled(all_.cell)};
      for (auto row = 2 * count - 1; row >= count; --row)
        free_.push_back(row);
    }
    auto row = free_.back();
    free_.pop_back();
    all_.hidden.select(1, row).zero_();
    all_.cell.select(1, row).zero_();
    return row;
  }

  recurrent_state all_;
  std::map<player_slot, std::int64_t> rows_;
  std::vector<std::int64_t> free_;
};

} // namespace

class network_policy::implementation {
public:
  implementation(const network_file& file, torch::Device device)
      : device_(device),
        scale_(file.scale),
        net_(frozen_network(file, device)),
        memories_(net_->initial_state(1)),
        room_(blank_input(file.shape, 1, 16)) {}

  void load(const network_file& file) {
    troupe::load(net_, file);
    scale_ = file.scale;
  }

  std::size_t add(const observation& seen) {
    if (was_run_)
      begin_batch();
    auto place = static_cast<std::int64_t>(rows_.size());
    if (place == room_.firsts.size(1))
      grow();
    put(room_, 0, place, seen);
    rows_.push_back(memories_.row_of(seen.when.slot()));
    auto draws = policy_draws(seen.policy_seed, seen.when);
    for (std::size_t group = 0; group < action_groups.size(); ++group)
      uniforms_.push_back(static_cast<float>(draws.uniform()));
    goals_.push_back(extent_of(seen.goal));
    return rows_.size() - 1;
  }

  void run() {
    if (was_run_)
      begin_batch();
    was_run_ = true;
    if (rows_.empty())
      return;
    c10::InferenceMode no_gradients;
    auto count = static_cast<std::int64_t>(rows_.size());
    auto input = ready_for(first_players(count), device_);
    auto rows = torch::tensor(rows_, torch::kLong).to(device_);
    before_ = memories_.read(rows);
    output_ = net_->forward(input, before_);
    memories_.write(rows, output_.state);
    auto uniforms = torch::from_blob(uniforms_.data(), {count, groups}).to(device_);
    logits_ = output_.policy_logits[0].to(torch::kCPU).contiguous();
    chosen_ = sample(output_.policy_logits[0], uniforms).to(torch::kCPU).contiguous();
  }

  [[nodiscard]] action read(std::size_t place) const {
    auto row = checked(place) * groups;
    action done{};
    std::copy_n(chosen_.data_ptr<std::int64_t>() + row, groups, done.choices.begin());
    return done;
  }

  [[nodiscard]] std::span<const float> logits(std::size_t place) const {
    auto row = checked(place) * static_cast<std::int64_t>(action_encoding_size);
    return {logits_.data_ptr<float>() + row, action_encoding_size};
  }

  [[nodiscard]] recurrent_memory memory_before(std::size_t place) const {
    auto at = checked(place);
    return {numbers(before_.hidden.select(1, at)), numbers(before_.cell.select(1, at))};
  }

  [[nodiscard]] insight look(std::size_t place) const {
    c10::InferenceMode no_gradients;
    auto at = [&](const torch::Tensor& x) { return x[0][checked(place)]; };
    // A batch has room for as many options and atoms as its largest goal.
    auto options = std::min(output_.option_values.size(2), 1 + goals_[place].options);
    auto values = at(output_.option_values) * scale_.deviation + scale_.mean;
    return {.core = numbers(at(output_.core)),
            .goal_state = numbers(at(output_.goal_state)),
            .goal = numbers(at(output_.goals)[0]),
            .atom_probabilities =
                numbers(at(output_.atom_logits).narrow(0, 0, goals_[place].atoms).sigmoid()),
            .option_values = numbers(values.narrow(0, 0, options)),
            .option_weights = numbers(at(output_.option_weights).narrow(0, 0, options))};
  }

  void forget(std::uint64_t environment) { memories_.forget(environment); }

  [[nodiscard]] const network_shape& shape() const { return net_->shape(); }

private:
  static constexpr auto groups = static_cast<std::int64_t>(action_groups.size());

  /// How many options and atoms a goal has.
  struct goal_extent {
    std::int64_t options = 0;
    std::int64_t atoms = 0;
  };

  static goal_extent extent_of(const goal_encoding& aim) {
    goal_extent extent;
    for (std::size_t option = 0; option < goal_encoding::max_options; ++option)
      for (std::size_t atom = 0; atom < goal_encoding::max_atoms; ++atom)
        if (aim.matrix[option][atom] != 0)
          extent = {static_cast<std::int64_t>(option + 1),
                    std::max(extent.atoms, static_cast<std::int64_t>(atom + 1))};
    return extent;
  }

  void begin_batch() {
    rows_.clear();
    uniforms_.clear();
    goals_.clear();
    was_run_ = false;
  }

  void grow() {
    auto more = blank_input(shape(), 1, 2 * room_.firsts.size(1));
    auto keep = [&](torch::Tensor& to, const torch::Tensor& from) {
      to.narrow(1, 0, from.size(1)).copy_(from);
    };
    keep(more.pictures, room_.pictures);
    keep(more.bodies, room_.bodies);
    keep(more.last_actions, room_.last_actions);
    keep(more.goal_matrices, room_.goal_matrices);
    keep(more.goal_atoms, room_.goal_atoms);
    keep(more.firsts, room_.firsts);
    room_ = more;
  }

  [[nodiscard]] network_input first_players(std::int64_t count) const {
    auto part = [&](const torch::Tensor& x) { return x.narrow(1, 0, count); };
    return {part(room_.pictures),      part(room_.bodies),     part(room_.last_actions),
            part(room_.goal_matrices), part(room_.goal_atoms), part(room_.firsts)};
  }

  [[nodiscard]] std::int64_t checked(std::size_t place) const {
    if (!was_run_ || place >= rows_.size())
      throw std::logic_error("only what is in a batch that was run can be read");
    return static_cast<std::int64_t>(place);
  }

  torch::Device device_;
  value_scale scale_;
  network net_;
  memories memories_;

  // The batch that is being gathered, or that was run last.
  network_input room_;
  std::vector<std::int64_t> rows_;
  std::vector<float> uniforms_;
  std::vector<goal_extent> goals_;
  bool was_run_ = false;

  recurrent_state before_;
  network_output output_;
  torch::Tensor logits_;
  torch::Tensor chosen_;
};

network_policy::network_policy(std::span<const std::byte> network_file, const std::string& device)
    : implementation_(
        std::make_unique<implementation>(decode_network(network_file), device_named(device))) {}
network_policy::~network_policy() = default;

void network_policy::load(std::span<const std::byte> network_file) {
  implementation_->load(decode_network(network_file));
}

std::size_t network_policy::add(const observation& seen) {
  return implementation_->add(seen);
}

void network_policy::run() {
  implementation_->run();
}

action network_policy::read(std::size_t place) const {
  return implementation_->read(place);
}

std::span<const float> network_policy::logits(std::size_t place) const {
  return implementation_->logits(place);
}

recurrent_memory network_policy::memory_before(std::size_t place) const {
  return implementation_->memory_before(place);
}

insight network_policy::look(std::size_t place) const {
  return implementation_->look(place);
}

void network_policy::forget(std::uint64_t environment) {
  implementation_->forget(environment);
}

const network_shape& network_policy::shape() const {
  return implementation_->shape();
}

} // namespace troupe
