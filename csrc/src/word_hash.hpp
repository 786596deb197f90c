// The hash of a word's folded form, piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace verify {

// Fixed multipliers with evenly spread bits; the key is a multiply-and-fold hash of 8-byte pieces in the manner of
// wyhash. Little-endian loads: every machine that we build for is little-endian, and a test pins known keys.
inline constexpr std::uint64_t kSeed = 0x9E3779B97F4A7C15u;
inline constexpr std::uint64_t kMultiplier = 0xD6E8FEB86659FD93u;

inline std::uint64_t multiply_fold(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t finish(std::uint64_t hash, std::size_t size) {
  return multiply_fold(hash ^ size * kSeed, kMultiplier);
}

inline std::uint64_t load_part(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, count);
  return word;
}

}  // namespace verify
