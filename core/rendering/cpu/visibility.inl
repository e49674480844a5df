// The first pass: what each pixel shows. A part of kernels.inl.

/// Marks the pixels of one row from `from` up to but without `to` that have nothing nearer yet.
/// Returns whether there are any.
inline bool fill_span(float* nearness, std::int32_t* shown, int from, int to, float at_row_start,
                      float per_column, std::int32_t number) {
  int bits = 0;
  for (int column = from; column < to; column += lanes) {
    auto columns = static_cast<float>(column) + lane_numbers;
    auto mine = at_row_start + per_column * columns;
    auto before = load<floats>(nearness + column);
    auto wins = (mine > before) & (columns < static_cast<float>(to));
    bits |= bits_of(wins);
    store(nearness + column, wins ? mine : before);
    store(shown + column, wins ? ints{} + number : load<ints>(shown + column));
  }
  return bits != 0;
}

/// Where borders of a polygon cross the middle of row y: at `per_row * y + at_row_0`, rounded to
/// pixels by truncation.
struct border_list {
  double per_row[4];
  double at_row_0[4];
  int count = 0;

  void add(double slope, double start) {
    per_row[count] = slope;
    at_row_0[count++] = start;
  }
};

/// The borders of which a polygon lies to the right, and those of which it lies to the left.
struct polygon_borders {
  border_list left;
  border_list right;
};

/// Four vectors from the camera's point of view.
struct seen_vectors {
  doubles right;
  doubles up;
  doubles ahead;
};

inline seen_vectors seen_from(const projection& view, const polygon& p) {
  auto x = load<doubles>(p.x.data()) - view.eye.x;
  auto y = load<doubles>(p.y.data()) - view.eye.y;
  auto z = load<doubles>(p.z.data()) - view.eye.z;
  const auto& [right, up, forward] = view.axes;
  return {x * right.x + y * right.y + z * right.z, x * up.x + y * up.y + z * up.z,
          x * forward.x + y * forward.y + z * forward.z};
}

inline bool outside_of_picture(const projection& view, const seen_vectors& p) {
  auto right_limit = p.ahead * (0.5 * view.width * view.pixel_slope);
  auto up_limit = p.ahead * (0.5 * view.height * view.pixel_slope);
  return all(p.right > right_limit) || all(-p.right > right_limit) || all(p.up > up_limit)
         || all(-p.up > up_limit);
}

inline doubles next_corner(const doubles& a) {
#if defined(__clang__)
  return __builtin_shufflevector(a, a, 1, 2, 3, 0);
#else
  return __builtin_shuffle(a, longs{1, 2, 3, 0});
#endif
}

inline double sum(const doubles& a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

/// Rows from `first` up to but without `end`.
struct row_range {
  int first = 0;
  int end = 0;
};

/// The rows that a polygon touches, perhaps with some more.
inline row_range rows_of(const projection& view, const seen_vectors& p) {
  constexpr double in_front = 1e-3;
  if (!all(p.ahead > in_front))
    return {0, view.height};
  auto rows = 0.5 * view.height - p.up / (p.ahead * view.pixel_slope);
  auto low = std::min(std::min(rows[0], rows[1]), std::min(rows[2], rows[3]));
  auto high = std::max(std::max(rows[0], rows[1]), std::max(rows[2], rows[3]));
  return {static_cast<int>(std::max(low - 0.5, 0.0)),
          static_cast<int>(std::min(high + 1.5, static_cast<double>(view.height)))};
}

inline linear_form form_of(const projection& view, double right, double up, double forward) {
  auto per_column = view.pixel_slope * right;
  auto per_row = -view.pixel_slope * up;
  auto at_origin =
      forward + per_column * (0.5 - 0.5 * view.width) + per_row * (0.5 - 0.5 * view.height);
  return {static_cast<float>(at_origin), static_cast<float>(per_column),
          static_cast<float>(per_row)};
}

inline projected_axis projected(const projection& view, const texture_axis& axis) {
  const auto& [x, y, z] = axis.direction;
  vector3 direction{x, y, z};
  return {static_cast<float>(dot(direction, view.eye) + axis.offset),
          form_of(view, dot(direction, view.axes.right), dot(direction, view.axes.up),
                  dot(direction, view.axes.forward))};
}

/// Fills the rows of a polygon, four at a time, between the rightmost of its left borders and the
/// leftmost of its right ones. Returns whether any pixel shows it.
inline bool fill_rows(const frame& f, const row_range& rows, const polygon_borders& borders,
                      const linear_form& nearness, std::int32_t number) {
  auto& work = *f.work;
  auto limit = f.view.width + 0.5;
  bool visible = false;
  for (int block = rows.first; block < rows.end; block += 4) {
    auto row = static_cast<double>(block) + doubles{0, 1, 2, 3};
    doubles from{};
    auto to = from + limit;
    for (int i = 0; i < borders.left.count; ++i)
      from = greater(from, borders.left.per_row[i] * row + borders.left.at_row_0[i]);
    for (int i = 0; i < borders.right.count; ++i)
      to = lesser(to, borders.right.per_row[i] * row + borders.right.at_row_0[i]);
    if (all(from >= to))
      continue;
    auto froms = __builtin_convertvector(lesser(from, doubles{} + limit), ints4);
    auto tos = __builtin_convertvector(greater(to, doubles{}), ints4);
    for (int i = 0; i < 4 && block + i < rows.end; ++i)
      if (froms[i] < tos[i]) {
        auto y = block + i;
        auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(f.view.width);
        visible |= fill_span(work.nearness.data() + start, work.shown.data() + start, froms[i],
                             tos[i], nearness.at_origin + nearness.per_row * static_cast<float>(y),
                             nearness.per_column, number);
      }
  }
  return visible;
}

/// The normals of the planes through the eye and each edge of a polygon, inwards.
inline seen_vectors edge_planes(const seen_vectors& p) {
  auto next_right = next_corner(p.right);
  auto next_up = next_corner(p.up);
  auto next_ahead = next_corner(p.ahead);
  return {p.up * next_ahead - p.ahead * next_up, p.ahead * next_right - p.right * next_ahead,
          p.right * next_up - p.up * next_right};
}

inline polygon_borders borders_of(const projection& view, const seen_vectors& planes) {
  // A border is where per_column * x + per_row * y + constant = 0, and inside where it is more.
  auto per_column = view.pixel_slope * planes.right;
  auto per_row = -view.pixel_slope * planes.up;
  auto constant = planes.ahead - 0.5 * view.width * per_column - 0.5 * view.height * per_row;
  // A horizontal border crosses rows far away to one side.
  per_column = per_column == 0.0 ? doubles{} + 1e-100 : per_column;
  auto slope = -per_row / per_column;
  auto start = -constant / per_column + 0.5 * slope + 0.5;
  polygon_borders result;
  for (int i = 0; i < 4; ++i)
    (per_column[i] > 0 ? result.left : result.right).add(slope[i], start[i]);
  return result;
}

/// Draws what is visible of a polygon. Nothing has to be clipped: a ray meets it if it is on the
/// inner side of each plane through the eye and an edge, also when corners are behind the eye.
/// Double precision leaves no gaps where long edges meet several short ones.
inline void draw_polygon(const frame& f, const polygon& shape, const face_look& look,
                         std::int32_t number) {
  const auto& view = f.view;
  auto p = seen_from(view, shape);
  if (outside_of_picture(view, p))
    return;
  auto planes = edge_planes(p);
  // The sum over the edges is normal to the polygon.
  auto right = sum(planes.right);
  auto up = sum(planes.up);
  auto ahead = sum(planes.ahead);
  auto volume = right * p.right[0] + up * p.up[0] + ahead * p.ahead[0];
  auto rows = rows_of(view, p);
  if (!(volume > 1e-12) || rows.first >= rows.end)
    return;
  auto nearness = form_of(view, right / volume, up / volume, ahead / volume);
  if (fill_rows(f, rows, borders_of(view, planes), nearness, number))
    f.work->projected[number] = {nearness, projected(view, look.u), projected(view, look.v)};
}

/// Draws what is visible of a sphere, ellipsoid or cylinder.
inline void draw_quadric(const frame& f, const quadric& q, std::int32_t number) {
  auto& work = *f.work;
  const auto& [left, top, right, bottom] = q.bounds;
  const auto& axis = q.ray[2];
  for (int row = top; row < bottom; ++row) {
    auto start = static_cast<std::size_t>(row) * static_cast<std::size_t>(f.view.width);
    auto* nearness = work.nearness.data() + start;
    auto* shown = work.shown.data() + start;
    auto y = static_cast<float>(row - q.origin_row);
    auto middle = q.middle.at_origin + q.middle.per_row * y;
    auto spread = q.spread.at_origin + (q.spread.per_row + q.spread.per_row_squared * y) * y;
    auto spread_per_column = q.spread.per_column + q.spread.per_product * y;
    auto along_axis = axis.at_origin + axis.per_row * y;
    for (int column = left; column < right; column += lanes) {
      auto x = static_cast<float>(column - q.origin_column) + lane_numbers;
      auto squared = spread + (spread_per_column + q.spread.per_column_squared * x) * x;
      auto mine = middle + q.middle.per_column * x + square_root(greater(squared, floats{}));
      auto along = magnitude(q.eye[2] * mine + (along_axis + axis.per_column * x));
      auto before = load<floats>(nearness + column);
      auto wins = (squared >= 0.0F) & (mine > before) & (along <= q.half_length * mine)
                  & (x < static_cast<float>(right - q.origin_column));
      if (bits_of(wins) == 0)
        continue;
      store(nearness + column, wins ? mine : before);
      store(shown + column, wins ? ints{} + number : load<ints>(shown + column));
    }
  }
}

inline floats in_direction(vector3 axis, floats x, floats y, floats z) {
  return x * static_cast<float>(axis.x) + y * static_cast<float>(axis.y)
         + z * static_cast<float>(axis.z);
}

/// Draws those faces of the stage that look towards the camera and may be in the picture.
inline void draw_stage(const frame& f) {
  const auto& s = *f.stage;
  const auto& eye = f.view.eye;
  const auto& axes = f.view.axes;
  auto right_ahead = static_cast<float>(f.view.right_edge.ahead);
  auto right_aside = static_cast<float>(f.view.right_edge.aside);
  auto upper_ahead = static_cast<float>(f.view.upper_edge.ahead);
  auto upper_aside = static_cast<float>(f.view.upper_edge.aside);
  auto ex = static_cast<float>(eye.x);
  auto ey = static_cast<float>(eye.y);
  auto ez = static_cast<float>(eye.z);
  auto count = static_cast<int>(s.radius.size());
  for (int i = 0; i < count; i += lanes) {
    auto in_front = load<floats>(&s.normal_x[i]) * ex + load<floats>(&s.normal_y[i]) * ey
                    + load<floats>(&s.normal_z[i]) * ez - load<floats>(&s.level[i]);
    auto x = load<floats>(&s.centre_x[i]) - ex;
    auto y = load<floats>(&s.centre_y[i]) - ey;
    auto z = load<floats>(&s.centre_z[i]) - ez;
    auto radius = load<floats>(&s.radius[i]);
    auto ahead = in_direction(axes.forward, x, y, z);
    auto right = magnitude(in_direction(axes.right, x, y, z));
    auto up = magnitude(in_direction(axes.up, x, y, z));
    auto visible = (in_front > 0.0F) & (ahead * right_ahead - right * right_aside > -radius)
                   & (ahead * upper_ahead - up * upper_aside > -radius);
    for (auto bits = bits_of(visible); bits != 0; bits &= bits - 1) {
      auto face = i + __builtin_ctz(static_cast<unsigned>(bits));
      draw_polygon(f, s.polygons[face], s.looks[face], face + 1);
    }
  }
}

inline void find_visible(const frame& f) {
  auto& work = *f.work;
  std::fill(work.nearness.begin(), work.nearness.end(), 0.0F);
  std::fill(work.shown.begin(), work.shown.end(), 0);
  auto number = static_cast<std::int32_t>(f.stage->polygons.size());
  for (std::size_t i = 0; i < f.moving->polygons.size(); ++i)
    draw_polygon(f, f.moving->polygons[i], f.moving->looks[i], ++number);
  for (const auto& q : f.moving->quadrics)
    draw_quadric(f, q, ++number);
  draw_stage(f);
}
