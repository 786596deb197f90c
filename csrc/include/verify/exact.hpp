// Exact comparison of decimal and rational numbers. No floating point decides anything here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verify/rows.hpp"

namespace verify {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

// mantissa * 10^exponent * numerator / (denominator * unit_denominator), all exact.
struct Exact {
  bool negative = false;
  uint128 mantissa = 0;
  std::int32_t exponent = 0;
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;
  std::uint64_t unit_denominator = 1;
};

inline int128 join(std::int64_t high, std::uint64_t low) {
  return static_cast<int128>(static_cast<uint128>(static_cast<std::uint64_t>(high)) << 64 | low);
}

// The lower value of a row (or, with `upper`, its upper end) in its own unit.
Exact exact_value(const QuantityRow& row, bool upper);

// Multiplies by the unit's exact factor: the value in the base unit of the dimension.
void apply_unit(Exact& value, const UnitRow& unit);
// Divides by the unit's exact factor, for what stands below a stroke.
void divide_unit(Exact& value, const UnitRow& unit);

// -1, 0 or 1 as |a| is less than, equal to or greater than |b|.
int compare_magnitude(const Exact& a, const Exact& b);
// -1, 0 or 1 with signs.
int compare(const Exact& a, const Exact& b);

// About the value; for finding candidates alone.
double approximate(const Exact& value);

// The digits of a value without trailing zeros, and its power of ten: 4,500,000 gives 45 and 5.
void strip_zeros(uint128& mantissa, std::int32_t& exponent);

}  // namespace verify
