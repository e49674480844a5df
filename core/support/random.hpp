#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace troupe {

/// One block of the Philox4x32-10 generator: 128 bits that are a pure function of counter and key
/// (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) noexcept;

/// What a stream of random numbers is for. The numbers are part of every seed's meaning: append,
/// never reorder.
enum class purpose : std::uint32_t {
  world = 0,      ///< a world's topology, objects, players and lighting
  game = 1,       ///< the goals of a game
  co_players = 2, ///< who plays the other slots of a task
  policy = 3,     ///< the actions that policies draw in an episode
  network = 4,    ///< the initial weights of an agent's network
  learning = 5,   ///< whatever an update draws
  mutation = 6,   ///< hyperparameters and worlds that evolve
  evaluation = 7, ///< tasks and episodes that measure an agent
  test = 8,       ///< tests and benchmarks
  curriculum = 9, ///< which tasks are trained on
};

/// Names one stream of a run. Fields that do not apply stay 0.
struct stream_path {
  std::uint64_t generation = 0;
  std::uint64_t agent = 0;
  std::uint64_t environment = 0;
  std::uint64_t episode = 0;
  purpose use = purpose::test;
};

/// A stream of random numbers that depends on nothing but its name: not on threads, nodes or on
/// what other streams have drawn.
///
/// A stream is a 128-bit identity and a position. `split(c)` makes the identity of a child out of
/// the parent's identity and `c` by one Philox block, so streams form a tree:
///
///     root(seed) → generation → agent → environment → episode → purpose
///
/// Draws are Philox blocks of the identity at increasing positions. Splitting does not depend on
/// the position, so a stream may be split and drawn from in any order.
///
/// Satisfies `std::uniform_random_bit_generator`, but draw with the member functions: the standard
/// library's distributions give other values on other platforms.
class random_stream {
public:
  using result_type = std::uint64_t;

  /// The root of all streams of `seed`.
  explicit random_stream(std::uint64_t seed) noexcept;

  /// The stream that `path` names below the root of `seed`.
  random_stream(std::uint64_t seed, const stream_path& path) noexcept;

  /// The child stream numbered `child`.
  [[nodiscard]] random_stream split(std::uint64_t child) const noexcept;

  /// 64 uniformly distributed bits.
  std::uint64_t operator()() noexcept;

  static constexpr std::uint64_t min() noexcept { return 0; }
  static constexpr std::uint64_t max() noexcept {
    return std::numeric_limits<std::uint64_t>::max();
  }

  /// A uniform integer in [0, bound), without bias. `bound` must not be 0.
  std::uint64_t below(std::uint64_t bound) noexcept;

  /// A uniform integer in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) noexcept;

  /// A uniform number in [0, 1), a multiple of 2^-53.
  double uniform() noexcept;

  /// A uniform number in [low, high).
  double uniform(double low, double high) noexcept;

  /// A draw from the standard normal distribution.
  double normal() noexcept;

  /// True with the given probability.
  bool chance(double probability) noexcept;

  /// An index drawn in proportion to `weights`, which must be non-negative with a positive sum.
  std::size_t weighted(std::span<const double> weights) noexcept;

  /// Puts `items` into a uniformly drawn order.
  template <class T>
  void shuffle(std::span<T> items) noexcept {
    for (auto i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(i)]);
  }

  friend bool operator==(const random_stream&, const random_stream&) = default;

private:
  random_stream(std::uint64_t key, std::uint64_t nonce) noexcept : key_(key), nonce_(nonce) {}

  /// Half of the identity: the Philox key.
  std::uint64_t key_;
  /// The other half: the upper 64 bits of the Philox counter.
  std::uint64_t nonce_;
  /// How many 64-bit values have been drawn; each block holds two.
  std::uint64_t position_ = 0;
  /// The second value of the current block, valid when `position_` is odd.
  std::uint64_t spare_ = 0;
};

} // namespace troupe
