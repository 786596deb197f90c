// How quantities are written out: exact values, and units by their codes.
#pragma once

#include <string>

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// The value as CONTRACT §4 spells it: plain decimal, p/q where it is not finite, dates as partial ISO, times as
// HH:MM[:SS], ranges as a..b, empty for labels, identifiers and numerals that are too long.
std::string value_text(const QuantityRow& row);

// The value as a plain decimal or p/q: (high * 2^64 + low) * 10^exponent / denominator in lowest terms.
std::string decimal_text(std::int64_t high, std::uint64_t low, std::int32_t exponent, std::int64_t denominator);

// The unit as CONTRACT §4 spells it, "" where there is none; `km/h` where something stands below the stroke.
std::string unit_text(const QuantityRow& row, const Lexicon& lexicon);

}  // namespace verify
