// One amount, or two that a joiner makes a range, or one with a tolerance.
#include "quantities/forms.hpp"

namespace verify {
namespace {

// Section::kJoiner kinds: 0 a sign or 至/到, 1 "to", 2 "and"/和 behind an opener, 3 the opener (between, 介于),
// 4 from/从, 5 plus-minus.
const Entry* opener_before(const Scan& scan, std::size_t at) {
  std::size_t start = 0;
  return entry_before(scan, Section::kJoiner, skip_blanks_back(scan, at, 2), start);
}

Value scaled(const Amount& amount) {
  Value value = amount.numeral.value;
  value.exponent += amount.scale;
  if (amount.negative) value.mantissa = -value.mantissa;
  return value;
}

// Whether a < b, both exact.
bool ordered(Value a, Value b) {
  b.mantissa = -b.mantissa;
  const Value difference = add(b, a);
  return difference.too_long || difference.mantissa < 0;
}

// The number at `at` as an amount; the joiner's dash is no sign of it.
bool read_second(const Scan& scan, std::size_t at, Amount& second) {
  std::size_t place = at;
  for (int steps = 0; steps < 12 && place < scan.size(); ++steps) {
    if (scan.digit(place) >= 0 || han(scan.point(place))) break;
    const Match currency = scan.lexicon.longest(Section::kUnitBefore, scan.text, place);
    if (!currency) break;
    place = skip_blanks(scan, currency.end, 1);
  }
  if (place >= scan.size()) return false;
  const char32_t point = scan.point(place);
  if (scan.digit(place) < 0 && !han(point) && !letter(point)) return false;
  Scan inner = scan;
  inner.floor = at;
  if (!read_amount(inner, place, false, second)) return false;
  return second.start == at && !second.numeral.ordinal;
}

// A unit and a scale that only one end carries count for both.
bool spread(Amount& first, Amount& second) {
  if (first.unit >= 0 && second.unit >= 0 && (first.unit != second.unit || first.per_unit != second.per_unit)) {
    if (first.per_unit >= 0 || first.unit != second.unit) return false;
  }
  if (second.unit < 0 && first.unit >= 0 && !first.prefix_unit) return false;  // 5 km to 10 of them
  if (first.unit < 0) {
    first.unit = second.unit;
    first.unit_start = first.unit_end = 0;
  } else if (second.unit < 0) {
    second.unit = first.unit;
  }
  first.per_unit = second.per_unit >= 0 ? second.per_unit : first.per_unit;
  second.per_unit = first.per_unit;
  return true;
}

void spread_scale(Amount& first, const Amount& second) {
  // 3-4 lakh; 两到三万: the Han scale is in the numeral, known by its mark.
  if (first.scale != 0 || first.numeral.scaled) return;
  std::int32_t scale = second.scale;
  if (scale == 0 && second.numeral.scaled) scale = second.numeral.scale_power;
  if (scale <= 0) return;
  Amount raised = first;
  raised.scale = scale;
  if (ordered(scaled(raised), scaled(second))) first.scale = scale;
}

bool read_tolerance(const Scan& scan, const Amount& first, const Match& joiner, QuantityRow& row) {
  Amount second;
  const std::size_t at = skip_blanks(scan, joiner.end, 1);
  if (!read_second(scan, at, second) || first.numeral.fraction || second.numeral.fraction) return false;
  Amount center = first;
  if (second.unit >= 0 && center.unit >= 0 && center.unit != second.unit) return false;
  if (center.unit < 0) {
    center.unit = second.unit;
    center.per_unit = second.per_unit;
    center.unit_start = second.unit_start;
    center.unit_end = second.unit_end;
  }
  if (center.scale == 0) center.scale = second.scale;
  // 1.62 ± 0.04 × 10^5: the power of ten counts for both.
  const std::int32_t power = second.numeral.quantum - first.numeral.quantum;
  if (power > 2 && second.numeral.value.exponent > 0) center.scale += power;
  center.end = second.end;
  fill_row(scan, center, row);
  Value half = scaled(second);
  const Value middle = scaled(center);
  set_upper(row, add(middle, half));
  half.mantissa = -half.mantissa;
  set_value(row, add(middle, half));
  row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
  row.flags |= kQuantityTolerance;
  set_ends(row, first.end, second.start);
  return true;
}

bool joins(const Scan& scan, const Amount& first, const Match& joiner, std::size_t place, std::size_t second_at) {
  const bool blanks_left = place > first.end;
  const bool blanks_right = second_at > joiner.end;
  const Entry* opener = opener_before(scan, first.start);
  switch (joiner.entry->kind) {
    case 0:
      if (dash(scan.point(place)) && !blanks_left && blanks_right) return false;  // "5- 6"
      // two ~ 45-day windows: an approximate number behind another.
      if (!dash(scan.point(place)) && blanks_left && (first.numeral.flags & kQuantitySpelled) != 0) return false;
      // 从…到… behind a verb of change names two values; a range has no unit on its first end.
      return !(opener != nullptr && opener->kind == 4 && first.unit >= 0);
    case 1:
      if (!blanks_left || !blanks_right) return false;
      return first.unit < 0 && !(opener != nullptr && opener->kind == 4);
    case 2:
      return opener != nullptr && opener->kind == 3;
    default:
      return false;
  }
}

// Accounting brackets: "($1,250)" and "$(837)" are negative unless they restate an amount right before them.
void read_brackets(const Scan& scan, Amount& amount) {
  std::size_t open;
  const char32_t left = scan.before(amount.start, open);
  const char32_t right = scan.point(amount.end);
  if ((left != '(' && left != 0xFF08) || (right != ')' && right != 0xFF09) || open < scan.floor) return;
  if (amount.signed_number || amount.scale != 0 || amount.numeral.scaled || scan.digit(amount.numeral.start) < 0)
    return;
  const bool percent = amount.unit >= 0 && amount.unit == scan.lexicon.percent_unit();
  if (amount.unit >= 0 && !amount.prefix_unit && !percent) return;
  bool money = amount.prefix_unit;
  std::size_t start = open;
  std::size_t sign = open;
  const Entry* outside = amount.unit < 0 ? entry_before(scan, Section::kUnitBefore, open, sign) : nullptr;
  if (outside != nullptr && sign >= scan.floor) {
    money = true;
    amount.unit = static_cast<std::int32_t>(outside->number);
    amount.prefix_unit = true;
    amount.unit_start = start = sign;
    amount.unit_end = open;
  } else {
    const std::size_t before = skip_blanks_back(scan, open, 2);
    if (before == scan.floor && scan.floor > 0) return;
  }
  if (money) {
    amount.negative = true;
    amount.start = start;
    amount.end = scan.after(amount.end);
    // $(71) million: the scale stands behind the brackets.
    const Match scale = scan.lexicon.longest(Section::kScale, scan.text, skip_blanks(scan, amount.end, 1));
    if (scale && (scale.entry->flags & kEntryGlued) == 0 && scan.digit(scale.end) < 0) {
      amount.scale = scale.entry->exponent;
      amount.end = scale.end;
      amount.numeral.plain_digits = 0;
    }
  }
  // Without a currency it may be a remark as well: marked, and the caller decides (a table row negates it).
  if (money || percent || amount.numeral.plain_digits == 0 || amount.numeral.plain_digits > 2)
    amount.signed_number = true;
}

}  // namespace

Reading read_range(const Scan& scan, std::size_t at, QuantityRow& row) {
  Amount first;
  if (!read_amount(scan, at, true, first)) {
    // 一到三个工作日: one Han digit that means nothing alone may begin a range.
    if (!han(scan.point(at))) return Reading::kNothing;
    Amount bare;
    if (!read_han(scan, at, bare.numeral) || bare.numeral.fraction) return Reading::kNothing;
    bare.start = bare.numeral.start;
    bare.end = bare.numeral.end;
    const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, bare.end);
    Amount second;
    if (!joiner || joiner.entry->kind != 0 || !read_second(scan, joiner.end, second) || second.unit < 0)
      return Reading::kNothing;
    first = bare;
  }
  const std::size_t place = skip_blanks(scan, first.end, 2);
  const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, place);
  if (joiner && !first.numeral.ordinal && !first.numeral.pair) {
    if (joiner.entry->kind == 5 && read_tolerance(scan, first, joiner, row)) return Reading::kQuantity;
    const std::size_t second_at = skip_blanks(scan, joiner.end, 2);
    Amount second;
    // "10 -20" are two numbers; 75 -300mm is a range, as its unit counts for both.
    const bool loose = dash(scan.point(place)) && place > first.end && second_at == joiner.end;
    if (joins(scan, first, joiner, place, second_at) && read_second(scan, second_at, second) && !second.numeral.pair &&
        (!loose || (first.unit < 0 && second.unit >= 0 && !second.prefix_unit)) &&
        // "grew by 0.209 to $2.55": a word joins no number to a sum whose sign stands before it alone.
        (joiner.entry->kind != 1 || first.unit >= 0 || !second.prefix_unit)) {
      Amount low = first;
      Amount high = second;
      spread_scale(low, high);
      const bool bounds = spread(low, high) && ordered(scaled(low), scaled(high)) &&
                          low.numeral.value.denominator == high.numeral.value.denominator;
      if (bounds) {
        low.end = high.end;
        if (!low.prefix_unit) {
          low.unit_start = high.unit_start;
          low.unit_end = high.unit_end;
        }
        fill_row(scan, low, row);
        set_upper(row, scaled(high));
        row.number_end = static_cast<std::int32_t>(high.numeral.end);
        row.flags |= high.numeral.flags;
        set_ends(row, first.end, second.start);
        row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
        return Reading::kQuantity;
      }
    }
  }
  read_brackets(scan, first);
  fill_row(scan, first, row);
  return Reading::kQuantity;
}

}  // namespace verify
