// The generated table of every code point's class and folded form; see tools/gen_unicode.py.
#pragma once

#include <cstdint>

namespace verify::unicode {

extern const std::uint16_t kStage1[];
extern const std::uint32_t kStage2[];
extern const std::uint32_t kExpansions[];  // length, then that many code points

enum Class : std::uint32_t {
  kOther = 0,
  kLetter = 1,
  kMark = 2,
  kDigit = 3,
  kNumberForm = 4,
  kHan = 5,
  kKana = 6,
  kIgnorable = 7,
};

enum FoldKind : std::uint32_t { kSelf = 0, kPoint = 1, kExpansion = 2, kDrop = 3 };

inline std::uint32_t entry(char32_t point) { return kStage2[kStage1[point >> 7] * 128u + (point & 127u)]; }
inline Class class_of(std::uint32_t entry) { return static_cast<Class>(entry & 15u); }
inline bool upper(std::uint32_t entry) { return (entry >> 4 & 1u) != 0; }
inline FoldKind fold_kind(std::uint32_t entry) { return static_cast<FoldKind>(entry >> 5 & 3u); }
inline std::uint32_t payload(std::uint32_t entry) { return entry >> 7; }

// Calls `take` with each code point of the folded form of `point`.
template <typename Take>
inline void fold_point(char32_t point, Take&& take) {
  const std::uint32_t row = entry(point);
  switch (fold_kind(row)) {
    case kSelf:
      take(point);
      break;
    case kPoint:
      take(static_cast<char32_t>(payload(row)));
      break;
    case kExpansion: {
      const std::uint32_t* expansion = kExpansions + payload(row);
      for (std::uint32_t i = 1; i <= expansion[0]; ++i) take(static_cast<char32_t>(expansion[i]));
      break;
    }
    case kDrop:
      break;
  }
}

}  // namespace verify::unicode
