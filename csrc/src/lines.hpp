// What one line of a text is, seen alone: a heading, a fence, a table row, a list item, a quote; and the small tests on
// characters that this takes.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "unicode_tables.hpp"
#include "verify/utf8.hpp"

namespace verify {

inline bool ascii_letter(unsigned char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
inline bool ascii_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
inline bool ascii_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
inline bool ascii_digit(unsigned char c) { return c >= '0' && c <= '9'; }
inline bool blank(unsigned char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline bool starts_with(std::string_view text, std::size_t at, std::string_view prefix) {
  return text.size() - at >= prefix.size() && text[at] == prefix[0] &&
         std::memcmp(text.data() + at, prefix.data(), prefix.size()) == 0;
}

inline bool han_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || static_cast<unsigned char>(text[at]) < 0xE2) return false;
  const unicode::Class kind = unicode::class_of(unicode::entry(next_code_point(text, at)));
  return kind == unicode::kHan || kind == unicode::kKana;
}

inline bool han_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const unicode::Class kind = unicode::class_of(unicode::entry(previous_code_point(text, at)));
  return kind == unicode::kHan || kind == unicode::kKana;
}

inline constexpr std::size_t kLongestLine = 4096;  // what a line is, is told by no more of it

enum class LineKind { kBlank, kText, kHeading, kFence, kTable, kItem, kQuote };

struct Line {
  std::size_t start, end, next;  // [start, end) without its line break; `next` starts the following line
  std::size_t first;             // first byte that is not blank
  LineKind kind;
  std::size_t label;  // bytes of the list label, hashes or quote sign
};

// Reads the line that starts at `start`.
Line read_line(std::string_view text, std::size_t start);

// A row of dashes, colons and strokes under a table's header.
bool table_rule(std::string_view text, const Line& line);

// A row that names columns and holds no value: behind its first cell there are words, dates and years alone.
bool header_row(std::string_view text, const Line& line);

}  // namespace verify
