#include "core/agent/threads.hpp"
#include "core/game/goal_text.hpp"
#include "tests/core/learning/toy.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

using namespace troupe;

namespace {

constexpr std::array<rgb, 5> colours{
    {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}, {255, 255, 255}}};
constexpr rgb dark{};

/// A contextual bandit: for each of five colours another way of looking up or down is rewarded.
class bandit final : public toy {
public:
  void begin(random_stream& draws) override {
    context_ = draws.below(colours.size());
    over_ = false;
  }
  float act(const action& done) override {
    over_ = true;
    return done.choices[3] == context_ ? 1 : 0;
  }
  [[nodiscard]] bool over() const override { return over_; }
  [[nodiscard]] rgb colour() const override { return over_ ? dark : colours[context_]; }
  [[nodiscard]] goal aim() const override { return parse_goal("see(me, opponent)"); }

private:
  std::size_t context_ = 0;
  bool over_ = false;
};

/// Shows one of three colours at the beginning, then nothing; in the end the player must walk in
/// the direction that the colour meant.
class recall final : public toy {
public:
  void begin(random_stream& draws) override {
    cue_ = draws.below(3);
    step_ = 0;
  }
  float act(const action& done) override {
    ++step_;
    return over() && done.choices[0] == cue_ ? 1 : 0;
  }
  [[nodiscard]] bool over() const override { return step_ == 5; }
  [[nodiscard]] rgb colour() const override { return step_ == 0 ? colours[cue_] : dark; }
  [[nodiscard]] goal aim() const override { return parse_goal("see(me, opponent)"); }

private:
  std::size_t cue_ = 0;
  int step_ = 0;
};

/// Three objects, two of which are there: by which of them the player takes, its goal of one or two
/// options is reached or not.
class errand final : public toy {
public:
  void begin(random_stream& draws) override {
    over_ = false;
    missing_ = draws.below(3);
    wanted_ = draws.below(3);
    other_ = draws.below(2) == 0 ? wanted_ : draws.below(3);
    if (wanted_ == missing_ && other_ == missing_)
      other_ = (missing_ + 1 + draws.below(2)) % 3;
  }
  float act(const action& done) override {
    over_ = true;
    taken_ = done.choices[0];
    return taken_ != missing_ && (taken_ == wanted_ || taken_ == other_) ? 1 : 0;
  }
  [[nodiscard]] bool over() const override { return over_; }
  [[nodiscard]] rgb colour() const override { return colours[missing_]; }
  [[nodiscard]] goal aim() const override {
    constexpr std::array words{"black", "purple", "yellow"};
    auto hold = [&](std::size_t i) { return "hold(me, " + std::string{words[i]} + " cube)"; };
    return parse_goal(wanted_ == other_ ? hold(wanted_) : hold(wanted_) + " | " + hold(other_));
  }
  [[nodiscard]] unsigned truths() const override {
    // Atoms are in the order of their colours.
    auto first = std::min(wanted_, other_);
    if (!over_ || taken_ == missing_ || (taken_ != wanted_ && taken_ != other_))
      return 0;
    return taken_ == first ? 1u : 2u;
  }

private:
  std::size_t missing_ = 0;
  std::size_t wanted_ = 0;
  std::size_t other_ = 0;
  std::size_t taken_ = 0;
  bool over_ = false;
};

template <class Toy>
double measure(learner& agent, std::uint64_t seed) {
  network_policy acts(agent.acting_network());
  return mean_return(toys<Toy>(1000, seed), acts);
}

template <class Toy>
void check_learns(int updates, double enough) {
  set_tensor_threads(1);
  for (std::uint64_t seed : {1, 2, 3}) {
    auto held_out = seed + 1000;
    small_trainer trainer(toys<Toy>(32, seed),
                          {.shape = toy_shape(), .how = toy_hyperparameters(), .unroll_length = 8},
                          seed);
    auto before = measure<Toy>(trainer.agent(), held_out);
    for (int i = 0; i < updates; ++i)
      trainer.train();
    auto after = measure<Toy>(trainer.agent(), held_out);
    BOOST_TEST_MESSAGE("seed " << seed << ": " << before << " before, " << after << " after");
    BOOST_TEST(before < 0.6);
    BOOST_TEST(after >= enough);
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(toys_test)

BOOST_AUTO_TEST_CASE(a_bandit_is_solved) {
  check_learns<bandit>(150, 0.95);
}

BOOST_AUTO_TEST_CASE(a_cue_is_remembered) {
  check_learns<recall>(500, 0.9);
}

/// A policy that ignores its goal gets 0.56 at most.
BOOST_AUTO_TEST_CASE(goals_decide_what_is_done) {
  check_learns<errand>(700, 0.9);
}

BOOST_AUTO_TEST_SUITE_END()
