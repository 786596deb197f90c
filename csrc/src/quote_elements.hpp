// What a quotation is compared by: words, Han characters, numbers and the signs that carry meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

enum ElementFlag : std::uint32_t {
  kElementHan = 1u << 0,
  kElementSign = 1u << 1,   // %, currency signs, the sign of a number, ...
  kElementDigit = 1u << 2,  // holds a digit
};

struct QuoteElement {
  std::uint64_t key;
  std::int32_t start, end;
  std::uint32_t flags;
};

// How much an element says: a word 2, a Han character 1.
inline std::int32_t weight(const QuoteElement& element) { return (element.flags & kElementHan) != 0 ? 1 : 2; }

// Appends the elements of text[begin, end), of which `tokens` are the words in order. Numbers lose their separators of
// thousands; a possessive 's counts; a word over a line's hyphen is one; markers of an answer are left out. Signs count
// where they change what is said: percent and currency signs, a minus or plus of a number, what stands between digits,
// round brackets.
void read_elements(std::string_view text, std::size_t begin, std::size_t end, const TokenRow* tokens, std::size_t count,
                   std::vector<QuoteElement>& out);

}  // namespace verify
