// Does an agent learn to go to a yellow cube, from pixels alone?

#include "bench/small_trainer.hpp"
#include "config/agent.hpp"
#include "config/reader.hpp"
#include "core/agent/product_kernels.hpp"
#include "core/agent/threads.hpp"
#include "core/game/goal_text.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/episode.hpp"
#include "core/simulation/policy_draws.hpp"
#include "core/simulation/scripted_player.hpp"
#include "core/support/error.hpp"
#include "core/support/metric.hpp"
#include "core/world/generation.hpp"
#include "core/world/requirements.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace {

using namespace troupe;
namespace fs = std::filesystem;

/// Worlds that nobody trains in.
constexpr std::uint64_t held_out_seed = 1'000'000'007;
constexpr std::size_t held_out_worlds = 100;

/// A small, flat, open world of 8 by 8 metres with a yellow cube and two other objects, all large
/// enough to be more than a few of the picture's pixels.
task room_task(std::uint64_t seed) {
  world_parameters parameters;
  parameters.width = {4, 4};
  parameters.height = {4, 4};
  parameters.levels = {1, 1};
  parameters.ramp_weight = {0, 0};
  parameters.diagonal_weight = {0, 0};
  parameters.tile_width = parameters.tile_depth = {2, 2};
  parameters.object_size = {0.7, 1};
  parameters.doors_chance = 0;
  parameters.island_chance = 0;
  parameters.objects = {0, 0};
  parameters.players = {1, 1};
  world_requirements needs;
  needs.objects = {{object_colour::yellow, object_shape::cube},
                   {object_colour::purple, object_shape::sphere},
                   {object_colour::black, object_shape::pyramid}};
  auto place = adapt_world(generate_world(parameters, seed), needs, seed, parameters.object_size);
  return {std::move(place), game({parse_goal("near(me, yellow cube)")}), {}};
}

/// Rooms one after the other, their worlds drawn from a stream.
class rooms final : public playground {
public:
  rooms(std::uint64_t number, random_stream draws, const settings& values)
      : number_(number),
        draws_(draws),
        steps_(static_cast<std::uint32_t>(values.episode.steps)),
        picture_(static_cast<int>(values.episode.picture_width),
                 static_cast<int>(values.episode.picture_height), {}),
        renderer_(make_cpu_renderer()) {
    begin();
  }

  observation observe() override {
    auto seen = played_->observe(0);
    seen.when.environment = number_;
    seen.when.episode = episode_;
    renderer_->draw(scene_of(played_->place(), played_->state()),
                    first_person_view(played_->state(), 0), target_of(picture_));
    seen.picture = picture_;
    return seen;
  }

  void act(const action& done) override {
    if (played_->over())
      begin();
    else
      played_->step(std::array{done});
  }

  [[nodiscard]] const episode& playing() const { return *played_; }

private:
  void begin() {
    auto seed = draws_();
    played_ = std::make_unique<episode>(room_task(seed), seed, episode_rules{steps_, {}});
    renderer_->set_stage(make_stage(played_->place()));
    ++episode_;
  }

  std::uint64_t number_;
  random_stream draws_;
  std::uint32_t steps_;
  image picture_;
  std::unique_ptr<renderer> renderer_;
  std::unique_ptr<episode> played_;
  std::uint64_t episode_ = 0;
};

std::vector<std::unique_ptr<playground>> make_rooms(std::size_t count, const random_stream& draws,
                                                    const settings& values) {
  std::vector<std::unique_ptr<playground>> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(std::make_unique<rooms>(i, draws.split(i), values));
  return all;
}

/// Draws every action at random.
class random_policy final : public policy_backend {
public:
  std::size_t add(const observation& seen) override {
    if (was_run_)
      chosen_.clear();
    was_run_ = false;
    auto draws = policy_draws(seen.policy_seed, seen.when);
    chosen_.push_back(random_action(draws));
    return chosen_.size() - 1;
  }
  void run() override { was_run_ = true; }
  [[nodiscard]] action read(std::size_t place) const override { return chosen_[place]; }

private:
  std::vector<action> chosen_;
  bool was_run_ = false;
};

double measure(policy_backend& decides, const settings& values) {
  return mean_return(make_rooms(held_out_worlds, random_stream{held_out_seed}, values), decides);
}

/// What a player that sees the whole state gets in the same worlds.
double measure_scripted(const settings& values) {
  double sum = 0;
  for (std::size_t i = 0; i < held_out_worlds; ++i) {
    rooms room(i, random_stream{held_out_seed}.split(i), values);
    const auto& playing = room.playing();
    scripted_player script(playing.place(), 0,
                           script_of(script_style::goal_seeker, playing.played(), 0));
    while (!playing.over()) {
      room.act(script.act(playing.state()));
      sum += playing.rewards()[0];
    }
  }
  return sum / static_cast<double>(held_out_worlds);
}

/// What was measured so far, and the agent: enough to go on after being stopped.
class run_files {
public:
  explicit run_files(fs::path folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
  }

  struct row {
    double minutes = 0;
    std::uint64_t steps = 0;
    double held_out = 0;
    double training = 0;
    /// Means over the updates since the last row.
    metric_summary entropy, kl, value_loss, atom_loss, gradient;
    double temperature = 0;
    double alpha = 0;

    void add(const update_report& update) {
      entropy.add(update.entropy);
      kl.add(update.kl);
      value_loss.add(update.value_loss);
      atom_loss.add(update.atom_prediction);
      gradient.add(update.gradient_norm);
      temperature = update.temperature;
      alpha = update.alpha;
    }
  };

  /// The last row's minutes and steps; zeros at the beginning.
  [[nodiscard]] row last() const {
    std::ifstream in(curve());
    row found;
    for (std::string line; std::getline(in, line);)
      if (!line.starts_with('#'))
        std::istringstream(line) >> found.minutes >> found.steps >> found.held_out;
    return found;
  }

  void add(const row& r, const std::vector<std::byte>& agent) const {
    auto unfinished = checkpoint();
    unfinished += ".new";
    std::ofstream file(unfinished, std::ios::binary);
    file.write(reinterpret_cast<const char*>(agent.data()),
               static_cast<std::streamsize>(agent.size()));
    if (!file.flush())
      throw user_error("Cannot write " + unfinished.string() + ": is there space left?");
    fs::rename(unfinished, checkpoint());
    std::ofstream(curve(), std::ios::app)
        << fmt::format("{:.2f} {} {:.2f} {:.2f} {:.3f} {:.5f} {:.4f} {:.4f} {:.4f} {:.4f}\n",
                       r.minutes, r.steps, r.held_out, r.training, r.entropy.mean(), r.kl.mean(),
                       r.temperature, r.alpha, r.value_loss.mean(), r.atom_loss.mean());
  }

  void begin(double random, double scripted) const {
    std::ofstream(curve()) << fmt::format(
        "# random {:.2f} scripted {:.2f}\n# minutes steps held_out training entropy kl temperature "
        "alpha value_loss atom_loss\n",
        random, scripted);
  }

  [[nodiscard]] std::vector<std::byte> agent() const {
    std::ifstream in(checkpoint(), std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    auto view = std::as_bytes(std::span{bytes});
    return {view.begin(), view.end()};
  }

  void draw(double random, double scripted) const {
    auto script = fmt::format(
        "set terminal pngcairo size 900,500; set output '{}'; set key left top; "
        "set xlabel 'agent steps'; set ylabel 'mean return, of 150 steps'; set yrange [0:*]; "
        "set title 'near(me, yellow cube), {} held-out worlds'; plot '{}' using 2:3 with "
        "linespoints "
        "title 'agent', {} title 'scripted player', {} title '5 x random', {} title 'random'",
        (folder_ / "curve.png").string(), held_out_worlds, curve().string(), scripted, 5 * random,
        random);
    auto* plot = popen("gnuplot", "w");
    if (plot) {
      std::fputs(script.c_str(), plot);
      if (pclose(plot) == 0)
        return;
    }
    throw user_error("The picture could not be drawn: is gnuplot there (package gnuplot-nox)?");
  }

private:
  [[nodiscard]] fs::path curve() const { return folder_ / "curve.txt"; }
  [[nodiscard]] fs::path checkpoint() const { return folder_ / "learner.safetensors"; }

  fs::path folder_;
};

void print(const run_files::row& r) {
  fmt::print(
      "{:5.1f} min {:9} steps: held-out {:6.2f}, training {:6.2f}, entropy {:.2f}, KL {:.4f}, "
      "temperature {:.2f}, alpha {:.3f}, value loss {:.3f}, atom loss {:.3f}, gradient {:.2f}\n",
      r.minutes, r.steps, r.held_out, r.training, r.entropy.mean(), r.kl.mean(), r.temperature,
      r.alpha, r.value_loss.mean(), r.atom_loss.mean(), r.gradient.mean());
  std::fflush(stdout);
}

void learn(const settings& values, std::uint64_t seed, double minutes, const fs::path& folder) {
  set_tensor_threads(1);
  run_files files(folder);
  auto before = files.last();
  small_trainer trainer(make_rooms(static_cast<std::size_t>(values.learning.batch_size),
                                   random_stream{seed}.split(before.steps), values),
                        {.shape = network_shape_of(values),
                         .how = hyperparameters_of(values),
                         .unroll_length = static_cast<std::size_t>(values.learning.unroll_length),
                         .device = values.system.device,
                         .two_cores = true},
                        seed);
  random_policy chance;
  auto random = measure(chance, values);
  auto scripted = measure_scripted(values);
  fmt::print("random {:.2f}, scripted {:.2f}\n", random, scripted);
  if (before.steps == 0)
    files.begin(random, scripted);
  else
    trainer.resume(files.agent());

  using clock = std::chrono::steady_clock;
  auto start = clock::now();
  auto now = [&] {
    return before.minutes + std::chrono::duration<double>(clock::now() - start).count() / 60;
  };
  constexpr double row_minutes = 0.5;
  auto next_row = now() + row_minutes;
  auto last_held_out = before.held_out;
  run_files::row row;
  while (now() < minutes) {
    row.add(trainer.train());
    if (now() < next_row && now() < minutes)
      continue;
    next_row = now() + row_minutes;
    network_policy acts(trainer.agent().acting_network());
    row.held_out = measure(acts, values);
    row.minutes = now();
    row.steps = before.steps + trainer.steps();
    row.training = mean_of(trainer.take_returns());
    files.add(row, trainer.agent().save());
    print(row);
    last_held_out = row.held_out;
    row = {};
  }
  files.draw(random, scripted);
  fmt::print("{:.1f} times the random policy's return; the curve is in {}\n",
             last_held_out / random, (folder / "curve.png").string());
}

} // namespace

int main(int count, char** arguments) {
  use_fast_product_kernels(arguments);
  CLI::App app{"Trains an agent to go to a yellow cube in small open worlds, and measures it in "
               "others. Stopped and started again with the same --out it goes on."};
  configuration_layers layers;
  layers.file = "config/laptop.toml";
  std::uint64_t seed = 1;
  double minutes = 8;
  fs::path folder = "runs/bench_learning";
  app.add_option("--config", layers.file, "The network and how it learns")->capture_default_str();
  app.add_option("--set", layers.overrides, "A setting, as key=value");
  app.add_option("--seed", seed, "Of the network and the training worlds")->capture_default_str();
  app.add_option("--minutes", minutes, "When to stop")->capture_default_str();
  app.add_option("--out", folder, "Where the curve goes")->capture_default_str();
  CLI11_PARSE(app, count, arguments);
  try {
    learn(read_settings(layers), seed, minutes, folder);
  } catch (const std::exception& problem) {
    std::cerr << "bench_learning: " << problem.what() << '\n';
    return 2;
  }
}
