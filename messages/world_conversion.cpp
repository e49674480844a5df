#include "messages/world_conversion.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "messages/text.hpp"
#include "messages/vector_conversion.hpp"

#include <string>

namespace troupe {

namespace {

/// Rough sizes in bytes, to reserve room for messages.
constexpr std::size_t entity_bytes = 240;
constexpr std::size_t world_overhead = 400;

template <class T>
std::vector<kj::byte> bytes_of(const std::vector<T>& values) {
  std::vector<kj::byte> bytes;
  for (auto value : values)
    bytes.push_back(static_cast<kj::byte>(value));
  return bytes;
}

kj::ArrayPtr<const kj::byte> pointer_to(const std::vector<kj::byte>& bytes) {
  return {bytes.data(), bytes.size()};
}

void write(const entity_latent& value, capnp::List<double>::Builder builder) {
  for (unsigned i = 0; i < builder.size(); ++i)
    builder.set(i, value[i]);
}

entity_latent read(capnp::List<double>::Reader reader) {
  entity_latent latent{};
  if (reader.size() > latent.size())
    throw user_error("The world cannot be used: an entity has too many latents.");
  for (unsigned i = 0; i < reader.size(); ++i)
    latent[i] = reader[i];
  return latent;
}

void write(const world_object& value, schema::World::Object::Builder builder) {
  builder.setShape(static_cast<std::uint8_t>(value.shape));
  builder.setColour(static_cast<std::uint8_t>(value.colour));
  write(value.position, builder.initPosition());
  write(value.orientation, builder.initOrientation());
  builder.setSize(value.size);
  write(value.latent, builder.initLatent(value.latent.size()));
}

world_object read(schema::World::Object::Reader reader) {
  return {static_cast<object_shape>(reader.getShape()),
          static_cast<object_colour>(reader.getColour()),
          read_vector(reader.getPosition()),
          read_quaternion(reader.getOrientation()),
          reader.getSize(),
          read(reader.getLatent())};
}

void write(const world_player& value, schema::World::Player::Builder builder) {
  builder.setColour(static_cast<std::uint8_t>(value.colour));
  builder.setGadget(static_cast<std::uint8_t>(value.gadget));
  write(value.position, builder.initPosition());
  builder.setHeading(value.heading);
  write(value.latent, builder.initLatent(value.latent.size()));
}

world_player read(schema::World::Player::Reader reader) {
  return {static_cast<player_colour>(reader.getColour()), static_cast<gadget>(reader.getGadget()),
          read_vector(reader.getPosition()), reader.getHeading(), read(reader.getLatent())};
}

/// The bytes of a map, one per tile.
capnp::Data::Reader map_of(capnp::Data::Reader bytes, grid_size size, const char* what) {
  if (bytes.size() != static_cast<std::size_t>(size.cells()))
    throw user_error(std::string{"The world cannot be used: "} + what
                     + " are not as many as its size says.");
  return bytes;
}

void read_maps(schema::World::Reader reader, world& value) {
  grid_size size{reader.getWidth(), reader.getHeight()};
  check_world_size(size);
  auto kinds = map_of(reader.getTileKinds(), size, "the kinds of tiles");
  auto levels = map_of(reader.getTileLevels(), size, "the levels of tiles");
  auto facings = map_of(reader.getTileFacings(), size, "the facings of tiles");
  auto colours = map_of(reader.getFloorColours(), size, "the floor colours");
  auto playable = map_of(reader.getPlayable(), size, "the playable tiles");
  value.tiles = topology{size};
  value.floor_colours = grid<floor_colour>{size};
  value.playable = cell_mask{size};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    value.tiles.values()[i] = {static_cast<tile_kind>(kinds[i]), levels[i],
                               static_cast<direction>(facings[i])};
    value.floor_colours.values()[i] = static_cast<floor_colour>(colours[i]);
    value.playable.values()[i] = playable[i];
  }
}

template <class Items, class Builder>
void write_list(const Items& items, Builder builder) {
  for (unsigned i = 0; i < builder.size(); ++i)
    write(items[i], builder[i]);
}

std::size_t payload_of(const world& value) {
  return world_overhead + 5 * value.tiles.values().size()
         + entity_bytes * (value.objects.size() + value.players.size());
}

} // namespace

// -- worlds ---------------------------------------------------------------------------------------

void write(const world& value, schema::World::Builder builder) {
  builder.setWidth(static_cast<std::uint16_t>(value.tiles.width()));
  builder.setHeight(static_cast<std::uint16_t>(value.tiles.height()));
  auto tiles = value.tiles.values().size();
  auto kinds = builder.initTileKinds(static_cast<unsigned>(tiles));
  auto levels = builder.initTileLevels(static_cast<unsigned>(tiles));
  auto facings = builder.initTileFacings(static_cast<unsigned>(tiles));
  for (std::size_t i = 0; i < tiles; ++i) {
    auto t = value.tiles.values()[i];
    kinds[i] = static_cast<kj::byte>(t.kind);
    levels[i] = t.level;
    facings[i] = static_cast<kj::byte>(t.facing);
  }
  builder.setFloorColours(pointer_to(bytes_of(value.floor_colours.values())));
  builder.setPlayable(pointer_to(bytes_of(value.playable.values())));
  write(value.tile_size, builder.initTileSize());
  write_list(value.objects, builder.initObjects(static_cast<unsigned>(value.objects.size())));
  write_list(value.players, builder.initPlayers(static_cast<unsigned>(value.players.size())));
  auto lighting = builder.initLighting();
  write(value.lighting.position, lighting.initPosition());
  write(value.lighting.direction, lighting.initDirection());
  lighting.setIntensity(value.lighting.intensity);
  lighting.setHue(value.lighting.hue);
  builder.setSeed(value.seed);
}

message<schema::World> to_message(const world& value) {
  return build_message<schema::World>(value, payload_of(value));
}

world read_world(schema::World::Reader reader) {
  world value;
  read_maps(reader, value);
  value.tile_size = read_vector(reader.getTileSize());
  for (auto object : reader.getObjects())
    value.objects.push_back(read(object));
  for (auto player : reader.getPlayers())
    value.players.push_back(read(player));
  auto lighting = reader.getLighting();
  value.lighting = {read_vector(lighting.getPosition()), read_vector(lighting.getDirection()),
                    lighting.getIntensity(), lighting.getHue()};
  value.seed = reader.getSeed();
  validate(value);
  return value;
}

arrival_problem from_schema(schema::World::Reader reader, world& value) {
  try {
    value = read_world(reader);
    return arrival_problem::none;
  } catch (const user_error&) {
    return arrival_problem::nonsense;
  }
}

// -- tasks ----------------------------------------------------------------------------------------

std::size_t payload_of(const task& value) {
  constexpr std::size_t texts = 1000;
  return payload_of(value.place) + texts;
}

void write(const task& value, schema::Task::Builder builder) {
  write(value.place, builder.initWorld());
  const auto& goals = value.played.goals();
  auto texts = builder.initGoals(static_cast<unsigned>(goals.size()));
  for (unsigned i = 0; i < texts.size(); ++i)
    texts.set(i, text_of(to_string(goals[i])));
  auto names = builder.initCoPlayers(static_cast<unsigned>(value.co_players.size()));
  for (unsigned i = 0; i < names.size(); ++i)
    names.set(i, text_of(value.co_players[i]));
}

message<schema::Task> to_message(const task& value) {
  return build_message<schema::Task>(value, payload_of(value));
}

task read_task(schema::Task::Reader reader) {
  std::vector<goal> goals;
  for (auto text : reader.getGoals()) {
    if (goals.size() == max_players)
      throw user_error("The task cannot be played: it has more than three goals.");
    goals.push_back(parse_goal(text_of(text)));
  }
  task value{read_world(reader.getWorld()), game{goals}, {}};
  for (auto name : reader.getCoPlayers())
    value.co_players.push_back(text_of(name));
  validate(value);
  return value;
}

void write(const task_set& value, schema::TaskSet::Builder builder) {
  builder.setVersion(task_set_version);
  builder.setSplit(text_of(std::string{to_string(value.split)}));
  builder.setSeed(value.seed);
  builder.setOrigin(text_of(value.origin));
  write_list(value.tasks, builder.initTasks(static_cast<unsigned>(value.tasks.size())));
}

message<schema::TaskSet> to_message(const task_set& value) {
  std::size_t payload = value.origin.size() + world_overhead;
  for (const auto& each : value.tasks)
    payload += payload_of(each);
  return build_message<schema::TaskSet>(value, payload);
}

void check_task_set_version(std::uint64_t version) {
  if (version != task_set_version)
    throw user_error("The task set cannot be used: it is of version " + std::to_string(version)
                     + ", and this Troupe makes and reads version "
                     + std::to_string(task_set_version) + "; draw it anew.");
}

task_set read_task_set(schema::TaskSet::Reader reader) {
  check_task_set_version(reader.getVersion());
  auto split = from_string<task_split>(text_of(reader.getSplit()));
  if (!split)
    throw user_error("The task set cannot be used: it is for '" + text_of(reader.getSplit())
                     + "', which is none of train, validation, test and hand-authored.");
  if (reader.getTasks().size() == 0)
    throw user_error("The task set cannot be used: there is no task in it.");
  task_set value{*split, reader.getSeed(), text_of(reader.getOrigin()), {}};
  for (auto each : reader.getTasks())
    value.tasks.push_back(read_task(each));
  return value;
}

} // namespace troupe
