#include "core/world/picture.hpp"

#include "core/support/error.hpp"
#include "core/world/palette.hpp"
#include "core/world/terrain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace troupe {

namespace {

constexpr colour paper{1, 1, 1};
constexpr colour ink{0.08, 0.08, 0.10};
constexpr colour wall{0.26, 0.27, 0.31};

struct point {
  double x = 0;
  double y = 0;
};

/// Entities are drawn with at least this share of a tile as their radius.
constexpr double min_entity_share = 0.15;

/// The outline of an entity from above: everything about it that a pixel asks for.
struct figure {
  enum class form { square, narrow, pyramid, disc, player };
  form shape = form::square;
  gadget tool = gadget::freeze;
  point centre;
  /// Half the longer edge, or the radius.
  double reach = 0;
  /// A unit vector along its front.
  point front{1, 0};
  colour paint;
};

figure figure_of(const world_object& object, double min_reach) {
  constexpr std::array forms{figure::form::square, figure::form::disc, figure::form::pyramid,
                             figure::form::narrow};
  auto [w, x, y, z] = object.orientation;
  point front{1 - 2 * (y * y + z * z), 2 * (x * y + w * z)};
  auto length = std::hypot(front.x, front.y);
  front = length > 1e-6 ? point{front.x / length, front.y / length} : point{1, 0};
  return {
      forms[static_cast<std::size_t>(object.shape)], {},    {object.position.x, object.position.y},
      std::max(object.size / 2, min_reach),          front, paint_of(object.colour)};
}

figure figure_of(const world_player& player, double min_reach) {
  return {figure::form::player,
          player.gadget,
          {player.position.x, player.position.y},
          std::max(player_radius, 1.15 * min_reach),
          {std::cos(player.heading), std::sin(player.heading)},
          paint_of(player.colour)};
}

/// A point in a figure's own frame, in multiples of its reach: x towards its front.
point in_frame(const figure& f, point p) {
  auto dx = (p.x - f.centre.x) / f.reach;
  auto dy = (p.y - f.centre.y) / f.reach;
  return {dx * f.front.x + dy * f.front.y, dy * f.front.x - dx * f.front.y};
}

/// How far a point lies outside of a figure, in multiples of its reach; negative inside.
double distance_to(const figure& f, point q) {
  auto box = [&](double width, double depth) {
    return std::max(std::abs(q.x) - width, std::abs(q.y) - depth);
  };
  switch (f.shape) {
  case figure::form::disc:
    return std::hypot(q.x, q.y) - 1;
  case figure::form::narrow:
    return box(1.15, 0.5);
  case figure::form::player: {
    // The tangents of the disc that meet at 1.7 times its radius.
    constexpr double cosine = 1 / 1.7;
    constexpr double sine = 0.8087;
    auto nose = std::max(cosine * q.x + sine * std::abs(q.y) - 1, cosine - q.x);
    return std::min(std::hypot(q.x, q.y) - 1, nose);
  }
  default:
    return box(0.9, 0.9);
  }
}

/// The colour of a figure at a point inside.
colour surface_of(const figure& f, point q) {
  switch (f.shape) {
  case figure::form::disc: {
    // Lit from the north-west in the world's frame, whichever way the sphere is turned.
    auto x = q.x * f.front.x - q.y * f.front.y;
    auto y = q.x * f.front.y + q.y * f.front.x;
    auto glint = std::max(0.0, 1 - 1.6 * std::hypot(x + 0.35, y - 0.35));
    return blend(f.paint, paper, 0.75 * glint);
  }
  case figure::form::pyramid: {
    auto front_or_back = std::abs(q.x) > std::abs(q.y);
    auto light = front_or_back ? (q.x > 0 ? 0.55 : 0.0) : (q.y > 0 ? 0.3 : 0.12);
    auto ridge = std::abs(std::abs(q.x) - std::abs(q.y)) < 0.09;
    return ridge ? blend(f.paint, paper, 0.75) : blend(f.paint, paper, light);
  }
  case figure::form::player: {
    auto r = std::hypot(q.x, q.y);
    auto mark = f.tool == gadget::tag ? r < 0.34 : r > 0.32 && r < 0.6;
    return mark ? paper : f.paint;
  }
  default: {
    auto rim = distance_to(f, q) > -0.22;
    return rim ? blend(f.paint, ink, 0.25) : blend(f.paint, paper, 0.12);
  }
  }
}

class world_painter {
public:
  /// `pixel` is the size of a pixel in metres.
  world_painter(const world& w, double pixel)
      : world_(w),
        pixel_(pixel),
        graph_(make_topology_graph(w.tiles)),
        playable_(playable_places(w, graph_)),
        east_(w.tiles.width() * w.tile_size.x),
        north_(w.tiles.height() * w.tile_size.y) {
    auto min_reach = min_entity_share * std::min(w.tile_size.x, w.tile_size.y);
    for (const auto& object : w.objects)
      figures_.push_back(figure_of(object, min_reach));
    for (const auto& player : w.players)
      figures_.push_back(figure_of(player, min_reach));
  }

  /// The colour at a point, where `shade` is how much light a pixel gets.
  [[nodiscard]] colour at(point p, double shade) const {
    if (p.x < 0 || p.y < 0 || p.x > east_ || p.y > north_)
      return wall_at(p);
    auto result = floor_at(p) * shade;
    for (const auto& f : figures_)
      draw_figure(f, p, result);
    return result;
  }

  /// How much light falls on the floor around a point: cliffs to the north-west throw shadows.
  [[nodiscard]] double light_at(point p) const {
    constexpr int steps = 8;
    constexpr double slope = 1.6; // the tangent of the light's elevation
    auto reach = 1.2 * world_.tile_size.z;
    auto height = height_at(p);
    double shadow = 0;
    for (int i = 1; i <= steps; ++i) {
      auto distance = reach * i / steps;
      auto above = height_at({p.x - distance * 0.6, p.y + distance * 0.8}) - height;
      shadow = std::max(shadow, std::clamp((above - slope * distance) / 0.4 + 0.5, 0.0, 1.0));
    }
    return 1 - 0.38 * shadow;
  }

private:
  [[nodiscard]] double height_at(point p) const {
    return floor_height(world_, std::clamp(p.x, 0.0, east_), std::clamp(p.y, 0.0, north_));
  }

  [[nodiscard]] colour wall_at(point p) const {
    auto outside = std::max({-p.x, -p.y, p.x - east_, p.y - north_});
    if (outside > wall_thickness)
      return paper;
    return outside < wall_thickness / 4 ? wall * 0.75 : wall;
  }

  [[nodiscard]] colour floor_at(point p) const {
    auto where = place_at(world_, p.x, p.y);
    auto result = painted_floor(where, p);
    result = result * (0.80 + 0.04 * height_at(p) / world_.tile_size.z);
    draw_arrows(where.at, p, result);
    draw_grid(where.at, p, result);
    if (!playable_[graph_.vertex_of(where)])
      result = hatched(p, result);
    draw_cliffs(p, result);
    return result;
  }

  /// A ramp blends into the colour of its upper level, unless the world has painted it.
  [[nodiscard]] colour painted_floor(const place& where, point p) const {
    auto paint = paint_of(surface_colour(world_, where));
    auto t = world_.tiles[where.at];
    if (t.kind != tile_kind::ramp || world_.floor_colours[where.at] != colour_of_level(t.level))
      return paint;
    auto way_up = height_at(p) / world_.tile_size.z - t.level;
    return blend(paint, floor_palette[t.level + std::size_t{1}], way_up);
  }

  /// Three chevrons that point up a ramp.
  void draw_arrows(cell at, point p, colour& result) const {
    auto t = world_.tiles[at];
    if (t.kind != tile_kind::ramp)
      return;
    auto u = p.x / world_.tile_size.x - at.x - 0.5;
    auto v = p.y / world_.tile_size.y - at.y - 0.5;
    auto along = t.facing == direction::north   ? v
                 : t.facing == direction::south ? -v
                 : t.facing == direction::east  ? u
                                                : -u;
    auto aside = t.facing == direction::north || t.facing == direction::south ? u : v;
    auto reach = along + 0.7 * std::abs(aside);
    auto in_chevron = std::abs(std::remainder(reach - 0.04, 0.22)) < 0.035;
    if (in_chevron && std::abs(aside) < 0.26 && std::abs(reach - 0.04) < 0.3)
      result = blend(result, ink, 0.5);
  }

  void draw_grid(cell at, point p, colour& result) const {
    auto from_edge = [&](double coordinate, double size, int index) {
      auto within = coordinate - index * size;
      return std::min(within, size - within);
    };
    auto distance = std::min(from_edge(p.x, world_.tile_size.x, at.x),
                             from_edge(p.y, world_.tile_size.y, at.y));
    if (distance < 0.5 * pixel_)
      result = blend(result, ink, 0.15);
  }

  [[nodiscard]] colour hatched(point p, colour c) const {
    auto grey = 0.3 * c.r + 0.59 * c.g + 0.11 * c.b;
    auto pale = blend(blend(c, {grey, grey, grey}, 0.5), paper, 0.25);
    auto stripe = std::abs(std::remainder((p.x + p.y) / (7 * pixel_), 1.0)) < 0.13;
    return stripe ? blend(pale, ink, 0.4) : pale;
  }

  /// A dark line along the foot of every cliff, a light one along its top.
  void draw_cliffs(point p, colour& result) const {
    auto height = height_at(p);
    auto step = std::max(0.03, 1.3 * pixel_);
    double highest = 0;
    double lowest = 0;
    for (auto [dx, dy] : {point{step, 0}, point{-step, 0}, point{0, step}, point{0, -step}}) {
      auto difference = height_at({p.x + dx, p.y + dy}) - height;
      highest = std::max(highest, difference);
      lowest = std::min(lowest, difference);
    }
    auto threshold = 0.25 * world_.tile_size.z;
    if (highest > threshold)
      result = blend(result, ink, 0.7);
    else if (lowest < -threshold)
      result = blend(result, paper, 0.45);
  }

  void draw_figure(const figure& f, point p, colour& result) const {
    auto margin = 3 * pixel_;
    if (std::max(std::abs(p.x - f.centre.x), std::abs(p.y - f.centre.y)) > 2 * f.reach + margin)
      return;
    auto distance = distance_to(f, in_frame(f, p)) * f.reach;
    if (distance > 1.8 * pixel_)
      return;
    if (distance > 0.9 * pixel_)
      result = ink;
    else if (distance > -0.2 * pixel_)
      result = paper;
    else
      result = surface_of(f, in_frame(f, p));
  }

  const world& world_;
  double pixel_;
  topology_graph graph_;
  std::vector<bool> playable_;
  double east_;
  double north_;
  std::vector<figure> figures_;
};

/// How a world is scaled to fit into a square of pixels.
struct frame {
  /// The size of a pixel in metres.
  double pixel = 1;
  int columns = 0;
  int rows = 0;
};

frame fit(const world& w, int side) {
  auto width = w.tiles.width() * w.tile_size.x + 2 * wall_thickness;
  auto depth = w.tiles.height() * w.tile_size.y + 2 * wall_thickness;
  auto pixel = std::max(width, depth) / side;
  auto pixels = [&](double length) { return static_cast<int>(std::lround(length / pixel)); };
  return {pixel, std::max(1, pixels(width)), std::max(1, pixels(depth))};
}

/// Draws a world into an image at the given upper left corner.
void draw_into(image& picture, int left, int top, const world& w, const frame& size) {
  constexpr int samples = 3; // a side, for smooth edges
  auto pixel = size.pixel;
  world_painter painter(w, pixel);
  for (int row = 0; row < size.rows; ++row)
    for (int column = 0; column < size.columns; ++column) {
      auto x = column * pixel - wall_thickness;
      auto y = (size.rows - row) * pixel - wall_thickness;
      auto light = painter.light_at({x + pixel / 2, y - pixel / 2});
      colour sum;
      for (int i = 0; i < samples * samples; ++i)
        sum = sum
              + painter.at({x + pixel * (i % samples + 0.5) / samples,
                            y - pixel * (i / samples + 0.5) / samples},
                           light);
      picture.at(left + column, top + row) = to_rgb(sum * (1.0 / (samples * samples)));
    }
}

void check_side(int side) {
  if (side < 16 || side > 8192)
    throw user_error("A picture of a world is 16 … 8192 pixels wide, not " + std::to_string(side)
                     + ".");
}

} // namespace

image draw_world(const world& w, int side) {
  check_side(side);
  auto size = fit(w, side);
  image picture(size.columns, size.rows, to_rgb(paper));
  draw_into(picture, 0, 0, w, size);
  return picture;
}

image draw_gallery(std::span<const world> worlds, int columns, int side) {
  check_side(side);
  auto count = static_cast<int>(worlds.size());
  columns = std::clamp(columns, 1, std::max(count, 1));
  auto rows = std::max(1, (count + columns - 1) / columns);
  auto gap = side / 16;
  image picture(gap + columns * (side + gap), gap + rows * (side + gap), to_rgb(paper));
  for (int i = 0; i < count; ++i) {
    const auto& w = worlds[static_cast<std::size_t>(i)];
    auto size = fit(w, side);
    draw_into(picture, gap + i % columns * (side + gap) + (side - size.columns) / 2,
              gap + i / columns * (side + gap) + (side - size.rows) / 2, w, size);
  }
  return picture;
}

} // namespace troupe
