#include "config/field.hpp"

#include "config/toml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace troupe {

namespace {

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

/// A double that is a whole number, as in 5e8, is as good as an integer.
std::optional<std::int64_t> whole(double value) {
  constexpr double exactly_representable = 0x1p53;
  if (std::floor(value) != value || std::abs(value) > exactly_representable)
    return {};
  return static_cast<std::int64_t>(value);
}

/// The value as the type that the setting has, if it can be.
std::optional<field_value> converted(const field_value& value, const field_target& target) {
  auto same_type = value.index() == target.index();
  if (same_type)
    return value;
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    if (std::holds_alternative<double*>(target))
      return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value))
    if (std::holds_alternative<std::int64_t*>(target))
      if (auto integer = whole(*number))
        return *integer;
  // TOML cannot tell what an empty list would hold.
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    if (list->empty() && std::holds_alternative<std::vector<std::string>*>(target))
      return std::vector<std::string>{};
  return {};
}

bool within(const value_range& range, double value) {
  return std::isfinite(value) && value >= range.low && value <= range.high;
}

std::string describe(const value_range& range) {
  auto has_low = std::isfinite(range.low);
  auto has_high = std::isfinite(range.high);
  if (range.low == positive.low)
    return has_high ? fmt::format(" above 0, at most {}", range.high) : " above 0";
  if (has_low && has_high)
    return fmt::format(" from {} to {}", range.low, range.high);
  if (has_low)
    return fmt::format(" of at least {}", range.low);
  if (has_high)
    return fmt::format(" of at most {}", range.high);
  return "";
}

} // namespace

std::string field::expected() const {
  auto limits = describe(range);
  return std::visit(overloaded{
                        [](bool*) { return std::string{"true or false"}; },
                        [&](std::int64_t*) { return fmt::format("a whole number{}", limits); },
                        [&](double*) { return fmt::format("a number{}", limits); },
                        [&](std::string*) {
                          return choices.empty()
                                     ? std::string{"a text"}
                                     : fmt::format("one of {}", fmt::join(choices, ", "));
                        },
                        [&](std::vector<std::int64_t>*) {
                          return fmt::format("a list of whole numbers{}{}",
                                             limits.empty() ? "" : ", each", limits);
                        },
                        [](std::vector<std::string>*) { return std::string{"a list of texts"}; },
                    },
                    target);
}

std::string field::assign(const field_value& value) const {
  auto refusal = fmt::format("must be {}, not {}", expected(), to_toml(value));
  auto fitting = converted(value, target);
  if (!fitting)
    return refusal;
  auto in_range = std::visit(
      overloaded{
          [&](std::int64_t x) { return within(range, static_cast<double>(x)); },
          [&](double x) { return within(range, x); },
          [&](const std::string& x) {
            return choices.empty() || std::find(choices.begin(), choices.end(), x) != choices.end();
          },
          [&](const std::vector<std::int64_t>& list) {
            return std::all_of(list.begin(), list.end(),
                               [&](auto x) { return within(range, static_cast<double>(x)); });
          },
          [](const auto&) { return true; },
      },
      *fitting);
  if (!in_range)
    return refusal;
  std::visit([&](auto* place) { *place = std::get<std::decay_t<decltype(*place)>>(*fitting); },
             target);
  return "";
}

std::string field::assign_text(std::string_view text) const {
  auto value = parse_toml_value(text);
  if (std::holds_alternative<std::string*>(target)
      && !(value && std::holds_alternative<std::string>(*value)))
    return assign(std::string{text});
  return assign(value ? *value : field_value{std::string{text}});
}

field_value field::value() const {
  return std::visit([](const auto* place) { return field_value{*place}; }, target);
}

std::string to_toml(const field_value& value) {
  return std::visit(overloaded{
                        [](bool x) { return std::string{x ? "true" : "false"}; },
                        [](std::int64_t x) { return fmt::format("{}", x); },
                        [](double x) {
                          auto text = fmt::format("{}", x);
                          auto looks_whole =
                              text.find_first_not_of("-0123456789") == std::string::npos;
                          return looks_whole ? text + ".0" : text;
                        },
                        [](const std::string& x) { return quote_toml(x); },
                        [](const std::vector<std::int64_t>& x) {
                          return fmt::format("[{}]", fmt::join(x, ", "));
                        },
                        [](const std::vector<std::string>& x) {
                          std::vector<std::string> quoted;
                          for (const auto& text : x)
                            quoted.push_back(quote_toml(text));
                          return fmt::format("[{}]", fmt::join(quoted, ", "));
                        },
                    },
                    value);
}

std::string environment_name(std::string_view key) {
  std::string name = "TROUPE_";
  for (auto letter : key)
    name +=
        letter == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return name;
}

} // namespace troupe
