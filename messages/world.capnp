@0xe71ced1f7b894f83;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

struct World {
  # The initial state of a simulated world (core/world/world.hpp). Metres, x east, y north, z up.
  # Maps have a byte per tile, rows from south to north, each from west to east. Words are numbers
  # in the order of core/game/vocabulary.hpp, core/world/tile.hpp and core/world/world.hpp.

  width @0 :UInt16;
  height @1 :UInt16;
  # In tiles.

  tileKinds @2 :Data;
  tileLevels @3 :Data;
  tileFacings @4 :Data;
  floorColours @5 :Data;

  playable @6 :Data;
  # 1 for tiles that belong to the playable area, else 0.

  tileSize @7 :Vector;
  # Of each tile; z is the height of a level.

  objects @8 :List(Object);
  players @9 :List(Player);
  lighting @10 :Lighting;

  seed @11 :UInt64;
  # What the world was generated from; 0 in worlds made by hand.

  struct Object {
    shape @0 :UInt8;
    colour @1 :UInt8;
    position @2 :Vector;
    # The centre of its bounding box.

    orientation @3 :Quaternion;

    size @4 :Float64;
    # Its longest edge.

    latent @5 :List(Float64);
    # What decided, through the placement network, where it is.
  }

  struct Player {
    colour @0 :UInt8;
    gadget @1 :UInt8;
    position @2 :Vector;
    # Where its feet touch the floor.

    heading @3 :Float64;
    # Radians from east, counter-clockwise.

    latent @4 :List(Float64);
  }

  struct Lighting {
    position @0 :Vector;

    direction @1 :Vector;
    # A unit vector.

    intensity @2 :Float64;
    # 1 is a bright day.

    hue @3 :Float64;
    # Degrees on the colour wheel.
  }
}

struct Vector {
  x @0 :Float64;
  y @1 :Float64;
  z @2 :Float64;
}

struct Quaternion {
  w @0 :Float64 = 1;
  x @1 :Float64;
  y @2 :Float64;
  z @3 :Float64;
}
