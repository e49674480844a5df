#include "core/learning/popart.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

double popart_statistics::standard_deviation() const noexcept {
  auto variance = std::max(second_moment - mean * mean, 0.);
  return std::clamp(std::sqrt(variance), 1e-4, 1e6);
}

popart_statistics update(const popart_statistics& statistics, const torch::Tensor& returns,
                         double beta) {
  auto batch = returns.detach().to(torch::kFloat64);
  auto moved = [beta](double old, const torch::Tensor& moment) {
    return old + beta * (moment.item<double>() - old);
  };
  return {moved(statistics.mean, batch.mean()),
          moved(statistics.second_moment, batch.square().mean())};
}

torch::Tensor normalise(const popart_statistics& statistics, const torch::Tensor& values) {
  return (values - statistics.mean) / statistics.standard_deviation();
}

torch::Tensor unnormalise(const popart_statistics& statistics, const torch::Tensor& values) {
  return values * statistics.standard_deviation() + statistics.mean;
}

void rescale(torch::Tensor weight, torch::Tensor bias, const popart_statistics& before,
             const popart_statistics& after) {
  torch::NoGradGuard no_grad;
  weight.mul_(before.standard_deviation() / after.standard_deviation());
  bias.copy_(normalise(after, unnormalise(before, bias)));
}

} // namespace troupe
