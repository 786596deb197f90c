// What the tokenizer asks of a character of three bytes in UTF-8, looked up beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verify {

// A row for each code point up to U+FFFF, made once from the Unicode tables.
class HanTable {
 public:
  static constexpr std::uint32_t kBytes = 0xFFFFFF;    // the folded form's three bytes in UTF-8, the first lowest
  static constexpr std::uint32_t kNumeral = 1u << 24;  // it writes numbers
  static constexpr std::uint32_t kKnown = 1u << 25;    // it is Han or kana, and its folded form has three bytes
  static constexpr std::uint32_t kBreak = 1u << 26;    // it belongs to no word: a sign, a blank

  static const HanTable& get();
  // What one Han or kana character folds to. Kana with a voicing mark would be two code points; they stay whole.
  static char32_t fold(char32_t point);
  static bool three_bytes(unsigned char lead) { return (lead & 0xF0u) == 0xE0u; }

  // Of the character whose three bytes start here.
  std::uint32_t row(const char* utf8) const {
    const auto byte = [utf8](std::size_t at) { return static_cast<unsigned char>(utf8[at]); };
    return rows_[(byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu)];
  }

 private:
  static constexpr char32_t kEnd = 0x10000;
  HanTable();
  std::vector<std::uint32_t> rows_;
};

}  // namespace verify
