#include "verify/exact.hpp"

#include <cmath>

namespace verify {
namespace {

// An unsigned integer of at most 1,024 bits: a mantissa of 128, three factors of 64, and powers of ten up to 10^200.
class Wide {
 public:
  explicit Wide(uint128 value) {
    limbs_[0] = static_cast<std::uint64_t>(value);
    limbs_[1] = static_cast<std::uint64_t>(value >> 64);
    size_ = limbs_[1] != 0 ? 2 : (limbs_[0] != 0 ? 1 : 0);
  }

  void multiply(std::uint64_t factor) {
    if (factor == 1) return;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const uint128 product = static_cast<uint128>(limbs_[i]) * factor + carry;
      limbs_[i] = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
    if (carry != 0 && size_ < kLimbs) limbs_[size_++] = carry;
  }

  void multiply_power_of_ten(std::int32_t power) {
    for (; power >= 19; power -= 19) multiply(10'000'000'000'000'000'000u);
    std::uint64_t factor = 1;
    for (; power > 0; --power) factor *= 10;
    multiply(factor);
  }

  int compare(const Wide& other) const {
    if (size_ != other.size_) return size_ < other.size_ ? -1 : 1;
    for (std::size_t i = size_; i-- > 0;) {
      if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i] ? -1 : 1;
    }
    return 0;
  }

 private:
  static constexpr std::size_t kLimbs = 16;
  std::uint64_t limbs_[kLimbs] = {};
  std::size_t size_ = 0;
};

constexpr std::int32_t kFarApart = 200;

}  // namespace

Exact exact_value(const QuantityRow& row, bool upper) {
  const int128 signed_value = upper ? join(row.upper_high, row.upper_low) : join(row.value_high, row.value_low);
  Exact value;
  value.negative = signed_value < 0;
  value.mantissa = value.negative ? ~static_cast<uint128>(signed_value) + 1 : static_cast<uint128>(signed_value);
  value.exponent = upper ? row.upper_exponent : row.exponent;
  value.denominator = row.denominator > 0 ? static_cast<std::uint64_t>(row.denominator) : 1;
  return value;
}

void apply_unit(Exact& value, const UnitRow& unit) {
  value.numerator = static_cast<std::uint64_t>(unit.factor_numerator);
  value.unit_denominator = static_cast<std::uint64_t>(unit.factor_denominator);
  value.exponent += unit.factor_exponent;
}

void divide_unit(Exact& value, const UnitRow& unit) {
  // At most one factor on each side is kept apart; a compound's second one is folded into the mantissa's partners
  // only where it fits, which every unit of the tables does.
  value.denominator *= static_cast<std::uint64_t>(unit.factor_numerator);
  value.numerator *= static_cast<std::uint64_t>(unit.factor_denominator);
  value.exponent -= unit.factor_exponent;
}

int compare_magnitude(const Exact& a, const Exact& b) {
  if (a.mantissa == 0 || b.mantissa == 0) return a.mantissa == b.mantissa ? 0 : (a.mantissa == 0 ? -1 : 1);
  const std::int64_t apart = std::int64_t{a.exponent} - b.exponent;
  if (apart > kFarApart) return 1;
  if (apart < -kFarApart) return -1;
  const bool same_scale =
      a.numerator == b.numerator && a.denominator == b.denominator && a.unit_denominator == b.unit_denominator;
  if (same_scale && a.exponent == b.exponent) return a.mantissa == b.mantissa ? 0 : (a.mantissa < b.mantissa ? -1 : 1);
  Wide left(a.mantissa);
  Wide right(b.mantissa);
  if (!same_scale) {
    left.multiply(a.numerator);
    left.multiply(b.denominator);
    left.multiply(b.unit_denominator);
    right.multiply(b.numerator);
    right.multiply(a.denominator);
    right.multiply(a.unit_denominator);
  }
  if (a.exponent > b.exponent) left.multiply_power_of_ten(a.exponent - b.exponent);
  if (b.exponent > a.exponent) right.multiply_power_of_ten(b.exponent - a.exponent);
  return left.compare(right);
}

int compare(const Exact& a, const Exact& b) {
  const bool a_negative = a.negative && a.mantissa != 0;
  const bool b_negative = b.negative && b.mantissa != 0;
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  const int magnitude = compare_magnitude(a, b);
  return a_negative ? -magnitude : magnitude;
}

double approximate(const Exact& value) {
  const double magnitude = static_cast<double>(value.mantissa) * static_cast<double>(value.numerator) /
                           static_cast<double>(value.denominator) / static_cast<double>(value.unit_denominator) *
                           std::pow(10.0, value.exponent);
  return value.negative ? -magnitude : magnitude;
}

void strip_zeros(uint128& mantissa, std::int32_t& exponent) {
  if (mantissa == 0) {
    exponent = 0;
    return;
  }
  while ((mantissa >> 64) != 0 && mantissa % 10 == 0) {
    mantissa /= 10;
    ++exponent;
  }
  if ((mantissa >> 64) != 0) return;
  std::uint64_t low = static_cast<std::uint64_t>(mantissa);
  while (low % 10 == 0) {
    low /= 10;
    ++exponent;
  }
  mantissa = low;
}

}  // namespace verify
