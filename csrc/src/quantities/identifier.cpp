// Digits that are names and not amounts: versions, ids, telephone numbers, URLs; label.cpp has labels and sections.
#include "quantities/identifier.hpp"

#include <array>
#include <cctype>

#include "quantities/openings.hpp"

namespace verify {
namespace {

constexpr std::size_t kWindow = 96;  // how far a URL or id is looked at on either side

Reading give(QuantityRow& row, QuantityKind kind, std::size_t start, std::size_t end) {
  row.kind = static_cast<std::uint8_t>(kind);
  row.range_kind = row.kind;
  row.start_byte = row.number_start = static_cast<std::int32_t>(start);
  row.end_byte = row.number_end = static_cast<std::int32_t>(end);
  row.unit_start = row.unit_end = row.end_byte;
  return Reading::kQuantity;
}

bool ascii_word(char32_t point) { return point < 0x80 && (letter(point) || (point >= '0' && point <= '9')); }

// The run of printable ASCII without blanks around `at`, bounded.
void ascii_run(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  start = at;
  end = at;
  while (start > scan.floor && at - start < kWindow && scan.text[start - 1] > ' ' && scan.text[start - 1] < 0x7F)
    --start;
  while (end < scan.size() && end - at < kWindow && scan.text[end] > ' ' && scan.text[end] < 0x7F) ++end;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// URLs, e-mail addresses, and file or host names around the digits.
bool read_address(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  const char32_t left = scan.before(at);
  std::int64_t value;
  std::size_t run;
  read_run(scan, at, value, run);
  const char32_t right = scan.point(run);
  const auto near = [](char32_t point) {
    return point < 0x80 && point != 0 &&
           (letter(point) || point == '/' || point == '@' || point == '_' || point == '.' || point == '-' ||
            point == '=' || point == '&' || point == '?' || point == ':' || point == '%' || point == '#' ||
            point == '+');
  };
  if (!near(left) && !near(right)) return false;
  ascii_run(scan, at, start, end);
  const std::string_view text = scan.text.substr(start, end - start);
  const std::size_t sign = text.find('@');
  const bool mail = sign != std::string_view::npos && sign > 0 && text.find('.', sign) != std::string_view::npos &&
                    letter(static_cast<unsigned char>(text.back() == '.' ? text[text.size() - 2] : text.back()));
  bool host = false;
  for (const std::string_view domain : {".com", ".org", ".net", ".cn", ".io", ".gov", ".edu"}) {
    const std::size_t place = text.find(domain);
    const std::size_t behind = place == std::string_view::npos ? 0 : place + domain.size();
    host = host || (behind > 0 && place > 0 && letter(static_cast<unsigned char>(text[place - 1])) &&
                    (behind == text.size() || !ascii_word(static_cast<unsigned char>(text[behind]))));
  }
  if (!contains(text, "://") && !contains(text, "www.") && !mail && !host) return false;
  while (end > at + 1 && (contains(".,;:!?)]", scan.text.substr(end - 1, 1)))) --end;
  return end > at;
}

// Versions and addresses 1.2.3, 192.168.1.2, v2.1, and the letters A4, B2B, COVID-19, 18c, 2003b.
bool read_alphanumeric(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  start = at;
  std::size_t place;
  const char32_t left = scan.before(at, place);
  bool named = false;
  if (left < 0x80 && letter(left)) {
    const std::size_t word = word_start(scan, at);
    if (left == 'T' && digit_point(scan, scan.before(word)) && word + 1 == at) return false;  // 2019-08-11T13:00
    std::size_t currency = 0;
    if (entry_before(scan, Section::kUnitBefore, at, currency) != nullptr && currency == word) return false;
    std::size_t part = 0;
    const Entry* date_part = entry_before(scan, Section::kDatePart, at, part);
    if (date_part != nullptr && part == word) {
      // Q1 to Q4 are quarters, Q5 is a name.
      std::int64_t number = 0;
      std::size_t number_end = at;
      const bool quarter = static_cast<DatePartKind>(date_part->kind) == DatePartKind::kQuarter;
      if (!quarter || (read_run(scan, at, number, number_end) == 1 && number >= 1 && number <= 4)) return false;
    }
    if (word < scan.floor) return false;
    start = word;
    named = true;
  } else if (left == '_' && place > scan.floor && ascii_word(static_cast<unsigned char>(scan.text[place - 1]))) {
    start = place;  // @Carol_2, input_1
    while (start > scan.floor && at - start < kWindow &&
           (scan.text[start - 1] == '_' || ascii_word(static_cast<unsigned char>(scan.text[start - 1]))))
      --start;
    named = letter(static_cast<unsigned char>(scan.text[start]));
  } else if (left == '/' && place > scan.floor && scan.text[place - 1] >= 'A' && scan.text[place - 1] <= 'Z' &&
             (place < 2 || !ascii_word(static_cast<unsigned char>(scan.text[place - 2])))) {
    std::int64_t number = 0;  // C/2013 A1
    std::size_t number_end = at;
    if (read_run(scan, at, number, number_end) >= 3) {
      start = place - 1;
      named = true;
    }
  } else if (dash(left) && place > 0) {
    // COVID-19, GPT-4: capitals before the hyphen, at least two or with digits among them.
    std::size_t word = place;
    int capitals = 0;
    bool only = true;
    while (word > scan.floor && place - word < 16 && ascii_word(static_cast<unsigned char>(scan.text[word - 1]))) {
      const char character = scan.text[--word];
      if (character >= 'A' && character <= 'Z') {
        ++capitals;
      } else if (character >= 'a' && character <= 'z') {
        only = false;
      }
    }
    std::size_t currency = 0;
    const bool money = entry_before(scan, Section::kUnitBefore, place, currency) != nullptr;
    if (capitals >= 1 && only && !money && scan.text[word] >= 'A') {
      start = word;
      named = true;
    }
  }
  end = at;
  int dots = 0;
  int runs = 0;
  while (end < scan.size()) {
    const char32_t point = scan.point(end);
    if (scan.digit(end) >= 0) {
      std::int64_t value;
      read_run(scan, end, value, end);
      ++runs;
    } else if (point == '.' && scan.digit(end + 1) >= 0) {
      ++dots;
      ++end;
    } else if (named && point < 0x80 && letter(point)) {
      end = scan.after(end);
    } else if (named && point == '-' && end + 1 < scan.size() &&
               ascii_word(static_cast<unsigned char>(scan.text[end + 1]))) {
      ++end;
    } else {
      break;
    }
  }
  if (named) return true;
  if (dots >= 2) {
    Numeral numeral;  // 1.234.567 is grouped
    read_digits(scan, at, numeral);
    const char32_t sign = scan.before(at);
    if (numeral.end == end && sign != 'v' && sign != 'V') return false;
    QuantityRow date{};
    if (read_date(scan, at, date) == Reading::kQuantity && date.end_byte == static_cast<std::int32_t>(end))
      return false;
    return numeral.end < end && !(scan.point(end) == ',' && scan.digit(end + 1) >= 0);
  }
  // 18c, 2003b, 777F, 3D: a letter glued to plain digits that is neither unit, scale nor ordinal.
  if (runs != 1 || dots > 0) return false;
  const char32_t next = scan.point(end);
  if (next >= 0x80 || !letter(next)) return false;
  if (scan.lexicon.longest(Section::kUnitAfter, scan.text, end) ||
      scan.lexicon.longest(Section::kScale, scan.text, end))
    return false;
  if (scan.lexicon.longest(Section::kDayPart, scan.text, end) ||
      scan.lexicon.longest(Section::kDatePart, scan.text, end))
    return false;
  if (scan.lexicon.longest(Section::kMonth, scan.text, end) ||
      scan.lexicon.longest(Section::kUnitBefore, scan.text, end))
    return false;
  Amount amount;
  if (read_amount(scan, at, false, amount) && amount.end > end) return false;
  const std::size_t word = end;
  while (end < scan.size() && ascii_word(static_cast<unsigned char>(scan.text[end]))) ++end;
  return end - word <= 3 || end - word > 12;
}

// 5-FU, 2-amino-3-thiophene: a place in a compound's name, between hyphens.
bool read_locant(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  const int digits = read_run(scan, at, value, end);
  if (digits > 2 || scan.point(end) != '-') return false;
  const auto capital = [&](std::size_t place) {
    return place < scan.size() && scan.text[place] >= 'A' && scan.text[place] <= 'Z';
  };
  const bool inside = at >= 2 && scan.text[at - 1] == '-' &&
                      ascii_word(static_cast<unsigned char>(scan.text[at - 2])) && letter(scan.point(end + 1));
  if (!inside && !(capital(end + 1) && capital(end + 2))) return false;
  Amount amount;
  if (!read_amount(scan, at, false, amount) || amount.end != end) return false;
  start = at;
  return true;
}

// Whatever digits, blanks and marks of telephone numbers follow a word that announces one (phone number is, 电话).
bool read_announced(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  start = at;
  std::size_t place;
  const auto opener = [](char32_t point) {
    return blank(point) || point == '(' || point == '+' || point == 0xFF08 || point == ':' || point == 0xFF1A;
  };
  std::size_t left = at;
  for (int steps = 0; steps < 5 && opener(scan.before(left, place)) && place >= scan.floor; ++steps) {
    left = place;
    if (!blank(scan.point(left)) && scan.point(left) != ':' && scan.point(left) != 0xFF1A) start = left;
  }
  std::size_t word = 0;
  const Entry* entry = entry_before(scan, Section::kLabelWord, left, word);
  if (entry == nullptr || entry->kind != 1) return false;
  int total = 0;
  std::size_t next = at;
  end = at;
  for (int steps = 0; steps < 12; ++steps) {
    std::int64_t value;
    std::size_t run = next;
    const int digits = read_run(scan, next, value, run);
    if (digits == 0) break;
    total += digits;
    end = run;
    next = run;
    for (int marks = 0; marks < 3; ++marks) {
      const char32_t point = scan.point(next);
      if (point != ' ' && point != '-' && point != '(' && point != ')' && point != '.' && point != '/' && point != 'x')
        break;
      next = scan.after(next);
    }
  }
  return total >= 6 && !letter(scan.point(end)) && scan.point(end) != '%';
}

// ::1, 2001::, fe80::1: an address of version 6 that leaves zeros out.
bool read_short_address(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  std::size_t run = at;
  read_run(scan, at, value, run);
  const bool before = at >= 2 && scan.text.substr(at - 2, 2) == "::";
  if (!before && scan.text.substr(run, 2) != "::") return false;
  const auto part = [&](char c) { return c == ':' || std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  start = at;
  end = run;
  while (start > scan.floor && at - start < kWindow && part(scan.text[start - 1])) --start;
  while (end < scan.size() && end - at < kWindow && part(scan.text[end])) ++end;
  return true;
}

// Hashes, GUIDs, addresses of version 6: letters and digits in turn, at least twelve of them.
bool read_hash(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  start = at;
  end = at;
  int turns = 0;
  int colons = 0;
  bool digit = true;
  while (end < scan.size() && end - at < kWindow) {
    const char32_t point = scan.point(end);
    const bool mark =
        (point == '-' || point == ':') && end + 1 < scan.size() &&
        (ascii_word(static_cast<unsigned char>(scan.text[end + 1])) || (point == ':' && scan.text[end + 1] == ':'));
    if (!ascii_word(point) && !mark) break;
    if (ascii_word(point) && letter(point) == digit) {
      ++turns;
      digit = !digit;
    }
    colons += point == ':' ? 1 : 0;
    ++end;
  }
  return (turns >= 4 && end - at >= 12) || (colons >= 4 && end - at >= 8);
}

// The end of an extension behind a telephone number: "ext. 123", "x123".
std::size_t extension_end(const Scan& scan, std::size_t end) {
  std::size_t at = skip_blanks(scan, end, 1);
  if ((scan.point(at) | 32u) == 'x') {
    ++at;
  } else if (scan.text.substr(at, 3) == "ext") {
    at += scan.point(at + 3) == '.' ? 4 : 3;
  } else {
    return end;
  }
  std::int64_t value;
  std::size_t run = at;
  const int digits = read_run(scan, skip_blanks(scan, at, 1), value, run);
  return digits >= 1 && digits <= 6 && !letter(scan.point(run)) ? run : end;
}

// 123 456 7890, 3600 0000 0000 009: blanks between groups that no number has.
bool read_blank_code(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::array<int, 6> sizes{};
  std::size_t groups = 0;
  bool leading_zero = false;
  std::int64_t value;
  for (std::size_t next = at; groups < sizes.size(); next = end + 1, ++groups) {
    std::size_t run = next;
    sizes[groups] = read_run(scan, next, value, run);
    if (sizes[groups] == 0) break;
    leading_zero = leading_zero || (groups > 0 && scan.digit(next) == 0);
    end = run;
    if (scan.point(end) != ' ') {
      ++groups;
      break;
    }
  }
  start = at;
  if (groups == 3 && sizes[0] == 3 && sizes[1] == 3 && sizes[2] == 4) return true;
  return groups >= 3 && leading_zero && sizes[0] == 4 && sizes[1] == 4;
}

// Whether "19) " stands before `at`: an area code whose bracket was not opened.
bool behind_area_code(const Scan& scan, std::size_t at) {
  const std::size_t close = skip_blanks_back(scan, at, 1);
  if (close == at || close < 2 || scan.text[close - 1] != ')') return false;
  std::size_t code = close - 1;
  while (code > 0 && close - code < 6 && scan.digit(code - 1) >= 0) --code;
  return code < close - 1 && (code == 0 || scan.text[code - 1] != '(');
}

// Telephone numbers and long codes: groups of digits joined by hyphens, blanks or brackets.
bool read_phone(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end) {
  std::int64_t value;
  std::size_t run;
  int digits = read_run(scan, at, value, run);
  int groups = 1;
  int total = digits;
  const int first = digits;
  int last = digits;
  bool hyphens = false;
  bool blanks = false;
  bool leading_zero = false;
  start = at;
  end = run;
  std::size_t place;
  const char32_t before = scan.before(at, place);
  const bool plus = before == '+' && place >= scan.floor;
  bool bracket = (before == '(' || before == 0xFF08) && place >= scan.floor && digits <= 5;
  if (plus || bracket) start = place;
  std::size_t outer;
  if (bracket && scan.before(place, outer) == '+' && outer >= scan.floor) start = outer;
  bool closed = false;
  while (groups < 8) {
    std::size_t next = end;
    int steps = 0;
    bool hyphen = false;
    bool other = false;
    for (; steps < 4 && next < scan.size(); ++steps) {
      const char32_t point = scan.point(next);
      if (point == '-' && !hyphen) {
        hyphen = true;
      } else if (bracket && !closed && (point == ')' || point == 0xFF09)) {
        closed = true;
      } else if (point == ')' && groups == 1 && first == 3 && scan.digit(next + 1) >= 0) {
        hyphen = true;  // 123)456-7890
      } else if (point == ' ' || ((plus || closed) && (point == '.' || point == '/' || point == '('))) {
        other = true;
        if (point == '(') bracket = true, closed = false;
      } else {
        break;
      }
      next = scan.after(next);
    }
    if (next == end) break;
    std::size_t after = next;
    digits = read_run(scan, next, value, after);
    if (digits == 0) break;
    const bool joined = hyphen || closed || (other && (plus || hyphens || blanks || digits >= 3));
    if (!joined || (other && !hyphen && !plus && !closed && digits == 3)) break;
    hyphens = hyphens || hyphen;
    blanks = blanks || other;
    leading_zero = leading_zero || scan.digit(next) == 0;
    total += digits;
    last = digits;
    end = after;
    ++groups;
  }
  const char32_t next = scan.point(end);
  if (letter(next) || next == '%' || (next == '.' && scan.digit(end + 1) >= 0)) return false;
  if (plus && total >= 8) return true;
  if (bracket && closed && total >= 7) return true;
  if (bracket && groups == 2 && last >= 7) return true;  // (19 35831647, the bracket is not closed
  if (groups >= 3 && hyphens && total >= 7) return true;
  if (groups == 2 && hyphens && !blanks) {
    if (first == 3 && last == 4) return true;
    if (leading_zero && last >= 3) return true;
    if (first >= 3 && first <= 4 && last >= 7 && scan.digit(at) == 0) return true;
    return false;
  }
  end = run;
  if (first >= 7 && first <= 10 && behind_area_code(scan, start)) return true;
  if (first == 11 && scan.digit(at) == 1 && scan.digit(scan.after(at)) >= 3 && start == at) {
    Amount amount;  // 13604770960 is a mobile telephone in China
    if (read_amount(scan, at, false, amount) && amount.end == run) return true;
  }
  if (groups >= 1 && first >= 5 && (before == '#' || scan.digit(at) == 0) &&
      !(scan.point(run) == '.' && scan.digit(run + 1) >= 0) && !plus) {
    start = at;
    return true;  // 0770512346, #12345678: nothing is counted
  }
  return false;
}

}  // namespace

Reading read_identifier(const Scan& scan, std::size_t at, QuantityRow& row) {
  std::size_t start = at;
  std::size_t end = at;
  if (scan.digit(at) < 0) {
    if (han(scan.point(at)) && read_labelled(scan, at, start, end))
      return give(row, QuantityKind::kIdentifier, start, end);
    if (read_list_label(scan, at, start, end)) return give(row, QuantityKind::kLabel, start, end);
    return Reading::kNothing;
  }
  const Openings open = openings_at(scan, at);
  if (open.sign && read_address(scan, at, start, end)) return give(row, QuantityKind::kIdentifier, start, end);
  if ((open.list_label && read_list_label(scan, at, start, end)) ||
      (open.bracketed && read_bracketed(scan, at, start, end)) ||
      (open.closed && (read_inner_label(scan, at, start, end) || read_footnote(scan, at, start, end))) ||
      read_pointed(scan, at, start, end))
    return give(row, QuantityKind::kLabel, start, end);
  if (read_announced(scan, at, start, end)) {
    return give(row, QuantityKind::kIdentifier, start, extension_end(scan, end));
  }
  if ((open.sign && (read_short_address(scan, at, start, end) || read_hash(scan, at, start, end))) ||
      (open.code && read_blank_code(scan, at, start, end))) {
    return give(row, QuantityKind::kIdentifier, start, end);
  }
  if ((open.alphanumeric && read_alphanumeric(scan, at, start, end)) ||
      (open.sign && read_locant(scan, at, start, end)))
    return give(row, QuantityKind::kIdentifier, start, end);
  if (read_labelled(scan, at, start, end) || (open.index && read_index(scan, at, start, end)) ||
      (open.sign && read_lowered_power(scan, at, start, end))) {
    return give(row, QuantityKind::kIdentifier, start, end);
  }
  if (!open.phone || !read_phone(scan, at, start, end)) return Reading::kNothing;
  QuantityRow date{};
  if (read_date(scan, at, date) == Reading::kQuantity) return Reading::kNothing;  // 2024-03-05 is no telephone number
  return give(row, QuantityKind::kIdentifier, start, extension_end(scan, end));
}

}  // namespace verify
