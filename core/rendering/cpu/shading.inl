// The second pass: the colours of pixels. A part of kernels.inl.

/// Pixels of one row that show the same.
struct run {
  int from = 0;
  int to = 0;
  int row = 0;
};

inline floats value_at(const linear_form& form, float row, floats column) {
  return form.at_origin + form.per_row * row + form.per_column * column;
}

inline ints byte(floats channel) {
  return truncated(lesser(channel + 0.5F, floats{} + 255.5F));
}

inline void store_colours(std::uint32_t* to, floats red, floats green, floats blue) {
  store(to, byte(red) | byte(green) << 8 | byte(blue) << 16);
}

/// Mixes a colour with that of the air in between.
inline void store_hazy(const frame& f, std::uint32_t* to, floats distance, floats red, floats green,
                       floats blue) {
  auto haze = lesser(f.air.haze_per_metre * distance, floats{} + f.air.thickest_haze);
  const auto& air = f.air.horizon;
  store_colours(to, red + haze * (air[0] - red), green + haze * (air[1] - green),
                blue + haze * (air[2] - blue));
}

/// The lines of a face where one of its texture coordinates is a whole number.
struct line_pattern {
  float at_eye;
  float at_row_start;
  float per_column;
  float per_row;
  float nearness_per_column;
  float nearness_per_row;
  float length;
  float width;

  line_pattern(const linear_form& nearness, const projected_axis& projected,
               const texture_axis& axis, float line_width, int row)
      : at_eye(projected.at_eye),
        at_row_start(projected.over_picture.at_origin
                     + projected.over_picture.per_row * static_cast<float>(row)),
        per_column(projected.over_picture.per_column),
        per_row(projected.over_picture.per_row),
        nearness_per_column(nearness.per_column),
        nearness_per_row(nearness.per_row),
        length(axis.length),
        width(line_width) {}
};

/// The coordinate less that of the eye.
inline floats coordinate(const line_pattern& p, floats column, floats distance) {
  return distance * (p.at_row_start + p.per_column * column);
}

/// How much of a pixel is on a line. A line is drawn as wide as it is and a pixel together, and the
/// fainter the less of that is line: so it fades before it becomes too thin to see.
inline floats coverage(const line_pattern& p, floats coordinate, floats distance) {
  auto whole = coordinate + p.at_eye;
  auto from_line = magnitude(whole - nearest_whole(whole)) * p.length;
  // The derivatives of the coordinate along columns and rows.
  auto pixel = magnitude(p.per_column - p.nearness_per_column * coordinate)
               + magnitude(p.per_row - p.nearness_per_row * coordinate);
  auto sharpness = 1.0F / (p.width + p.length * distance * pixel);
  return p.width * sharpness * (1.0F - lesser(from_line * sharpness, floats{} + 1.0F));
}

inline void shade_face(const frame& f, const run& r, const float* nearness, const face_look& look,
                       const projected_face& face) {
  auto* colours = f.work->row_colours.data();
  const auto* light = f.work->row_light.data();
  line_pattern u_lines(face.nearness, face.u, look.u, look.line_width, r.row);
  line_pattern v_lines(face.nearness, face.v, look.v, look.line_width, r.row);
  for (int column = r.from; column < r.to; column += lanes) {
    auto columns = static_cast<float>(column) + lane_numbers;
    auto distance = 1.0F / load<floats>(nearness + column);
    auto u = coordinate(u_lines, columns, distance);
    auto v = coordinate(v_lines, columns, distance);
    auto line = look.line_strength
                * greater(coverage(u_lines, u, distance), coverage(v_lines, v, distance));
    auto shade =
        lesser(look.shade_at_zero + look.shade_per_v * (v + v_lines.at_eye), floats{} + 1.0F)
        * (1.0F - line);
    if (look.takes_shadows)
      shade *= load<floats>(light + column);
    store_hazy(f, colours + column, distance, look.colour[0] * shade, look.colour[1] * shade,
               look.colour[2] * shade);
  }
}

inline floats along(const std::array<float, 3>& direction, floats x, floats y, floats z) {
  return direction[0] * x + direction[1] * y + direction[2] * z;
}

inline void shade_quadric(const frame& f, const run& r, const float* nearness, const quadric& q) {
  auto* colours = f.work->row_colours.data();
  auto row = static_cast<float>(r.row - q.origin_row);
  for (int column = r.from; column < r.to; column += lanes) {
    auto columns = static_cast<float>(column - q.origin_column) + lane_numbers;
    auto distance = 1.0F / load<floats>(nearness + column);
    // On the surface of something with radius 1, a point is its normal.
    auto x = q.eye[0] + distance * value_at(q.ray[0], row, columns);
    auto y = q.eye[1] + distance * value_at(q.ray[1], row, columns);
    auto z = q.eye[2] + distance * value_at(q.ray[2], row, columns);
    auto from_around = 1.0F + along(q.ambient_gradient, x, y, z);
    auto from_lamp = greater(along(q.to_lamp, x, y, z), floats{});
    auto mirrored = greater(along(q.glint, x, y, z), floats{});
    for (int power = 0; power < 4; ++power)
      mirrored *= mirrored;
    auto band = magnitude(z) < q.band_width ? floats{} + q.band_strength : floats{};
    auto whiteness = q.glossiness * mirrored + band;
    floats lit[3];
    for (int channel = 0; channel < 3; ++channel) {
      auto dull = q.ambient[channel] * from_around + q.lamp[channel] * from_lamp;
      lit[channel] = dull + whiteness * (255.0F - dull);
    }
    store_hazy(f, colours + column, distance, lit[0], lit[1], lit[2]);
  }
}

inline void shade_sky(const frame& f, const run& r) {
  const auto& view = f.view;
  auto* colours = f.work->row_colours.data();
  auto upwards = form_of(view, view.axes.right.z, view.axes.up.z, view.axes.forward.z);
  auto up = upwards.at_origin + upwards.per_row * static_cast<float>(r.row);
  auto slope = static_cast<float>(view.pixel_slope);
  auto right = slope * (0.5F - 0.5F * static_cast<float>(view.width));
  auto down = slope * (static_cast<float>(r.row) + 0.5F - 0.5F * static_cast<float>(view.height));
  auto row_squared = 1 + down * down;
  const auto& horizon = f.air.horizon;
  const auto& zenith = f.air.zenith;
  for (int column = r.from; column < r.to; column += lanes) {
    auto columns = static_cast<float>(column) + lane_numbers;
    auto x = right + slope * columns;
    auto height = magnitude(up + upwards.per_column * columns) / square_root(row_squared + x * x);
    // Quickly blue above the horizon, then slowly.
    auto share = height * (2.0F - height);
    store_colours(colours + column, horizon[0] + share * (zenith[0] - horizon[0]),
                  horizon[1] + share * (zenith[1] - horizon[1]),
                  horizon[2] + share * (zenith[2] - horizon[2]));
  }
}

/// Finds out how much light shadows leave to the pixels of a row.
inline void cast_shadows(const frame& f, int row, const float* nearness) {
  auto* light = f.work->row_light.data();
  const auto& eye = f.view.eye;
  const auto& axes = f.view.axes;
  std::fill_n(light, f.view.width, 1.0F);
  auto ray_x = form_of(f.view, axes.right.x, axes.up.x, axes.forward.x);
  auto ray_y = form_of(f.view, axes.right.y, axes.up.y, axes.forward.y);
  auto ray_z = form_of(f.view, axes.right.z, axes.up.z, axes.forward.z);
  auto y = static_cast<float>(row);
  for (const auto& shadow : f.moving->shadows) {
    if (row < shadow.bounds.top || row >= shadow.bounds.bottom)
      continue;
    auto from_x = static_cast<float>(eye.x) - shadow.centre[0];
    auto from_y = static_cast<float>(eye.y) - shadow.centre[1];
    auto above = shadow.height - static_cast<float>(eye.z);
    for (int column = shadow.bounds.left; column < shadow.bounds.right; column += lanes) {
      auto columns = static_cast<float>(column) + lane_numbers;
      auto distance = 1.0F / load<floats>(nearness + column);
      auto dx = from_x + distance * value_at(ray_x, y, columns);
      auto dy = from_y + distance * value_at(ray_y, y, columns);
      auto depth = above - distance * value_at(ray_z, y, columns);
      auto beside = 1.0F - (dx * dx + dy * dy) * shadow.inverse_radius_squared;
      auto below = 1.0F - magnitude(depth) * (1 / shadow_depth);
      auto inside = (beside > 0.0F) & (below > 0.0F) & (depth > -0.1F);
      auto dark = inside ? shadow.strength * beside * below : floats{};
      store(light + column, load<floats>(light + column) * (1.0F - dark));
    }
  }
}

inline int end_of_run(const std::int32_t* shown, int from, int width) {
  auto number = shown[from];
  for (int column = from + 1; column < width; column += lanes) {
    auto others = ~bits_of(load<ints>(shown + column) == number) & all_bits;
    if (others != 0)
      return std::min(column + __builtin_ctz(static_cast<unsigned>(others)), width);
  }
  return width;
}

inline void shade_natural(const frame& f, const run& r, const float* nearness, int number) {
  auto moving = number - static_cast<int>(f.stage->polygons.size()) - 1;
  auto curved = moving - static_cast<int>(f.moving->polygons.size());
  if (number == 0)
    shade_sky(f, r);
  else if (moving < 0)
    shade_face(f, r, nearness, f.stage->looks[number - 1], f.work->projected[number]);
  else if (curved < 0)
    shade_face(f, r, nearness, f.moving->looks[moving], f.work->projected[number]);
  else
    shade_quadric(f, r, nearness, f.moving->quadrics[curved]);
}

inline rgb flat_colour(const frame& f, int number) {
  auto moving = number - static_cast<int>(f.stage->polygons.size()) - 1;
  auto curved = moving - static_cast<int>(f.moving->polygons.size());
  return number == 0  ? entity_colour_of_sky()
         : moving < 0 ? f.stage->flat_colours[number - 1]
         : curved < 0 ? f.moving->polygon_colours[moving]
                      : f.moving->quadric_colours[curved];
}

inline void shade_flat(const frame& f, const run& r, int number) {
  auto [red, green, blue] = flat_colour(f, number);
  auto* colours = f.work->row_colours.data();
  std::fill(colours + r.from, colours + r.to, red | green << 8 | blue << 16);
}

/// Writes colours as three bytes each. What is written too much, the next pixels overwrite.
inline void pack(const std::uint32_t* colours, int count, std::uint8_t* bytes) {
  int i = 0;
#if TROUPE_LANES == 8
  const auto order = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  for (; i + 6 <= count; i += 4) {
    auto four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(colours + i));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes + 3 * i), _mm_shuffle_epi8(four, order));
  }
#endif
  for (; i + 1 < count; ++i)
    __builtin_memcpy(bytes + 3 * i, colours + i, 4);
  __builtin_memcpy(bytes + 3 * i, colours + i, 3);
}

inline void shade(const frame& f) {
  auto& work = *f.work;
  auto width = f.view.width;
  for (int row = 0; row < f.view.height; ++row) {
    auto start = static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
    const auto* nearness = work.nearness.data() + start;
    const auto* shown = work.shown.data() + start;
    if (f.style == drawing_style::natural)
      cast_shadows(f, row, nearness);
    for (int column = 0; column < width;) {
      run r{column, end_of_run(shown, column, width), row};
      if (f.style == drawing_style::natural)
        shade_natural(f, r, nearness, shown[column]);
      else
        shade_flat(f, r, shown[column]);
      column = r.to;
    }
    pack(work.row_colours.data(), width, f.bytes + 3 * start);
  }
}
