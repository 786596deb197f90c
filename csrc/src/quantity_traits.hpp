// Small questions about one quantity that finding candidates and judging them share.
#pragma once

#include <cstdint>
#include <utility>

#include "verify/exact.hpp"
#include "verify/lexicon.hpp"
#include "verify/rows.hpp"
#include "verify/units.hpp"

namespace verify {

inline QuantityKind kind_of(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind == QuantityKind::kRange ? static_cast<QuantityKind>(row.range_kind) : kind;
}

inline bool dated(const QuantityRow& row) { return kind_of(row) == QuantityKind::kDate; }
inline bool timed(const QuantityRow& row) { return kind_of(row) == QuantityKind::kTime; }
inline bool ordinal(const QuantityRow& row) { return kind_of(row) == QuantityKind::kOrdinal; }
inline bool ranged(const QuantityRow& row) { return static_cast<QuantityKind>(row.kind) == QuantityKind::kRange; }

inline bool comparable(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind != QuantityKind::kIdentifier && kind != QuantityKind::kLabel;
}

inline constexpr std::uint32_t kDateParts =
    kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;

// A number that a year may be written as: an integer of four digits without a unit.
inline bool year_like(const QuantityRow& row) {
  if (row.unit >= 0 || row.exponent != 0 || row.denominator != 1 || row.value_high != 0) return false;
  return kind_of(row) == QuantityKind::kNumber && row.value_low >= 1000 && row.value_low <= 2999;
}

// 12/06/2023 may be the 12th of June or the 6th of December.
inline bool two_readings(const QuantityRow& row) {
  return dated(row) && (row.flags & kQuantityAmbiguous) != 0 && !ranged(row);
}

inline QuantityRow day_and_month_swapped(QuantityRow row) {
  std::swap(row.day, row.month);
  return row;
}

inline QuantityRow without_per(QuantityRow row) {
  row.per_unit = -1;
  return row;
}

inline Exact in_base(const QuantityRow& row, bool upper, const Lexicon& lexicon) {
  Exact value = exact_value(row, upper);
  if (row.unit >= 0) apply_unit(value, lexicon.units()[static_cast<std::size_t>(row.unit)]);
  if (row.per_unit >= 0) divide_unit(value, lexicon.units()[static_cast<std::size_t>(row.per_unit)]);
  return value;
}

inline std::int32_t last_nonzero_digit(const QuantityRow& row) {
  Exact value = exact_value(row, false);
  if (value.mantissa == 0) return row.quantum_exponent;
  strip_zeros(value.mantissa, value.exponent);
  return std::max(value.exponent, row.quantum_exponent);
}

}  // namespace verify
