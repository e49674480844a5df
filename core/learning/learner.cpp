#include "core/learning/learner.hpp"

#include "core/agent/network_file.hpp"
#include "core/agent/stored_tensors.hpp"
#include "core/learning/student.hpp"
#include "core/learning/teacher.hpp"

#include <optional>
#include <utility>

namespace troupe {

class learner::implementation {
public:
  implementation(const network_shape& shape, const hyperparameters& how, std::uint64_t seed,
                 torch::Device device)
      : device_(device), student_(shape, how, seed, device) {}

  update_report update(std::span<const unroll> unrolls, double distillation_weight) {
    auto batch = batch_of(unrolls, student_.acting()->shape(), student_.version(), device_);
    if (teacher_ && distillation_weight > 0)
      batch.teacher_logits = teacher_->advise(unrolls, batch);
    return student_.update(batch, distillation_weight);
  }

  [[nodiscard]] const student& taught() const { return student_; }

  void set_teacher(const network_file& file) { teacher_.emplace(file, device_); }

  [[nodiscard]] std::vector<std::byte> save() const {
    tensor_collection file;
    student_.save(file);
    if (teacher_)
      teacher_->save(file);
    return to_file(std::move(file));
  }

  void load(std::span<const std::byte> checkpoint) {
    auto file = decode_safetensors(checkpoint);
    student_.load(file);
    if (teacher_)
      teacher_->load(file);
  }

private:
  torch::Device device_;
  student student_;
  std::optional<teacher> teacher_;
};

learner::learner(const network_shape& shape, const hyperparameters& how, std::uint64_t seed,
                 const std::string& device)
    : implementation_(std::make_unique<implementation>(shape, how, seed, device_named(device))) {}
learner::~learner() = default;
learner::learner(learner&&) noexcept = default;
learner& learner::operator=(learner&&) noexcept = default;

update_report learner::update(std::span<const unroll> unrolls, double distillation_weight) {
  return implementation_->update(unrolls, distillation_weight);
}

std::int64_t learner::updates() const {
  return implementation_->taught().updates();
}

std::vector<std::byte> learner::acting_network() const {
  const auto& taught = implementation_->taught();
  return encode_network(taught.acting(), taught.acting_scale());
}

std::int64_t learner::version() const {
  return implementation_->taught().version();
}

void learner::set_teacher(std::span<const std::byte> network_file) {
  implementation_->set_teacher(decode_network(network_file));
}

std::vector<std::byte> learner::save() const {
  return implementation_->save();
}

void learner::load(std::span<const std::byte> checkpoint) {
  implementation_->load(checkpoint);
}

} // namespace troupe
