// Dates that say how far they lie from today: yesterday, last year, 上个月.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// The day that "today" means; year 0: nobody said.
struct AsOf {
  std::int32_t year = 0;
  std::int32_t month = 0;
  std::int32_t day = 0;
};

// Adds the relative dates of a text to its quantities, as dates; both stay in order and apart. Nothing is read without
// a day, nor where `written` says that the evidence has the same words: there they mean whatever they mean there.
// `tokens` are those of the text.
void read_relative_dates(std::string_view text, const std::vector<TokenRow>& tokens, const Lexicon& lexicon,
                         const AsOf& as_of, const std::function<bool(std::string_view)>& written,
                         std::vector<QuantityRow>& quantities);

}  // namespace verify
