// What stands behind a number and names what it counts: units, what stands below a stroke, halves, smaller parts.
#include <string>

#include "quantities/amount.hpp"

namespace verify {
namespace {

// Whether the quotation mark at `at` closes one that was opened before it on the line: "Class of 2019".
bool closes_quote(const Scan& scan, std::size_t at) {
  const char mark = scan.text[at];
  bool open = false;
  std::size_t place = at;
  while (place > 0 && at - place < 256 && scan.text[place - 1] != '\n') {
    --place;
    if (scan.text[place] != mark) continue;
    // An apostrophe inside a word opens nothing.
    open = mark == '\'' ? open || place == 0 || !letter(scan.before(place)) : !open;
  }
  return open;
}

// Words that are units only where they end their phrase: "14 in", not "61,300 in Europe".
bool ends_phrase(const Scan& scan, std::size_t end) {
  const std::size_t next = skip_blanks(scan, end, 2);
  const char32_t point = scan.point(next);
  return point == 0 || point == '\n' || (!letter(point) && !digit_point(scan, point) && point != '$');
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
  amount.elliptic = (entry.flags & kEntryElliptic) != 0;
}

// km s −1, g cm −3, m·s⁻²: a unit with a negative power, which a PDF may have brought down to the line.
bool read_inverse(const Scan& scan, Amount& amount) {
  std::size_t at = skip_blanks(scan, amount.end, 1);
  if (scan.point(at) == 0xB7 || scan.point(at) == 0x22C5) at = skip_blanks(scan, scan.after(at), 1);
  if (at == amount.end) return false;
  std::size_t end = 0;
  const Entry* unit = unit_at(scan, at, end);
  if (unit == nullptr || unit->second >= 0 || end - at > 4) return false;
  std::size_t sign_at = skip_blanks(scan, end, 1);
  const char32_t sign = scan.point(sign_at);
  const bool raised = sign == 0x207B;
  if (!raised && sign != 0x2212 && sign != '-' && sign != 0x2013) return false;
  const std::size_t power_at = scan.after(sign_at);
  const char32_t power = scan.point(power_at);
  const int value = raised ? (power == 0xB9 ? 1 : power == 0xB2 ? 2 : power == 0xB3 ? 3 : 0) : scan.digit(power_at);
  if (value < 1 || value > 3) return false;
  const std::size_t behind = scan.after(power_at);
  if (scan.digit(behind) >= 0 || letter(scan.point(behind))) return false;
  std::int32_t row = static_cast<std::int32_t>(unit->number);
  if (value > 1)
    row = scan.lexicon.find_unit(std::string(scan.lexicon.unit_code(row)) + static_cast<char>('0' + value));
  if (row < 0) return false;
  amount.per_unit = row;
  amount.end = behind;
  return true;
}

// 35€99, 15 dollars 50, 15 dollars and 50: two digits behind a currency's name or sign, with nothing behind them but
// the phrase's end.
bool read_minor(const Scan& scan, Amount& amount) {
  std::size_t at = skip_blanks(scan, amount.end, 1);
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (word && static_cast<WordKind>(word.entry->kind) == WordKind::kAnd) {
    std::size_t opener = 0;  // between 10 dollars and 50
    if (entry_before(scan, Section::kJoiner, skip_blanks_back(scan, amount.start, 2), opener) != nullptr) return false;
    at = skip_blanks(scan, word.end, 1);
  }
  Numeral numeral;
  Scan inner = scan;
  inner.floor = at;
  if (amount.numeral.value.exponent != 0 || amount.scale != 0 || han(scan.point(at)) ||
      !next_number(inner, at, numeral))
    return false;
  const std::int64_t cents = small_whole(numeral.value);
  const bool two = numeral.plain_digits == 2 || ((numeral.flags & kQuantitySpelled) != 0 && cents > 9);
  if (!two || cents < 0 || cents > 99 || numeral.fraction || numeral.ordinal || !ends_phrase(scan, numeral.end))
    return false;
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

}  // namespace

const Entry* unit_at(const Scan& scan, std::size_t at, std::size_t& end) {
  const Match match = scan.lexicon.longest(Section::kUnitAfter, scan.text, at);
  end = match.end;
  // 4 milliards d'euros, 3 l'eau: a word that lost its vowel, no day and no liter.
  const char32_t mark = match && end == at + 1 && letter(scan.point(at)) ? scan.point(end) : 0;
  if ((mark == '\'' || mark == 0x2019) && letter(scan.point(scan.after(end)))) return nullptr;
  return match.entry;
}

UnitKind kind_of(const Scan& scan, const Entry& entry) {
  return scan.lexicon.unit_kind(static_cast<std::int32_t>(entry.number));
}

bool money(const Scan& scan, const Amount& amount) {
  return amount.unit >= 0 && scan.lexicon.unit_kind(amount.unit) == UnitKind::kMoney;
}

bool next_number(const Scan& scan, std::size_t at, Numeral& numeral) {
  if (scan.digit(at) >= 0) return read_digits(scan, at, numeral);
  if (han(scan.point(at))) return read_han(scan, at, numeral);
  return letter(scan.point(at)) && read_words(scan, at, numeral);
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
      // 3 (mg/day), 45 [dB]; a single letter in brackets is a name: x 1 (t).
      const bool per = scan.point(end) == '/';
      if (!per && (scan.point(end) != close || (end == at + 1 && letter(scan.point(at))))) return false;
    }
    if (close == 0 && (entry->flags & kEntryGlued) != 0) return false;
    // "two $500 prizes": the sign belongs to the number behind it.
    if (close == 0 && kind_of(scan, *entry) == UnitKind::kMoney && scan.digit(end) >= 0) return false;
    if (close == 0 && (entry->flags & kEntryEnd) != 0 && !ends_phrase(scan, end)) return false;
  }
  if (words && (entry->flags & kEntryDigits) != 0) return false;
  // 2025's end; "class of 2019"
  if ((entry->flags & kEntryQuote) != 0 && (letter(scan.point(end)) || closes_quote(scan, at))) return false;
  if (kind_of(scan, *entry) == UnitKind::kRatio && glued && scan.digit(end) >= 0) return false;  // 4x4
  if (amount.prefix_unit && kind_of(scan, *entry) != UnitKind::kMoney) return false;
  // "twenty second" is an ordinal, "2019 m" a year and nothing: the caller has looked at both.
  if (amount.numeral.ordinal) return false;
  if (amount.prefix_unit) {
    // "$50 USD", "￥20元": the exact name wins over the sign; another currency is its own amount.
    const auto& units = scan.lexicon.units();
    const auto first = static_cast<std::size_t>(amount.unit);
    const auto second = static_cast<std::size_t>(entry->number);
    if (units[second].meaning_set != 0 && (units[first].meaning_set & units[second].meaning_set) == 0) return false;
    if (units[second].meaning_set == 0 && first != second) return false;
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
  if (read_inverse(scan, amount)) return;
  const std::size_t next = skip_blanks(scan, amount.end, 2);
  std::size_t at = 0;
  bool article = false;
  if (const char32_t stroke = scan.point(next); stroke == '/' || stroke == 0xFF0F) {
    at = skip_blanks(scan, scan.after(next), 1);
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

// 三块五, 一米八, 1米75, 七成六: the digits behind the unit count its tenths and hundredths, where they begin nothing
// else: 三块五花肉 is meat.
void read_next_place(const Scan& scan, Amount& amount) {
  if (amount.numeral.fraction || amount.numeral.quantum != 0 || amount.numeral.value.exponent < 0) return;
  const bool percent = amount.unit == scan.lexicon.percent_unit();
  std::size_t at = percent ? skip_blanks(scan, amount.end, 1) : amount.end;
  std::int64_t part = 0;
  int digits = 0;
  for (; digits < 3; ++digits) {
    const Match sign = scan.lexicon.longest(Section::kHanNumeral, scan.text, at);
    const bool spelled = sign && static_cast<HanKind>(sign.entry->kind) == HanKind::kDigit;
    const bool opens = spelled && digits > 0 && (sign.entry->flags & kEntryGlued) != 0;  // 五斤三两
    if (opens || (!spelled && scan.digit(at) < 0)) break;
    part = part * 10 + (spelled ? sign.entry->number : scan.digit(at));
    at = spelled ? sign.end : scan.after(at);
  }
  const bool length = scan.lexicon.unit_kind(amount.unit) == UnitKind::kMeasure;
  if (part == 0 || digits == 0 || digits > (length ? 2 : 1)) return;
  const char32_t next = scan.point(at);
  if (next == '.' || next == ':' || next == '%' || letter(next)) return;
  if (han(next) && !scan.lexicon.longest(Section::kPhraseAfter, scan.text, at)) return;
  amount.numeral.value = add(amount.numeral.value, whole(part, -digits));
  amount.numeral.quantum = -digits;
  amount.end = at;
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
    const bool comma = scan.point(amount.end) == ',' && blank(scan.point(amount.end + 1));
    if (comma && kind == UnitKind::kMeasure) at = skip_blanks(scan, amount.end + 1, 1);  // 7 feet, 10 inches
    const Match han_word = scan.lexicon.longest(Section::kHanNumeral, scan.text, at);
    if (han_word && static_cast<HanKind>(han_word.entry->kind) == HanKind::kAnd) at = han_word.end;  // 两美元又三美分
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
      const bool apart = comma || (word && static_cast<WordKind>(word.entry->kind) == WordKind::kAnd);
      // "12 m 2 dm" and "5 g, 10 mg" are left as two.
      if (kind == UnitKind::kMeasure && factor % 10 == 0 && (apart || (factor == 10 && !han(scan.point(place)))))
        return;
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

}  // namespace verify
