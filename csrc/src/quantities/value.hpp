// Exact numbers while they are read: mantissa * 10^exponent / denominator, with a mark where digits no longer fit.
#pragma once

#include <cstdint>

namespace verify {

__extension__ typedef __int128 Int128;

// The most digits that a mantissa is let grow to; 10^37 < 2^127.
inline constexpr int kMaxDigits = 37;

struct Value {
  Int128 mantissa = 0;
  std::int32_t exponent = 0;
  std::int64_t denominator = 1;
  bool too_long = false;
};

// 10^power, 0 <= power <= kMaxDigits.
inline Int128 power_of_ten(int power) {
  Int128 value = 1;
  for (; power > 0; --power) value *= 10;
  return value;
}

// Multiplies by a small factor; sets too_long where it no longer fits.
inline void multiply(Value& value, std::int64_t factor) {
  Int128 product;
  if (__builtin_mul_overflow(value.mantissa, static_cast<Int128>(factor), &product)) {
    value.too_long = true;
    return;
  }
  value.mantissa = product;
}

inline void append_digit(Value& value, int digit) {
  multiply(value, 10);
  if (!value.too_long && __builtin_add_overflow(value.mantissa, static_cast<Int128>(digit), &value.mantissa)) {
    value.too_long = true;
  }
}

// Brings a value's exponent down to `exponent` (<= value.exponent).
inline void align(Value& value, std::int32_t exponent) {
  if (value.mantissa == 0) value.exponent = exponent;
  while (value.exponent > exponent && !value.too_long) {
    multiply(value, 10);
    --value.exponent;
  }
}

// a + b, exact. Denominators are brought together by multiplication.
inline Value add(Value a, Value b) {
  if (a.denominator != b.denominator) {
    const std::int64_t left = a.denominator;
    multiply(a, b.denominator);
    multiply(b, left);
    std::int64_t product;
    if (__builtin_mul_overflow(left, b.denominator, &product)) {
      a.too_long = true;
      return a;
    }
    a.denominator = product;
    b.denominator = product;
  }
  const std::int32_t low = a.exponent < b.exponent ? a.exponent : b.exponent;
  align(a, low);
  align(b, low);
  a.too_long = a.too_long || b.too_long;
  if (!a.too_long && __builtin_add_overflow(a.mantissa, b.mantissa, &a.mantissa)) a.too_long = true;
  return a;
}

inline Value whole(std::int64_t number, std::int32_t exponent = 0) {
  Value value;
  value.mantissa = number;
  value.exponent = exponent;
  return value;
}

// The value as a small whole number, or -1 where it is none (negative, fractional, above 10^9).
inline std::int64_t small_whole(const Value& value) {
  if (value.too_long || value.denominator != 1 || value.mantissa < 0 || value.exponent < 0 || value.exponent > 9)
    return -1;
  Value flat = value;
  align(flat, 0);
  if (flat.too_long || flat.mantissa > 1000000000) return -1;
  return static_cast<std::int64_t>(flat.mantissa);
}

}  // namespace verify
