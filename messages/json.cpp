#include "messages/json.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/world/parameters.hpp"
#include "messages/world_conversion.hpp"

#include <utility>

namespace troupe {

namespace {

using json = nlohmann::json;
using ordered_json = nlohmann::ordered_json;

// -- writing --------------------------------------------------------------------------------------

ordered_json to_json(const vector3& v) {
  return {v.x, v.y, v.z};
}

ordered_json to_json(const quaternion& q) {
  return {q.w, q.x, q.y, q.z};
}

ordered_json to_json(tile t) {
  return {{"kind", to_string(t.kind)}, {"level", t.level}, {"facing", to_string(t.facing)}};
}

ordered_json to_json(const world_object& object) {
  return {{"shape", to_string(object.shape)},
          {"colour", to_string(object.colour)},
          {"position", to_json(object.position)},
          {"orientation", to_json(object.orientation)},
          {"size", object.size},
          {"latent", object.latent}};
}

ordered_json to_json(const world_player& player) {
  return {{"colour", to_string(player.colour)},
          {"gadget", to_string(player.gadget)},
          {"position", to_json(player.position)},
          {"heading", player.heading},
          {"latent", player.latent}};
}

/// A row of the grid after the other, each value as `convert` has it.
template <class T, class Convert>
ordered_json rows_of(const grid<T>& values, Convert convert) {
  auto rows = ordered_json::array();
  for (int y = 0; y < values.height(); ++y) {
    auto row = ordered_json::array();
    for (int x = 0; x < values.width(); ++x)
      row.push_back(convert(values[{x, y}]));
    rows.push_back(std::move(row));
  }
  return rows;
}

template <class Items>
ordered_json list_of(const Items& items) {
  auto list = ordered_json::array();
  for (const auto& item : items)
    list.push_back(to_json(item));
  return list;
}

// -- reading --------------------------------------------------------------------------------------

/// A value in a JSON document together with the way to it, for errors that say where.
class node {
public:
  node(const json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& expected) const {
    throw user_error(path_ + ": must be " + expected + ", not " + shown());
  }

  [[nodiscard]] bool has(const char* name) const {
    return value_.is_object() && value_.contains(name);
  }

  [[nodiscard]] node member(const char* name) const {
    if (!value_.is_object())
      refuse("an object");
    if (!value_.contains(name))
      throw user_error(path_ + ": has no member \"" + name + "\"");
    return {value_.at(name), path_ + "." + name};
  }

  [[nodiscard]] std::size_t size() const {
    if (!value_.is_array())
      refuse("a list");
    return value_.size();
  }

  [[nodiscard]] node element(std::size_t index) const {
    return {value_.at(index), path_ + "[" + std::to_string(index) + "]"};
  }

  void require_length(std::size_t count) const {
    if (size() != count)
      refuse("a list of " + std::to_string(count));
  }

  [[nodiscard]] double number() const {
    if (!value_.is_number())
      refuse("a number");
    return value_.get<double>();
  }

  [[nodiscard]] int integer(int low, int high) const {
    if (!value_.is_number_integer() || number() < low || number() > high)
      refuse("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return value_.get<int>();
  }

  [[nodiscard]] std::uint64_t seed() const {
    if (!value_.is_number_unsigned())
      refuse("a whole number of at least 0");
    return value_.get<std::uint64_t>();
  }

  [[nodiscard]] bool truth() const {
    if (!value_.is_boolean())
      refuse("true or false");
    return value_.get<bool>();
  }

  [[nodiscard]] std::string text() const {
    if (!value_.is_string())
      refuse("a text");
    return value_.get<std::string>();
  }

  template <vocabulary_word Word>
  [[nodiscard]] Word word() const {
    if (value_.is_string())
      if (auto found = from_string<Word>(value_.get<std::string>()))
        return *found;
    std::string expected = "one of";
    for (auto name : words<Word>)
      expected.append(expected.size() > 6 ? ", " : " ").append(name);
    refuse(expected);
  }

  [[nodiscard]] vector3 vector() const {
    require_length(3);
    return {element(0).number(), element(1).number(), element(2).number()};
  }

  [[nodiscard]] quaternion rotation() const {
    require_length(4);
    return {element(0).number(), element(1).number(), element(2).number(), element(3).number()};
  }

  /// Numbers that may be left out, together.
  [[nodiscard]] entity_latent latent() const {
    entity_latent result{};
    if (!has("latent"))
      return result;
    auto list = member("latent");
    list.require_length(result.size());
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = list.element(i).number();
    return result;
  }

  /// Adds where it happened to what goes wrong.
  template <class Action>
  void explain(Action act) const {
    try {
      act();
    } catch (const user_error& problem) {
      throw user_error(path_ + ": " + problem.what());
    }
  }

private:
  /// The value, if it is short enough to show.
  [[nodiscard]] std::string shown() const {
    constexpr std::size_t most = 60;
    if (value_.is_object())
      return "an object";
    if (value_.is_array())
      return "a list of " + std::to_string(value_.size());
    auto text = value_.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.size() <= most ? text : text.substr(0, most) + "…";
  }

  const json& value_;
  std::string path_;
};

/// A map of the world's size: rows of values, each read by `convert`.
template <class T, class Convert>
grid<T> read_rows(const node& rows, grid_size size, Convert convert) {
  grid<T> result(size);
  rows.require_length(static_cast<std::size_t>(size.height));
  for (int y = 0; y < size.height; ++y) {
    auto row = rows.element(static_cast<std::size_t>(y));
    row.require_length(static_cast<std::size_t>(size.width));
    for (int x = 0; x < size.width; ++x)
      result[{x, y}] = convert(row.element(static_cast<std::size_t>(x)));
  }
  return result;
}

tile read_tile(const node& from) {
  tile t;
  t.kind = from.member("kind").word<tile_kind>();
  t.level = static_cast<std::uint8_t>(from.member("level").integer(0, level_count - 1));
  if (t.kind != tile_kind::flat)
    t.facing = from.member("facing").word<direction>();
  return t;
}

world_object read_object(const node& from) {
  return {from.member("shape").word<object_shape>(),
          from.member("colour").word<object_colour>(),
          from.member("position").vector(),
          from.member("orientation").rotation(),
          from.member("size").number(),
          from.latent()};
}

world_player read_player(const node& from) {
  return {from.member("colour").word<player_colour>(), from.member("gadget").word<gadget>(),
          from.member("position").vector(), from.member("heading").number(), from.latent()};
}

world read_world(const node& from) {
  auto size_list = from.member("size");
  size_list.require_length(2);
  auto side = [&](std::size_t i) {
    return size_list.element(i).integer(min_world_side, max_world_side);
  };
  grid_size size{side(0), side(1)};
  world value;
  value.tiles = read_rows<tile>(from.member("tiles"), size, read_tile);
  value.tile_size = from.member("tile_size").vector();
  value.floor_colours = read_rows<floor_colour>(
      from.member("floor_colours"), size, [](const node& x) { return x.word<floor_colour>(); });
  value.playable = read_rows<std::uint8_t>(from.member("playable"), size, [](const node& x) {
    return static_cast<std::uint8_t>(x.truth());
  });
  auto objects = from.member("objects");
  for (std::size_t i = 0; i < objects.size(); ++i)
    value.objects.push_back(read_object(objects.element(i)));
  auto players = from.member("players");
  for (std::size_t i = 0; i < players.size(); ++i)
    value.players.push_back(read_player(players.element(i)));
  auto lighting = from.member("lighting");
  value.lighting = {lighting.member("position").vector(), lighting.member("direction").vector(),
                    lighting.member("intensity").number(), lighting.member("hue").number()};
  value.seed = from.member("seed").seed();
  from.explain([&] { validate(value); });
  return value;
}

task read_task(const node& from) {
  auto texts = from.member("goals");
  if (texts.size() == 0 || texts.size() > max_players)
    texts.refuse("a list of 1 to 3 goals");
  std::vector<goal> goals;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto text = texts.element(i);
    text.explain([&] { goals.push_back(parse_goal(text.text())); });
  }
  task value{read_world(from.member("world")), game{goals}, {}};
  auto names = from.member("co_players");
  for (std::size_t i = 0; i < names.size(); ++i)
    value.co_players.push_back(names.element(i).text());
  from.explain([&] { validate(value); });
  return value;
}

} // namespace

ordered_json to_json(const world& value) {
  return {{"size", {value.tiles.width(), value.tiles.height()}},
          {"tiles", rows_of(value.tiles, [](tile t) { return to_json(t); })},
          {"tile_size", to_json(value.tile_size)},
          {"floor_colours", rows_of(value.floor_colours, [](auto c) { return to_string(c); })},
          {"playable", rows_of(value.playable, [](auto p) { return p != 0; })},
          {"objects", list_of(value.objects)},
          {"players", list_of(value.players)},
          {"lighting",
           {{"position", to_json(value.lighting.position)},
            {"direction", to_json(value.lighting.direction)},
            {"intensity", value.lighting.intensity},
            {"hue", value.lighting.hue}}},
          {"seed", value.seed}};
}

ordered_json to_json(const game& value) {
  auto goals = ordered_json::array();
  for (const auto& aim : value.goals())
    goals.push_back(to_string(aim));
  return goals;
}

ordered_json to_json(const task& value) {
  return {{"world", to_json(value.place)},
          {"goals", to_json(value.played)},
          {"co_players", value.co_players}};
}

ordered_json to_json(const task_set& value) {
  return {{"version", task_set_version},
          {"split", to_string(value.split)},
          {"seed", value.seed},
          {"origin", value.origin},
          {"tasks", list_of(value.tasks)}};
}

world world_from_json(const json& from, const std::string& name) {
  return read_world({from, name});
}

task task_from_json(const json& from, const std::string& name) {
  return read_task({from, name});
}

task_set task_set_from_json(const json& from, const std::string& name) {
  node root{from, name};
  root.explain([&] { check_task_set_version(root.member("version").seed()); });
  task_set value{root.member("split").word<task_split>(),
                 root.member("seed").seed(),
                 root.member("origin").text(),
                 {}};
  auto tasks = root.member("tasks");
  if (tasks.size() == 0)
    tasks.refuse("a list of at least one task");
  for (std::size_t i = 0; i < tasks.size(); ++i)
    value.tasks.push_back(read_task(tasks.element(i)));
  return value;
}

json parse_json(std::string_view text, const std::string& name) {
  // Worlds and tasks nest six deep; a text that nests for ever would use up the stack.
  constexpr int deepest = 16;
  auto shallow_only = [&](int depth, json::parse_event_t, json&) {
    if (depth > deepest)
      throw user_error(name + ": not a world or task: nested too deeply");
    return true;
  };
  try {
    return json::parse(text, shallow_only);
  } catch (const json::exception& problem) { // also numbers that no double holds
    std::string reason = problem.what();
    reason.erase(0, reason.find("] ") + 2); // the library's own number of the error
    throw user_error(name + ": not JSON: " + reason);
  }
}

} // namespace troupe
