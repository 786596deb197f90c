// The words nearest to a quantity in its own clause: what its value is of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// The distinct keys of the content words of the clause that holds `quantity`, nearest to it: up to six before it, back
// to the quantity before, and up to four behind it, as far as the next one. Empty where it stands among other
// quantities alone, as in a list of values. `tokens` are those of its segment or unit; stop words are looked up here,
// as those of the evidence carry no flag. Sorted. Logarithmic in `count`.
void value_words(std::string_view text, const TokenRow* tokens, std::size_t count, const QuantityRow& quantity,
                 const Lexicon& lexicon, std::vector<std::uint64_t>& keys);

// How many keys two sorted ranges share.
std::int32_t shared_words(const std::uint64_t* left, const std::uint64_t* left_end, const std::uint64_t* right,
                          const std::uint64_t* right_end);

inline std::int32_t shared_words(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  return shared_words(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
}

}  // namespace verify
