#pragma once

#include "core/agent/action_distribution.hpp"
#include "core/agent/threads.hpp"
#include "core/game/goal.hpp"
#include "core/game/goal_codec.hpp"
#include "core/learning/learner.hpp"
#include "core/simulation/action.hpp"
#include "core/support/image.hpp"
#include "core/support/random.hpp"
#include "tests/core/agent/network_inputs.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace troupe {

/// A problem with a known optimum for one player. What it shows is a picture of one colour, a goal
/// and the truth of the goal's atoms; its returns are between 0 and 1.
class toy {
public:
  virtual ~toy() = default;

  virtual void begin(random_stream& draws) = 0;
  /// The reward of a step. Says whether the episode is over by `over`.
  virtual float act(const action& done) = 0;
  [[nodiscard]] virtual bool over() const = 0;
  [[nodiscard]] virtual rgb colour() const = 0;
  [[nodiscard]] virtual goal aim() const = 0;
  /// By bits, in the order of the goal's atoms.
  [[nodiscard]] virtual unsigned truths() const { return 0; }
};

/// A network for toys.
inline network_shape toy_shape() {
  network_shape shape;
  shape.picture_height = 8;
  shape.picture_width = 8;
  shape.torso = torso_kind::strided;
  shape.torso_channels = {8, 16};
  shape.torso_output = 32;
  shape.torso_norm = true;
  shape.lstm_size = 32;
  shape.predicate_embedding = 32;
  shape.atom_mlp = {32};
  shape.option_mlp = {32};
  shape.goal_embedding = 32;
  shape.atom_predictor = {32};
  shape.goat_upscale = 64;
  shape.goat_features = 8;
  shape.goat_norm = true;
  shape.attention_key = 16;
  shape.attention_value = 16;
  shape.goat_value_hidden = 32;
  shape.policy_hidden = 64;
  shape.value_hidden = 32;
  shape.popart_hidden = 32;
  return shape;
}

/// Small batches that often move the policy.
inline hyperparameters toy_hyperparameters() {
  hyperparameters how;
  how.evolving.learning_rate = 3e-3;
  how.evolving.epsilon_alpha = 0.05;
  how.discount = 0.9;
  how.target_update_period = 5;
  how.init_alpha = 0.1;
  how.dual_learning_rate = 1e-2;
  how.entropy_cost = 0.003;
  how.max_gradient_norm = 5;
  how.popart_step = 0.01;
  return how;
}

/// Plays many copies of a toy with an agent's network, and lets the agent learn from it.
class toy_trainer {
public:
  template <class MakeToy>
  toy_trainer(MakeToy&& make, const hyperparameters& how, std::uint64_t seed)
      : learner_(toy_shape(), how, seed), draws_(seed) {
    set_tensor_threads(1);
    for (std::int64_t i = 0; i < players; ++i) {
      toys_.push_back(make());
      toys_.back()->begin(draws_);
    }
    state_ = learner_.acting()->initial_state(players);
    now_ = blank();
    for (std::int64_t i = 0; i < players; ++i)
      show(i, 0, true);
  }

  /// One unroll and one update.
  update_report learn() {
    auto batch = unroll();
    return learner_.update(batch);
  }

  /// The mean return of the next `episodes` or a few more episodes, without learning.
  double evaluate(int episodes) {
    finished_ = 0;
    returns_ = 0;
    while (finished_ < episodes)
      unroll();
    return returns_ / finished_;
  }

private:
  static constexpr std::int64_t players = 32;
  static constexpr std::int64_t steps = 8;

  /// One observation of all players.
  struct moment {
    network_input seen;
    torch::Tensor rewards;
    torch::Tensor discounts;
    torch::Tensor truths;
  };

  static moment blank() {
    moment m;
    m.seen = blank_input(toy_shape(), 1, players);
    m.rewards = torch::zeros({1, players});
    m.discounts = torch::ones({1, players});
    m.truths = torch::zeros({1, players, static_cast<std::int64_t>(goal_encoding::max_atoms)});
    return m;
  }

  void show(std::int64_t player, float reward, bool first) {
    const auto& game = *toys_[static_cast<std::size_t>(player)];
    auto [r, g, b] = game.colour();
    auto picture = now_.seen.pictures.accessor<std::uint8_t, 5>()[0][player];
    for (std::int64_t y = 0; y < picture.size(0); ++y)
      for (std::int64_t x = 0; x < picture.size(1); ++x) {
        picture[y][x][0] = r;
        picture[y][x][1] = g;
        picture[y][x][2] = b;
      }
    auto encoded = encode(game.aim());
    auto matrix = now_.seen.goal_matrices.accessor<float, 4>()[0][player];
    auto atoms = now_.seen.goal_atoms.accessor<std::int64_t, 4>()[0][player];
    auto truths = now_.truths.accessor<float, 3>()[0][player];
    for (std::int64_t a = 0; a < truths.size(0); ++a) {
      auto column = static_cast<std::size_t>(a);
      for (std::int64_t o = 0; o < matrix.size(0); ++o)
        matrix[o][a] = encoded.matrix[static_cast<std::size_t>(o)][column];
      for (std::int64_t part = 0; part < atoms.size(1); ++part)
        atoms[a][part] = encoded.atoms[column][static_cast<std::size_t>(part)];
      truths[a] = static_cast<float>(game.truths() >> a & 1);
    }
    now_.seen.firsts.accessor<float, 2>()[0][player] = first ? 1 : 0;
    now_.rewards.accessor<float, 2>()[0][player] = reward;
    now_.discounts.accessor<float, 2>()[0][player] = game.over() ? 0 : 1;
  }

  void advance(const torch::Tensor& choices) {
    auto chosen = choices.accessor<std::int64_t, 2>();
    now_ = blank();
    for (std::int64_t i = 0; i < players; ++i) {
      auto& game = *toys_[static_cast<std::size_t>(i)];
      if (game.over()) {
        game.begin(draws_);
        show(i, 0, true);
        continue;
      }
      action done{};
      for (std::size_t group = 0; group < action_groups.size(); ++group)
        done.choices[group] =
            static_cast<std::uint8_t>(chosen[i][static_cast<std::int64_t>(group)]);
      auto reward = game.act(done);
      show(i, reward, false);
      returns_ += reward;
      finished_ += game.over() ? 1 : 0;
    }
  }

  torch::Tensor choose() {
    torch::NoGradGuard no_gradients;
    auto out = learner_.acting()->forward(now_.seen, state_);
    state_ = out.state;
    auto uniforms = torch::empty({players, 6});
    std::generate_n(uniforms.data_ptr<float>(), uniforms.numel(),
                    [&] { return static_cast<float>(draws_.uniform()); });
    return sample(out.policy_logits[0], uniforms);
  }

  unroll_batch unroll() {
    unroll_batch batch;
    batch.begin = state_;
    std::vector<moment> moments{now_};
    std::vector<torch::Tensor> actions;
    for (std::int64_t t = 0; t < steps; ++t) {
      actions.push_back(choose());
      advance(actions.back());
      moments.push_back(now_);
    }
    auto joined = [&](auto&& part) {
      std::vector<torch::Tensor> all;
      for (const auto& m : moments)
        all.push_back(part(m));
      return torch::cat(all);
    };
    batch.observed = {joined([](const moment& m) { return m.seen.pictures; }),
                      joined([](const moment& m) { return m.seen.bodies; }),
                      joined([](const moment& m) { return m.seen.last_actions; }),
                      joined([](const moment& m) { return m.seen.goal_matrices; }),
                      joined([](const moment& m) { return m.seen.goal_atoms; }),
                      joined([](const moment& m) { return m.seen.firsts; })};
    batch.actions = torch::stack(actions);
    batch.rewards = joined([](const moment& m) { return m.rewards; });
    batch.discounts = joined([](const moment& m) { return m.discounts; });
    batch.atom_truths = joined([](const moment& m) { return m.truths; });
    return batch;
  }

  learner learner_;
  random_stream draws_;
  std::vector<std::unique_ptr<toy>> toys_;
  recurrent_state state_;
  moment now_;
  double returns_ = 0;
  int finished_ = 0;
};

} // namespace troupe
