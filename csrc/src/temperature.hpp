// Temperatures of one scale in another: the only units whose zeros differ.
#pragma once

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// `row` as it would be written in degrees of `unit`, exactly: 212 °F as 100 °C. False where one of the two is no scale
// of temperature (Celsius, Fahrenheit, kelvin), both are the same, or the value has no room.
bool in_other_scale(const QuantityRow& row, std::int32_t unit, const Lexicon& lexicon, QuantityRow& out);

}  // namespace verify
