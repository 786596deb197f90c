#include "temperature.hpp"

#include <numeric>

#include "quantity_traits.hpp"

namespace verify {
namespace {

constexpr int kMostDecimals = 9;
constexpr int128 kMost = static_cast<int128>(1) << 60;

// A value is mantissa * 10^exponent / denominator.
struct Degrees {
  int128 mantissa;
  std::int32_t exponent;
  std::int64_t denominator;
};

int128 power_of_ten(std::int32_t exponent) {
  int128 power = 1;
  for (std::int32_t i = 0; i < exponent; ++i) power *= 10;
  return power;
}

// Degrees Celsius, times nine where they were Fahrenheit, so that nothing is rounded.
bool celsius_of(int128 mantissa, std::int32_t exponent, bool fahrenheit, bool kelvin, Degrees& out) {
  if (mantissa > kMost || mantissa < -kMost || exponent > kMostDecimals || exponent < -kMostDecimals) return false;
  if (exponent > 0) {
    mantissa *= power_of_ten(exponent);
    exponent = 0;
  }
  if (kelvin && exponent > -2) {
    mantissa *= power_of_ten(exponent + 2);
    exponent = -2;
  }
  const int128 one = power_of_ten(-exponent);
  if (kelvin) {
    out = {mantissa - 27315 * (one / 100), exponent, 1};
  } else if (fahrenheit) {
    out = {(mantissa - 32 * one) * 5, exponent, 9};
  } else {
    out = {mantissa, exponent, 1};
  }
  return true;
}

// `celsius` in the scale that is wanted, in lowest terms.
Degrees scaled(Degrees celsius, bool fahrenheit, bool kelvin) {
  const int128 one = power_of_ten(-celsius.exponent);
  if (fahrenheit) {  // c * 9/5 + 32
    celsius.mantissa = celsius.mantissa * 18 + 320 * one * celsius.denominator;
    celsius.exponent -= 1;
  } else if (kelvin) {
    celsius.mantissa = celsius.mantissa * 100 + 27315 * one * celsius.denominator;
    celsius.exponent -= 2;
  }
  if (celsius.denominator == 9) {
    const auto common = std::gcd(static_cast<std::int64_t>(celsius.mantissa % 9), celsius.denominator);
    celsius.mantissa /= common;
    celsius.denominator /= common;
  }
  return celsius;
}

}  // namespace

bool in_other_scale(const QuantityRow& row, std::int32_t unit, const Lexicon& lexicon, QuantityRow& out) {
  const auto scale = [&lexicon](std::int32_t one) {
    return one >= 0 &&
           (one == lexicon.celsius_unit() || one == lexicon.fahrenheit_unit() || one == lexicon.kelvin_unit());
  };
  if (!scale(row.unit) || !scale(unit) || row.unit == unit || row.per_unit >= 0 || row.denominator != 1) return false;
  const bool from_fahrenheit = row.unit == lexicon.fahrenheit_unit();
  const bool from_kelvin = row.unit == lexicon.kelvin_unit();
  const bool to_fahrenheit = unit == lexicon.fahrenheit_unit();
  const bool to_kelvin = unit == lexicon.kelvin_unit();
  Degrees low{};
  if (!celsius_of(join(row.value_high, row.value_low), row.exponent, from_fahrenheit, from_kelvin, low)) return false;
  low = scaled(low, to_fahrenheit, to_kelvin);
  Degrees high = low;
  if (ranged(row)) {
    if (!celsius_of(join(row.upper_high, row.upper_low), row.upper_exponent, from_fahrenheit, from_kelvin, high)) {
      return false;
    }
    high = scaled(high, to_fahrenheit, to_kelvin);
  }
  // Both ends of a range have one denominator.
  const std::int64_t denominator = std::lcm(low.denominator, high.denominator);
  low.mantissa *= denominator / low.denominator;
  high.mantissa *= denominator / high.denominator;
  out = row;
  out.unit = unit;
  out.denominator = denominator;
  out.value_high = static_cast<std::int64_t>(low.mantissa >> 64);
  out.value_low = static_cast<std::uint64_t>(low.mantissa);
  out.exponent = low.exponent;
  out.upper_high = static_cast<std::int64_t>(high.mantissa >> 64);
  out.upper_low = static_cast<std::uint64_t>(high.mantissa);
  out.upper_exponent = high.exponent;
  return true;
}

}  // namespace verify
