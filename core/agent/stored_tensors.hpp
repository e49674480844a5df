#pragma once

#include "core/support/safetensors.hpp"

#include <torch/torch.h>

#include <cstddef>
#include <string>
#include <vector>

namespace troupe {

/// Adds a tensor of any device under a name.
void store(tensor_collection& into, const std::string& name, const torch::Tensor& x);
/// A number, exactly.
void store(tensor_collection& into, const std::string& name, double x);
void store(tensor_collection& into, const std::string& name, std::int64_t x);
/// All parameters, each under the prefix and its own name.
void store(tensor_collection& into, const std::string& prefix, const torch::nn::Module& module);

/// Copies back what was stored under a name into a tensor of the same type and shape. Throws
/// `user_error` if there is none such.
void restore(const tensor_collection& from, const std::string& name, torch::Tensor x);
void restore(const tensor_collection& from, const std::string& name, double& x);
void restore(const tensor_collection& from, const std::string& name, std::int64_t& x);
void restore(const tensor_collection& from, const std::string& prefix, torch::nn::Module& module);

/// A `.safetensors` file with the widest numbers first: some readers want all of them aligned.
std::vector<std::byte> to_file(tensor_collection stored);

} // namespace troupe
