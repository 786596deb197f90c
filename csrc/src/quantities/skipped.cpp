// Places that look like the start of a quantity and are none.
#include "quantities/forms.hpp"

namespace verify {
namespace {

Reading skip_to(QuantityRow& row, std::size_t end) {
  row.end_byte = static_cast<std::int32_t>(end);
  return Reading::kSkip;
}

// A word of `section` that covers the character at `at`, looking up to three characters back. 0 where none.
std::size_t covering(const Scan& scan, Section section, std::size_t at) {
  std::size_t start = at;
  std::size_t end = 0;
  for (int steps = 0; steps <= 3; ++steps) {
    const Match match = scan.lexicon.longest(section, scan.text, start);
    if (match && match.end > at && match.end > end) end = match.end;
    std::size_t previous;
    if (!han(scan.before(start, previous))) break;
    start = previous;
  }
  return end;
}

Reading skip_han(const Scan& scan, std::size_t at, QuantityRow& row) {
  const std::size_t weekday = covering(scan, Section::kWeekday, at);
  if (weekday > 0) return skip_to(row, weekday);
  const std::size_t word = covering(scan, Section::kHanWord, at);
  if (word == 0) return Reading::kNothing;
  Numeral numeral;
  // 十分之一 is longer than 十分: the longer reading wins.
  if (read_han(scan, at, numeral) && numeral.end > word) return Reading::kNothing;
  return skip_to(row, word);
}

bool guarded(const Scan& scan, std::size_t at, std::uint16_t flag) {
  const Match match = scan.lexicon.longest(Section::kGuard, scan.text, at);
  return match && (match.entry->flags & flag) != 0;
}

// "no one", "the one", "one another", "one of": a pronoun.
bool pronoun(const Scan& scan, std::size_t at) {
  Numeral numeral;
  if (!read_words(scan, at, numeral) || !numeral.lone_word || numeral.fraction || numeral.ordinal) return false;
  if (numeral.value.mantissa != 1 || numeral.value.exponent != 0) return false;
  const std::size_t next = skip_blanks(scan, numeral.end, 2);
  const std::size_t left = skip_blanks_back(scan, at, 2);
  std::size_t phrase = 0;
  if (entry_before(scan, Section::kPhraseBefore, left, phrase) != nullptr) return false;  // "at least one of"
  if (next > numeral.end && guarded(scan, next, kEntryGuardAfter)) return true;
  const char32_t mark = scan.point(numeral.end);
  if ((mark == '\'' || mark == 0x2019) && scan.point(scan.after(numeral.end)) == 's') return true;  // one's
  if (left == at) return false;
  const std::size_t start = word_start(scan, left);
  if (start == left || !guarded(scan, start, kEntryGuardBefore)) return false;
  // "the one kilometer" measures all the same.
  return !scan.lexicon.longest(Section::kUnitAfter, scan.text, next);
}

}  // namespace

Reading read_skipped(const Scan& scan, std::size_t at, QuantityRow& row) {
  const char32_t point = scan.point(at);
  if (han(point)) return skip_han(scan, at, row);
  if ((point | 32u) != 'o' || !pronoun(scan, at)) return Reading::kNothing;
  return skip_to(row, at + 3);
}

}  // namespace verify
