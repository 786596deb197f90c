// Digits of any script: grouping decided for each numeral by its shape, decimals, exponents, fractions.
#include <array>

#include "quantities/scan.hpp"

namespace verify {
namespace {

bool ascii_digit(char c) { return c >= '0' && c <= '9'; }

enum class Separator : std::uint8_t { kNone, kDot, kComma, kBlank, kApostrophe, kUnderscore };

constexpr int kMaxGroups = 14;

struct Group {
  std::size_t start = 0;
  std::size_t end = 0;
  int digits = 0;
  Separator separator = Separator::kNone;  // before the group
};

struct Groups {
  std::array<Group, kMaxGroups> items;
  int count = 0;
};

Separator separator_at(char32_t point) {
  switch (point) {
    case '.':
    case 0xFF0E:
    case 0x066B:
      return Separator::kDot;
    case ',':
    case 0x066C:
    case 0xFF0C:
      return Separator::kComma;
    case ' ':
    case 0xA0:
    case 0x202F:
    case 0x2009:
      return Separator::kBlank;
    case '\'':
    case 0x2019:
      return Separator::kApostrophe;
    case '_':
      return Separator::kUnderscore;
    default:
      return Separator::kNone;
  }
}

std::size_t run_end(const Scan& scan, std::size_t at, int& digits) {
  digits = 0;
  while (scan.digit(at) >= 0) {
    at = scan.after(at);
    ++digits;
  }
  return at;
}

// Whether a dot and exactly two digits stand at `at`.
bool cents_behind(const Scan& scan, std::size_t at) {
  int digits = 0;
  if (scan.point(at) == '.') run_end(scan, at + 1, digits);
  return digits == 2;
}

void collect(const Scan& scan, std::size_t at, Groups& groups) {
  Group group;
  group.start = at;
  group.end = run_end(scan, at, group.digits);
  groups.items[0] = group;
  groups.count = 1;
  while (groups.count < kMaxGroups && group.end < scan.size()) {
    const char32_t point = scan.point(group.end);
    const Separator separator = separator_at(point);
    if (separator == Separator::kNone) return;
    Group next;
    next.separator = separator;
    next.start = scan.after(group.end);
    next.end = run_end(scan, next.start, next.digits);
    if (next.digits == 0) return;
    const bool threes = separator == Separator::kBlank || separator == Separator::kApostrophe ||
                        separator == Separator::kUnderscore || point == 0xFF0C;
    if (threes && next.digits != 3) return;
    // The Chinese comma groups full-width digits, goes on with a grouping, or stands before three digits and cents
    // (82，225.00); between others it ends a clause.
    if (point == 0xFF0C && scan.point(next.start) < 0xFF10 && group.separator != Separator::kComma &&
        !cents_behind(scan, next.end)) {
      return;
    }
    groups.items[static_cast<std::size_t>(groups.count++)] = next;
    group = next;
  }
}

// Whether groups 0..last are a well-formed grouping: 3-3-3, Indian 2-2-3, or 4-4-4.
bool grouped(const Groups& groups, int last) {
  const auto digits = [&](int at) { return groups.items[static_cast<std::size_t>(at)].digits; };
  if (digits(last) != 3 && digits(last) != 4) return false;
  bool western = digits(0) <= 3;
  bool indian = last >= 2 && digits(0) <= 2 && digits(last) == 3;
  bool myriads = last >= 2 && digits(0) <= 4;
  for (int at = 1; at <= last; ++at) {
    western = western && digits(at) == 3;
    indian = indian && (at == last || digits(at) == 2);
    myriads = myriads && digits(at) == 4;
  }
  return western || indian || myriads;
}

struct Shape {
  int last = 0;          // last group that belongs to the numeral
  bool decimal = false;  // the last group is the decimal part
  bool ambiguous = false;
};

// One separator, a dot or a comma, with groups on both sides.
Shape single_separator(const Scan& scan, const Groups& groups) {
  const Group& first = groups.items[0];
  const Group& second = groups.items[1];
  const bool zero = first.digits == 1 && scan.digit(first.start) == 0;
  const bool three = second.digits == 3 && first.digits <= 3 && scan.digit(first.start) != 0;
  Shape shape;
  std::size_t previous;
  const Separator left = separator_at(scan.before(first.start, previous));
  // 10,20,30 is a list, and its tail no decimal.
  if ((left == Separator::kComma || left == Separator::kDot) && digit_point(scan, scan.before(previous))) return shape;
  if (second.separator == Separator::kDot) {
    shape.last = 1;
    shape.decimal = true;
    shape.ambiguous = three;
  } else if (three) {
    shape.last = 1;
    shape.ambiguous = true;
  } else if (second.digits <= 2 || zero) {
    shape.last = 1;
    shape.decimal = true;
    shape.ambiguous = !zero;
  }
  return shape;
}

Shape decide(const Scan& scan, const Groups& groups) {
  Shape shape;
  if (groups.count == 1) return shape;
  const auto separator = [&](int at) { return groups.items[static_cast<std::size_t>(at)].separator; };
  const Separator first = separator(1);
  int same = 1;
  while (same + 1 < groups.count && separator(same + 1) == first) ++same;
  const bool point = first == Separator::kDot || first == Separator::kComma;
  const bool other_follows =
      same + 1 < groups.count && (separator(same + 1) == Separator::kDot || separator(same + 1) == Separator::kComma);
  if (point && same == 1 && !(other_follows && grouped(groups, 1))) return single_separator(scan, groups);
  if (!grouped(groups, same)) return shape;
  shape.last = same;
  // 1 200 in running text may be two numbers; 1,234 with nothing else is judged above.
  shape.ambiguous = first == Separator::kBlank && same == 1;
  if (other_follows) {
    shape.last = same + 1;
    shape.decimal = true;
  }
  return shape;
}

int superscript(char32_t point) {
  if (point == 0xB9) return 1;
  if (point == 0xB2) return 2;
  if (point == 0xB3) return 3;
  if (point == 0x2070) return 0;
  return point >= 0x2074 && point <= 0x2079 ? static_cast<int>(point - 0x2070) : -1;
}

// An exponent behind a base: superscript digits, or ^ and digits, each with a sign. False where there is none.
bool read_power(const Scan& scan, std::size_t at, bool caret_needed, std::int32_t& power, std::size_t& end) {
  bool caret = false;
  bool negative = false;
  if (scan.point(at) == '^') {
    caret = true;
    at = scan.after(at);
  }
  const char32_t sign = scan.point(at);
  const bool raised = sign == 0x207B || superscript(sign) >= 0;
  if (!raised && caret_needed && !caret) return false;
  if (sign == 0x207B || sign == '-' || sign == 0x2212 || sign == 0x2013) {
    negative = true;
    at = scan.after(at);
  } else if (sign == '+' || sign == 0x207A) {
    at = scan.after(at);
  }
  std::int32_t value = 0;
  int count = 0;
  for (; count < 4; ++count) {
    const char32_t point = scan.point(at);
    const int digit = raised ? superscript(point) : scan.digit(at);
    if (digit < 0) break;
    value = value * 10 + digit;
    at = scan.after(at);
  }
  if (count == 0 || value > 300 || letter(scan.point(at)) || scan.digit(at) >= 0) return false;
  power = negative ? -value : value;
  end = at;
  return true;
}

// The value to a power, exact: 1.1^23, 2.5^-1. False where it has no room.
bool raise(Value& value, std::int32_t power) {
  if (value.denominator != 1 || power < -64 || power > 64) return false;
  Value raised = whole(1, value.exponent * power);
  for (std::int32_t step = power < 0 ? -power : power; step > 0; --step) {
    if (__builtin_mul_overflow(raised.mantissa, value.mantissa, &raised.mantissa)) return false;
  }
  if (power < 0) {
    if (raised.mantissa <= 0 || raised.mantissa > INT64_MAX) return false;
    raised.denominator = static_cast<std::int64_t>(raised.mantissa);
    raised.mantissa = 1;
  }
  value = raised;
  return true;
}

// e-3, E+5, ×10⁻⁷, x10^6, · 10^5 behind the digits.
void read_exponent(const Scan& scan, Numeral& numeral) {
  std::int32_t power = 0;
  std::size_t end = 0;
  const char32_t next = scan.point(numeral.end);
  bool read = false;
  if (next == 'e' || next == 'E') {
    read = read_power(scan, numeral.end + 1, false, power, end);
  } else {
    std::size_t at = skip_blanks(scan, numeral.end, 1);
    const char32_t times = scan.point(at);
    if (times == 0xD7 || times == 'x' || times == 'X' || times == 0xB7 || times == 0x22C5 || times == '*') {
      at = skip_blanks(scan, scan.after(at), 1);
      std::int64_t base = 0;
      std::size_t base_end = at;
      const int base_digits = read_run(scan, at, base, base_end);
      if (base != 10 && base_digits > 0 && base_digits <= 3 && scan.point(base_end) == '^') {
        Value factor = whole(base);  // 8x2^10
        if (!read_power(scan, base_end, true, power, end) || power < 0 || !raise(factor, power)) return;
        Int128 product;
        if (__builtin_mul_overflow(numeral.value.mantissa, factor.mantissa, &product)) return;
        numeral.value.mantissa = product;
        numeral.end = end;
        numeral.plain_digits = 0;
        return;
      }
      if (base_digits == 2 && base == 10) {
        read = read_power(scan, base_end, true, power, end);
        // × 10 −4, x 10-5: the superscript lost its height on the way out of a PDF.
        const std::size_t lowered = skip_blanks(scan, base_end, 1);
        const char32_t mark = scan.point(lowered);
        const bool sign = mark == '-' || mark == 0x2212 || mark == 0x2013;
        if (!read && (sign || lowered > base_end)) {
          std::int64_t raised = 0;
          const int digits = read_run(scan, sign ? scan.after(lowered) : lowered, raised, end);
          read = digits >= 1 && digits <= 2 && raised > 0 && scan.point(end) != '.' && !letter(scan.point(end));
          power = static_cast<std::int32_t>(sign ? -raised : raised);
        }
      }
    }
  }
  if (!read && numeral.plain_digits == 2 && numeral.value.mantissa == 10) {
    // 10⁻⁸, 10^-8, and 10 −8 where the superscript lost its height.
    const std::size_t lowered = skip_blanks(scan, numeral.end, 1);
    const bool minus = scan.point(lowered) == 0x2212 && lowered > numeral.end;
    read = read_power(scan, minus ? lowered : numeral.end, !minus, power, end);
    if (read) --power;  // the ten itself is read already
  }
  if (!read) {
    if (next != '^' || !read_power(scan, numeral.end, true, power, end) || !raise(numeral.value, power)) return;
    numeral.quantum = numeral.value.exponent;
    numeral.end = end;
    numeral.plain_digits = 0;
    return;
  }
  numeral.value.exponent += power;
  numeral.quantum += power;
  numeral.end = end;
  numeral.plain_digits = 0;
}

struct Vulgar {
  char32_t point;
  int numerator;
  int denominator;
};
constexpr Vulgar kVulgar[] = {{0xBC, 1, 4},   {0xBD, 1, 2},   {0xBE, 3, 4},   {0x2150, 1, 7}, {0x2151, 1, 9},
                              {0x2153, 1, 3}, {0x2154, 2, 3}, {0x2155, 1, 5}, {0x2156, 2, 5}, {0x2157, 3, 5},
                              {0x2158, 4, 5}, {0x2159, 1, 6}, {0x215A, 5, 6}, {0x215B, 1, 8}, {0x215C, 3, 8},
                              {0x215D, 5, 8}, {0x215E, 7, 8}};

bool vulgar_at(const Scan& scan, std::size_t at, Value& value) {
  const char32_t point = scan.point(at);
  for (const Vulgar& vulgar : kVulgar) {
    if (vulgar.point != point) continue;
    value = whole(vulgar.numerator);
    value.denominator = vulgar.denominator;
    return true;
  }
  return false;
}

// a/b of plain runs, not followed by another stroke or digit. False where there is none.
bool read_stroke(const Scan& scan, std::size_t at, Value& value, std::size_t& end) {
  std::int64_t top = 0;
  std::int64_t bottom = 0;
  std::size_t stroke = at;
  const int top_digits = read_run(scan, at, top, stroke);
  if (top_digits == 0 || top_digits > 6) return false;
  const char32_t point = scan.point(stroke);
  if (point != '/' && point != 0x2044 && point != 0xFF0F) return false;
  const std::size_t under = scan.after(stroke);
  const int digits = read_run(scan, under, bottom, end);
  if (digits == 0 || digits > 6 || bottom == 0 || scan.digit(under) == 0) return false;
  const char32_t next = scan.point(end);
  if (top_digits == 4 && bottom == top + 1 && top >= 1900 && top < 2100) return false;  // the season 2009/2010
  if (next == '/' || ((next == '.' || next == ',') && scan.digit(end + 1) >= 0)) return false;
  value = whole(top);
  value.denominator = bottom;
  return true;
}

// 1 1/2, 2½, 3/4 behind or instead of a plain number.
void read_fraction_part(const Scan& scan, Numeral& numeral) {
  Value part;
  std::size_t end = numeral.end;
  const std::size_t gap = skip_blanks(scan, numeral.end, 1);
  if (read_stroke(scan, numeral.start, part, end)) {
    numeral.value = part;
  } else if (vulgar_at(scan, gap, part)) {
    end = scan.after(gap);
    numeral.value = add(numeral.value, part);
  } else if (gap > numeral.end && numeral.plain_digits <= 3 && read_stroke(scan, gap, part, end) &&
             part.mantissa < part.denominator && part.denominator <= 64) {
    numeral.value = add(numeral.value, part);
  } else {
    return;
  }
  numeral.end = end;
  numeral.fraction = true;
  numeral.plain_digits = 0;
}

// Whether what stands before digits leaves them their reading: no separator, behind which they might be the tail of a
// list or a decimal part.
bool starts_plainly(const Scan& scan, std::size_t at) {
  if (at == 0) return true;
  const auto before = static_cast<unsigned char>(scan.text[at - 1]);
  return before < 0x80 ? before != '.' && before != ',' && before != '\'' && before != '_' : han(scan.before(at));
}

// Whether nothing behind plain digits can be a part of their number: no separator, exponent, power, product or
// fraction.
bool ends_plainly(const Scan& scan, std::size_t end) {
  const auto byte = [&](std::size_t at) { return at < scan.size() ? static_cast<unsigned char>(scan.text[at]) : 0u; };
  const auto plain = [&](std::size_t at) { return byte(at) < 0x80 || han(scan.point(at)); };
  const unsigned next = byte(end);
  if (next == 'e' || next == 'E' || next == '^' || next == '/' || next == '\'' || next == '_' || !plain(end))
    return false;
  if ((next == '.' || next == ',') && !plain(end + 1)) return false;
  const std::size_t behind = next == ' ' || next == '\t' ? end + 1 : end;
  const unsigned sign = byte(behind);
  return plain(behind) && sign != 'x' && sign != 'X' && sign != '*' && !ascii_digit(static_cast<char>(sign));
}

}  // namespace

bool read_plain_digits(const Scan& scan, std::size_t at, Numeral& numeral) {
  const std::string_view text = scan.text;
  std::size_t end = at;
  std::int64_t value = 0;
  int digits = 0;
  int groups = 1;
  int in_group = 0;
  bool decimal = false;
  for (; end < text.size(); ++end) {
    if (ascii_digit(text[end])) {
      if (digits == 18) return false;
      value = value * 10 + (text[end] - '0');
      ++digits;
      ++in_group;
      continue;
    }
    if ((text[end] != ',' && text[end] != '.') || end + 1 == text.size() || !ascii_digit(text[end + 1])) break;
    if (decimal) return false;
    decimal = text[end] == '.';
    if (groups > 1 ? in_group != 3 : !decimal && in_group > 3) return false;
    if (!decimal) ++groups;
    in_group = 0;
  }
  if (digits == 0) return false;
  const bool zero = text[at] == '0';
  if (zero && (groups > 1 || digits - (decimal ? in_group : 0) > 1)) return false;
  if (decimal) {
    numeral.value = whole(value, -in_group);
    if (groups == 1 && in_group == 3 && digits <= 6 && !zero)
      numeral.flags |= kQuantityAmbiguous;  // 1.234: of thousands elsewhere
  } else {
    if (groups > 1 && in_group != 3) return false;
    numeral.value = whole(value);
    numeral.plain_digits = groups == 1 ? digits : 0;
    if (groups == 2) numeral.flags |= kQuantityAmbiguous;
  }
  numeral.quantum = numeral.value.exponent;
  numeral.start = at;
  numeral.end = end;
  return true;
}

bool read_digits(const Scan& scan, std::size_t at, Numeral& numeral) {
  if (scan.memory != nullptr && starts_plainly(scan, at)) {
    Numeral plain = numeral;
    if (read_plain_digits(scan, at, plain) && ends_plainly(scan, plain.end)) {
      numeral = plain;
      return true;
    }
  }
  numeral.start = at;
  Value vulgar;
  if (vulgar_at(scan, at, vulgar)) {
    numeral.value = vulgar;
    numeral.end = scan.after(at);
    numeral.fraction = true;
    return true;
  }
  if (scan.digit(at) < 0) return false;
  Groups groups;
  collect(scan, at, groups);
  const Shape shape = decide(scan, groups);
  for (int index = 0; index <= shape.last; ++index) {
    const Group& group = groups.items[static_cast<std::size_t>(index)];
    for (std::size_t place = group.start; place < group.end; place = scan.after(place)) {
      append_digit(numeral.value, scan.digit(place));
    }
    numeral.end = group.end;
  }
  if (shape.decimal) numeral.value.exponent = -groups.items[static_cast<std::size_t>(shape.last)].digits;
  if (shape.ambiguous) numeral.flags |= kQuantityAmbiguous;
  if (shape.last == 0) numeral.plain_digits = groups.items[0].digits;
  // .75 and ,75: a separator with nothing before it but a blank, a sign or a currency sign.
  std::size_t dot = 0;
  const char32_t lead = scan.before(at, dot);
  if (shape.last == 0 && (lead == '.' || lead == ',') && dot >= scan.floor) {
    const char32_t previous = scan.before(dot);
    const bool open = previous == 0 || blank(previous) || previous == '\n' || previous == '(' || previous == '-' ||
                      previous == 0x2212 || previous == '<' || previous == '>' || previous == '=' || previous == '~';
    if (open || (lead == '.' && previous == '$')) {
      numeral.value.exponent = -numeral.plain_digits;
      numeral.start = dot;
      numeral.plain_digits = 0;
    }
  }
  numeral.quantum = numeral.value.exponent;
  read_exponent(scan, numeral);
  if (numeral.plain_digits > 0) read_fraction_part(scan, numeral);
  return true;
}

}  // namespace verify
