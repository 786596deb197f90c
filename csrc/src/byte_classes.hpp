// The bytes of a text by what they are, 64 at a time, a bit for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verify {

// Bit i tells of byte i of the block.
struct ByteMasks {
  std::uint64_t letters;      // ASCII
  std::uint64_t digits;       // ASCII
  std::uint64_t wide;         // parts of characters beyond ASCII
  std::uint64_t apostrophes;  // '
  std::uint64_t hyphens;      // -
  std::uint64_t breaks;       // line feed, carriage return
  std::uint64_t stops;        // . ! ?
  std::uint64_t commas;
  std::uint64_t stop_leads;  // first bytes of the stops beyond ASCII, of titles' marks, and of some other characters
};

inline constexpr std::size_t kBlockBytes = 64;

// Fills a row of `masks` for each block of 64 bytes of `text`; bytes behind its end count as blanks. At the level of
// simd.hpp; every level gives the same masks.
void classify_bytes(std::string_view text, ByteMasks* masks);

// Fills a mask for each of the `count` blocks of 64 bytes from byte `start` on: bit i is set where byte i of the block
// equals the byte `distance` (1..8) behind it; behind the text stands nothing equal. Returns whether one of these bytes
// is beyond ASCII. At the level of simd.hpp; every level gives the same.
bool equal_bytes(std::string_view text, std::size_t start, std::size_t count, std::size_t distance,
                 std::uint64_t* masks);

}  // namespace verify
