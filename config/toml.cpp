#include "config/toml.hpp"

#include "core/support/error.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

namespace troupe {

namespace {

template <class T, class Element>
std::optional<field_value> list_of(const toml::array& array) {
  std::vector<Element> list;
  for (const auto& node : array) {
    auto element = node.value_exact<T>();
    if (!element)
      return {};
    list.emplace_back(*element);
  }
  return list;
}

std::optional<field_value> value_of(const toml::node& node) {
  if (auto x = node.value_exact<bool>())
    return *x;
  if (auto x = node.value_exact<std::int64_t>())
    return *x;
  if (auto x = node.value_exact<double>())
    return *x;
  if (auto x = node.value_exact<std::string>())
    return *x;
  if (const auto* array = node.as_array()) {
    if (auto list = list_of<std::int64_t, std::int64_t>(*array))
      return list;
    return list_of<std::string, std::string>(*array);
  }
  return {};
}

void collect(const toml::table& table, const std::string& prefix,
             std::vector<toml_entry>& entries) {
  for (const auto& [key, node] : table) {
    auto path = prefix + std::string{key.str()};
    const auto* inner = node.as_table();
    if (inner != nullptr && inner->empty())
      entries.push_back({path, {}, node.source().begin.line, true});
    else if (inner != nullptr)
      collect(*inner, path + '.', entries);
    else
      entries.push_back({path, value_of(node), node.source().begin.line});
  }
}

} // namespace

std::vector<toml_entry> parse_toml(std::string_view document, const std::string& name) {
  try {
    std::vector<toml_entry> entries;
    collect(toml::parse(document), "", entries);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    return entries;
  } catch (const toml::parse_error& problem) {
    auto where = problem.source().begin;
    throw user_error(fmt::format("{}:{}:{}: not TOML: {}", name, where.line, where.column,
                                 problem.description()));
  }
}

std::optional<field_value> parse_toml_value(std::string_view text) {
  try {
    auto document = toml::parse(fmt::format("value = {}", text));
    return document.size() == 1 ? value_of(*document.get("value")) : std::nullopt;
  } catch (const toml::parse_error&) {
    return {};
  }
}

std::string quote_toml(std::string_view text) {
  std::string quoted = "\"";
  for (auto letter : text)
    switch (letter) {
    case '"':
      quoted += "\\\"";
      break;
    case '\\':
      quoted += "\\\\";
      break;
    case '\n':
      quoted += "\\n";
      break;
    case '\t':
      quoted += "\\t";
      break;
    default:
      if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f)
        quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
      else
        quoted += letter;
    }
  return quoted + '"';
}

} // namespace troupe
