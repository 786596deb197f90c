#include "verify/units.hpp"

#include <algorithm>
#include <cstdio>

#include "quantities/value.hpp"

namespace verify {
namespace {

std::string digits_of(Int128 value) {
  std::string digits;
  for (; value > 0; value /= 10) digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  return digits.empty() ? "0" : digits;
}

Int128 greatest_common_divisor(Int128 a, Int128 b) {
  while (b != 0) {
    const Int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::string padded(int value, int width) {
  char text[24];
  std::snprintf(text, sizeof text, "%0*d", width, value);
  return text;
}

// Multiplies a decimal number of any length by one digit.
void multiply(std::string& digits, int factor) {
  int carry = 0;
  for (std::size_t at = digits.size(); at-- > 0;) {
    const int product = (digits[at] - '0') * factor + carry;
    digits[at] = static_cast<char>('0' + product % 10);
    carry = product / 10;
  }
  if (carry != 0) digits.insert(digits.begin(), static_cast<char>('0' + carry));
}

// ISO, partial where parts are missing. `year` < 0 where none is written.
std::string date_text(const QuantityRow& row, std::int32_t year, int month, int day) {
  const bool has_year = (row.flags & kQuantityHasYear) != 0;
  const bool has_month = (row.flags & kQuantityHasMonth) != 0;
  const bool has_day = (row.flags & kQuantityHasDay) != 0;
  std::string text;
  if ((row.flags & kQuantityFiscal) != 0) text = "FY";
  if (has_year) text += padded(year, 4);
  if ((row.flags & kQuantityHasQuarter) != 0) {
    text += has_year ? "-Q" : "Q";
    return text + static_cast<char>('0' + row.quarter);
  }
  if (has_month) text += (has_year ? "-" : "--") + padded(month, 2);
  if (has_day) text += (has_month ? "-" : "---") + padded(day, 2);
  return text;
}

std::string time_text(const QuantityRow& row, int hour, int minute, int second) {
  std::string text = padded(hour, 2) + ":" + padded(minute, 2);
  if ((row.flags & kQuantityHasSecond) != 0) text += ":" + padded(second, 2);
  return text;
}

}  // namespace

std::string decimal_text(std::int64_t high, std::uint64_t low, std::int32_t exponent, std::int64_t denominator) {
  __extension__ typedef unsigned __int128 Unsigned128;
  const auto bits = static_cast<Unsigned128>(static_cast<std::uint64_t>(high)) << 64 | low;
  auto mantissa = static_cast<Int128>(bits);
  const bool negative = mantissa < 0;
  Int128 size = negative ? -mantissa : mantissa;
  Int128 under = denominator;
  if (size == 0) return "0";
  const auto reduce = [&size, &under] {
    const Int128 common = greatest_common_divisor(size, under);
    size /= common;
    under /= common;
  };
  reduce();
  // Powers of ten cancel against the denominator first, then what is left of its factors 2 and 5.
  int twos = 0;  // factors that `size` still lacks: with them it may not fit
  int fives = 0;
  for (; exponent > 0 && under % 10 == 0; --exponent) under /= 10;
  for (; exponent > 0 && under % 2 == 0; --exponent, ++fives) under /= 2;
  for (; exponent > 0 && under % 5 == 0; --exponent, ++twos) under /= 5;
  Int128 rest = under;  // what no decimal can write
  while (rest % 2 == 0) rest /= 2;
  while (rest % 5 == 0) rest /= 5;
  if (rest == 1) {
    for (; under % 10 == 0; --exponent) under /= 10;
    for (; under % 2 == 0; --exponent, ++fives) under /= 2;
    for (; under % 5 == 0; --exponent, ++twos) under /= 5;
  }
  for (int steps = 0; rest != 1 && exponent < 0 && steps < 18; ++steps, ++exponent) under *= 10;
  reduce();
  std::string text = digits_of(size);
  for (; fives > 0; --fives) multiply(text, 5);
  for (; twos > 0; --twos) multiply(text, 2);
  for (; exponent < 0 && text.back() == '0'; ++exponent) text.pop_back();
  std::string bottom = under == 1 ? "" : digits_of(under);
  if (exponent > 0) {
    text.append(static_cast<std::size_t>(exponent), '0');
  } else if (exponent < 0 && bottom.empty()) {
    const auto places = static_cast<std::size_t>(-exponent);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, ".");
  } else if (exponent < 0) {
    bottom.append(static_cast<std::size_t>(-exponent), '0');
  }
  if (!bottom.empty()) text += "/" + bottom;
  return negative ? "-" + text : text;
}

std::string value_text(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  const bool range = kind == QuantityKind::kRange;
  const auto shape = range ? static_cast<QuantityKind>(row.range_kind) : kind;
  if (shape == QuantityKind::kLabel || shape == QuantityKind::kIdentifier) return "";
  if (shape == QuantityKind::kDate) {
    const std::string text = date_text(row, row.year, row.month, row.day);
    return range ? text + ".." + date_text(row, row.upper_year, row.upper_month, row.upper_day) : text;
  }
  if (shape == QuantityKind::kTime) {
    const std::string text = time_text(row, row.hour, row.minute, row.second);
    return range ? text + ".." + time_text(row, row.upper_hour, row.upper_minute, row.upper_second) : text;
  }
  if ((row.flags & kQuantityTooLong) != 0) return "";
  const std::string text = decimal_text(row.value_high, row.value_low, row.exponent, row.denominator);
  if (!range) return text;
  return text + ".." + decimal_text(row.upper_high, row.upper_low, row.upper_exponent, row.denominator);
}

std::string unit_text(const QuantityRow& row, const Lexicon& lexicon) {
  std::string text;
  if (row.unit >= 0) text = lexicon.unit_code(row.unit);
  if (row.per_unit >= 0) text += "/" + std::string(lexicon.unit_code(row.per_unit));
  return text;
}

}  // namespace verify
