#include "verify/utf8.hpp"

#include <cstring>

namespace verify {

std::size_t find_invalid_utf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const std::size_t size = text.size();
  std::size_t at = 0;
  while (at < size) {
    if (bytes[at] < 0x80) {
      constexpr std::uint64_t kTops = 0x8080808080808080u;
      std::uint64_t words[4];
      while (at + 32 <= size &&
             (std::memcpy(words, bytes + at, 32), ((words[0] | words[1] | words[2] | words[3]) & kTops) == 0))
        at += 32;
      while (at + 8 <= size && (std::memcpy(words, bytes + at, 8), (words[0] & kTops) == 0)) at += 8;
      while (at < size && bytes[at] < 0x80) ++at;
      continue;
    }
    const unsigned lead = bytes[at];
    const auto continues = [&](std::size_t offset) {
      return at + offset < size && (bytes[at + offset] & 0xC0u) == 0x80u;
    };
    if (lead >= 0xC2 && lead <= 0xDF) {
      if (!continues(1)) return at;
      at += 2;
    } else if (lead >= 0xE1 && lead <= 0xEF && lead != 0xED && at + 4 <= size) {
      // Chinese: characters of three bytes without a second rule, as long as they follow one another.
      std::uint32_t word;
      const std::size_t start = at;
      while (at + 4 <= size && (std::memcpy(&word, bytes + at, 4), (word & 0xC0C0F0u) == 0x8080E0u) &&
             (word & 0xFFu) != 0xE0 && (word & 0xFFu) != 0xED) {
        at += 3;
      }
      if (at == start) return at;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      if (!continues(1) || !continues(2)) return at;
      if (lead == 0xE0 && bytes[at + 1] < 0xA0) return at;   // overlong
      if (lead == 0xED && bytes[at + 1] >= 0xA0) return at;  // surrogate
      at += 3;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      if (!continues(1) || !continues(2) || !continues(3)) return at;
      if (lead == 0xF0 && bytes[at + 1] < 0x90) return at;   // overlong
      if (lead == 0xF4 && bytes[at + 1] >= 0x90) return at;  // above U+10FFFF
      at += 4;
    } else {
      return at;
    }
  }
  return std::string_view::npos;
}

unsigned write_utf8(char32_t point, char* out) {
  if (point < 0x80) {
    out[0] = static_cast<char>(point);
    return 1;
  }
  if (point < 0x800) {
    out[0] = static_cast<char>(0xC0u | point >> 6);
    out[1] = static_cast<char>(0x80u | (point & 0x3Fu));
    return 2;
  }
  if (point < 0x10000) {
    out[0] = static_cast<char>(0xE0u | point >> 12);
    out[1] = static_cast<char>(0x80u | (point >> 6 & 0x3Fu));
    out[2] = static_cast<char>(0x80u | (point & 0x3Fu));
    return 3;
  }
  out[0] = static_cast<char>(0xF0u | point >> 18);
  out[1] = static_cast<char>(0x80u | (point >> 12 & 0x3Fu));
  out[2] = static_cast<char>(0x80u | (point >> 6 & 0x3Fu));
  out[3] = static_cast<char>(0x80u | (point & 0x3Fu));
  return 4;
}

void append_utf8(std::string& out, char32_t point) {
  char bytes[4];
  out.append(bytes, write_utf8(point, bytes));
}

void offset_table(std::string_view text, OffsetUnit unit, std::vector<std::int32_t>& out) {
  out.resize(text.size() + 1);
  std::int32_t count = 0;  // units before the character that is being read
  std::int32_t width = 0;  // units of that character
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned byte = static_cast<unsigned char>(text[at]);
    if ((byte & 0xC0u) != 0x80u) {
      count += width;
      width = unit == OffsetUnit::kUtf16CodeUnits && byte >= 0xF0 ? 2 : 1;
    }
    out[at] = unit == OffsetUnit::kUtf8Bytes ? static_cast<std::int32_t>(at) : count;
  }
  out[text.size()] = unit == OffsetUnit::kUtf8Bytes ? static_cast<std::int32_t>(text.size()) : count + width;
}

}  // namespace verify
