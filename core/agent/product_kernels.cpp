#include "core/agent/product_kernels.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace troupe {

namespace {

constexpr const char* kernel_variable = "OPENBLAS_CORETYPE";

/// What OpenBLAS falls back to on an x86-64 processor that it does not know.
constexpr std::string_view fallback_kernels = "Prescott";

std::string_view present_kernels() {
  auto* name = ::dlsym(RTLD_DEFAULT, "openblas_get_corename");
  return name == nullptr ? "" : reinterpret_cast<const char* (*)()>(name)();
}

/// The best that runs here; none if there is nothing better than the fallback.
const char* best_kernels() {
#if defined(__x86_64__)
  // Kernels for AVX-512 were slower for networks of a laptop's size (bench_network).
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return nullptr;
}

} // namespace

void use_fast_product_kernels(char** arguments) {
  const auto* best = best_kernels();
  if (best == nullptr || std::getenv(kernel_variable) != nullptr
      || present_kernels() != fallback_kernels)
    return;
  ::setenv(kernel_variable, best, 1);
  ::execv("/proc/self/exe", arguments); // if that cannot be, slow kernels still work
}

} // namespace troupe
