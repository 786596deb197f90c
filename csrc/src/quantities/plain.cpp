// The plain number among plain words, which most numbers are: read at once where no other form can have a claim.
#include "quantities/forms.hpp"

namespace verify {
namespace {

bool small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool ascii_letter(char c) { return small_letter(static_cast<char>(c | 0x20)); }
bool ascii_digit(char c) { return c >= '0' && c <= '9'; }

// One blank before `at`, and before that a stroke between table cells, or a word in small letters that makes nothing
// else of a number behind it. A letter alone may be the name of what is numbered.
bool plain_before(const Scan& scan, std::size_t at) {
  if (at < scan.floor + 4 || scan.text[at - 1] != ' ') return false;
  const char* const end = scan.text.data() + at - 1;
  if (end[-3] == '/') return false;                                    // g/cm 3
  if (at > 5 && end[-4] == ' ' && ascii_digit(end[-5])) return false;  // Aug 18 and 19
  const bool plain = end[-1] == '|' || (small_letter(end[-1]) && small_letter(end[-2]));
  return plain && !scan.lexicon.cue_before(scan.text, at - 1);
}

// Behind `end` one blank and a stroke; or one blank, a comma or full stop before it or not, and a word that makes
// nothing else of the number before it. "of" and letters alone may.
bool plain_behind(const Scan& scan, std::size_t end, std::size_t& word) {
  word = end;
  if (end + 2 <= scan.size() && scan.text[end] == ' ' && scan.text[end + 1] == '|')
    return !scan.lexicon.cue_behind(scan.text, end) && !scan.lexicon.cue_behind(scan.text, end + 1);
  if (word < scan.size() && (scan.text[word] == ',' || scan.text[word] == '.')) ++word;
  if (word + 4 > scan.size() || scan.text[word] != ' ') return false;
  ++word;
  const char* const start = scan.text.data() + word;
  return ascii_letter(start[0]) && ascii_letter(start[1]) && ascii_letter(start[2]) &&
         !scan.lexicon.cue_behind(scan.text, end) && !scan.lexicon.cue_behind(scan.text, word);
}

// 7, 342, 12,500, 3.75: at most eighteen digits in threes, in one run that is no year, or in one run with a
// decimal part. None but 0 itself starts with 0.
bool plain_digits(const Scan& scan, std::size_t at, Amount& amount) {
  const std::string_view text = scan.text;
  std::size_t end = at;
  std::int64_t value = 0;
  int digits = 0;
  int groups = 1;
  int in_group = 0;
  bool decimal = false;
  for (; end < text.size(); ++end) {
    if (ascii_digit(text[end])) {
      if (digits == 18) return false;
      value = value * 10 + (text[end] - '0');
      ++digits;
      ++in_group;
      continue;
    }
    if ((text[end] != ',' && text[end] != '.') || end + 1 == text.size() || !ascii_digit(text[end + 1])) break;
    if (decimal) return false;
    decimal = text[end] == '.';
    if (decimal ? groups > 1 : groups == 1 ? in_group > 3 : in_group != 3) return false;
    if (!decimal) ++groups;
    in_group = 0;
  }
  const bool zero = text[at] == '0';
  if (zero && (groups > 1 || digits - (decimal ? in_group : 0) > 1)) return false;
  Numeral& numeral = amount.numeral;
  if (decimal) {
    numeral.value = whole(value, -in_group);
    numeral.quantum = -in_group;
    if (in_group == 3 && digits <= 6 && !zero) numeral.flags = kQuantityAmbiguous;  // 1.234: of thousands elsewhere
  } else {
    if (groups == 1 ? digits == 4 : in_group != 3) return false;
    numeral.value = whole(value);
    numeral.plain_digits = groups == 1 ? digits : 0;
    if (groups == 2) numeral.flags = kQuantityAmbiguous;
  }
  numeral.end = end;
  return true;
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

bool read_plain(const Scan& scan, std::size_t at, QuantityRow& row) {
  if (!plain_before(scan, at)) return false;
  Amount amount;
  amount.start = amount.numeral.start = at;
  std::size_t behind = at;
  if (ascii_digit(scan.text[at])) {
    if (!plain_digits(scan, at, amount) || !plain_behind(scan, amount.numeral.end, behind)) return false;
  } else if (!plain_word(scan, at, amount) || !plain_behind(scan, amount.numeral.end, behind) ||
             beside_number_words(scan, at, behind)) {
    return false;
  }
  amount.end = amount.numeral.end;
  fill_row(scan, amount, row);
  return true;
}

bool starts_nothing(const Scan& scan, std::size_t at) {
  return ascii_letter(scan.text[at]) && !scan.lexicon.glues_numbers() &&
         !scan.lexicon.longest(Section::kMonth, scan.text, at) &&
         !scan.lexicon.longest(Section::kNumberWord, scan.text, at);
}

}  // namespace verify
