// Numbers side by side in vector registers. A part of kernels.inl.

constexpr int lanes = TROUPE_LANES;

using floats = float __attribute__((vector_size(4 * lanes)));
using ints = std::int32_t __attribute__((vector_size(4 * lanes)));
using doubles = double __attribute__((vector_size(32)));
using longs = std::int64_t __attribute__((vector_size(32)));
using ints4 = std::int32_t __attribute__((vector_size(16)));

#if TROUPE_LANES == 8
constexpr floats lane_numbers{0, 1, 2, 3, 4, 5, 6, 7};

inline int bits_of(ints mask) {
  return _mm256_movemask_ps(reinterpret_cast<__m256>(mask));
}
inline bool all(longs mask) {
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) == 0xF;
}
inline floats square_root(floats a) {
  return _mm256_sqrt_ps(a);
}
inline floats lesser(floats a, floats b) {
  return _mm256_min_ps(a, b);
}
inline floats greater(floats a, floats b) {
  return _mm256_max_ps(a, b);
}
#else
constexpr floats lane_numbers{0, 1, 2, 3};

inline int bits_of(ints mask) {
  return _mm_movemask_ps(reinterpret_cast<__m128>(mask));
}
inline bool all(const longs& mask) {
  return (mask[0] & mask[1] & mask[2] & mask[3]) != 0;
}
inline floats square_root(floats a) {
  return _mm_sqrt_ps(a);
}
inline floats lesser(floats a, floats b) {
  return _mm_min_ps(a, b);
}
inline floats greater(floats a, floats b) {
  return _mm_max_ps(a, b);
}
#endif

constexpr int all_bits = (1 << lanes) - 1;

template <class Vector, class Element>
inline Vector load(const Element* from) {
  Vector result;
  __builtin_memcpy(&result, from, sizeof result);
  return result;
}

// Vectors anywhere in memory. Typed, unlike copies of bytes: that tells the compiler that storing
// colours leaves the numbers alone which they are computed from.
using floats_anywhere = float __attribute__((vector_size(4 * lanes), aligned(4)));
using ints_anywhere = std::int32_t __attribute__((vector_size(4 * lanes), aligned(4)));

inline void store(float* to, floats values) {
  *reinterpret_cast<floats_anywhere*>(to) = values;
}
inline void store(std::int32_t* to, ints values) {
  *reinterpret_cast<ints_anywhere*>(to) = values;
}
inline void store(std::uint32_t* to, ints values) {
  *reinterpret_cast<ints_anywhere*>(to) = values;
}

inline doubles lesser(const doubles& a, const doubles& b) {
  return a < b ? a : b;
}
inline doubles greater(const doubles& a, const doubles& b) {
  return a > b ? a : b;
}

inline floats magnitude(floats a) {
  return reinterpret_cast<floats>(reinterpret_cast<ints>(a) & 0x7FFFFFFF);
}

/// The nearest whole number, for numbers below 2^22.
inline floats nearest_whole(floats a) {
  constexpr float shift = 12582912; // 1.5 * 2^23: there, floats are whole
  return (a + shift) - shift;
}

inline ints truncated(floats a) {
  return __builtin_convertvector(a, ints);
}
