// Parts of a whole in English words: half a million, three fifths, one in five, and a quarter.
#include "quantities/words.hpp"

namespace verify {
namespace {

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

}  // namespace

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
  const bool scaled = read_scale_word(scan, numeral);
  if (!scaled) {
    const Word article = next_word(scan, numeral.end);
    if (half && article.is(WordKind::kArticle)) {
      numeral.end = article.end;
      if (!read_scale_word(scan, numeral)) {
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

namespace {

// The whole number behind "in", "out of" or "over", -1 where there is none.
std::int64_t number_under(const Scan& scan, std::size_t at, std::size_t& end) {
  std::int64_t value = 0;
  if (read_run(scan, at, value, end) > 0) return value;
  const Cardinal under = read_cardinal(scan, at);
  end = under.end;
  return under.words > 0 ? small_whole(under.value()) : -1;
}

// two thirds of a million: the scale word counts for the fraction.
void read_scale_of(const Scan& scan, Numeral& numeral) {
  const std::size_t of = skip_blanks(scan, numeral.end, 2);
  if (of == numeral.end || scan.text.substr(of, 3) != "of ") return;
  const Word article = word_at(scan, skip_blanks(scan, of + 3, 1));
  if (!article.is(WordKind::kArticle)) return;
  Numeral scaled = numeral;
  scaled.end = article.end;
  if (read_scale_word(scan, scaled)) numeral = scaled;
}

}  // namespace

// "three fifths", "one third", "two hundredths", "one twenty-fifth", "one in five", "three out of four", "one over
// ten".
bool read_fraction_tail(const Scan& scan, const Cardinal& number, Numeral& numeral) {
  std::int64_t top = small_whole(number.value());
  if (top < 0) return false;
  const Word below = next_word(scan, number.end);
  if (!below) return false;
  std::int64_t bottom = denominator_of(below, top == 1);
  std::size_t end = below.end;
  const bool share = (below.is(WordKind::kIn) && top >= 1 && top < 10) || (below.is(WordKind::kOver) && top == 1);
  if (below.is(WordKind::kFraction) && bottom < 10 && number.ten_last > 0 && top > number.ten_last) {
    top -= number.ten_last;  // one hundred thirty-fifths: the ten stands below the line
    bottom += number.ten_last;
  } else if (below.is(WordKind::kTen)) {
    // "twenty-fifth" is an ordinal; "one twenty-fifth" and "twenty twenty-fifths" are fractions.
    const Word unit = next_word(scan, below.end);
    const bool fits = unit.is(WordKind::kFraction) || (top == 1 && number.words == 1 && unit.is(WordKind::kOrdinal));
    if (!fits || unit.entry->number >= 10) return false;
    bottom = below.entry->number + unit.entry->number;
    end = unit.end;
  } else if (share) {
    const std::size_t behind = skip_blanks(scan, below.end, 2);
    bottom = number_under(scan, behind, end);
    if (bottom <= top || (below.is(WordKind::kIn) && below.entry->number == 0 && top != 1)) return false;
    // "one in ten days" counts days, not a share.
    if (scan.lexicon.longest(Section::kUnitAfter, scan.text, skip_blanks(scan, end, 2))) return false;
    if (below.is(WordKind::kIn) && bottom >= 1900 && bottom <= 2099) return false;
  }
  if (bottom < 2 || bottom > 1000000) return false;
  numeral.value = ratio(top, bottom);
  numeral.end = end;
  numeral.fraction = true;
  read_scale_of(scan, numeral);
  return true;
}

}  // namespace verify
