#include "core/agent/stored_tensors.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace troupe {

namespace {

tensor_type type_of(const torch::Tensor& x) {
  switch (x.scalar_type()) {
  case torch::kUInt8:
    return tensor_type::u8;
  case torch::kLong:
    return tensor_type::i64;
  case torch::kFloat:
    return tensor_type::f32;
  case torch::kDouble:
    return tensor_type::f64;
  default:
    throw std::logic_error("a tensor of a type that is never stored");
  }
}

} // namespace

void store(tensor_collection& into, const std::string& name, const torch::Tensor& x) {
  auto flat = x.detach().to(torch::kCPU).contiguous();
  stored_tensor stored{name, type_of(flat), flat.sizes().vec(), {}};
  stored.bytes.resize(flat.nbytes());
  std::memcpy(stored.bytes.data(), flat.data_ptr(), stored.bytes.size());
  into.tensors.push_back(std::move(stored));
}

void store(tensor_collection& into, const std::string& name, double x) {
  store(into, name, torch::tensor(x, torch::kDouble));
}

void store(tensor_collection& into, const std::string& name, std::int64_t x) {
  store(into, name, torch::tensor(x, torch::kLong));
}

void store(tensor_collection& into, const std::string& prefix, const torch::nn::Module& module) {
  for (const auto& named : module.named_parameters())
    store(into, prefix + named.key(), named.value());
}

void restore(const tensor_collection& from, const std::string& name, torch::Tensor x) {
  const auto* found = from.find(name);
  if (!found)
    throw user_error("Something is missing in this file: it has no tensor " + name + ".");
  if (found->type != type_of(x) || found->shape != x.sizes().vec())
    throw user_error("This file does not fit: its tensor " + name
                     + " has another type or shape than is needed here.");
  auto stored = torch::empty(found->shape, x.options().device(torch::kCPU).requires_grad(false));
  std::memcpy(stored.data_ptr(), found->bytes.data(), found->bytes.size());
  torch::NoGradGuard no_gradients;
  x.copy_(stored);
}

void restore(const tensor_collection& from, const std::string& name, double& x) {
  auto stored = torch::empty({}, torch::kDouble);
  restore(from, name, stored);
  x = stored.item<double>();
}

void restore(const tensor_collection& from, const std::string& name, std::int64_t& x) {
  auto stored = torch::empty({}, torch::kLong);
  restore(from, name, stored);
  x = stored.item<std::int64_t>();
}

void restore(const tensor_collection& from, const std::string& prefix, torch::nn::Module& module) {
  for (auto& named : module.named_parameters())
    restore(from, prefix + named.key(), named.value());
}

std::vector<std::byte> to_file(tensor_collection stored) {
  std::ranges::stable_sort(stored.tensors, std::ranges::greater{},
                           [](const stored_tensor& each) { return size_of(each.type); });
  return encode_safetensors(stored);
}

} // namespace troupe
