#include "verify/exact.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support.hpp"

namespace verify {
namespace {

using test::Random;

Exact exact(std::int64_t value, std::int32_t exponent = 0) {
  Exact out;
  out.negative = value < 0;
  out.mantissa = static_cast<uint128>(value < 0 ? -value : value);
  out.exponent = exponent;
  return out;
}

int128 power_of_ten(int power) {
  int128 out = 1;
  while (power-- > 0) out *= 10;
  return out;
}

// The comparison as it is learnt at school: everything over one denominator, in integers that cannot overflow here.
int by_hand(const Exact& a, const Exact& b) {
  const int least = std::min(a.exponent, b.exponent);
  const auto side = [least](const Exact& x, const Exact& other) {
    const int128 magnitude = static_cast<int128>(x.mantissa) * x.numerator * other.denominator *
                             other.unit_denominator * power_of_ten(x.exponent - least);
    return x.negative ? -magnitude : magnitude;
  };
  const int128 left = side(a, b);
  const int128 right = side(b, a);
  return left < right ? -1 : left > right ? 1 : 0;
}

TEST(Exact, AgreesWithIntegersOverOneDenominator) {
  Random random(31);
  const auto some = [&random] {
    // few values, so that equal ones are frequent
    Exact out = exact(static_cast<std::int64_t>(random.below(3) == 0 ? random.below(1000000) : random.below(12)),
                      static_cast<std::int32_t>(random.below(9)) - 4);
    out.negative = random.below(2) == 0;
    out.numerator = 1 + random.below(random.below(2) == 0 ? 4 : 3600);
    out.denominator = 1 + random.below(random.below(2) == 0 ? 4 : 1000);
    out.unit_denominator = 1 + random.below(3);
    return out;
  };
  int equal = 0;
  for (int i = 0; i < 20000; ++i) {
    const Exact a = some();
    const Exact b = some();
    const int expected = by_hand(a, b);
    ASSERT_EQ(compare(a, b), expected);
    ASSERT_EQ(compare(b, a), -expected);
    equal += expected == 0 ? 1 : 0;
  }
  EXPECT_GT(equal, 20);
}

TEST(Exact, HandCases) {
  EXPECT_EQ(compare(exact(12, -2), exact(120, -3)), 0);
  EXPECT_EQ(compare(exact(1), exact(999999, -6)), 1);
  EXPECT_EQ(compare(exact(-1), exact(-2)), 1);
  EXPECT_EQ(compare(exact(-1), exact(1)), -1);
  EXPECT_EQ(compare_magnitude(exact(-5), exact(5)), 0);
  Exact minus_zero = exact(0);
  minus_zero.negative = true;
  EXPECT_EQ(compare(minus_zero, exact(0)), 0);
  EXPECT_EQ(compare(minus_zero, exact(-1)), 1);
  EXPECT_EQ(compare(exact(0, 300), exact(0, -300)), 0);
  EXPECT_EQ(compare(exact(0, 300), exact(1, -300)), -1);
}

TEST(Exact, FarApart) {
  Exact greatest = exact(1);
  greatest.mantissa = ~static_cast<uint128>(0);
  EXPECT_EQ(compare(greatest, exact(1, 38)), 1);  // 3.4e38
  EXPECT_EQ(compare(greatest, exact(1, 39)), -1);
  EXPECT_EQ(compare(greatest, exact(1, 201)), -1);
  EXPECT_EQ(compare(exact(1, 2000000000), exact(9, -2000000000)), 1);
  // the widest product: three full factors on each side and 200 powers of ten
  Exact wide = greatest;
  wide.exponent = 200;
  wide.numerator = std::numeric_limits<std::uint64_t>::max();
  wide.denominator = 3;
  Exact other = greatest;
  other.denominator = other.unit_denominator = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(compare(wide, other), 1);
  EXPECT_EQ(compare(wide, wide), 0);
}

TEST(Exact, ReadsRows) {
  QuantityRow row{};
  row.denominator = 1;
  row.value_high = -1;  // -5 in two's complement
  row.value_low = static_cast<std::uint64_t>(-5);
  row.exponent = 3;
  row.upper_low = 7;
  row.upper_exponent = -2;
  const Exact low = exact_value(row, false);
  EXPECT_TRUE(low.negative);
  EXPECT_TRUE(low.mantissa == 5);
  EXPECT_EQ(low.exponent, 3);
  const Exact high = exact_value(row, true);
  EXPECT_FALSE(high.negative);
  EXPECT_TRUE(high.mantissa == 7);
  EXPECT_EQ(high.exponent, -2);
  row.value_high = std::numeric_limits<std::int64_t>::min();  // -2^127 has no positive twin in its own type
  row.value_low = 0;
  const Exact least = exact_value(row, false);
  EXPECT_TRUE(least.negative);
  EXPECT_TRUE(least.mantissa == static_cast<uint128>(1) << 127);
}

TEST(Exact, UnitsAreExactFactors) {
  const UnitRow hour{3600, 1, 0, 0, 0};
  const UnitRow day{864, 1, 0, 2, 0};
  const UnitRow third{1, 3, 0, 0, 0};
  Exact hours = exact(48);
  Exact days = exact(2);
  apply_unit(hours, hour);
  apply_unit(days, day);
  EXPECT_EQ(compare(hours, days), 0);
  Exact thirds = exact(3);
  apply_unit(thirds, third);
  EXPECT_EQ(compare(thirds, exact(1)), 0);
  Exact per_hour = exact(7200);
  divide_unit(per_hour, hour);
  EXPECT_EQ(compare(per_hour, exact(2)), 0);
  EXPECT_DOUBLE_EQ(approximate(per_hour), 2.0);
  EXPECT_DOUBLE_EQ(approximate(exact(-125, -2)), -1.25);
}

TEST(Exact, ZerosAreStripped) {
  const auto stripped = [](uint128 mantissa) {
    std::int32_t exponent = 0;
    strip_zeros(mantissa, exponent);
    return std::pair<std::uint64_t, std::int32_t>(static_cast<std::uint64_t>(mantissa), exponent);
  };
  EXPECT_EQ(stripped(4500000), std::make_pair(std::uint64_t{45}, 5));
  EXPECT_EQ(stripped(0), std::make_pair(std::uint64_t{0}, 0));
  EXPECT_EQ(stripped(7), std::make_pair(std::uint64_t{7}, 0));
  EXPECT_EQ(stripped(static_cast<uint128>(power_of_ten(30))), std::make_pair(std::uint64_t{1}, 30));
}

}  // namespace
}  // namespace verify
