#pragma once

#include <torch/torch.h>

namespace troupe {

/// Moving statistics of returns, by which values are normalised (PopArt, single task). Plain
/// numbers: part of a checkpoint.
struct popart_statistics {
  double mean = 0;
  double second_moment = 1;

  /// Within [1e-4, 1e6], so that returns that never vary do not make it 0.
  [[nodiscard]] double standard_deviation() const noexcept;

  friend bool operator==(const popart_statistics&, const popart_statistics&) = default;
};

/// The statistics after a batch of unnormalised returns of any shape: both moments move by the
/// share `beta` towards the batch's.
[[nodiscard]] popart_statistics update(const popart_statistics& statistics,
                                       const torch::Tensor& returns, double beta);

torch::Tensor normalise(const popart_statistics& statistics, const torch::Tensor& values);

torch::Tensor unnormalise(const popart_statistics& statistics, const torch::Tensor& values);

/// Changes in place the last linear layer of a value head whose outputs are normalised, so that
/// they mean the same after the statistics have moved.
void rescale(torch::Tensor weight, torch::Tensor bias, const popart_statistics& before,
             const popart_statistics& after);

} // namespace troupe
