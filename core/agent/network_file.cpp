#include "core/agent/network_file.hpp"

#include "core/agent/stored_tensors.hpp"
#include "core/support/error.hpp"

#include <string>
#include <utility>

namespace troupe {

namespace {

constexpr auto shape_entry = "troupe.network";
constexpr auto mean_entry = "value_scale.mean";
constexpr auto deviation_entry = "value_scale.deviation";

} // namespace

std::vector<std::byte> encode_network(const network& net, const value_scale& scale) {
  tensor_collection file;
  file.metadata[shape_entry] = to_json(net->shape());
  store(file, mean_entry, scale.mean);
  store(file, deviation_entry, scale.deviation);
  store(file, "", *net);
  return to_file(std::move(file));
}

network_file decode_network(std::span<const std::byte> bytes) {
  network_file file;
  file.weights = decode_safetensors(bytes);
  auto shape = file.weights.metadata.find(shape_entry);
  if (shape == file.weights.metadata.end())
    throw user_error("This file holds no network of Troupe: its metadata has no entry "
                     + std::string{shape_entry} + ".");
  file.shape = network_shape_from_json(shape->second);
  restore(file.weights, mean_entry, file.scale.mean);
  restore(file.weights, deviation_entry, file.scale.deviation);
  return file;
}

network frozen_network(const network_file& file, torch::Device device) {
  network net(file.shape, 0);
  load(net, file);
  net->to(device);
  for (auto& parameter : net->parameters()) {
    parameter.set_requires_grad(false);
    // The layout that convolutions like best where nothing has to be differentiated.
    if (parameter.dim() == 4)
      parameter.set_data(parameter.contiguous(torch::MemoryFormat::ChannelsLast));
  }
  return net;
}

void load(network& net, const network_file& file) {
  if (!(net->shape() == file.shape))
    throw user_error("These weights are for a network of another shape.");
  restore(file.weights, "", *net);
}

torch::Device device_named(const std::string& name) {
  auto refused = [&](const std::string& why) {
    return user_error("No device " + name + ": " + why + ". Use cpu, cuda, or cuda:1 and so on.");
  };
  auto device = torch::Device(torch::kCPU);
  try {
    device = torch::Device(name);
  } catch (const c10::Error&) {
    throw refused("nothing is called so");
  }
  if (device.is_cpu())
    return device;
  if (!device.is_cuda())
    throw refused("Troupe does not run there");
  if (!torch::cuda::is_available())
    throw refused("this machine or this LibTorch has no CUDA");
  if (device.has_index() && static_cast<std::size_t>(device.index()) >= torch::cuda::device_count())
    throw refused("there are only " + std::to_string(torch::cuda::device_count()));
  return device;
}

} // namespace troupe
