// Numbers that are places in a list, a series or a formula: labels, sections, figures, indices.
#include "quantities/identifier.hpp"

namespace verify {
namespace {

constexpr std::size_t kBracketWindow = 96;  // how far back an opening bracket is looked for

// "in part 5 million" and "page 3%" are amounts. `end` is behind the digits.
bool counts(const Scan& scan, std::size_t at, std::size_t end) {
  Amount amount;
  if (scan.digit(at) < 0 || letter(scan.before(end)) || !read_amount(scan, at, false, amount)) return false;
  const bool named = amount.unit >= 0 && (amount.unit_end > amount.unit_start + 2 || amount.end == end + 1);
  return amount.scale > 0 || named || amount.numeral.scaled;
}

// Figures 3, 4 and 5, items 7 to 9: the numbers behind a label in the plural all belong to it; behind one in the
// singular those that count on: step 4 and 5, No. 7 to 12. The first stands in [`start`, `end`).
std::size_t listed_end(const Scan& scan, std::size_t start, std::size_t end, bool plural) {
  std::int64_t last = 0;
  std::size_t first_end = start;
  if (!plural && (read_run(scan, start, last, first_end) == 0 || first_end != end)) return end;
  for (int steps = 0; steps < 8; ++steps) {
    std::size_t at = skip_blanks(scan, end, 1);
    if (scan.point(at) == ',') at = skip_blanks(scan, at + 1, 1);
    const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, at);
    const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, at);
    const bool range = joiner && joiner.entry->kind == 1;
    if (word && static_cast<WordKind>(word.entry->kind) == WordKind::kAnd) {
      at = skip_blanks(scan, word.end, 1);
    } else if (joiner && joiner.entry->kind < 2) {
      at = skip_blanks(scan, joiner.end, 1);
    } else if (scan.before(skip_blanks_back(scan, at, 1)) != ',') {
      break;
    }
    std::int64_t value = 0;
    std::size_t run = at;
    const int digits = read_run(scan, at, value, run);
    const char32_t next = scan.point(run);
    if (digits == 0 || digits > 3 || letter(next) || next == '%' || (next == '.' && scan.digit(run + 1) >= 0)) break;
    if ((!plural && (range ? value <= last : value != last + 1)) || counts(scan, at, run)) break;
    last = value;
    end = run;
  }
  return end;
}

}  // namespace

// 1. 2) (3) ① 一、（二） at a line's start, with text behind it.
bool read_list_label(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  start = at;
  bool bracket = false;
  std::size_t place;
  const char32_t open = scan.before(at, place);
  if (open == '(' || open == 0xFF08) {
    bracket = true;
    start = place;
  }
  std::size_t left = start;
  for (int steps = 0; steps < 12; ++steps) {
    const char32_t point = scan.before(left, place);
    if (point == 0 || point == '\n') break;
    if (!blank(point) && point != '#' && point != '*' && point != '>' && !(point == '-' && left < start)) return false;
    left = place;
  }
  std::int64_t value;
  std::size_t run;
  Numeral numeral;
  const bool spelled = han(scan.point(at)) && read_han(scan, at, numeral);
  if (spelled) {
    run = numeral.end;
  } else if (const int digits = read_run(scan, at, value, run); digits == 0 || digits > 3) {
    return false;
  }
  const char32_t close = scan.point(run);
  if (bracket ? close != ')' && close != 0xFF09
              : close != '.' && close != ')' && close != 0x3001 && close != 0xFF0E && close != 0xFF09) {
    return false;
  }
  end = scan.after(run);
  const char32_t next = scan.point(end);
  const std::size_t text = skip_blanks(scan, end, 3);
  // 一、二、三月: a list of numerals, as 1、2 is
  Numeral listed;
  if (spelled && (close == '.' || read_han(scan, text, listed))) return false;
  const char32_t first = scan.point(text);
  if (close == '.' && !blank(next) && !han(next)) return false;
  if (scan.digit(end) >= 0 || (close == 0x3001 && scan.digit(text) >= 0)) return false;
  return first != 0 && first != '\n';
}

// [5], [2, 8], [3–7]: numbers of at most three digits alone in square brackets point somewhere.
bool read_bracketed(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  const auto inside = [&](char32_t point) {
    return point == ',' || point == ';' || dash(point) || point == ' ' || digit_point(scan, point);
  };
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  if (digits > 3) return false;
  std::size_t left = at;
  std::size_t place;
  for (int steps = 0; steps < 24 && inside(scan.before(left, place)); ++steps) left = place;
  if (scan.before(left, place) != '[') return false;
  std::size_t right = end;
  for (int steps = 0; steps < 24 && right < scan.size() && inside(scan.point(right)); ++steps)
    right = scan.after(right);
  if (scan.point(right) != ']') return false;
  start = at;
  return true;
}

// "one; (2) two, 3) three": a number in brackets, or before one that was never opened, inside a line.
bool read_inner_label(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  if (digits == 0 || digits > 2 || scan.point(end) != ')' || !blank(scan.point(end + 1)) || at < 2) return false;
  const Match word = scan.lexicon.longest(Section::kNumberWord, scan.text, skip_blanks(scan, end + 1, 2));
  if (word && static_cast<WordKind>(word.entry->kind) == WordKind::kScale) return false;  // 65, (71) million
  const bool opened = scan.text[at - 1] == '(';
  const std::size_t outer = opened ? at - 1 : at;
  const std::size_t left = skip_blanks_back(scan, outer, 1);
  if (left == outer || left <= scan.floor) return false;
  const char mark = scan.text[left - 1];
  if (mark != ';' && mark != ',' && mark != ':' &&
      (scan.text.substr(0, left).size() < 4 || scan.text.substr(left - 4, 4) != " and"))
    return false;
  for (std::size_t place = left; !opened && place > 0 && left - place < kBracketWindow && scan.text[place - 1] != '\n';
       --place) {
    if (scan.text[place - 1] == ')') break;
    if (scan.text[place - 1] == '(') return false;
  }
  start = outer;
  ++end;
  return true;
}

// "Service costs(1)(2)": a note's number glued to the word that it is for. Behind a number it says that once more.
bool read_footnote(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  if (digits == 0 || digits > 2 || value == 0 || at < 2 || scan.text[at - 1] != '(' || scan.point(end) != ')')
    return false;
  std::size_t left = at - 1;
  for (int notes = 0; notes < 4 && left >= 4 && scan.text[left - 1] == ')'; ++notes) {
    std::size_t open = left - 1;
    while (open > 0 && left - open <= 3 && scan.digit(open - 1) >= 0) --open;
    if (open == left - 1 || open == 0 || scan.text[open - 1] != '(') return false;
    left = open - 1;
  }
  if (left == 0 || left == scan.floor || !letter(static_cast<unsigned char>(scan.text[left - 1]))) return false;
  start = at;
  return true;
}

// m s −1 whose number stands elsewhere, r −1.8, (a/b) −0.5: a power that a PDF brought down to the line.
bool read_lowered_power(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  if (scan.before(at, start) != 0x2212 || start <= scan.floor) return false;
  const std::size_t left = skip_blanks_back(scan, start, 1);
  if (left == start) return false;
  const std::size_t word = word_start(scan, left);
  Amount amount;
  Scan inner = scan;
  inner.floor = start;
  if (!read_amount(inner, at, false, amount) || amount.unit >= 0 || amount.scale != 0 || amount.numeral.start != at)
    return false;
  end = amount.numeral.end;
  if (left == word) return left > 0 && scan.text[left - 1] == ')';
  if (word < scan.floor || scan.text[word] < 'a' || scan.text[word] > 'z' || scan.text[word] == 'a') return false;
  if (left == word + 1) return true;
  const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, word);
  return unit && unit.end == left && left <= word + 3 && amount.numeral.plain_digits == 1;
}

// ψ 1, x 2, G 2: an index that a PDF brought down to the line; HD 188753: a catalogue number.
bool read_index(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  const std::size_t left = skip_blanks_back(scan, at, 1);
  if (digits == 0 || left == at || letter(scan.point(end)) || scan.point(end) == '%') return false;
  if ((scan.point(end) == '.' || scan.point(end) == ',') && scan.digit(end + 1) >= 0) return false;
  const std::size_t word = word_start(scan, left);
  const bool below_stroke = word > 0 && scan.text[word - 1] == '/';
  if (word == left || (word < scan.floor && !(below_stroke && scan.floor == left))) return false;
  std::size_t second = word;
  next_code_point(scan.text, second);
  const char32_t name = scan.point(word);
  bool named = false;
  if (below_stroke) {  // mm/s 2, g/cm 3: a power that a PDF brought down to the line
    const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, word);
    named = digits == 1 && (value == 2 || value == 3) && unit && unit.end == left;
  } else if (second == left) {
    const bool greek = name >= 0x391 && name <= 0x3C9;
    // a, e, i, o, u and y are words where another follows; 2 x 3 is a product, and the s of 's no name.
    const char32_t outer = scan.before(word);
    const char32_t behind = scan.point(skip_blanks(scan, end, 1));
    const bool vowel =
        name < 0x80 && std::string_view("aAeiouy").find(static_cast<char>(name)) != std::string_view::npos;
    const bool open = blank(outer) || outer == 0 || outer == '\n' || outer == '(' || outer == '[' || outer == '=';
    const bool product = name == 'x' && digit_point(scan, scan.before(skip_blanks_back(scan, word, 1)));
    const bool variable = (name >= 'a' && name <= 'z') || name == 'A';
    const bool small = variable && open && !product && digits == 1 && !dash(behind) && behind != '/' &&
                       (!vowel || (behind != 0 && behind != '.' && !letter(behind)));
    named = digits <= 2 && (greek || small || (name >= 'B' && name <= 'Z' && name != 'I'));
  } else if (digits >= 5 && left - word <= 5) {
    named = true;
    for (std::size_t place = word; place < left; ++place)
      named = named && scan.text[place] >= 'A' && scan.text[place] <= 'Z';
  }
  std::size_t currency = 0;
  if (!named || entry_before(scan, Section::kUnitBefore, left, currency) != nullptr) return false;
  Amount amount;
  const bool catalogue = second != left;  // HD 188753 A is a star, and no current
  if (!read_amount(scan, at, false, amount)) return false;
  if (amount.end != end && !(catalogue && amount.numeral.end == end && amount.end == end + 2)) return false;
  start = at;
  return true;
}

// "inTable 11": the blank before the word was lost. The entry of the label word that ends at `end`, or null.
const Entry* joined_label(const Scan& scan, std::size_t end) {
  std::size_t at = end;
  while (at > scan.floor + 1 && end - at < 16 && scan.text[at - 1] >= 'a' && scan.text[at - 1] <= 'z') --at;
  if (at == end || at < scan.floor + 2 || scan.text[at - 1] < 'A' || scan.text[at - 1] > 'Z') return nullptr;
  if (scan.text[at - 2] < 'a' || scan.text[at - 2] > 'z') return nullptr;
  const Match word = scan.lexicon.longest(Section::kLabelWord, scan.text, at - 1);
  return word && word.end == end ? word.entry : nullptr;
}

// "given by (13)", "in (3.1)": a small number alone in brackets behind a word that asks for what it names.
bool read_pointed(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  if (digits == 0 || digits > 2 || at < 3 || scan.text[at - 1] != '(' || scan.text[at - 2] != ' ') return false;
  if (scan.point(end) == '.' && read_run(scan, end + 1, value, end) > 2) return false;
  if (scan.point(end) != ')') return false;
  std::size_t word = 0;
  if (entry_before(scan, Section::kYearCue, at - 2, word) == nullptr) return false;
  const std::size_t behind = skip_blanks(scan, end + 1, 1);  // within (10) days, a loss of (12) million
  if (scan.lexicon.longest(Section::kUnitAfter, scan.text, behind) ||
      scan.lexicon.longest(Section::kScale, scan.text, behind))
    return false;
  start = at;
  return true;
}

// Figure 3, Section 2.1, § 5, 第N条, No. 12, and the letters behind such numbers.
bool read_labelled(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::size_t left = skip_blanks_back(scan, at, 2);
  std::size_t mark;
  if (scan.before(left, mark) == '(') left = skip_blanks_back(scan, mark, 1);  // Eq. (5)
  const char32_t sign = scan.before(left, mark);
  if (sign == '.' || sign == '#' || sign == 0x2116 || sign == ':') left = sign == '.' || sign == ':' ? mark : left;
  left = skip_blanks_back(scan, left, 1);
  std::size_t word = 0;
  const Entry* entry = entry_before(scan, Section::kLabelWord, left, word);
  if (entry == nullptr) entry = joined_label(scan, left);
  if (entry == nullptr) {
    // 第3条, 第四章: the word stands behind.
    if (sign != U'第') return false;
    Numeral numeral;
    const bool read = scan.digit(at) >= 0 ? read_digits(scan, at, numeral) : read_han(scan, at, numeral);
    if (!read) return false;
    const Match behind = scan.lexicon.longest(Section::kLabelWord, scan.text, skip_blanks(scan, numeral.end, 1));
    if (!behind || behind.entry->kind != 2) return false;
    start = mark;
    end = behind.end;
    return start >= scan.floor;
  }
  if (entry->kind != 0) return false;
  start = at;
  end = at;
  // "Table 5.2b", "section 4(1)": digits, letters glued, dots and brackets between digits.
  while (end < scan.size()) {
    const char32_t point = scan.point(end);
    if (scan.digit(end) >= 0 || (point < 0x80 && letter(point))) {
      end = scan.after(end);
    } else if ((point == '.' || point == '-' || point == '/') && scan.digit(end + 1) >= 0) {
      end += 1;
    } else {
      break;
    }
  }
  // "Gate: 06:15" is a time.
  if (sign == ':' && scan.point(end) == ':' && scan.digit(end + 1) >= 0) return false;
  if (sign == ':' && scan.point(end) == '.' && blank(scan.point(end + 1))) return false;  // "Steps:1. Clean it."
  if (han(scan.point(at)) || counts(scan, at, end)) return false;
  end = listed_end(scan, at, end, left > 0 && scan.text[left - 1] == 's');
  return true;
}

}  // namespace verify
