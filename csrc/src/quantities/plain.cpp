// The plain number among plain words, which most numbers are: read at once where no other form can have a claim. With
// it a dollar sign, a percent sign, a year, and accounting brackets in the cell of a table.
#include "quantities/forms.hpp"

namespace verify {
namespace {

bool small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool ascii_letter(char c) { return small_letter(static_cast<char>(c | 0x20)); }
bool ascii_digit(char c) { return c >= '0' && c <= '9'; }

// A word that ends at `end` and lost the blank before its capital: the words inside it are cues of their own.
bool joined_word(const Scan& scan, std::size_t end) {
  std::size_t word = end;
  while (word > 0 && end - word < 16 && small_letter(scan.text[word - 1])) --word;
  return word >= 2 && word < end && scan.text[word - 1] >= 'A' && scan.text[word - 1] <= 'Z' &&
         small_letter(scan.text[word - 2]);
}

// One blank before `at`, and before that a stroke between table cells, or a word in small letters that makes nothing
// else of a number behind it. A letter alone may be the name of what is numbered.
bool plain_before(const Scan& scan, std::size_t at) {
  if (at < scan.floor + 3 || scan.text[at - 1] != ' ') return false;
  const char* const end = scan.text.data() + at - 1;
  if (at > 5 && end[-4] == ' ' && ascii_digit(end[-5])) return false;  // Aug 18 and 19
  if (end[-1] == '|') return !scan.lexicon.cue_before(scan.text, at - 1);
  if (!small_letter(end[-1]) || !small_letter(end[-2])) return false;
  if (at < scan.floor + 4 || end[-3] == '/') return false;  // g/cm 3
  return !scan.lexicon.cue_before(scan.text, at - 1) && !joined_word(scan, at - 1);
}

// Behind `end` one blank, a comma or full stop before it or not, and a word that makes nothing else of the number
// before it. "of" and letters alone may. `word` is where it starts.
bool plain_word_behind(const Scan& scan, std::size_t end, std::size_t& word) {
  word = end;
  if (word < scan.size() && (scan.text[word] == ',' || scan.text[word] == '.')) ++word;
  if (word + 4 > scan.size() || scan.text[word] != ' ') return false;
  ++word;
  const char* const start = scan.text.data() + word;
  return ascii_letter(start[0]) && ascii_letter(start[1]) && ascii_letter(start[2]) &&
         !scan.lexicon.cue_behind(scan.text, end) && !scan.lexicon.cue_behind(scan.text, word);
}

// Behind `end` the end of the text or line, or one blank and a stroke: a cell of a table ends.
bool cell_ends(const Scan& scan, std::size_t end) {
  if (end == scan.size()) return true;
  std::size_t next = end + 1;
  if (scan.text[end] == ' ') {
    if (next == scan.size() || scan.text[next] != '|') return false;
  } else if (scan.text[end] != '\n') {
    return false;
  }
  return !scan.lexicon.cue_behind(scan.text, end) && (next == scan.size() || !scan.lexicon.cue_behind(scan.text, next));
}

// seven, ninth: one word, not among other words of numbers. "one" is a pronoun beside some words.
bool plain_word(const Scan& scan, std::size_t at, Amount& amount) {
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
  if (!word || scan.lexicon.longest(Section::kMonth, scan.text, at)) return false;
  Numeral& numeral = amount.numeral;
  switch (static_cast<WordKind>(word.entry->kind)) {
    case WordKind::kUnit:
    case WordKind::kTeen:
    case WordKind::kTen:
      numeral.lone_word = true;
      break;
    case WordKind::kOrdinal:
      numeral.ordinal = true;
      break;
    default:
      return false;
  }
  numeral.value = whole(word.entry->number);
  numeral.flags = kQuantitySpelled;
  numeral.end = word.end;
  return true;
}

bool beside_number_words(const Scan& scan, std::size_t at, std::size_t behind) {
  if (scan.lexicon.longest_back(Section::kNumberWord, scan.text, at - 1) ||
      scan.lexicon.longest(Section::kNumberWord, scan.text, behind)) {
    return true;
  }
  const bool one = (scan.text[at] | 0x20) == 'o';
  return one && (scan.lexicon.longest_back(Section::kGuard, scan.text, at - 1) ||
                 scan.lexicon.longest(Section::kGuard, scan.text, behind));
}

}  // namespace

namespace {

bool read_plain_word(const Scan& scan, std::size_t at, QuantityRow& row) {
  Amount amount;
  amount.start = amount.numeral.start = at;
  std::size_t behind = at;
  if (!plain_before(scan, at) || !plain_word(scan, at, amount) ||
      !plain_word_behind(scan, amount.numeral.end, behind) || beside_number_words(scan, at, behind))
    return false;
  amount.end = amount.numeral.end;
  fill_row(scan, amount, row);
  row.form = kAmountForm;
  return true;
}

// 1900 to 2099 alone, and not as the year of a work that is cited.
bool fill_year(const Scan& scan, const Numeral& numeral, QuantityRow& row) {
  const std::int64_t year = small_whole(numeral.value);
  if (year < 1900 || year > 2099) return false;
  std::size_t word = 0;
  const Entry* cue = entry_before(scan, Section::kYearCue, numeral.start - 1, word);
  if (cue != nullptr && cue->kind == 1) return false;
  row.kind = row.range_kind = static_cast<std::uint8_t>(QuantityKind::kDate);
  row.flags = kQuantityHasYear;
  row.year = row.upper_year = static_cast<std::int32_t>(year);
  row.start_byte = row.number_start = static_cast<std::int32_t>(numeral.start);
  row.end_byte = row.number_end = row.unit_start = row.unit_end = static_cast<std::int32_t>(numeral.end);
  row.form = kDateForm;
  return true;
}

// The dollar sign right before the number.
bool take_dollar(const Scan& scan, Amount& amount) {
  const std::size_t at = amount.numeral.start;
  const Match sign = scan.lexicon.longest_back(Section::kUnitBefore, scan.text, at);
  if (!sign || sign.end != at - 1) return false;
  amount.unit = static_cast<std::int32_t>(sign.entry->number);
  amount.scale = sign.entry->exponent;
  amount.start = amount.unit_start = at - 1;
  amount.unit_end = at;
  amount.prefix_unit = true;
  return true;
}

// The percent sign right behind the number.
bool take_percent(const Scan& scan, Amount& amount) {
  const std::size_t at = amount.end;
  const Match sign = scan.lexicon.longest(Section::kUnitAfter, scan.text, at);
  if (!sign || sign.end != at + 1 || sign.entry->number != scan.lexicon.percent_unit()) return false;
  amount.unit = scan.lexicon.percent_unit();
  amount.unit_start = at;
  amount.unit_end = amount.end = at + 1;
  return true;
}

}  // namespace

bool read_plain(const Scan& scan, std::size_t at, QuantityRow& row) {
  if (at == 0) return false;
  if (!ascii_digit(scan.text[at])) return read_plain_word(scan, at, row);
  const bool dollar = scan.text[at - 1] == '$';
  const bool bracket = scan.text[at - 1] == '(';
  const std::size_t start = dollar || bracket ? at - 1 : at;
  if (!plain_before(scan, start)) return false;
  Amount amount;
  Numeral& numeral = amount.numeral;
  if (!read_plain_digits(scan, at, numeral)) return false;
  amount.start = at;
  amount.end = numeral.end;
  const bool percent = !dollar && amount.end < scan.size() && scan.text[amount.end] == '%';
  if ((dollar && !take_dollar(scan, amount)) || (percent && !take_percent(scan, amount))) return false;
  if (bracket) {
    if (scan.text[start - 2] != '|' || amount.end == scan.size() || scan.text[amount.end] != ')') return false;
    if (!cell_ends(scan, amount.end + 1)) return false;
    amount.signed_number = percent || numeral.plain_digits == 0 || numeral.plain_digits > 2;
  } else if (!cell_ends(scan, amount.end)) {
    std::size_t word = 0;
    if (!plain_word_behind(scan, amount.end, word)) return false;
    if (amount.unit >= 0 && scan.lexicon.longest(Section::kPer, scan.text, word)) return false;
  }
  if (numeral.plain_digits == 4) return amount.unit < 0 && !bracket && fill_year(scan, numeral, row);
  fill_row(scan, amount, row);
  row.form = kAmountForm;
  return true;
}

bool starts_nothing(const Scan& scan, std::size_t at) {
  return ascii_letter(scan.text[at]) && !scan.lexicon.glues_numbers() &&
         !scan.lexicon.longest(Section::kMonth, scan.text, at) &&
         !scan.lexicon.longest(Section::kNumberWord, scan.text, at);
}

}  // namespace verify
