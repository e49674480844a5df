#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace troupe {

/// How many single-character insertions, deletions and substitutions turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate most like `word`, or an empty view if none is alike enough to be a slip of the
/// pen (at most a third of its letters wrong, or one letter of a short word).
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

/// A number as people like to read it: 1234567 → "1,234,567", 0.123456 → "0.1235".
std::string readable(double number);

/// A text as HTML shows it, inside of elements and of quoted attributes.
std::string html_escaped(std::string_view text);

/// Any bytes as letters, digits, + and /, as data URIs hold them (RFC 4648).
std::string base64(std::span<const std::byte> bytes);

} // namespace troupe
