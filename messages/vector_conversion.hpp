#pragma once

#include "core/support/vector.hpp"
#include "messages/world.capnp.h"

namespace troupe {

// What worlds and their states are made of, as messages.

inline void write(const vector3& value, schema::Vector::Builder builder) {
  builder.setX(value.x);
  builder.setY(value.y);
  builder.setZ(value.z);
}

inline vector3 read_vector(schema::Vector::Reader reader) {
  return {reader.getX(), reader.getY(), reader.getZ()};
}

inline void write(const quaternion& value, schema::Quaternion::Builder builder) {
  builder.setW(value.w);
  builder.setX(value.x);
  builder.setY(value.y);
  builder.setZ(value.z);
}

inline quaternion read_quaternion(schema::Quaternion::Reader reader) {
  return {reader.getW(), reader.getX(), reader.getY(), reader.getZ()};
}

} // namespace troupe
