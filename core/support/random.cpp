#include "core/support/random.hpp"

#include <cmath>
#include <numbers>

namespace troupe {

namespace {

/// Blocks at this position of the counter's lower half are used for splitting and never for draws:
/// a stream would have to draw 2^64 values to reach the first of them.
constexpr std::uint64_t split_flag = std::uint64_t{1} << 63;

std::pair<std::uint64_t, std::uint64_t> block(std::uint64_t key, std::uint64_t high,
                                              std::uint64_t low) noexcept {
  auto low_half = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  auto high_half = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  auto out = philox({low_half(low), high_half(low), low_half(high), high_half(high)},
                    {low_half(key), high_half(key)});
  return {out[0] | std::uint64_t{out[1]} << 32, out[2] | std::uint64_t{out[3]} << 32};
}

} // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) noexcept {
  constexpr std::uint64_t multiplier_0 = 0xD2511F53;
  constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl_0 = 0x9E3779B9;
  constexpr std::uint32_t weyl_1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    auto product_0 = multiplier_0 * counter[0];
    auto product_1 = multiplier_1 * counter[2];
    counter = {static_cast<std::uint32_t>(product_1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product_1),
               static_cast<std::uint32_t>(product_0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product_0)};
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

random_stream::random_stream(std::uint64_t seed) noexcept : random_stream(seed, std::uint64_t{0}) {}

random_stream::random_stream(std::uint64_t seed, const stream_path& path) noexcept
    : random_stream(random_stream{seed}
                        .split(path.generation)
                        .split(path.agent)
                        .split(path.environment)
                        .split(path.episode)
                        .split(static_cast<std::uint64_t>(path.use))) {}

random_stream random_stream::split(std::uint64_t child) const noexcept {
  // All 64 bits of the child's number and the flag do not fit into the lower half, so the number's
  // halves go through two chained blocks.
  auto [key, nonce] = block(key_, nonce_, split_flag | (child & 0xFFFFFFFF));
  auto [child_key, child_nonce] = block(key, nonce, split_flag | (child >> 32));
  return {child_key, child_nonce};
}

std::uint64_t random_stream::operator()() noexcept {
  if (position_++ % 2 == 1)
    return spare_;
  auto [first, second] = block(key_, nonce_, (position_ - 1) / 2);
  spare_ = second;
  return first;
}

std::uint64_t random_stream::below(std::uint64_t bound) noexcept {
  // Lemire's method: the upper half of a 128-bit product, redrawn in the few cases that would
  // favour some results.
  __extension__ using wide = unsigned __int128;
  auto product = static_cast<wide>((*this)()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    auto threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold)
      product = static_cast<wide>((*this)()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::int64_t random_stream::between(std::int64_t low, std::int64_t high) noexcept {
  auto width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  auto offset = width == max() ? (*this)() : below(width + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

double random_stream::uniform() noexcept {
  return static_cast<double>((*this)() >> 11) * 0x1p-53;
}

double random_stream::uniform(double low, double high) noexcept {
  return low + (high - low) * uniform();
}

double random_stream::normal() noexcept {
  // Box–Muller; 1 − u lies in (0, 1], where the logarithm is finite.
  auto radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

bool random_stream::chance(double probability) noexcept {
  return uniform() < probability;
}

std::size_t random_stream::weighted(std::span<const double> weights) noexcept {
  double total = 0;
  for (auto weight : weights)
    total += weight;
  auto rest = uniform() * total;
  std::size_t last_positive = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0)
      continue;
    if (rest < weights[i])
      return i;
    rest -= weights[i];
    last_positive = i;
  }
  return last_positive; // rounding took the last step
}

} // namespace troupe
