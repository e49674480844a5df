#pragma once

#include "actors/commands/figure.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

// What pages about runs have in common: how things are called and written, and elements of HTML.

/// What the numbers below an axis count.
struct axis {
  double unit = 1;
  std::string label;
};

/// Whose numbers go up to `largest`.
axis steps_axis(double largest);
axis time_axis(double largest);

std::string duration_text(double seconds);

/// "learner.policy_loss" → "policy loss", "queue.unrolls" → "queue unrolls".
std::string title_of(std::string_view metric);

/// What is not known is a dash, here and below.
std::string number_text(double number);
std::string percent_text(double fraction);
/// A normalised score.
std::string score_text(double score);
/// Means of returns have a digit that means something.
std::string return_text(double number);

/// What people call a run: its folder's name.
std::string name_of(const std::filesystem::path& run);

/// Colours that can be told apart, for the first, the second and so on of several things alike.
std::string colour_of(std::size_t place);

/// A figure with a title and what is latest; nothing if there is nothing to draw.
std::string figure_element(const figure& drawn, std::string_view title, const std::string& latest);

/// Elements side by side below a heading; nothing if there are none. What `before` says comes in
/// between.
std::string grid_section(std::string_view heading, const std::string& elements,
                         const std::string& before = "");

/// What a curve's colour means.
struct legend_entry {
  std::string name;
  std::string colour;
  bool dashed = false;
};

std::string legend(const std::vector<legend_entry>& entries);

struct table_row {
  /// Texts; the first says what the others are about.
  std::vector<std::string> cells;
  bool stands_out = false;
};

std::string table_element(const std::vector<std::string>& head, const std::vector<table_row>& rows);

/// A run's counters, large.
std::string tiles(const nlohmann::ordered_json& counters);

/// As many of the videos as a page has room for, in the order given; those that are wanted most
/// before all others. Captions are HTML.
std::string video_section(const std::vector<std::filesystem::path>& videos,
                          const std::vector<std::filesystem::path>& wanted_most_first,
                          const std::function<std::string(const std::filesystem::path&)>& caption);

/// What a whole page says. The headline and what comes below it are HTML.
struct page_content {
  /// In front of the name.
  std::string kind;
  std::string name;
  std::string headline;
  std::string body;
  std::string configuration;
};

/// A page that needs nothing else.
std::string whole_page(const page_content& content);

} // namespace troupe
