#include "core/agent/network_shape.hpp"

#include "core/support/error.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace troupe {

namespace {

/// More than anybody needs, so that no file can ask for all of the memory.
constexpr std::int64_t largest = 65'536;

void check_size(std::string_view name, std::int64_t size) {
  if (size < 1 || size > largest)
    throw user_error("A network cannot be made: " + std::string{name} + " must be 1 to "
                     + std::to_string(largest) + ", not " + std::to_string(size) + ".");
}

void check_divides(std::string_view name, std::int64_t size, std::int64_t part) {
  if (size % part != 0)
    throw user_error("A network cannot be made: " + std::string{name} + " (" + std::to_string(size)
                     + ") must be a multiple of goat_features (" + std::to_string(part) + ").");
}

} // namespace

void validate(const network_shape& shape) {
  for_each_size(shape, [](std::string_view name, const auto& size) {
    using kind = std::remove_cvref_t<decltype(size)>;
    if constexpr (std::is_same_v<kind, int> || std::is_same_v<kind, std::int64_t>)
      check_size(name, size);
    else if constexpr (std::is_same_v<kind, std::vector<std::int64_t>>)
      for (auto each : size)
        check_size(name, each);
  });
  check_size("the number of torso_channels",
             static_cast<std::int64_t>(shape.torso_channels.size()));
  check_divides("goat_upscale", shape.goat_upscale, shape.goat_features);
  check_divides("goal_embedding", shape.goal_embedding, shape.goat_features);
  if (!(shape.goat_temperature > 0))
    throw user_error("A network cannot be made: goat_temperature must be positive.");
}

std::string to_json(const network_shape& shape) {
  nlohmann::ordered_json all;
  for_each_size(shape, [&](const char* name, const auto& size) {
    if constexpr (vocabulary_word<std::remove_cvref_t<decltype(size)>>)
      all[name] = to_string(size);
    else
      all[name] = size;
  });
  return all.dump();
}

network_shape network_shape_from_json(std::string_view text) {
  auto refused = [](const std::string& why) {
    return user_error("This is not the shape of a network: " + why + ".");
  };
  auto all = nlohmann::json::parse(text, nullptr, false);
  if (!all.is_object())
    throw refused("it is not an object in JSON");
  network_shape shape;
  std::size_t known = 0;
  for_each_size(shape, [&](const char* name, auto& size) {
    auto found = all.find(name);
    if (found == all.end())
      return;
    ++known;
    try {
      if constexpr (vocabulary_word<std::remove_cvref_t<decltype(size)>>)
        size = from_string<std::remove_cvref_t<decltype(size)>>(found->get<std::string>()).value();
      else
        found->get_to(size);
    } catch (const std::exception&) {
      throw refused(std::string{name} + " is " + found->dump());
    }
  });
  if (known != all.size())
    throw refused("it has sizes that this version does not know");
  validate(shape);
  return shape;
}

} // namespace troupe
