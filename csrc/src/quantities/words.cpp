// Numbers in English words: cardinals, decimals with "point", ordinals, fractions, halves.
#include "quantities/scan.hpp"

namespace verify {
namespace {

struct Word {
  const Entry* entry = nullptr;
  std::size_t start = 0;
  std::size_t end = 0;
  WordKind kind() const { return static_cast<WordKind>(entry->kind); }
  explicit operator bool() const { return entry != nullptr; }
  bool is(WordKind wanted) const { return entry != nullptr && kind() == wanted; }
};

Word word_at(const Scan& scan, std::size_t at) {
  Word word;
  const Match match = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (!match || scan.digit(match.end) >= 0) return word;
  word.entry = match.entry;
  word.start = at;
  word.end = match.end;
  return word;
}

// Over what may stand between two words of one number: blanks, a line end, a hyphen with or without blanks.
std::size_t gap(const Scan& scan, std::size_t at) {
  std::size_t next = skip_blanks(scan, at, 16);
  if (dash(scan.point(next))) {
    next = skip_blanks(scan, scan.after(next), 2);
  } else if (next == at && scan.point(at) == '\n' && letter(scan.point(at + 1))) {
    next = at + 1;
  }
  return next;
}

Word next_word(const Scan& scan, std::size_t at) {
  const std::size_t start = gap(scan, at);
  return start == at ? Word{} : word_at(scan, start);
}

// A cardinal while it grows. `slot` is what the next word may be worth: 1000 at a group's start, 100 behind a
// hundred, 10 behind a ten, 1 where the group is full.
struct Cardinal {
  Value total;
  std::int64_t group = 0;
  int slot = 1000;
  bool group_used = false;
  bool group_hundred = false;
  std::int32_t last_scale = 100;
  Value last_added;
  std::size_t end = 0;
  int words = 0;
  bool scale_last = false;  // ends with thousand or more
  bool hundred_last = false;

  Value value() const { return add(total, whole(group)); }
};

bool take_small(Cardinal& number, const Word& word, int need, int left) {
  if (number.slot < need) return false;
  number.group += word.entry->number;
  number.slot = number.slot == 1000 && need == 10 ? 1 : left;
  number.group_used = true;
  return true;
}

bool take_hundred(Cardinal& number) {
  if (number.group_hundred || (number.group_used && (number.group == 0 || number.group > 99))) return false;
  number.group = number.group_used ? number.group * 100 : 100;
  number.group_used = true;
  number.group_hundred = true;
  number.slot = 100;
  return true;
}

bool take_scale(Cardinal& number, std::int32_t exponent) {
  if (!number.group_used && number.words > 0) {
    // "hundred thousand million": the scale multiplies what the last scale made.
    if (!number.scale_last) return false;
    number.last_added.exponent += exponent;
    number.total.exponent += exponent;
    return true;
  }
  if (exponent >= number.last_scale) return false;
  number.last_added = whole(number.group_used ? number.group : 1, exponent);
  number.total = add(number.total, number.last_added);
  number.group = 0;
  number.slot = 1000;
  number.group_used = false;
  number.group_hundred = false;
  number.last_scale = exponent;
  return true;
}

// One word into the number; false where it does not fit there.
bool take(Cardinal& number, const Word& word) {
  bool taken = false;
  bool scale = false;
  bool hundred = false;
  switch (word.kind()) {
    case WordKind::kUnit:
      taken = take_small(number, word, 10, 1);
      break;
    case WordKind::kTeen:
      taken = take_small(number, word, 100, 1);
      break;
    case WordKind::kTen:
      taken = take_small(number, word, 100, 10);
      break;
    case WordKind::kHundred:
      taken = hundred = take_hundred(number);
      break;
    case WordKind::kScale:
      taken = scale = take_scale(number, word.entry->exponent);
      break;
    default:
      return false;
  }
  if (!taken) return false;
  if (word.is(WordKind::kUnit) && word.entry->number == 0 && number.words > 0) return false;
  number.end = word.end;
  number.scale_last = scale;
  number.hundred_last = hundred;
  ++number.words;
  return true;
}

// Whether the words from `at` fit behind "and" or a comma: one group, smaller than what stands before it.
bool fits_behind(const Scan& scan, const Cardinal& number, std::size_t at) {
  Cardinal rest;
  std::size_t place = at;
  std::int32_t scale = 0;
  for (Word word = word_at(scan, place); word && rest.words < 8; word = next_word(scan, place)) {
    if (word.is(WordKind::kScale) && rest.group_used) {
      scale = word.entry->exponent;
      break;
    }
    if (word.is(WordKind::kOrdinal)) return rest.words > 0 || word.entry->number < 100;
    if (!take(rest, word)) break;
    place = word.end;
  }
  if (rest.words == 0 || !rest.group_used) return false;
  if (number.hundred_last) return rest.group < 100;
  std::int64_t value = rest.group;
  for (std::int32_t power = 0; power < scale && value < 1000000000000; ++power) value *= 10;
  std::int64_t limit = 1;
  for (std::int32_t power = 0; power < number.last_scale && limit < 1000000000000; ++power) limit *= 10;
  return value < limit;
}

// "point" and the digits behind it: o five, seventy-one, one four. Returns false where none follow.
bool read_point(const Scan& scan, std::size_t at, Value& value, std::size_t& end) {
  int places = 0;
  for (Word word = next_word(scan, at); word && places < 30; word = next_word(scan, at)) {
    const bool digit = word.is(WordKind::kUnit) || word.is(WordKind::kOh);
    const bool pair = places == 0 && (word.is(WordKind::kTen) || word.is(WordKind::kTeen));
    if (!digit && !pair) break;
    at = word.end;
    if (digit) {
      append_digit(value, static_cast<int>(word.entry->number));
      ++places;
    } else {
      std::int64_t number = word.entry->number;
      const Word unit = next_word(scan, at);
      if (word.is(WordKind::kTen) && unit.is(WordKind::kUnit) && unit.entry->number > 0) {
        number += unit.entry->number;
        at = unit.end;
      }
      append_digit(value, static_cast<int>(number / 10));
      append_digit(value, static_cast<int>(number % 10));
      places = 2;
      break;
    }
  }
  if (places == 0) return false;
  value.exponent -= places;
  end = at;
  return true;
}

Value ratio(std::int64_t numerator, std::int64_t denominator) {
  Value value = whole(numerator);
  value.denominator = denominator;
  return value;
}

// What stands below a fraction line in words: thirds, quarter, half, hundredths. 0 where it is none.
std::int64_t denominator_of(const Word& word, bool one) {
  if (!word) return 0;
  switch (word.kind()) {
    case WordKind::kHalf:
      return 2;
    case WordKind::kQuarter:
      return 4;
    case WordKind::kFraction:
      return word.entry->number;
    case WordKind::kOrdinal:
      return one && word.entry->number > 2 ? word.entry->number : 0;
    case WordKind::kOrdinalScale:
      return one && word.entry->exponent <= 9 ? static_cast<std::int64_t>(power_of_ten(word.entry->exponent)) : 0;
    default:
      return 0;
  }
}

// "and a half", "and one-half", "and three quarters", "and a fifth" behind a whole number.
bool read_and_part(const Scan& scan, std::size_t at, Value& part, std::size_t& end) {
  Word word = next_word(scan, at);
  if (!word.is(WordKind::kAnd)) return false;
  const std::size_t behind = skip_blanks(scan, word.end, 2);
  if (behind == word.end) return false;
  word = word_at(scan, behind);
  if (word.is(WordKind::kHalf)) {
    part = ratio(1, 2);
    end = word.end;
    return true;
  }
  std::int64_t top = 0;
  if (word.is(WordKind::kArticle)) {
    top = 1;
  } else if (word.is(WordKind::kUnit)) {
    top = word.entry->number;
  }
  if (top == 0) return false;
  const Word below = next_word(scan, word.end);
  const std::int64_t bottom = denominator_of(below, top == 1);
  if (bottom <= top) return false;
  part = ratio(top, bottom);
  end = below.end;
  return true;
}

Cardinal read_cardinal(const Scan& scan, std::size_t at) {
  Cardinal number;
  number.end = at;
  Word word = word_at(scan, at);
  Cardinal before;
  while (word && number.words < 64) {
    const Cardinal here = number;
    if (!take(number, word)) {
      // "one hundred two hundred": the two belongs to the next number.
      const bool multiplier = word.is(WordKind::kHundred) || word.is(WordKind::kScale);
      number =
          multiplier && here.words > 1 && !here.scale_last && !here.hundred_last && before.words > 0 ? before : here;
      break;
    }
    before = here;
    word = next_word(scan, number.end);
    const bool open = number.scale_last || number.hundred_last;
    if (open && word.is(WordKind::kAnd)) {
      const std::size_t behind = skip_blanks(scan, word.end, 16);
      Value part;
      std::size_t part_end = 0;
      if (behind == word.end || read_and_part(scan, number.end, part, part_end) || !fits_behind(scan, number, behind))
        break;
      word = word_at(scan, behind);
    } else if (number.scale_last && !word && scan.point(number.end) == ',') {
      const std::size_t behind = skip_blanks(scan, number.end + 1, 2);
      if (behind == number.end + 1 || !fits_behind(scan, number, behind)) break;
      word = word_at(scan, behind);
    }
  }
  return number;
}

// A scale word (thousand, million, dozen) behind what was read; multiplies and moves `end`.
bool read_scale(const Scan& scan, Numeral& numeral) {
  const Word word = next_word(scan, numeral.end);
  if (word.is(WordKind::kScale) || word.is(WordKind::kHundred)) {
    const std::int32_t exponent = word.is(WordKind::kScale) ? word.entry->exponent : 2;
    numeral.value.exponent += exponent;
    numeral.quantum += exponent;
    numeral.scaled = true;
  } else if (word.is(WordKind::kDozen)) {
    multiply(numeral.value, word.entry->number);
  } else {
    return false;
  }
  numeral.end = word.end;
  return true;
}

// half, half a million, half an hour, quarter million; "one half" and "three quarters" start at their first word.
bool read_half(const Scan& scan, const Word& first, Numeral& numeral) {
  const bool half = first.is(WordKind::kHalf);
  numeral.value = half ? ratio(1, 2) : ratio(1, 4);
  numeral.fraction = true;
  numeral.end = first.end;
  std::size_t article_start = 0;
  const std::size_t left = skip_blanks_back(scan, first.start, 2);
  const std::size_t word = word_start(scan, left);
  Word before = word < left ? word_at(scan, word) : Word{};
  if (before.is(WordKind::kOrdinal)) return false;  // the first half, a third quarter
  if (word < scan.floor) before = Word{};
  if (before.is(WordKind::kArticle) && before.end == left) article_start = before.start;
  const bool scaled = read_scale(scan, numeral);
  if (!scaled) {
    const Word article = next_word(scan, numeral.end);
    if (half && article.is(WordKind::kArticle)) {
      numeral.end = article.end;
      if (!read_scale(scan, numeral)) {
        // "half an hour" keeps the article inside so that the unit follows; else the number ends with the half.
        const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, skip_blanks(scan, article.end, 2));
        if (!unit) numeral.end = first.end;
      }
    } else if (!half && !before.is(WordKind::kArticle)) {
      return false;
    }
  }
  if (before.is(WordKind::kArticle) && before.end == left) numeral.start = article_start;
  if (!half && !scaled) {  // "a quarter" is a share only where it says of what
    const std::size_t next = skip_blanks(scan, numeral.end, 2);
    if (scan.text.substr(next, 3) != "of ") return false;
  }
  return true;
}

void finish_ordinal(Cardinal& number, const Word& word, Numeral& numeral) {
  numeral.ordinal = true;
  numeral.end = word.end;
  if (word.is(WordKind::kOrdinalScale)) {
    const std::int32_t exponent = word.entry->exponent;
    if (exponent == 2) {
      take_hundred(number);
    } else {
      take_scale(number, exponent);
    }
    numeral.value = number.value();
  } else {
    numeral.value = add(number.value(), whole(word.entry->number));
  }
}

// Whether an ordinal word fits behind a cardinal: twenty-first, two hundred and fifth, two hundredth.
bool ordinal_fits(const Cardinal& number, const Word& word) {
  if (word.is(WordKind::kOrdinalScale)) {
    return word.entry->exponent == 2 ? !number.group_hundred && number.group < 100
                                     : word.entry->exponent < number.last_scale;
  }
  if (!word.is(WordKind::kOrdinal)) return false;
  const std::int64_t value = word.entry->number;
  const int need = value < 10 ? 10 : 100;
  return number.words > 0 && number.slot >= need && (number.slot < 1000 || number.scale_last);
}

// once a day, twice, thrice.
bool read_times_word(const Scan& scan, const Word& word, Numeral& numeral) {
  numeral.value = whole(word.entry->number);
  numeral.end = word.end;
  if (word.entry->number > 1) return true;
  const std::size_t next = skip_blanks(scan, word.end, 2);
  const Match per = scan.lexicon.longest(Section::kPer, scan.text, next);
  return per && scan.lexicon.longest(Section::kUnitAfter, scan.text, skip_blanks(scan, per.end, 2));
}

// a, an before hundred, thousand, dozen: part of the number.
void take_article(const Scan& scan, const Word& first, Numeral& numeral) {
  const std::size_t left = skip_blanks_back(scan, first.start, 2);
  const std::size_t start = word_start(scan, left);
  if (start == left || start < scan.floor) return;
  const Word article = word_at(scan, start);
  if (article.is(WordKind::kArticle) && article.end == left) numeral.start = start;
}

// "three fifths", "one third", "two hundredths", "one in five", "three out of four".
bool read_fraction_tail(const Scan& scan, const Cardinal& number, Numeral& numeral) {
  const std::int64_t top = small_whole(number.value());
  if (top < 0) return false;
  const Word below = next_word(scan, number.end);
  std::int64_t bottom = denominator_of(below, top == 1);
  std::size_t end = below.end;
  // "twenty-fifth" is an ordinal; "twenty fifths" a fraction; "one quarter" too.
  if (bottom == 0 && below.is(WordKind::kIn) && top >= 1 && top < 10) {
    const std::size_t behind = skip_blanks(scan, below.end, 2);
    const Cardinal under = read_cardinal(scan, behind);
    bottom = under.words > 0 ? small_whole(under.value()) : -1;
    end = under.end;
    if (bottom <= top || (below.entry->number == 0 && top != 1)) return false;
    // "one in ten days" counts days, not a share.
    if (scan.lexicon.longest(Section::kUnitAfter, scan.text, skip_blanks(scan, end, 2))) return false;
  }
  if (bottom < 2 || bottom > 1000000) return false;
  numeral.value = ratio(top, bottom);
  numeral.end = end;
  numeral.fraction = true;
  return true;
}

bool read_leading_point(const Scan& scan, std::size_t at, Numeral& numeral) {
  // The walk stops at the first digit word: look back for "point".
  const std::size_t left = skip_blanks_back(scan, at, 2);
  const std::size_t start = word_start(scan, left);
  if (start == left || start < scan.floor) return false;
  const Word point = word_at(scan, start);
  if (!point.is(WordKind::kPoint) || point.end != left) return false;
  const std::size_t previous = word_start(scan, skip_blanks_back(scan, start, 2));
  // "three point five" was read from its first word; "at this point five people" is no decimal.
  if (previous < skip_blanks_back(scan, start, 2)) return false;
  Value value;
  if (!read_point(scan, point.end, value, numeral.end)) return false;
  numeral.value = value;
  numeral.quantum = value.exponent;
  numeral.start = start;
  return true;
}

bool read_anew(const Scan& scan, std::size_t at, Numeral& numeral) {
  const Word first = word_at(scan, at);
  if (!first) return false;
  numeral.start = at;
  numeral.flags = kQuantitySpelled;
  if (first.is(WordKind::kHalf) || first.is(WordKind::kQuarter)) return read_half(scan, first, numeral);
  if (first.is(WordKind::kTimes)) return read_times_word(scan, first, numeral);
  if (first.is(WordKind::kDozen)) {
    numeral.value = whole(first.entry->number);
    numeral.end = first.end;
    take_article(scan, first, numeral);
    return numeral.start < at;  // "a dozen"; dozens and "dozen" alone count nothing
  }
  if (first.is(WordKind::kUnit) && read_leading_point(scan, at, numeral)) return true;
  if (first.is(WordKind::kOrdinal) || first.is(WordKind::kOrdinalScale)) {
    numeral.ordinal = true;
    numeral.end = first.end;
    numeral.value = first.is(WordKind::kOrdinal) ? whole(first.entry->number) : whole(1, first.entry->exponent);
    take_article(scan, first, numeral);
    if (numeral.start < at && first.is(WordKind::kOrdinal) && first.entry->number > 2) {
      const std::size_t next = skip_blanks(scan, numeral.end, 2);
      if (scan.text.substr(next, 3) == "of ") {  // a third of
        numeral.value = ratio(1, first.entry->number);
        numeral.ordinal = false;
        numeral.fraction = true;
        return true;
      }
    }
    numeral.start = at;
    return true;
  }
  Cardinal number = read_cardinal(scan, at);
  if (number.words == 0) return false;
  numeral.end = number.end;
  numeral.value = number.value();
  numeral.lone_word = number.words == 1;
  numeral.scaled = number.scale_last;
  numeral.scale_power = number.scale_last ? number.last_scale : 0;
  numeral.quantum = number.scale_last ? number.last_scale : 0;
  if (first.is(WordKind::kHundred) || first.is(WordKind::kScale)) take_article(scan, first, numeral);
  Word next = next_word(scan, number.end);
  if (next.is(WordKind::kAnd) && (number.scale_last || number.hundred_last)) {
    const Word behind = word_at(scan, skip_blanks(scan, next.end, 2));
    if (ordinal_fits(number, behind)) next = behind;
  }
  if (ordinal_fits(number, next) && !(number.words == 1 && number.group == 1)) {
    finish_ordinal(number, next, numeral);
    return true;
  }
  if (read_fraction_tail(scan, number, numeral)) return true;
  if (next.is(WordKind::kPoint) && !(number.scale_last && next.end == 0)) {
    Value value = number.value();
    align(value, 0);
    if (read_point(scan, next.end, value, numeral.end)) {
      numeral.value = value;
      numeral.quantum = value.exponent;
      numeral.lone_word = false;
      read_scale(scan, numeral);
      return true;
    }
  }
  Value part;
  if (read_and_part(scan, numeral.end, part, numeral.end)) {
    numeral.fraction = true;
    numeral.lone_word = false;
    if (number.scale_last) {
      // "one million and a half" is 1.5 million; "one billion and a half million" adds half a million.
      Numeral tail;
      tail.value = part;
      tail.end = numeral.end;
      if (!read_scale(scan, tail)) tail.value.exponent += number.last_scale;
      numeral.end = tail.end;
      numeral.value = add(numeral.value, tail.value);
      return true;
    }
    numeral.value = add(numeral.value, part);
    read_scale(scan, numeral);
    return true;
  }
  if (next.is(WordKind::kDozen)) read_scale(scan, numeral);
  return true;
}

}  // namespace

bool read_words(const Scan& scan, std::size_t at, Numeral& numeral) {
  if (scan.memory == nullptr) return read_anew(scan, at, numeral);
  return read_once(scan, at, scan.memory->words, numeral, [&] { return read_anew(scan, at, numeral); });
}

}  // namespace verify
