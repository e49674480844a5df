#include "core/support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

namespace troupe {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      auto substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitution, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string_view nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string_view best;
  auto best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates)
    if (auto distance = edit_distance(word, candidate); distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  return best;
}

std::string readable(double number) {
  if (std::isnan(number))
    return "–";
  std::array<char, 400> digits{};
  const auto* form = std::abs(number) < 1000 ? "%.4g" : "%.0f";
  std::snprintf(digits.data(), digits.size(), form, number);
  std::string text{digits.data()};
  auto first = static_cast<std::size_t>(number < 0);
  if (std::abs(number) >= 1000 && std::isfinite(number))
    for (auto i = text.size(); i > first + 3;)
      text.insert(i -= 3, ",");
  return text;
}

std::string html_escaped(std::string_view text) {
  std::string escaped;
  for (auto c : text)
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\'':
      escaped += "&#39;";
      break;
    default:
      escaped += c;
    }
  return escaped;
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    auto count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0);
    for (std::size_t j = 0; j < 4; ++j)
      text += j <= count ? digits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

} // namespace troupe
