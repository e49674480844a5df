// What does an agent cost: to act, and to learn? Beside the floor: the same arithmetic as plain
// matrix products, and the bare torso.

#include "config/agent.hpp"
#include "config/reader.hpp"
#include "core/agent/input_tensors.hpp"
#include "core/agent/network_file.hpp"
#include "core/agent/network_policy.hpp"
#include "core/agent/threads.hpp"
#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/learning/learner.hpp"
#include "core/learning/unroll_batch.hpp"

#include <ATen/CPUGeneratorImpl.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace troupe;

constexpr auto goal_text = "hold(me, yellow sphere) & !near(me, black cube) | see(me, opponent)";
/// The paper's network takes seconds for an update of the paper's size.
constexpr std::size_t paper_steps = 10;

enum class size { paper, laptop };

settings settings_of(size which) {
  configuration_layers layers;
  layers.file = std::string{TROUPE_SOURCE_DIR} + "/config/"
                + (which == size::paper ? "paper.toml" : "laptop.toml");
  return read_settings(layers);
}

network_shape shape_of(size which) {
  return network_shape_of(settings_of(which));
}

std::size_t unroll_length(size which) {
  return which == size::paper ? paper_steps
                              : static_cast<std::size_t>(settings_of(which).learning.unroll_length);
}

observation something_seen(const network_shape& shape, std::uint64_t environment,
                           std::uint32_t step) {
  observation seen;
  seen.when = {.environment = environment, .step = step};
  seen.picture = image(shape.picture_width, shape.picture_height, {});
  auto draws = random_stream{environment}.split(step);
  for (auto& pixel : seen.picture.pixels)
    pixel[0] = static_cast<std::uint8_t>(draws.below(256));
  seen.goal = encode(parse_goal(goal_text));
  seen.privileged.emplace();
  return seen;
}

/// Unrolls as if the target network had played them.
std::vector<unroll> some_unrolls(size which, std::size_t count) {
  auto shape = shape_of(which);
  auto steps = unroll_length(which);
  std::vector<float> nothing(static_cast<std::size_t>(shape.core_output()));
  std::vector<unroll> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].begin = {nothing, nothing};
    all[i].done.resize(steps);
    for (std::uint32_t t = 0; t <= steps; ++t)
      all[i].seen.push_back(something_seen(shape, i, t));
  }
  return all;
}

/// One product of matrices with so many multiplications.
class plain_products {
public:
  explicit plain_products(std::int64_t multiplications) {
    // About as wide as the layers of a network with a batch.
    constexpr std::int64_t side = 256;
    rows_ = std::max<std::int64_t>(multiplications / (side * side), 1);
    left_ = torch::rand({rows_, side});
    right_ = torch::rand({side, side});
  }
  void run() { benchmark::DoNotOptimize(torch::mm(left_, right_)); }

private:
  std::int64_t rows_;
  torch::Tensor left_;
  torch::Tensor right_;
};

/// The multiplications of all products and convolutions that a network does forward, for one step
/// of one player with the goal above.
std::int64_t multiplications(const network_shape& shape) {
  network net(shape, 1);
  std::int64_t sum = 0;
  auto height = std::int64_t{shape.picture_height};
  auto width = std::int64_t{shape.picture_width};
  auto halved = [](std::int64_t side) { return (side + 1) / 2; };
  constexpr std::int64_t goals = 3; // the whole goal and two options
  constexpr std::int64_t atoms = goal_encoding::max_atoms;
  std::map<std::string, std::int64_t> times{
      {"goal_embedding.predicate", atoms},
      {"goal_embedding.atom", 2 * atoms},
      {"goal_embedding.option", goals - 1},
      {"atom_predictor", atoms},
      {"goat.query", goals},
      {"goat.queries", goals * shape.goal_embedding / shape.goat_features},
      {"goat.keys", shape.goat_upscale / shape.goat_features},
      {"goat.values", shape.goat_upscale / shape.goat_features},
      {"goat.value.", goals + 1}};
  auto resnet = shape.torso == torso_kind::resnet;
  for (const auto& named : net->named_parameters()) {
    const auto& weight = named.value();
    if (weight.dim() == 4) {
      auto entry = named.key().find("_entry") != std::string::npos;
      if (entry && !resnet) {
        auto stride = weight.size(2) == 8 ? 4 : 2;
        height /= stride;
        width /= stride;
      }
      sum += weight.numel() * height * width;
      if (entry && resnet) {
        height = halved(height);
        width = halved(width);
      }
    } else if (weight.dim() == 2) {
      auto found = std::find_if(times.begin(), times.end(), [&](const auto& each) {
        return named.key().rfind(each.first, 0) == 0;
      });
      sum += weight.numel() * (found == times.end() ? 1 : found->second);
    }
  }
  auto pairs = goals * (shape.goal_embedding / shape.goat_features)
               * (shape.goat_upscale / shape.goat_features);
  return sum + pairs * shape.attention_heads * (shape.attention_key + shape.attention_value);
}

std::int64_t count_of(const benchmark::State& state) {
  return state.range(0);
}

/// Of an update.
std::int64_t steps_of(const benchmark::State& state, size which) {
  return count_of(state) * static_cast<std::int64_t>(unroll_length(which));
}

void report_rate(benchmark::State& state, std::int64_t steps) {
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(steps) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

/// As an environment's players use it: observations in, actions out.
void act(benchmark::State& state, size which) {
  set_tensor_threads(1);
  auto shape = shape_of(which);
  network_policy policy(encode_network(network(shape, 1), {}));
  std::vector<observation> seen;
  for (std::int64_t i = 0; i < count_of(state); ++i)
    seen.push_back(something_seen(shape, static_cast<std::uint64_t>(i), 1));
  for (auto _ : state) {
    for (const auto& each : seen)
      policy.add(each);
    policy.run();
    benchmark::DoNotOptimize(policy.read(0));
  }
  report_rate(state, count_of(state));
}

void act_torso(benchmark::State& state, size which) {
  set_tensor_threads(1);
  auto shape = shape_of(which);
  auto draws = at::make_generator<at::CPUGeneratorImpl>(1);
  torso eye(shape, draws);
  for (auto& parameter : eye->parameters())
    if (parameter.dim() == 4)
      parameter.set_data(parameter.contiguous(torch::MemoryFormat::ChannelsLast));
  c10::InferenceMode no_gradients;
  auto pictures = blank_input(shape, 1, count_of(state)).pictures[0];
  for (auto _ : state)
    benchmark::DoNotOptimize(eye->forward(pictures));
  report_rate(state, count_of(state));
}

void act_floor(benchmark::State& state, size which) {
  set_tensor_threads(1);
  c10::InferenceMode no_gradients;
  plain_products products(multiplications(shape_of(which)) * count_of(state));
  for (auto _ : state)
    products.run();
  report_rate(state, count_of(state));
}

/// A whole update, from unrolls: all losses. If others than the target network played them, it has
/// to be asked what it would have done.
void learn(benchmark::State& state, size which, bool played_by_target) {
  set_tensor_threads(1);
  auto unrolls = some_unrolls(which, static_cast<std::size_t>(count_of(state)));
  for (auto& each : unrolls)
    each.oldest_version = played_by_target ? 0 : -1;
  auto how = hyperparameters_of(settings_of(which));
  how.target_update_period = 1'000'000; // the target stays the same
  learner agent(shape_of(which), how, 1);
  agent.update(unrolls); // the first does more than the others
  for (auto _ : state)
    agent.update(unrolls);
  report_rate(state, steps_of(state, which));
}

/// What cannot be avoided: the network forward, and the simplest loss of all outputs backward.
void learn_network_alone(benchmark::State& state, size which) {
  set_tensor_threads(1);
  auto shape = shape_of(which);
  auto unrolls = some_unrolls(which, static_cast<std::size_t>(count_of(state)));
  auto batch = batch_of(unrolls, shape, 0, torch::kCPU);
  network net(shape, 1);
  auto forward_and_backward = [&] {
    auto out = net->forward(batch.observed, batch.begin);
    auto loss = out.policy_logits.sum() + out.option_values.sum() + out.internal_value.sum()
                + out.atom_logits.sum() + out.option_states.sum()
                + net->external_value(out.goal_state, batch.rewards).sum();
    net->zero_grad();
    loss.backward();
  };
  forward_and_backward();
  for (auto _ : state)
    forward_and_backward();
  report_rate(state, steps_of(state, which));
}

void learn_torso(benchmark::State& state, size which) {
  set_tensor_threads(1);
  auto shape = shape_of(which);
  auto draws = at::make_generator<at::CPUGeneratorImpl>(1);
  torso eye(shape, draws);
  auto steps = steps_of(state, which);
  auto pictures = blank_input(shape, 1, steps).pictures[0];
  for (auto _ : state) {
    eye->zero_grad();
    eye->forward(pictures).sum().backward();
  }
  report_rate(state, steps);
}

/// Backward takes two products for each one forward.
void learn_floor(benchmark::State& state, size which) {
  set_tensor_threads(1);
  c10::InferenceMode no_gradients;
  plain_products products(3 * multiplications(shape_of(which)) * steps_of(state, which));
  for (auto _ : state)
    products.run();
  report_rate(state, steps_of(state, which));
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("batch")->Unit(benchmark::kMillisecond)->MinTime(2);
}
void acting_sizes(benchmark::internal::Benchmark* bench) {
  sizes(bench);
  bench->Arg(1)->Arg(16)->Arg(32)->Arg(64);
}
void learning_sizes(benchmark::internal::Benchmark* bench) {
  sizes(bench);
  bench->Arg(1)->Arg(16)->Arg(64);
}

#define COMPARE_ACTING(which)                                                                      \
  BENCHMARK_CAPTURE(act, which, size::which)->Apply(acting_sizes);                                 \
  BENCHMARK_CAPTURE(act_torso, which, size::which)->Apply(acting_sizes);                           \
  BENCHMARK_CAPTURE(act_floor, which, size::which)->Apply(acting_sizes)
#define COMPARE_LEARNING(which)                                                                    \
  BENCHMARK_CAPTURE(learn, which, size::which, true)->Apply(learning_sizes);                       \
  BENCHMARK_CAPTURE(learn, which##_asking_the_target, size::which, false)->Apply(learning_sizes);  \
  BENCHMARK_CAPTURE(learn_network_alone, which, size::which)->Apply(learning_sizes);               \
  BENCHMARK_CAPTURE(learn_torso, which, size::which)->Apply(learning_sizes);                       \
  BENCHMARK_CAPTURE(learn_floor, which, size::which)->Apply(learning_sizes)

COMPARE_ACTING(laptop);
COMPARE_ACTING(paper);
COMPARE_LEARNING(laptop);
COMPARE_LEARNING(paper);

} // namespace
