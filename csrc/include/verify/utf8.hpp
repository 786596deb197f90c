// UTF-8: validity, decoding, and the three units in which callers count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verify {

enum class OffsetUnit : std::int32_t { kUtf8Bytes = 1, kUtf16CodeUnits = 2, kCodePoints = 3 };

// The byte offset of the first byte that is not valid UTF-8 (RFC 3629: no surrogates, no overlong forms, at most
// U+10FFFF), or npos where all is valid.
std::size_t find_invalid_utf8(std::string_view text);

// Decodes the code point that starts at `position` and moves `position` behind it. The text must be valid.
inline char32_t next_code_point(std::string_view text, std::size_t& position) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(position);
  if (lead < 0x80) {
    position += 1;
    return lead;
  }
  if (lead < 0xE0) {
    const char32_t point = (lead & 0x1Fu) << 6 | (byte(position + 1) & 0x3Fu);
    position += 2;
    return point;
  }
  if (lead < 0xF0) {
    const char32_t point = (lead & 0x0Fu) << 12 | (byte(position + 1) & 0x3Fu) << 6 | (byte(position + 2) & 0x3Fu);
    position += 3;
    return point;
  }
  const char32_t point = (lead & 0x07u) << 18 | (byte(position + 1) & 0x3Fu) << 12 | (byte(position + 2) & 0x3Fu) << 6 |
                         (byte(position + 3) & 0x3Fu);
  position += 4;
  return point;
}

// Decodes the code point that ends at `position` (exclusive, > 0) and moves `position` to its first byte.
inline char32_t previous_code_point(std::string_view text, std::size_t& position) {
  std::size_t at = position - 1;
  while ((static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) --at;
  position = at;
  return next_code_point(text, at);
}

// The UTF-8 form of one code point: writes up to four bytes to `out` and returns how many.
unsigned write_utf8(char32_t point, char* out);

// Appends it.
void append_utf8(std::string& out, char32_t point);

// For each byte offset 0..size of `text`, the offset in `unit`; an offset inside a character has the value of its
// first byte.
void offset_table(std::string_view text, OffsetUnit unit, std::vector<std::int32_t>& out);

}  // namespace verify
