#include "core/agent/threads.hpp"

#include <dlfcn.h>
#include <torch/torch.h>

namespace troupe {

void set_tensor_threads(int count) {
  torch::set_num_threads(count);
  // LibTorch leaves the threads of its BLAS alone, and not every BLAS can be told.
  if (auto* set = ::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
    reinterpret_cast<void (*)(int)>(set)(count);
}

} // namespace troupe
