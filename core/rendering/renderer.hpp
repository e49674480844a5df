#pragma once

#include "core/rendering/scene.hpp"
#include "core/support/image.hpp"

#include <cstdint>
#include <span>

namespace troupe {

/// Where a picture is drawn to: 3 bytes a pixel, rows from top to bottom, no gaps. May be the
/// inside of a message.
struct picture_target {
  int width = 0;
  int height = 0;
  std::span<std::uint8_t> bytes;
};
picture_target target_of(image& picture);

/// Throws `user_error` if the target has no pixels or not as many bytes as it says.
void check(const picture_target& target);

/// How surfaces look.
enum class drawing_style : std::uint8_t {
  natural,  ///< lit and shaded
  entities, ///< every pixel has the flat colour of what it shows (`entity_colour`)
};

/// Draws pictures of worlds. Owned by one thread.
class renderer {
public:
  virtual ~renderer() = default;

  /// What all pictures from now on show, until the next stage.
  virtual void set_stage(const stage& setting) = 0;

  /// Draws what `from` sees of the stage and of what moves in it. Throws `user_error` if the target
  /// has no pixels or not as many bytes as it says.
  virtual void draw(const scene& moving, const camera& from, picture_target target,
                    drawing_style style = drawing_style::natural) = 0;
};

/// What a pixel can show, as a flat colour that differs from all others: for tests, and for
/// pictures that people measure.
rgb entity_colour_of_sky();
rgb entity_colour(const surface& face);
/// By its position in `scene::objects`.
rgb entity_colour_of_object(std::size_t index);
/// By its `scene_player::index`.
rgb entity_colour_of_player(std::size_t index);
rgb entity_colour_of_beam();

} // namespace troupe
