#include "actors/commands/spectator.hpp"

#include <fmt/format.h>

namespace troupe {

void add_spectator_options(CLI::App& command, spectator_options& options) {
  command.add_option("--record", options.video, "Writes a video (MP4)")->type_name("FILE");
  add_picture_options(command, options.picture);
  command.add_flag("--json", options.json, "For programs");
}

spectator::spectator(const spectator_options& options, const episode& played, std::uint32_t steps)
    : video_(options.video), steps_(steps) {
  summary_.note(played);
  if (video_.empty())
    return;
  film_.emplace(options.picture, video_, played);
  film_->add(played.state());
}

physics_watcher spectator::watcher() {
  if (!film_)
    return {};
  return [this](const simulation_state& moment) { film_->add(moment); };
}

void spectator::note(const episode& played) {
  summary_.note(played);
  if (film_)
    film_->update_captions(played);
  show_progress(played.steps());
}

void spectator::finish() {
  progress_.finish();
  if (film_)
    film_->finish();
}

void spectator::show_progress(std::uint32_t done) {
  auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < std::chrono::seconds{progress_.is_terminal() ? 1 : 10})
    return;
  last_shown_ = now;
  progress_.show(fmt::format("{}step {} of {}", film_ ? video_ + ": " : "", done, steps_));
}

} // namespace troupe
