#include "core/rendering/renderer.hpp"

#include "core/support/error.hpp"

#include <string>

namespace troupe {

void check(const picture_target& target) {
  auto size = std::to_string(target.width) + " x " + std::to_string(target.height);
  if (target.width <= 0 || target.height <= 0)
    throw user_error("A picture of " + size + " pixels cannot be drawn: give it pixels.");
  auto needed = image::channels * static_cast<std::size_t>(target.width)
                * static_cast<std::size_t>(target.height);
  if (target.bytes.size() != needed)
    throw user_error("A picture of " + size + " pixels needs " + std::to_string(needed)
                     + " bytes, not " + std::to_string(target.bytes.size()) + ".");
}

namespace {

std::uint8_t byte(std::size_t value) {
  return static_cast<std::uint8_t>(value);
}

} // namespace

picture_target target_of(image& picture) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(picture.pixels.data());
  return {picture.width, picture.height, {bytes, image::channels * picture.pixels.size()}};
}

// Red tells the kinds of entities apart; neighbouring values of a channel are a few steps apart, so
// that a renderer that rounds otherwise still means the same.

rgb entity_colour_of_sky() {
  return {0, 0, 0};
}

rgb entity_colour(const surface& face) {
  auto number = static_cast<std::size_t>(face.colour);
  switch (face.kind) {
  case surface_kind::floor:
    return {40, byte(40 + 40 * number), 0};
  case surface_kind::side:
    return {80, byte(40 + 40 * number), 80};
  default:
    return {120, 120, 120};
  }
}

rgb entity_colour_of_object(std::size_t index) {
  return {160, byte(index % 32 * 8), byte(index / 32 * 8)};
}

rgb entity_colour_of_player(std::size_t index) {
  return {200, byte(index * 40), 40};
}

rgb entity_colour_of_beam() {
  return {240, 240, 240};
}

} // namespace troupe
