#pragma once

#include "bench/small_trainer.hpp"
#include "core/game/goal.hpp"
#include "core/game/goal_codec.hpp"
#include "core/support/image.hpp"
#include "core/support/random.hpp"

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

/// Plays a toy.
class toy_playground final : public playground {
public:
  toy_playground(std::unique_ptr<toy> played, std::uint64_t number, std::uint64_t seed)
      : played_(std::move(played)), draws_(seed, {.environment = number, .use = purpose::test}) {
    seen_.when.environment = number;
    begin();
  }

  observation observe() override { return seen_; }

  void act(const action& done) override {
    if (played_->over()) {
      begin();
      return;
    }
    auto reward = played_->act(done);
    ++seen_.when.step;
    seen_.last_action = done;
    look(reward);
  }

private:
  void begin() {
    played_->begin(draws_);
    seen_.when.step = 0;
    ++seen_.when.episode;
    seen_.policy_seed = draws_();
    seen_.last_action = noop_action();
    look(0);
  }

  void look(float reward) {
    auto shape = toy_shape();
    seen_.picture = image(shape.picture_width, shape.picture_height, played_->colour());
    seen_.goal = encode(played_->aim());
    privileged_information known;
    known.reward = reward;
    known.discount = played_->over() ? 0 : 1;
    known.first = seen_.when.step == 0;
    for (std::size_t atom = 0; atom < known.atom_truths.size(); ++atom)
      known.atom_truths[atom] = (played_->truths() >> atom & 1) != 0;
    seen_.privileged = known;
  }

  std::unique_ptr<toy> played_;
  random_stream draws_;
  observation seen_;
};

/// Copies of a toy, each with its own draws.
template <class Toy>
std::vector<std::unique_ptr<playground>> toys(std::size_t count, std::uint64_t seed) {
  std::vector<std::unique_ptr<playground>> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(std::make_unique<toy_playground>(std::make_unique<Toy>(), i, seed));
  return all;
}

} // namespace troupe
