// A number with everything that belongs to it: sign, currency, scale, percent, unit, what stands below a stroke.
#include "quantities/scan.hpp"

namespace verify {
namespace {

const Entry* unit_at(const Scan& scan, std::size_t at, std::size_t& end) {
  const Match match = scan.lexicon.longest(Section::kUnitAfter, scan.text, at);
  end = match.end;
  return match.entry;
}

UnitKind kind_of(const Scan& scan, const Entry& entry) {
  return scan.lexicon.unit_kind(static_cast<std::int32_t>(entry.number));
}

// ------------------------------------------------------------------------------------------ before the number

bool open_before_sign(const Scan& scan, char32_t point) {
  if (point == 0 || blank(point) || point == '\n' || point == '(' || point == '[' || point == 0xFF08) return true;
  return !letter(point) && !digit_point(scan, point) && !han(point) && point != ')' && point != ']' && point != '%' &&
         point != '-' && point != 0xFF09;
}

// A minus or plus right before `at`, or minus, negative, 负, 零下. Moves `at` to its start.
bool read_sign(const Scan& scan, std::size_t& at, Amount& amount) {
  std::size_t start;
  const char32_t point = scan.before(at, start);
  if (start < scan.floor) return false;
  if (dash(point) || point == '+' || point == 0xFF0B) {
    std::size_t before_start;
    const char32_t previous = scan.before(start, before_start);
    if (!open_before_sign(scan, previous) && !(han(previous) && point == '-')) return false;
    if (dash(point) && han(previous) && start == scan.floor) return false;
    amount.negative = dash(point);
  } else {
    std::size_t word = 0;
    const std::size_t left = skip_blanks_back(scan, at, 1);
    const Entry* entry = entry_before(scan, Section::kNumberWord, left, 12, word);
    if (entry != nullptr && static_cast<WordKind>(entry->kind) != WordKind::kMinus) entry = nullptr;
    if (entry == nullptr) {
      entry = entry_before(scan, Section::kHanNumeral, left, 8, word);
      if (entry == nullptr || static_cast<HanKind>(entry->kind) != HanKind::kMinus) return false;
    }
    if (word < scan.floor) return false;
    amount.negative = true;
    start = word;
  }
  amount.signed_number = true;
  at = start;
  return true;
}

// A currency before the number, glued or behind one blank.
bool read_currency_before(const Scan& scan, std::size_t& at, Amount& amount) {
  for (const int blanks : {0, 1}) {
    const std::size_t left = blanks == 0 ? at : skip_blanks_back(scan, at, 2);
    if (blanks == 1 && left == at) return false;
    std::size_t start = 0;
    const Entry* entry = entry_before(scan, Section::kUnitBefore, left, 20, start);
    if (entry == nullptr || start < scan.floor) continue;
    if (blanks == 1 && (entry->flags & kEntryGlued) != 0) continue;
    amount.unit = static_cast<std::int32_t>(entry->number);
    amount.scale += entry->exponent;
    amount.unit_start = start;
    amount.unit_end = left;
    amount.prefix_unit = true;
    at = start;
    return true;
  }
  return false;
}

// 每小时, 每吨 before the number: what stands below the stroke.
void read_per_before(const Scan& scan, Amount& amount) {
  std::size_t at = amount.start;
  for (std::size_t steps = 0; steps < 5 && at > scan.floor; ++steps) {
    std::size_t start;
    if (!han(scan.before(at, start)) || start < scan.floor) return;
    at = start;
    const Match per = scan.lexicon.longest(Section::kPer, scan.text, at);
    if (!per || per.end >= amount.start) continue;
    std::size_t end = 0;
    const Entry* unit = unit_at(scan, per.end, end);
    if (unit == nullptr || end != amount.start || unit->second >= 0) return;
    amount.per_unit = static_cast<std::int32_t>(unit->number);
    amount.start = at;
    return;
  }
}

// ------------------------------------------------------------------------------------------- behind the number

bool money(const Scan& scan, const Amount& amount) {
  return amount.unit >= 0 && scan.lexicon.unit_kind(amount.unit) == UnitKind::kMoney;
}

// k, M, bn, million, lakh crore behind the number.
void read_scale(const Scan& scan, Amount& amount) {
  for (int round = 0; round < 2; ++round) {
    std::size_t at = amount.end;
    Match match = scan.lexicon.longest(Section::kScale, scan.text, at);
    const bool glued = static_cast<bool>(match);
    if (!glued) {
      at = skip_blanks(scan, amount.end, 2);
      if (dash(scan.point(at)) && at == amount.end) at = scan.after(at);  // 3-million
      if (at == amount.end) return;
      match = scan.lexicon.longest(Section::kScale, scan.text, at);
    }
    if (!match && round == 0) {
      const Match dozen = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
      if (dozen && static_cast<WordKind>(dozen.entry->kind) == WordKind::kDozen && (amount.numeral.flags & kQuantitySpelled) == 0) {
        multiply(amount.numeral.value, dozen.entry->number);
        amount.end = dozen.end;
        amount.numeral.plain_digits = 0;
      }
    }
    if (!match || scan.digit(match.end) >= 0) return;
    const Entry& entry = *match.entry;
    if (!glued && (entry.flags & kEntryGlued) != 0 && !money(scan, amount)) return;
    if ((entry.flags & kEntryDigits) != 0 && (amount.numeral.flags & kQuantitySpelled) != 0) return;
    if ((entry.flags & kEntryMoney) != 0 && !money(scan, amount)) {
      std::size_t end = 0;
      const Entry* unit = unit_at(scan, skip_blanks(scan, match.end, 1), end);
      if (unit == nullptr || kind_of(scan, *unit) != UnitKind::kMoney) return;
    }
    // 573.15K: with two decimals a capital K is the kelvin.
    if (glued && scan.point(at) == 'K' && match.end == at + 1 && amount.numeral.quantum <= -2 && !money(scan, amount)) return;
    amount.scale += entry.exponent;
    amount.end = match.end;
    amount.numeral.plain_digits = 0;
    if (entry.exponent < 5 && round == 0 && match.end - at < 3) return;
  }
}

// Words that are units only where they end their phrase: "14 in", not "61,300 in Europe".
bool ends_phrase(const Scan& scan, std::size_t end) {
  const std::size_t next = skip_blanks(scan, end, 2);
  const char32_t point = scan.point(next);
  return point == 0 || point == '\n' || (!letter(point) && !digit_point(scan, point) && point != '$') ;
}

bool below_ten(Value value) {
  for (; value.exponent < 0 && value.mantissa != 0; ++value.exponent) value.mantissa /= 10;
  return value.exponent <= 0 && value.mantissa < 10 && value.denominator == 1;
}

void take_unit(const Entry& entry, std::size_t at, std::size_t end, Amount& amount) {
  amount.unit = static_cast<std::int32_t>(entry.number);
  if (entry.second >= 0) amount.per_unit = entry.second;
  if (entry.exponent != 0 && ((entry.flags & kEntryBelowTen) == 0 || below_ten(amount.numeral.value))) {
    amount.scale += entry.exponent;
  }
  amount.unit_start = at;
  amount.unit_end = end;
  amount.end = end;
}

// The unit behind the number: glued, behind a hyphen or blanks, or in brackets.
bool read_unit(const Scan& scan, Amount& amount) {
  std::size_t end = 0;
  std::size_t at = amount.end;
  const Entry* entry = unit_at(scan, at, end);
  bool glued = entry != nullptr;
  const bool words = (amount.numeral.flags & kQuantitySpelled) != 0 && !amount.numeral.han;
  if (!glued) {
    if (dash(scan.point(at)) && letter(scan.point(scan.after(at)))) {
      at = scan.after(at);
    } else {
      at = skip_blanks(scan, at, 2);
      if (at == amount.end && scan.point(at) == '\n' && scan.size() > at + 1 && letter(scan.point(at + 1))) ++at;
    }
    char32_t close = 0;
    const char32_t open = scan.point(at);
    if (open == '(' || open == '[') {
      close = open == '(' ? ')' : ']';
      at = scan.after(at);
    }
    if (at == amount.end) return false;
    entry = unit_at(scan, at, end);
    if (entry == nullptr) return false;
    if (close != 0) {
      const bool per = scan.point(end) == '/';
      if (!per && scan.point(end) != close) return false;
    }
    if (close == 0 && (entry->flags & kEntryGlued) != 0) return false;
    if (close == 0 && (entry->flags & kEntryEnd) != 0 && !ends_phrase(scan, end)) return false;
  }
  if (words && (entry->flags & kEntryDigits) != 0) return false;
  if (amount.prefix_unit && kind_of(scan, *entry) != UnitKind::kMoney) return false;
  // "twenty second" is an ordinal, "2019 m" a year and nothing: the caller has looked at both.
  if (amount.numeral.ordinal) return false;
  if (amount.prefix_unit) {
    // "$50 USD", "￥20元": the exact name wins over the sign; another currency is its own amount.
    const auto& units = scan.lexicon.units();
    const auto first = static_cast<std::size_t>(amount.unit);
    const auto second = static_cast<std::size_t>(entry->number);
    if (units[second].currency_set != 0 && (units[first].currency_set & units[second].currency_set) == 0) return false;
    if (units[second].currency_set == 0 && first != second) return false;
    amount.unit = static_cast<std::int32_t>(entry->number);
    amount.end = end;
    return true;
  }
  take_unit(*entry, at, end, amount);
  return true;
}

// /h, per day, a month, 每小时, and 450mg/12h behind a unit.
void read_per(const Scan& scan, Amount& amount) {
  if (amount.unit < 0 || amount.per_unit >= 0) return;
  const std::size_t next = skip_blanks(scan, amount.end, 2);
  std::size_t at = 0;
  bool article = false;
  if (scan.point(amount.end) == '/' || (next > amount.end && scan.point(next) == '/')) {
    at = skip_blanks(scan, (scan.point(amount.end) == '/' ? amount.end : next) + 1, 1);
  } else {
    const Match per = scan.lexicon.longest(Section::kPer, scan.text, next);
    if (!per) return;
    article = per.entry->kind != 0;  // a, an, each: before a time only
    at = skip_blanks(scan, per.end, 2);
    if (letter(scan.point(next)) && at == per.end) return;
  }
  std::int64_t count = 0;
  std::size_t digits_end = at;
  const int digits = read_run(scan, at, count, digits_end);
  if (digits > 3) return;
  std::size_t end = 0;
  const Entry* unit = unit_at(scan, digits_end, end);
  if (unit == nullptr || unit->second >= 0) return;
  const UnitKind kind = kind_of(scan, *unit);
  if (kind == UnitKind::kMoney || kind == UnitKind::kPercent || kind == UnitKind::kRatio) return;
  if (article && kind != UnitKind::kDuration) return;
  if (digits > 0) {
    if (count < 1 || amount.numeral.value.denominator != 1) return;
    amount.numeral.value.denominator = count;
  }
  amount.per_unit = static_cast<std::int32_t>(unit->number);
  amount.end = end;
}

// 半 behind a unit: 三斤半, 两年半, 两个半小时.
void read_half_behind(const Scan& scan, Amount& amount) {
  const Match half = scan.lexicon.longest(Section::kHanNumeral, scan.text, amount.end);
  if (!half || static_cast<HanKind>(half.entry->kind) != HanKind::kHalf || amount.numeral.fraction) return;
  Value part = whole(1);
  part.denominator = 2;
  const UnitKind kind = scan.lexicon.unit_kind(amount.unit);
  if (kind == UnitKind::kCounter) {
    std::size_t end = 0;
    const Entry* unit = unit_at(scan, half.end, end);
    if (scan.lexicon.longest(Section::kHanWord, scan.text, amount.end)) return;  // 三个半导体
    amount.end = half.end;
    if (unit != nullptr && kind_of(scan, *unit) == UnitKind::kDuration) take_unit(*unit, half.end, end, amount);
  } else if (kind != UnitKind::kDuration && kind != UnitKind::kMeasure) {
    return;
  } else {
    amount.end = half.end;
  }
  amount.numeral.value = add(amount.numeral.value, part);
}

bool next_number(const Scan& scan, std::size_t at, Numeral& numeral) {
  if (scan.digit(at) >= 0) return read_digits(scan, at, numeral);
  if (han(scan.point(at))) return read_han(scan, at, numeral);
  return letter(scan.point(at)) && read_words(scan, at, numeral);
}

// 35€99, 15 dollars 50: two digits behind a currency's name or sign, with nothing behind them but the phrase's end.
bool read_minor(const Scan& scan, Amount& amount) {
  const std::size_t at = skip_blanks(scan, amount.end, 1);
  Numeral numeral;
  Scan inner = scan;
  inner.floor = at;
  if (amount.numeral.value.exponent != 0 || amount.scale != 0 || han(scan.point(at)) || !next_number(inner, at, numeral)) return false;
  const std::int64_t cents = small_whole(numeral.value);
  const bool two = numeral.plain_digits == 2 || ((numeral.flags & kQuantitySpelled) != 0 && cents > 9);
  if (!two || cents < 0 || cents > 99 || numeral.fraction || numeral.ordinal || !ends_phrase(scan, numeral.end)) return false;
  if (scan.point(numeral.end) == '%' || scan.point(numeral.end) == '-' || scan.point(numeral.end) == ':') return false;
  amount.numeral.value = add(amount.numeral.value, whole(cents, -2));
  amount.numeral.quantum = -2;
  amount.end = numeral.end;
  return true;
}

// How many of `small` make one `large`, 0 where that is no whole number below a million.
std::int64_t whole_ratio(const UnitRow& large, const UnitRow& small) {
  Int128 top = static_cast<Int128>(large.factor_numerator) * small.factor_denominator;
  Int128 bottom = static_cast<Int128>(large.factor_denominator) * small.factor_numerator;
  int power = large.factor_exponent - small.factor_exponent;
  if (power < -6 || power > 6) return 0;
  for (; power > 0 && top < 1000000000000; --power) top *= 10;
  for (; power < 0 && bottom < 1000000000000; ++power) bottom *= 10;
  if (power != 0 || top % bottom != 0 || top / bottom > 1000000) return 0;
  return static_cast<std::int64_t>(top / bottom);
}

// 2小时15分, 3h20m, 5 ft 2 in, 十二元五角六分, 3 dollars 50 cents: the parts become one value in the smallest unit
// (money: in the unit of the first part).
void read_compound(const Scan& scan, Amount& amount) {
  if (amount.numeral.fraction || amount.per_unit >= 0 || amount.prefix_unit || amount.numeral.value.too_long) return;
  for (int part = 0; part < 4; ++part) {
    const UnitRow& large = scan.lexicon.units()[static_cast<std::size_t>(amount.unit)];
    const UnitKind kind = scan.lexicon.unit_kind(amount.unit);
    if (kind == UnitKind::kMoney && read_minor(scan, amount)) return;
    if (large.dimension < 0 || kind == UnitKind::kPercent || kind == UnitKind::kCounter) return;
    std::size_t at = skip_blanks(scan, amount.end, 1);
    const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
    if (word && static_cast<WordKind>(word.entry->kind) == WordKind::kAnd) at = skip_blanks(scan, word.end, 1);
    Numeral numeral;
    Scan inner = scan;
    inner.floor = at;
    if (!next_number(inner, at, numeral) || numeral.fraction || numeral.ordinal || numeral.value.exponent < 0) return;
    std::size_t end = 0;
    std::size_t place = skip_blanks(scan, numeral.end, 1);
    const Entry* entry = unit_at(scan, place, end);
    if (entry == nullptr || entry->second >= 0) return;
    auto unit = static_cast<std::int32_t>(entry->number);
    const UnitRow* small = &scan.lexicon.units()[static_cast<std::size_t>(unit)];
    std::int64_t factor = 0;
    const bool hundredth = kind == UnitKind::kMoney && (entry->flags & kEntryMinute) != 0;  // 五角六分
    if (hundredth) {
      factor = 100;
    } else {
      if (kind == UnitKind::kDuration && (entry->flags & kEntryMinute) != 0 && scan.lexicon.minute_unit() >= 0) {
        unit = scan.lexicon.minute_unit();  // 3h20m, 2小时15分
        small = &scan.lexicon.units()[static_cast<std::size_t>(unit)];
      }
      if (small->dimension != large.dimension || kind != scan.lexicon.unit_kind(unit)) return;
      factor = whole_ratio(large, *small);
      if (factor < 2) return;
      if (kind == UnitKind::kMeasure && factor % 10 == 0) return;  // "12 m 2 dm" is left as two
    }
    if (small_whole(numeral.value) < 0 || small_whole(numeral.value) >= factor) return;
    if (kind == UnitKind::kMoney) {
      Value part_value = numeral.value;
      for (std::int64_t left = factor; left > 1; left /= 10) --part_value.exponent;
      amount.numeral.value = add(amount.numeral.value, part_value);
      amount.numeral.quantum = amount.numeral.value.exponent;
      amount.end = end;
      continue;  // the value stays in the first part's unit, so the next part is compared with that again
    }
    multiply(amount.numeral.value, factor);
    amount.numeral.value = add(amount.numeral.value, numeral.value);
    amount.numeral.quantum = 0;
    amount.unit = unit;
    amount.end = end;
    amount.unit_end = end;
  }
}

// st, nd, rd, th behind digits.
bool ordinal_suffix(const Scan& scan, std::size_t at, std::size_t& end) {
  if (at + 2 > scan.size()) return false;
  const char first = static_cast<char>(scan.text[at] | 32);
  const char second = static_cast<char>(scan.text[at + 1] | 32);
  const bool suffix = (first == 's' && second == 't') || (first == 'n' && second == 'd') || (first == 'r' && second == 'd') ||
                      (first == 't' && second == 'h');
  end = at + 2;
  return suffix && !letter(scan.point(end)) && scan.digit(end) < 0;
}

// Whether a lone Han numeral stands for itself: no Han character on either side, or a unit behind it.
bool lone_han_counts(const Scan& scan, const Amount& amount) {
  if (amount.unit >= 0) {
    const bool one = amount.numeral.value.mantissa == 1 && amount.numeral.value.exponent == 0 && !amount.numeral.fraction;
    // 一个, 一家 are the article of Chinese.
    return !(one && scan.lexicon.unit_kind(amount.unit) == UnitKind::kCounter);
  }
  if (amount.numeral.fraction) return false;  // 半 without a unit
  if (scan.before(amount.start) == U'前') return true;  // 前三
  return !han(scan.before(amount.start)) && !han(scan.point(amount.end));
}

// 1 in 20: a share, unless a unit or a year stands behind "in".
void read_one_in(const Scan& scan, Numeral& numeral) {
  if (small_whole(numeral.value) != 1) return;
  const std::size_t at = skip_blanks(scan, numeral.end, 1);
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (at == numeral.end || !word || static_cast<WordKind>(word.entry->kind) != WordKind::kIn) return;
  const std::size_t under_at = skip_blanks(scan, word.end, 1);
  Numeral under;
  if (under_at == word.end || han(scan.point(under_at)) || !next_number(scan, under_at, under) || under.fraction || under.ordinal) return;
  const std::int64_t bottom = small_whole(under.value);
  std::size_t end = 0;
  if (bottom < 2 || bottom > 1000000 || (bottom >= 1900 && bottom <= 2099)) return;
  if (unit_at(scan, under.end, end) != nullptr || unit_at(scan, skip_blanks(scan, under.end, 1), end) != nullptr) return;
  numeral.value.denominator = bottom;
  numeral.end = under.end;
  numeral.fraction = true;
  numeral.plain_digits = 0;
}

}  // namespace

bool read_amount(const Scan& scan, std::size_t at, bool may_sign, Amount& amount) {
  Numeral& numeral = amount.numeral;
  const char32_t first = scan.point(at);
  if (han(first)) {
    if (!read_han(scan, at, numeral)) return false;
  } else if (letter(first)) {
    if (!read_words(scan, at, numeral)) return false;
  } else {
    if (!read_digits(scan, at, numeral)) return false;
    Numeral mixed;
    const bool scale_follows = han(scan.point(numeral.end)) || (scan.point(numeral.end) == ' ' && han(scan.point(numeral.end + 1)));
    if (scale_follows && !numeral.fraction && read_han(scan, at, mixed)) numeral = mixed;
  }
  if (numeral.plain_digits == 1) read_one_in(scan, numeral);
  amount.start = numeral.start;
  amount.end = numeral.end;
  if (numeral.percent) {
    amount.unit = scan.lexicon.percent_unit();
    return true;
  }
  std::size_t suffix_end = 0;
  if (numeral.plain_digits > 0 || (!numeral.han && !numeral.fraction)) {
    if (scan.digit(at) >= 0 && ordinal_suffix(scan, numeral.end, suffix_end)) {
      numeral.ordinal = true;
      amount.end = suffix_end;
    }
  }
  std::size_t ordinal_mark;
  if (scan.before(amount.start, ordinal_mark) == U'第' && ordinal_mark >= scan.floor) {
    numeral.ordinal = true;
    amount.start = ordinal_mark;
    return true;
  }
  if (numeral.ordinal) return true;
  std::size_t left = amount.start;
  const bool sign_first = may_sign && read_sign(scan, left, amount);
  if (read_currency_before(scan, left, amount) && may_sign && !sign_first) read_sign(scan, left, amount);
  amount.start = left;
  read_scale(scan, amount);
  const bool had_prefix = amount.prefix_unit;
  if (read_unit(scan, amount) && !had_prefix) {
    if (money(scan, amount) && amount.scale == 0) read_scale(scan, amount);  // 75 USD million
    if (numeral.han) read_half_behind(scan, amount);
    read_compound(scan, amount);
  }
  read_per(scan, amount);
  if (han(scan.before(amount.start)) && amount.per_unit < 0 && amount.unit >= 0) read_per_before(scan, amount);
  if (numeral.han && numeral.lone_word && !lone_han_counts(scan, amount)) return false;
  return true;
}

void set_value(QuantityRow& row, const Value& value) {
  row.value_low = static_cast<std::uint64_t>(value.mantissa);
  row.value_high = static_cast<std::int64_t>(value.mantissa >> 64);
  row.exponent = value.exponent;
  row.denominator = value.denominator;
  if (value.too_long) row.flags |= kQuantityTooLong;
}

void set_upper(QuantityRow& row, const Value& value) {
  row.upper_low = static_cast<std::uint64_t>(value.mantissa);
  row.upper_high = static_cast<std::int64_t>(value.mantissa >> 64);
  row.upper_exponent = value.exponent;
  if (value.too_long) row.flags |= kQuantityTooLong;
}

void fill_row(const Scan& scan, const Amount& amount, QuantityRow& row) {
  const Numeral& numeral = amount.numeral;
  Value value = numeral.value;
  value.exponent += amount.scale;
  if (amount.negative) value.mantissa = -value.mantissa;
  row.flags |= numeral.flags;
  set_value(row, value);
  set_upper(row, value);
  row.quantum_exponent = numeral.quantum + amount.scale;
  row.unit = amount.unit;
  row.per_unit = amount.per_unit;
  row.start_byte = static_cast<std::int32_t>(amount.start);
  row.end_byte = static_cast<std::int32_t>(amount.end);
  row.number_start = static_cast<std::int32_t>(numeral.start);
  row.number_end = static_cast<std::int32_t>(numeral.end);
  row.unit_start = static_cast<std::int32_t>(amount.unit_start);
  row.unit_end = static_cast<std::int32_t>(amount.unit_end);
  if (amount.signed_number) row.flags |= kQuantitySigned;
  if (amount.scale != 0 || numeral.scaled) row.flags |= kQuantityScaled;
  QuantityKind kind = QuantityKind::kNumber;
  if (numeral.ordinal) {
    kind = QuantityKind::kOrdinal;
  } else if (amount.unit >= 0) {
    switch (scan.lexicon.unit_kind(amount.unit)) {
      case UnitKind::kMoney: kind = QuantityKind::kMoney; break;
      case UnitKind::kDuration: kind = QuantityKind::kDuration; break;
      case UnitKind::kPercent: kind = QuantityKind::kPercent; break;
      case UnitKind::kCounter: kind = QuantityKind::kCount; break;
      case UnitKind::kRatio: kind = QuantityKind::kRatio; break;
      case UnitKind::kMeasure: kind = QuantityKind::kMeasure; break;
    }
  } else if (numeral.fraction) {
    kind = QuantityKind::kFraction;
  }
  row.kind = static_cast<std::uint8_t>(kind);
  row.range_kind = row.kind;
  if (numeral.pair) {
    Value upper = numeral.upper;
    upper.exponent += amount.scale;
    set_upper(row, upper);
    row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
  }
}

}  // namespace verify
