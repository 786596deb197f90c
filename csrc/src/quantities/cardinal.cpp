// Whole numbers in English words: one hundred and five, nineteen hundred, two million.
#include "quantities/words.hpp"

namespace verify {
namespace {

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

bool take_small(Cardinal& number, const Word& word, int need, int left) {
  if (number.slot < need) return false;
  number.group += word.entry->number;
  number.slot = number.slot == 1000 && need == 10 ? 1 : left;
  number.group_used = true;
  return true;
}

}  // namespace

// doscientos, zweihundert: hundreds in one word.
bool take_hundreds(Cardinal& number, const Word& word) {
  if (number.group_used) return false;
  number.group = word.entry->number;
  number.group_used = true;
  number.group_hundred = true;
  number.slot = 100;
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
  if (exponent >= number.last_scale) {
    // two thousand two million, dos mil cien millones: what the thousands count is counted in millions.
    if (number.last_scale != 3 || exponent < 6 || number.last_added.exponent != 3 || number.multiplied) return false;
    number.total = add(number.total, whole(number.group));
    number.total.exponent += exponent;
    number.last_added = number.total;
    number.last_scale = exponent;
    number.multiplied = true;
    number.group = 0;
    number.slot = 1000;
    number.group_used = false;
    number.group_hundred = false;
    return true;
  }
  number.multiplied = number.multiplied || number.last_scale != 100;
  number.last_added = whole(number.group_used ? number.group : 1, exponent);
  number.total = add(number.total, number.last_added);
  number.group = 0;
  number.slot = 1000;
  number.group_used = false;
  number.group_hundred = false;
  number.last_scale = exponent;
  return true;
}

namespace {

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
      taken = word.entry->number < 100 ? take_small(number, word, 100, 1) : take_hundreds(number, word);
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
  number.ten_last = word.is(WordKind::kTen) ? word.entry->number : 0;
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

}  // namespace

Word word_at(const Scan& scan, std::size_t at) {
  Word word;
  Match match = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (!match && scan.lexicon.glues_numbers()) match = scan.lexicon.number_part(scan.text, at);
  if (!match || scan.digit(match.end) >= 0) return word;
  word.entry = match.entry;
  word.start = at;
  word.end = match.end;
  return word;
}

Word next_word(const Scan& scan, std::size_t at) {
  const std::size_t start = gap(scan, at);
  const bool glued = start == at && scan.lexicon.glues_numbers() && letter(scan.point(at));
  return start == at && !glued ? Word{} : word_at(scan, start);
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

}  // namespace verify
