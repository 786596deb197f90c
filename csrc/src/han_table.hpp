// The Han and kana characters of nearly all text, folded beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verify {

// A row for each code point from U+3000 to U+9FFF, made once from the Unicode tables.
class HanTable {
 public:
  static constexpr std::uint32_t kBytes = 0xFFFFFF;    // the folded form's three bytes in UTF-8, the first lowest
  static constexpr std::uint32_t kNumeral = 1u << 24;  // it writes numbers
  static constexpr std::uint32_t kKnown = 1u << 25;    // it is Han or kana, and its folded form has three bytes

  static const HanTable& get();
  // What one Han or kana character folds to. Kana with a voicing mark would be two code points; they stay whole.
  static char32_t fold(char32_t point);

  // Of the character whose three bytes start here, the first of which is E3 to E9.
  std::uint32_t row(const char* utf8) const {
    const auto byte = [utf8](std::size_t at) { return static_cast<unsigned char>(utf8[at]); };
    return rows_[((byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu)) - kFirst];
  }

 private:
  static constexpr char32_t kFirst = 0x3000;
  static constexpr char32_t kEnd = 0xA000;
  HanTable();
  std::vector<std::uint32_t> rows_;
};

}  // namespace verify
