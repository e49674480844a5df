#pragma once

#include "core/agent/network.hpp"
#include "core/support/safetensors.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace troupe {

/// How a network's values are to be read: value · deviation + mean is a return.
struct value_scale {
  double mean = 0;
  double deviation = 1;

  friend bool operator==(const value_scale&, const value_scale&) = default;
};

/// A network in a `.safetensors` file: its weights by name, the scale of its values, and its shape
/// as metadata.
std::vector<std::byte> encode_network(const network& net, const value_scale& scale);

struct network_file {
  network_shape shape;
  value_scale scale;
  tensor_collection weights;
};
/// Throws `user_error` if this is no network's file.
network_file decode_network(std::span<const std::byte> file);

/// A network like the one in a file, which cannot learn.
network frozen_network(const network_file& file, torch::Device device);

/// Gives a network of the same shape the weights of a file.
void load(network& net, const network_file& file);

/// The device of that name: cpu, cuda, cuda:1, … Throws `user_error` if there is none.
torch::Device device_named(const std::string& name);

} // namespace troupe
