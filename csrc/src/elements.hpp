// What claim and passage are compared by, in order: words, and single characters of Han runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

// One word, or one character of a Han run. `key` is the word's key, or the folded code point of the character.
struct Element {
  std::uint64_t key;
  std::int32_t start, end;  // bytes of its text
  std::uint32_t flags;      // TokenFlag of its token
};

// Appends the elements of `count` tokens of `text`, markers and joined words left out, until `out` holds more than
// `most`: then there were too many.
void add_elements(std::string_view text, const TokenRow* tokens, std::size_t count, std::size_t most,
                  std::vector<Element>& out);

// Does a sign that parts clauses stand in these bytes between two elements?
bool clause_sign(std::string_view between);

}  // namespace verify
