// Numbers in English words: cardinals, decimals with "point", ordinals, times; their parts are in word_fractions.cpp.
#include "quantities/words.hpp"

namespace verify {
namespace {

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

// "EUR thousand" says what figures count in; a thousand euros is written otherwise.
bool behind_currency(const Scan& scan, std::size_t at) {
  const std::size_t left = skip_blanks_back(scan, at, 2);
  std::size_t start = 0;
  return left < at && entry_before(scan, Section::kUnitBefore, left, start) != nullptr;
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
      const char32_t mark = scan.point(numeral.end);
      const bool ends = mark == 0 || mark == '\n' || (mark < 0x80 && !letter(mark) && !blank(mark) && !dash(mark));
      if (scan.text.substr(next, 3) == "of " || (ends && first.entry->number > 2)) {  // a third of; by a fifth.
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
  if (first.is(WordKind::kScale) && number.words == 1 && numeral.start == at && behind_currency(scan, at)) return false;
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
      read_scale_word(scan, numeral);
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
      if (!read_scale_word(scan, tail)) tail.value.exponent += number.last_scale;
      numeral.end = tail.end;
      numeral.value = add(numeral.value, tail.value);
      return true;
    }
    numeral.value = add(numeral.value, part);
    read_scale_word(scan, numeral);
    return true;
  }
  if (next.is(WordKind::kDozen)) read_scale_word(scan, numeral);
  return true;
}

}  // namespace

// A scale word (thousand, million, dozen) behind what was read; multiplies and moves `end`.
bool read_scale_word(const Scan& scan, Numeral& numeral) {
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

bool read_words(const Scan& scan, std::size_t at, Numeral& numeral) {
  // Of number words that are written as one, all must be read.
  const auto read = [&] {
    return read_anew(scan, at, numeral) && !(scan.lexicon.glues_numbers() && letter(scan.point(numeral.end)));
  };
  if (scan.memory == nullptr) return read();
  return read_once(scan, at, scan.memory->words, numeral, read);
}

}  // namespace verify
