#include "actors/commands/film.hpp"

#include "core/game/goal_text.hpp"
#include "core/world/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace troupe {

namespace {

constexpr rgb plain{235, 235, 235};
constexpr rgb holds{120, 235, 120};
constexpr rgb fails{250, 120, 110};

/// A player's colour, light enough to be read on a dark panel.
rgb brightened(player_colour word) {
  return to_rgb(blend(paint_of(word), {1, 1, 1}, 0.45));
}

/// An option's predicates, each in the colour of whether it is as the option wants it.
void append_option(caption_line& line, const goal& aim, const option& wanted, std::uint8_t truths) {
  bool first = true;
  for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
    if ((wanted.mentioned() >> i & 1) == 0)
      continue;
    auto positive = (wanted.required >> i & 1) != 0;
    auto satisfied = (truths >> i & 1) == (positive ? 1 : 0);
    if (!std::exchange(first, false))
      line.push_back({" & ", plain});
    line.push_back({(positive ? "" : "!") + to_string(aim.atoms()[i]), satisfied ? holds : fails});
  }
}

caption_line caption_of(const episode& shown, std::size_t player) {
  const auto& aim = shown.played().goals()[player];
  auto truths = atom_truths(aim, player, shown.players(), shown.predicates());
  auto rewarded = shown.rewards()[player] > 0;
  caption_line line{
      {fmt::format("player {} ", player + 1), brightened(shown.place().players[player].colour)},
      {rewarded ? "+1  " : " 0  ", rewarded ? holds : plain}};
  bool first = true;
  for (const auto& wanted : aim.options()) {
    if (!std::exchange(first, false))
      line.push_back({"  |  ", plain});
    append_option(line, aim, wanted, truths);
  }
  return line;
}

std::vector<caption_line> captions_of(const episode& shown) {
  std::vector<caption_line> captions;
  captions.push_back(
      {{fmt::format("step {} of {}", shown.steps(), shown.record().rules.steps), plain}});
  for (std::size_t player = 0; player < shown.players(); ++player)
    captions.push_back(caption_of(shown, player));
  return captions;
}

} // namespace

film::film(const picture_options& options, const std::filesystem::path& file, const episode& shown)
    : film(options, file, shown, options.pixels()) {}

film::film(const picture_options& options, const std::filesystem::path& file, const episode& shown,
           grid_size size)
    : camera_(options, shown.place()),
      video_(file, size.width, size.height, shown.record().rules.clock.physics_rate),
      captions_(captions_of(shown)),
      picture_(size.width, size.height, {}),
      view_height_(size.height - caption_height(size.width, size.height, captions_)) {
  // In a small picture captions would leave little to see.
  if (view_height_ < size.height / 2) {
    view_height_ = size.height;
    captions_.clear();
  }
}

void film::add(const simulation_state& moment) {
  camera_.take(moment, picture_, view_height_);
  std::fill(picture_.pixels.begin() + view_height_ * picture_.width, picture_.pixels.end(), rgb{});
  draw_caption(picture_, captions_);
  video_.add(picture_);
}

void film::update_captions(const episode& shown) {
  if (view_height_ < picture_.height)
    captions_ = captions_of(shown);
}

} // namespace troupe
