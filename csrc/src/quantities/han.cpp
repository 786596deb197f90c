// Han numerals: 三百二十, 壹佰, 二〇二四, 三万五, 三点五, 四分之三, 两三百, and digits before 万 and 亿.
#include "quantities/scan.hpp"

namespace verify {
namespace {

struct Sign {
  const Entry* entry = nullptr;
  std::size_t end = 0;
  HanKind kind() const { return static_cast<HanKind>(entry->kind); }
  bool is(HanKind wanted) const { return entry != nullptr && kind() == wanted; }
};

Sign sign_at(const Scan& scan, std::size_t at) {
  const Match match = scan.lexicon.longest(Section::kHanNumeral, scan.text, at);
  return Sign{match.entry, match.end};
}

// The sign at `at`, or behind one or two blanks there, if it is of `kind`; 分 之 is written with blanks in places.
Sign sign_behind(const Scan& scan, std::size_t at, HanKind kind) {
  const Sign sign = sign_at(scan, at);
  if (sign.entry != nullptr || scan.point(at) != ' ') return sign;
  const Sign next = sign_at(scan, skip_blanks(scan, at, 2));
  return next.is(kind) ? next : sign;
}

// Whether the sign at `at` is the first character of a unit's name (千 of 千瓦, 兆 of 兆赫) and not a multiplier.
bool begins_unit(const Scan& scan, std::size_t at, const Sign& sign) {
  const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, at);
  return unit && unit.end > sign.end;
}

struct Han {
  Value total;
  Value section;
  Value current;
  bool has_current = false;
  bool any = false;
  bool zero = false;    // 零 stands before the current digit
  bool single = false;  // the current piece is one digit
  bool open = false;    // 几, 多, 余
  std::int32_t last_small = 4;
  std::int32_t last_large = 100;
  std::int32_t last_unit = 0;  // power of ten of the last multiplier, sections counted in
  std::int32_t quantum = 0;
  std::int32_t large_power = 0;  // of 万, 亿, 万亿 at the end
  int units = 0;
  bool large_last = false;
  bool spaced = false;  // written with blanks between the signs: 两千 四 百 五
};

void close_current(Han& number) {
  if (!number.has_current) return;
  number.section = add(number.section, number.current);
  number.current = Value{};
  number.has_current = false;
}

// `bare` is what the sign is worth without a digit before it: 1, or 2 for 廿.
bool take_small(Han& number, std::int32_t power, std::int64_t bare) {
  if (power >= number.last_small || (bare > 1 && number.has_current)) return false;
  if (!number.has_current) number.current = whole(bare);
  number.quantum = number.current.exponent + power;
  number.current.exponent += power;
  number.has_current = true;
  close_current(number);
  number.last_small = power;
  number.last_unit = power;
  number.zero = false;
  number.large_last = false;
  ++number.units;
  return true;
}

bool take_large(Han& number, std::int32_t power) {
  close_current(number);
  const bool empty = number.section.mantissa == 0;
  if (empty && number.any) {
    if (number.units == 0) return false;
    number.total.exponent += power;  // 万亿
    number.quantum += power;
    number.large_power += power;
  } else if (power < number.last_large) {
    if (empty) number.section = whole(1);
    number.quantum = number.section.exponent + power;
    number.section.exponent += power;
    number.total = add(number.total, number.section);
    number.large_power = power;
  } else {
    number.total = add(number.total, number.section);
    number.total.exponent += power;
    number.quantum = power;
    number.large_power = power;
  }
  number.section = Value{};
  number.last_small = 4;
  number.last_large = power;
  number.last_unit = power;
  number.zero = false;
  number.large_last = true;
  ++number.units;
  return true;
}

// Consecutive Han digits from `at`: their count, value, and end.
int digit_run(const Scan& scan, std::size_t at, Value& value, std::size_t& end, int& first, int& last) {
  int count = 0;
  end = at;
  for (Sign sign = sign_at(scan, at); sign.is(HanKind::kDigit) && count < 40; sign = sign_at(scan, end)) {
    // 两 begins a number and never goes on with one: 二两 is a weight, 一点两 no decimal.
    if (count > 0 && (sign.entry->flags & kEntryGlued) != 0) break;
    last = static_cast<int>(sign.entry->number);
    if (count == 0) first = last;
    append_digit(value, last);
    end = sign.end;
    ++count;
  }
  return count;
}

bool percent_at(const Scan& scan, std::size_t at) {
  const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, at);
  return unit && scan.lexicon.unit_kind(static_cast<std::int32_t>(unit.entry->number)) == UnitKind::kPercent;
}

// 点 and the digits behind it, Han or ASCII. False where none follow: 三点 is an hour.
bool read_point(const Scan& scan, std::size_t at, bool spaced, Value& value, std::size_t& end) {
  Value part = value;
  // 四点 五个百分点: nothing else is counted in tenths behind a blank.
  const bool spaced_percent = !spaced && scan.point(at) == ' ';
  std::size_t place = spaced || spaced_percent ? skip_blanks(scan, at, 2) : at;
  int count = 0;
  for (; count < 36; ++count) {
    const Sign sign = sign_at(scan, place);
    const int ascii = scan.digit(place);
    if (ascii < 0 && (!sign.is(HanKind::kDigit) || (sign.entry->flags & kEntryGlued) != 0)) break;
    append_digit(part, ascii >= 0 ? ascii : static_cast<int>(sign.entry->number));
    place = ascii >= 0 ? scan.after(place) : sign.end;
  }
  if (count == 0) return false;
  if (spaced_percent && !percent_at(scan, place)) return false;
  part.exponent -= count;
  value = part;
  end = place;
  return true;
}

// One piece at `at`: digits in any script, or Han digits. False where there is none.
bool take_piece(const Scan& scan, Han& number, std::size_t& at, Numeral& numeral) {
  if (scan.digit(at) >= 0) {
    Numeral digits;
    Scan inner = scan;
    inner.floor = at;
    if (number.has_current || !read_digits(inner, at, digits) || digits.fraction) return false;
    number.current = digits.value;
    number.single = digits.plain_digits == 1;
    number.quantum = digits.quantum;
    numeral.flags |= digits.flags;
    at = digits.end;
  } else {
    std::size_t end = at;
    int first = 0;
    int last = 0;
    Value value;
    const int count = digit_run(scan, at, value, end, first, last);
    if (count == 0 || number.has_current) return false;
    numeral.flags |= kQuantitySpelled;
    if (count > 1 && first == 0 && number.any) {
      // 零五: the zero only says that a place is empty.
      number.zero = true;
    } else if (count == 1 && last == 0 && number.any) {
      number.zero = true;
      const Sign next = sign_at(scan, end);
      at = end;
      return next.is(HanKind::kDigit) || next.is(HanKind::kSmall) || next.is(HanKind::kSome) || number.units > 0;
    } else if (count == 2 && last == first + 1 && first > 0) {
      const Sign next = sign_at(scan, end);
      const bool unit = !next.entry && scan.lexicon.longest(Section::kUnitAfter, scan.text, end);
      if (next.is(HanKind::kSmall) || next.is(HanKind::kLarge) || unit) {
        numeral.pair = true;  // 两三百, 七八个: the upper end is one digit more
        number.current = whole(first);
        number.has_current = true;
        number.any = true;
        number.quantum = 0;
        at = end;
        return true;
      }
    }
    number.current = value;
    number.single = count == 1;
    number.quantum = 0;
    at = end;
  }
  number.has_current = true;
  number.any = true;
  number.large_last = false;
  return true;
}

// 1.2 万, 7万 5千 4百, 两千 四 百 点 五: a blank before a multiplier or 点, or before a digit that has a multiplier.
// `next` becomes the sign behind the blanks and `place` where it stands. False where the number ends at the blank.
bool step_over_blank(const Scan& scan, Han& number, std::size_t at, std::size_t& place, Sign& next) {
  place = skip_blanks(scan, at, 2);
  next = sign_at(scan, place);
  const bool behind_digits = scan.digit(at - 1) >= 0;
  const bool ascii = scan.digit(place) >= 0;
  if ((ascii || next.is(HanKind::kDigit)) && !number.has_current) {
    std::int64_t skipped = 0;
    std::size_t digits_end = next.end;
    if (ascii) read_run(scan, place, skipped, digits_end);
    const Sign glued = sign_at(scan, digits_end);
    if (glued.is(HanKind::kSmall) || glued.is(HanKind::kLarge)) return true;
    if (ascii || !han(scan.before(at))) return false;
    const Sign apart = sign_at(scan, skip_blanks(scan, digits_end, 2));
    // 二 十 goes on; the last digit only where blanks part the others too (四 百 五), or 又 follows (三百 五 又).
    const bool more = apart.is(HanKind::kSmall) || apart.is(HanKind::kLarge) || apart.is(HanKind::kAnd);
    const bool last = number.spaced && !han(scan.point(digits_end));
    if (more || last) number.spaced = true;
    return more || last;
  }
  if (next.is(HanKind::kPoint) && number.has_current) {
    if (!sign_at(scan, skip_blanks(scan, next.end, 2)).is(HanKind::kDigit)) return false;
    number.spaced = true;  // 六 点 五 成
    return true;
  }
  if (next.is(HanKind::kPoint) || next.is(HanKind::kSome) || next.is(HanKind::kMore)) {
    // 四百 点 五, 十 几亿, 十 余 万
    if (behind_digits || !han(scan.before(at)) || (!number.spaced && number.units == 0)) return false;
    number.spaced = true;
    return true;
  }
  if (!next.is(HanKind::kSmall) && !next.is(HanKind::kLarge)) return false;
  if (next.is(HanKind::kSmall) && !behind_digits && !han(scan.before(at))) return false;
  if (!behind_digits) number.spaced = true;
  return true;
}

// Reads multipliers and pieces until something else stands there.
void read_whole(const Scan& scan, Han& number, std::size_t& at, Numeral& numeral) {
  Han before_piece;
  std::size_t piece_at = at;
  for (int steps = 0; steps < 48; ++steps) {
    const Sign sign = sign_at(scan, at);
    if (scan.digit(at) >= 0 || sign.is(HanKind::kDigit)) {
      before_piece = number;
      piece_at = at;
      if (!take_piece(scan, number, at, numeral)) return;
      continue;
    }
    std::size_t place = at;
    Sign next = sign;
    if (!next.entry && scan.point(at) == ' ' && (number.has_current || number.units > 0)) {
      if (!step_over_blank(scan, number, at, place, next)) return;
      if (next.is(HanKind::kDigit) || scan.digit(place) >= 0) {
        at = place;
        continue;
      }
    }
    if (next.is(HanKind::kSmall) || next.is(HanKind::kLarge)) {
      if (number.any && begins_unit(scan, place, next)) return;
      const std::int32_t power = next.entry->exponent;
      const bool taken = next.is(HanKind::kSmall)
                             ? take_small(number, power, next.entry->number > 1 ? next.entry->number : 1)
                             : take_large(number, power);
      if (!taken) {
        // 一百二百: the 二 belongs to the next number.
        if (number.has_current && before_piece.any) {
          number = before_piece;
          at = piece_at;
        }
        return;
      }
      number.any = true;
      at = next.end;
    } else if (next.is(HanKind::kSome)) {
      const Sign behind = sign_at(scan, next.end);
      const bool scale = behind.is(HanKind::kSmall) || behind.is(HanKind::kLarge);
      const bool tail = number.units > 0 && !number.has_current && next.entry->number == 1;
      if (!scale && !tail) return;
      number.open = true;
      number.any = true;
      at = next.end;
    } else if (next.is(HanKind::kMore)) {
      const bool ascii = number.has_current && scan.digit(at - 1) >= 0 && sign_at(scan, next.end).is(HanKind::kLarge);
      if (!ascii && (number.units == 0 || number.has_current)) return;  // 三百余万, 500余万
      number.open = true;
      at = next.end;
    } else if (next.is(HanKind::kPoint) && number.has_current) {
      Value whole_part = number.current;
      if (whole_part.exponent != 0 || !read_point(scan, next.end, number.spaced, whole_part, at)) return;
      number.current = whole_part;
      number.quantum = whole_part.exponent;
      number.single = false;
    } else if (next.is(HanKind::kPoint) && number.units > 0) {
      Value whole_part = add(number.total, number.section);
      align(whole_part, 0);
      if (whole_part.exponent != 0 || !read_point(scan, next.end, number.spaced, whole_part, at)) return;
      number.total = Value{};
      number.section = whole_part;
      number.quantum = whole_part.exponent;
    } else {
      return;
    }
  }
}

// 三万五, 一百二, 27万3: one digit behind a multiplier counts in the next lower place.
void finish(Han& number) {
  if (number.has_current && number.single && !number.zero && number.units > 0 && number.last_unit >= 2) {
    number.current.exponent += number.last_unit - 1;
    number.quantum = number.last_unit - 1;
  }
  close_current(number);
}

bool read_plain(const Scan& scan, std::size_t at, Numeral& numeral, Han& number) {
  std::size_t place = at;
  read_whole(scan, number, place, numeral);
  if (!number.any || place == at) return false;
  finish(number);
  numeral.end = place;
  numeral.value = add(number.total, number.section);
  return true;
}

bool read_anew(const Scan& scan, std::size_t at, Numeral& numeral) {
  const Sign first = sign_at(scan, at);
  numeral.start = at;
  numeral.han = true;
  if (first.is(HanKind::kHalf)) {
    numeral.value.mantissa = 1;
    numeral.value.denominator = 2;
    numeral.flags |= kQuantitySpelled;
    numeral.end = first.end;
    const Sign hundred = sign_at(scan, first.end);
    if (hundred.is(HanKind::kSmall) && hundred.entry->exponent == 2 && !begins_unit(scan, first.end, hundred)) {
      numeral.value = whole(50);  // 半百
      numeral.end = hundred.end;
      return true;
    }
    numeral.lone_word = true;
    numeral.fraction = true;
    return true;
  }
  if (scan.digit(at) < 0 && !first.is(HanKind::kDigit) && !first.is(HanKind::kSmall) && !first.is(HanKind::kLarge) &&
      !first.is(HanKind::kSome)) {
    return false;
  }
  Han number;
  if (!read_plain(scan, at, numeral, number)) return false;
  if (scan.digit(at) < 0) numeral.flags |= kQuantitySpelled;
  const bool scaled = number.large_last;
  numeral.scaled = scaled;
  numeral.scale_power = scaled ? number.large_power : 0;
  numeral.quantum = scaled || number.quantum < 0 || number.units == 0 ? number.quantum
                                                                      : (number.last_large < 100 ? number.quantum : 0);
  numeral.lone_word = numeral.end == first.end;
  if (number.open) numeral.flags |= kQuantityOpenRange;
  const bool ascii = scan.digit(at) >= 0;
  if (ascii && number.units == 0) {
    const Sign next = sign_behind(scan, numeral.end, HanKind::kPartsOf);
    if (!next.is(HanKind::kPartsOf) && !next.is(HanKind::kAnd)) return false;  // plain digits are not this form's
  }
  if (numeral.pair) {
    // The upper end has the same shape with one more in its first place.
    numeral.upper = numeral.value;
    Value step = whole(1, numeral.value.exponent);
    Value size = numeral.value;
    while (size.mantissa != 0 && size.mantissa % 10 == 0) {
      size.mantissa /= 10;
      ++size.exponent;
    }
    step.exponent = size.exponent;
    numeral.upper = add(numeral.value, step);
  }
  Sign next = sign_behind(scan, numeral.end, number.spaced ? HanKind::kAnd : HanKind::kPartsOf);
  if (!next.entry) next = sign_behind(scan, numeral.end, HanKind::kPartsOf);
  Value mixed;
  if (next.is(HanKind::kAnd)) {  // 三又五分之一
    Numeral below;
    Han under;
    Numeral part;
    if (scan.digit(next.end) >= 0 && read_digits(scan, next.end, part) && part.fraction) {  // 3又1/5
      numeral.value = add(numeral.value, part.value);
      numeral.end = part.end;
      numeral.fraction = true;
      return true;
    }
    const std::size_t part_at = number.spaced ? skip_blanks(scan, next.end, 2) : next.end;
    if (read_plain(scan, part_at, below, under)) {
      const Sign parts = sign_behind(scan, below.end, HanKind::kPartsOf);
      if (parts.is(HanKind::kPartsOf)) {
        mixed = numeral.value;
        numeral.value = below.value;
        numeral.end = below.end;
        next = parts;
      }
    }
  }
  if (!next.is(HanKind::kPartsOf)) return !ascii || number.units > 0;
  Numeral top;
  Han over;
  std::size_t place = skip_blanks(scan, next.end, 2);
  const Sign minus = sign_at(scan, place);
  if (minus.is(HanKind::kMinus)) place = minus.end;
  if (!read_plain(scan, place, top, over)) return true;
  const std::int64_t bottom = small_whole(numeral.value);
  if (bottom <= 0) return true;
  numeral.quantum = top.quantum;
  numeral.end = top.end;
  numeral.flags |= top.flags | kQuantitySpelled;
  numeral.lone_word = false;
  numeral.scaled = false;
  // 百分之 alone is percent; 一百分之 and 千分之 are fractions.
  numeral.percent = bottom == 100 && first.is(HanKind::kSmall) && mixed.mantissa == 0;
  numeral.value = top.value;
  if (minus.is(HanKind::kMinus)) numeral.value.mantissa = -numeral.value.mantissa;
  if (!numeral.percent) {
    numeral.value.denominator = bottom;
    numeral.fraction = true;
    if (mixed.mantissa != 0) numeral.value = add(mixed, numeral.value);
  } else {
    numeral.quantum = over.quantum;
  }
  return true;
}

}  // namespace

bool read_han(const Scan& scan, std::size_t at, Numeral& numeral) {
  if (scan.memory == nullptr) return read_anew(scan, at, numeral);
  return read_once(scan, at, scan.memory->han[at % 4], numeral, [&] { return read_anew(scan, at, numeral); });
}

}  // namespace verify
