// A number with everything that belongs to it: sign, currency, scale, percent, unit, what stands below a stroke.
#include "quantities/amount.hpp"

#include "quantities/words.hpp"

namespace verify {
namespace {

// ------------------------------------------------------------------------------------------ before the number

bool open_before_sign(const Scan& scan, char32_t point) {
  if (point == 0 || blank(point) || point == '\n' || point == '(' || point == '[' || point == 0xFF08) return true;
  return !letter(point) && !digit_point(scan, point) && !han(point) && point != ')' && point != ']' && point != '%' &&
         point != '-' && point != 0xFF09;
}

constexpr std::uint8_t kPlusMinus = 5;  // of Section::kJoiner

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
    const Entry* entry = entry_before(scan, Section::kNumberWord, left, word);
    if (entry != nullptr && static_cast<WordKind>(entry->kind) != WordKind::kMinus) entry = nullptr;
    if (entry == nullptr) {
      entry = entry_before(scan, Section::kHanNumeral, left, word);
      if (entry == nullptr || static_cast<HanKind>(entry->kind) != HanKind::kMinus) return false;
    }
    if (word < scan.floor) return false;
    std::size_t joiner_start = 0;
    const Entry* joiner = entry_before(scan, Section::kJoiner, left, joiner_start);
    if (joiner != nullptr && joiner->kind == kPlusMinus && joiner_start < word) return false;  // plus or minus 3
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
    const Entry* entry = entry_before(scan, Section::kUnitBefore, left, start);
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
  const std::size_t left = skip_blanks_back(scan, amount.start, 1);
  std::size_t at = left;
  for (std::size_t steps = 0; steps < 5 && at > scan.floor; ++steps) {
    std::size_t start;
    if (!han(scan.before(at, start)) || start < scan.floor) return;
    at = start;
    const Match per = scan.lexicon.longest(Section::kPer, scan.text, at);
    if (!per || per.end >= amount.start) continue;
    std::size_t end = 0;
    const Entry* unit = unit_at(scan, per.end, end);
    if (unit == nullptr || unit->second >= 0) return;
    if (end != left) {  // 每吨约1.5万元: the amount begins behind its hedge
      const Match hedge = scan.lexicon.longest(Section::kPhraseBefore, scan.text, end);
      if (!hedge || skip_blanks(scan, hedge.end, 1) != amount.start) return;
      at = amount.start;
    }
    amount.per_unit = static_cast<std::int32_t>(unit->number);
    amount.start = at;
    return;
  }
}

// ------------------------------------------------------------------------------------------- behind the number

// 5 dozen, 十打 at `at`. The words of English have read theirs; 一打 is "as soon as" where a word follows.
void read_dozens(const Scan& scan, std::size_t at, Amount& amount) {
  Numeral& numeral = amount.numeral;
  if ((numeral.flags & kQuantitySpelled) != 0 && !numeral.han) return;
  const Match dozen = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (!dozen || static_cast<WordKind>(dozen.entry->kind) != WordKind::kDozen) return;
  if (numeral.han && small_whole(numeral.value) == 1 && han(scan.point(dozen.end))) return;
  multiply(numeral.value, dozen.entry->number);
  numeral.plain_digits = 0;
  numeral.lone_word = false;
  amount.end = dozen.end;
}

// k, M, bn, million, lakh crore behind the number.
// Returns whether a scale word, not a letter, was read last.
bool read_scale_words(const Scan& scan, Amount& amount) {
  bool words = false;
  for (int round = 0; round < 2; ++round) {
    std::size_t at = amount.end;
    Match match = scan.lexicon.longest(Section::kScale, scan.text, at);
    const bool glued = static_cast<bool>(match);
    if (!glued) {
      at = skip_blanks(scan, amount.end, 2);
      if (dash(scan.point(at)) && at == amount.end) at = scan.after(at);  // 3-million
      if (round == 0) read_dozens(scan, at, amount);
      if (at == amount.end || amount.end > at) return words;
      match = scan.lexicon.longest(Section::kScale, scan.text, at);
    }
    if (!match || scan.digit(match.end) >= 0) return words;
    const Entry& entry = *match.entry;
    if (!glued && (entry.flags & kEntryGlued) != 0 && !money(scan, amount)) return words;
    if ((entry.flags & kEntryDigits) != 0 && (amount.numeral.flags & kQuantitySpelled) != 0) return words;
    if ((entry.flags & kEntryMoney) != 0 && !money(scan, amount)) {
      std::size_t end = 0;
      const Entry* unit = unit_at(scan, skip_blanks(scan, match.end, 1), end);
      if (unit == nullptr || kind_of(scan, *unit) != UnitKind::kMoney) return words;
    }
    // 573.15K: with two decimals a capital K is the kelvin.
    if (glued && scan.point(at) == 'K' && match.end == at + 1 && amount.numeral.quantum <= -2 && !money(scan, amount))
      return words;
    amount.scale += entry.exponent;
    amount.end = match.end;
    amount.numeral.plain_digits = 0;
    if (entry.exponent < 5 && round == 0 && match.end - at < 3) return words;
    words = match.end - at >= 3;
  }
  return words;
}

// One part of read_smaller_parts at `at`: its value, below 10^last. False where none stands there. `final` where no
// further part may follow.
bool read_part(const Scan& scan, std::size_t at, bool joined, std::int32_t last, Value& part, std::size_t& end,
               bool& final) {
  std::int64_t count = 0;
  const int digits = read_run(scan, at, count, end);
  if (digits > 3) return false;
  if (digits == 0) {
    Numeral words;
    if (!joined || !letter(scan.point(at)) || !read_words(scan, at, words) || words.ordinal || words.fraction)
      return false;
    const std::int64_t value = small_whole(words.value);
    if (value < 100 || last > kMaxDigits || words.value.mantissa >= power_of_ten(last)) return false;
    part = words.value;
    end = words.end;
    return final = true;
  }
  part = whole(count);
  for (int round = 0; round < 2; ++round) {
    const std::size_t word = skip_blanks(scan, end, 2);
    const Match scale = scan.lexicon.longest(Section::kScale, scan.text, word);
    if (!scale || scale.end < word + 3) break;
    part.exponent += scale.entry->exponent;
    end = scale.end;
  }
  if (part.exponent > 0) return part.exponent < last;
  std::size_t unit_end = 0;
  final = true;
  return joined && last == 2 && count > 0 && digits < 3 && !letter(scan.point(end)) &&
         !(scan.point(end) == '.' && scan.digit(end + 1) >= 0) &&
         unit_at(scan, skip_blanks(scan, end, 1), unit_end) == nullptr;
}

// 4 thousand 3 hundred and 21, 6 crore and two hundred, 3 million and a half: smaller parts behind a scale word.
void read_smaller_parts(const Scan& scan, Amount& amount) {
  Numeral& numeral = amount.numeral;
  std::int32_t last = amount.scale;
  bool final = false;
  for (int round = 0; round < 6 && !final; ++round) {
    std::size_t at = skip_blanks(scan, amount.end, 1);
    if (at == amount.end) return;
    const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
    const bool joined = word && static_cast<WordKind>(word.entry->kind) == WordKind::kAnd;
    Value part;
    std::size_t end = 0;
    if (joined && read_and_part(scan, amount.end, part, end)) {
      part.exponent += last;
      final = true;
    } else if (!read_part(scan, joined ? skip_blanks(scan, word.end, 1) : at, joined, last, part, end, final)) {
      return;
    }
    numeral.value.exponent += amount.scale;
    numeral.value = add(numeral.value, part);
    numeral.quantum = part.exponent;
    numeral.scaled = true;
    amount.scale = 0;
    amount.end = end;
    last = part.exponent;
  }
}

void read_scale(const Scan& scan, Amount& amount) {
  if (read_scale_words(scan, amount) && scan.digit(amount.numeral.start) >= 0) read_smaller_parts(scan, amount);
}

// st, nd, rd, th behind digits.
bool ordinal_suffix(const Scan& scan, std::size_t at, std::size_t& end) {
  if (at + 2 > scan.size()) return false;
  const char first = static_cast<char>(scan.text[at] | 32);
  const char second = static_cast<char>(scan.text[at + 1] | 32);
  const bool suffix = (first == 's' && second == 't') || (first == 'n' && second == 'd') ||
                      (first == 'r' && second == 'd') || (first == 't' && second == 'h');
  end = at + 2;
  return suffix && !letter(scan.point(end)) && scan.digit(end) < 0;
}

// Whether a lone Han numeral stands for itself: no Han character on either side, or a unit behind it.
bool lone_han_counts(const Scan& scan, const Amount& amount) {
  if (amount.unit >= 0) {
    const bool one =
        amount.numeral.value.mantissa == 1 && amount.numeral.value.exponent == 0 && !amount.numeral.fraction;
    // 一个, 一家 are the article of Chinese, unless nothing else is said.
    if (!one || scan.lexicon.unit_kind(amount.unit) != UnitKind::kCounter) return true;
    return !han(scan.before(amount.start)) && !han(scan.point(amount.end));
  }
  if (amount.numeral.fraction) return false;  // 半 without a unit
  std::size_t cue = 0;                        // 前三, 这是五。
  const Entry* entry = entry_before(scan, Section::kLoneCue, amount.start, cue);
  if (entry != nullptr && (entry->kind == 1 || !han(scan.point(amount.end)))) return true;
  const Match behind = scan.lexicon.longest(Section::kLoneCue, scan.text, amount.end);
  Numeral other;
  if (behind && behind.entry->kind == 3 && next_number(scan, behind.end, other)) return true;  // 十乘三十
  return !han(scan.before(amount.start)) && !han(scan.point(amount.end));
}

// 1 in 20, 1 over 20: a share, unless a unit or a year stands behind "in".
void read_one_in(const Scan& scan, Numeral& numeral) {
  if (small_whole(numeral.value) != 1) return;
  const std::size_t at = skip_blanks(scan, numeral.end, 1);
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (at == numeral.end || !word) return;
  const bool over = static_cast<WordKind>(word.entry->kind) == WordKind::kOver;
  if (!over && static_cast<WordKind>(word.entry->kind) != WordKind::kIn) return;
  const std::size_t under_at = skip_blanks(scan, word.end, 1);
  Numeral under;
  if (under_at == word.end || han(scan.point(under_at)) || !next_number(scan, under_at, under) || under.fraction ||
      under.ordinal)
    return;
  const std::int64_t bottom = small_whole(under.value);
  std::size_t end = 0;
  if (bottom < 2 || bottom > 1000000 || (!over && bottom >= 1900 && bottom <= 2099)) return;
  if (unit_at(scan, under.end, end) != nullptr || unit_at(scan, skip_blanks(scan, under.end, 1), end) != nullptr)
    return;
  numeral.value.denominator = bottom;
  numeral.end = under.end;
  numeral.fraction = true;
  numeral.plain_digits = 0;
}

// 2 point 5 million: "point" between digits. Behind 1 it may be what is counted, unless the phrase ends there too.
void read_spoken_point(const Scan& scan, Numeral& numeral) {
  const std::size_t at = skip_blanks(scan, numeral.end, 1);
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (at == numeral.end || !word || static_cast<WordKind>(word.entry->kind) != WordKind::kPoint) return;
  const std::size_t tail = skip_blanks(scan, word.end, 1);
  std::int64_t digits = 0;
  std::size_t end = tail;
  const int places = read_run(scan, tail, digits, end);
  if (tail == word.end || places == 0 || places > 6 || letter(scan.point(end))) return;
  if ((scan.point(end) == '.' || scan.point(end) == ',') && scan.digit(end + 1) >= 0) return;
  if (small_whole(numeral.value) == 1 && letter(scan.point(skip_blanks(scan, end, 1)))) return;
  numeral.value = add(numeral.value, whole(digits, -places));
  numeral.quantum = -places;
  numeral.end = end;
  numeral.plain_digits = 0;
}

// 九 九 折, 7 2 折: two digits said one by one before a sign of tenths that makes 9 of them 90 %.
void read_parted_tenths(const Scan& scan, Numeral& numeral) {
  const std::int64_t first = small_whole(numeral.value);
  const std::size_t at = skip_blanks(scan, numeral.end, 1);
  if (first < 1 || first > 9 || at == numeral.end || (!han(scan.point(at)) && scan.digit(at) < 0)) return;
  Numeral second;
  Scan inner = scan;
  inner.floor = at;
  if (!next_number(inner, at, second) || second.fraction) return;
  const std::int64_t last = small_whole(second.value);
  std::size_t end = 0;
  const Entry* tenths = unit_at(scan, skip_blanks(scan, second.end, 1), end);
  if (last < 1 || last > 9 || tenths == nullptr || (tenths->flags & kEntryBelowTen) == 0) return;
  numeral.value = whole(10 * first + last);
  numeral.end = second.end;
  numeral.plain_digits = 0;
  numeral.lone_word = false;
}

// 5 degrees below zero: the sign is said behind the unit.
void read_sign_behind(const Scan& scan, Amount& amount) {
  const std::size_t at = skip_blanks(scan, amount.end, 1);
  if (amount.signed_number || at == amount.end || !letter(scan.point(at))) return;
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (!word || static_cast<WordKind>(word.entry->kind) != WordKind::kMinusBehind) return;
  amount.negative = amount.signed_number = true;
  amount.end = word.end;
}

// thirty (30) days, 三十（30）日: the number said once more in brackets, and its unit behind them.
void read_restated(const Scan& scan, Amount& amount) {
  const std::size_t open = skip_blanks(scan, amount.end, 1);
  if (scan.point(open) != '(' && scan.point(open) != 0xFF08) return;
  Numeral again;
  if (!next_number(scan, scan.after(open), again) || again.ordinal) return;
  if (scan.point(again.end) != ')' && scan.point(again.end) != 0xFF09) return;
  Value difference = again.value;
  difference.mantissa = -difference.mantissa;
  difference = add(amount.numeral.value, difference);
  if (difference.too_long || difference.mantissa != 0) return;
  const std::size_t behind = scan.after(again.end);
  const std::size_t unit = dash(scan.point(behind)) ? scan.after(behind) : skip_blanks(scan, behind, 1);
  std::size_t end = 0;
  if (unit_at(scan, unit, end) != nullptr) amount.end = behind;
}

// 94.000 $, Rp 31.500: no one writes money in tenths of a cent with two zeros at the end; the dot groups. Those who
// glue the sign to the number ($20.500) have a decimal point.
void group_money(const Scan& scan, Amount& amount) {
  Value& value = amount.numeral.value;
  const bool ambiguous = (amount.numeral.flags & kQuantityAmbiguous) != 0;
  if (amount.prefix_unit && amount.unit_end == amount.numeral.start) return;
  if (!ambiguous || value.exponent != -3 || amount.scale != 0 || value.mantissa % 100 != 0 || !money(scan, amount))
    return;
  value.exponent = 0;
  amount.numeral.quantum = 0;
}

bool read_anew(const Scan& scan, std::size_t at, bool may_sign, Amount& amount) {
  Numeral& numeral = amount.numeral;
  const char32_t first = scan.point(at);
  if (han(first)) {
    if (!read_han(scan, at, numeral)) return false;
  } else if (letter(first)) {
    if (!read_words(scan, at, numeral)) return false;
  } else {
    if (!read_digits(scan, at, numeral)) return false;
    Numeral mixed;
    const bool scale_follows =
        han(scan.point(numeral.end)) || (scan.point(numeral.end) == ' ' && han(scan.point(numeral.end + 1)));
    if (scale_follows && !numeral.fraction && read_han(scan, at, mixed)) numeral = mixed;
  }
  if (numeral.plain_digits == 1) read_one_in(scan, numeral);
  if (numeral.plain_digits > 0) read_spoken_point(scan, numeral);
  if (numeral.plain_digits == 1 || (numeral.han && numeral.lone_word)) read_parted_tenths(scan, numeral);
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
  const std::size_t number_end = amount.end;
  if (!had_prefix && amount.scale == 0) read_restated(scan, amount);
  if (!read_unit(scan, amount)) {
    amount.end = number_end;
  } else if (!had_prefix) {
    if (money(scan, amount) && amount.scale == 0) read_scale(scan, amount);  // 75 USD million
    if (numeral.han) read_half_behind(scan, amount);
    if (amount.elliptic) read_next_place(scan, amount);
    read_compound(scan, amount);
  }
  group_money(scan, amount);
  read_per(scan, amount);
  read_sign_behind(scan, amount);
  if (amount.per_unit < 0 && amount.unit >= 0 && han(scan.before(skip_blanks_back(scan, amount.start, 1))))
    read_per_before(scan, amount);
  if (numeral.han && numeral.lone_word && !lone_han_counts(scan, amount)) return false;
  return true;
}

}  // namespace

bool read_amount(const Scan& scan, std::size_t at, bool may_sign, Amount& amount) {
  if (scan.memory == nullptr) return read_anew(scan, at, may_sign, amount);
  return read_once(scan, at, scan.memory->amounts[may_sign ? 1 : 0], amount,
                   [&] { return read_anew(scan, at, may_sign, amount); });
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
      case UnitKind::kMoney:
        kind = QuantityKind::kMoney;
        break;
      case UnitKind::kDuration:
        kind = QuantityKind::kDuration;
        break;
      case UnitKind::kPercent:
        kind = QuantityKind::kPercent;
        break;
      case UnitKind::kCounter:
        kind = QuantityKind::kCount;
        break;
      case UnitKind::kRatio:
        kind = QuantityKind::kRatio;
        break;
      case UnitKind::kMeasure:
        kind = QuantityKind::kMeasure;
        break;
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
