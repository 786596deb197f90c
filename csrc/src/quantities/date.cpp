// Dates in digits, with month names, and in Chinese; years, quarters, fiscal years, and ranges of all of them.
#include "quantities/date.hpp"

namespace verify {
namespace {

bool month_value(const Run& run) { return run.digits >= 1 && run.digits <= 2 && run.value >= 1 && run.value <= 12; }

// Days beyond the longest month are no days; the 31st of a short month stays a date, to be judged elsewhere.
bool day_value(const Run& run) { return run.digits >= 1 && run.digits <= 2 && run.value >= 1 && run.value <= 31; }

Match month_at(const Scan& scan, std::size_t at) { return scan.lexicon.longest(Section::kMonth, scan.text, at); }

// Words between the parts of a date: 4 of July, June in 1992, 5 de marzo de 2024.
constexpr std::string_view kBetween[] = {"of ", "in ", "de "};

// Blanks, commas, these words and hyphens between the parts of a date in words.
std::size_t between(const Scan& scan, std::size_t at) {
  std::size_t next = at;
  if (scan.point(next) == '.') ++next;
  if (scan.point(next) == ',' || (scan.point(next) == ' ' && scan.point(next + 1) == ','))
    next += scan.point(next) == ',' ? 1 : 2;
  if (dash(scan.point(next)) || scan.point(next) == '/') return scan.after(next);
  next = skip_blanks(scan, next, 2);
  for (const std::string_view word : kBetween) {
    if (next > at && scan.text.substr(next, 3) == word) return next + 3;
  }
  return next;
}

// "18 April 2015Participants": where text was taken out of a page, a line may end without a blank.
bool line_lost(const Scan& scan, std::size_t at) {
  const auto small = [&](std::size_t place) { return scan.point(place) >= 'a' && scan.point(place) <= 'z'; };
  return scan.point(at) >= 'A' && scan.point(at) <= 'Z' && small(at + 1) && small(at + 2);
}

// The year behind month (and day): ", 2024", " of 1992", "-2020", " '98".
void read_year_behind(const Scan& scan, Date& date) {
  std::size_t at = between(scan, date.end);
  if (at == date.end) return;
  if (scan.point(at) == '\'' || scan.point(at) == 0x2019) {
    const std::size_t digits = scan.after(at);
    const Run run = run_at(scan, digits);
    if (run.digits == 2 && !glued(scan, run.end)) {
      date.set_year(full_year(run));
      date.end = run.end;
    }
    return;
  }
  const Run run = run_at(scan, at);
  // Sep-23-20: two digits are a year only where hyphens part all three.
  const bool hyphens = (date.flags & kQuantityHasDay) == 0 || date.hyphens;
  const bool tight = dash(scan.point(date.end)) && run.digits == 2 && hyphens;
  if ((!year_value(run) && !tight) || (glued(scan, run.end) && !(year_value(run) && line_lost(scan, run.end)))) return;
  const char32_t next = scan.point(run.end);
  if ((next == ',' || next == '.') && scan.digit(run.end + 1) >= 0) return;
  date.set_year(full_year(run));
  date.end = run.end;
}

bool ordinal_end(const Scan& scan, std::size_t at, std::size_t& end) {
  end = at;
  if (at + 2 > scan.size() || !letter(scan.point(at))) return false;
  const std::string_view suffix = scan.text.substr(at, 2);
  if (suffix != "st" && suffix != "nd" && suffix != "rd" && suffix != "th") return false;
  if (letter(scan.point(at + 2))) return false;
  end = at + 2;
  return true;
}

// The day behind month and year: September-2020-23, 2020/Sep/23. The same mark parts all three.
void read_day_last(const Scan& scan, char32_t mark, Date& date) {
  if ((!dash(mark) && mark != '/') || scan.point(date.end) != mark) return;
  const Run run = run_at(scan, scan.after(date.end));
  if (!day_value(run) || glued(scan, run.end)) return;
  date.set_day(run.value);
  date.end = run.end;
}

// January first, the third of what is a month.
bool read_ordinal_day(const Scan& scan, std::size_t at, Date& date) {
  Amount amount;
  if (!letter(scan.point(at)) || !read_amount(scan, at, false, amount) || !amount.numeral.ordinal) return false;
  const std::int64_t day = small_whole(amount.numeral.value);
  if (day < 1 || day > 31) return false;
  date.set_day(day);
  date.end = amount.end;
  return true;
}

// March 5, 2024; March fifth; Sep-23-2020; June of 1992; April. `at` is on the name.
bool read_month_first(const Scan& scan, std::size_t at, Date& date) {
  const Match month = month_at(scan, at);
  if (!month) return false;
  date.start = at;
  date.month_first = true;
  date.set_month(month.entry->number);
  date.end = month.end;
  const std::size_t place = between(scan, month.end);
  const Run run = place > month.end || scan.digit(place) >= 0 ? run_at(scan, place) : Run{};
  std::size_t suffix_end = run.end;
  if (day_value(run) && (!glued(scan, run.end) || ordinal_end(scan, run.end, suffix_end)) &&
      !(scan.point(run.end) == ':' && scan.digit(run.end + 1) >= 0) && scan.point(suffix_end) != '%') {
    date.set_day(run.value);
    date.end = suffix_end;
    date.hyphens = dash(scan.before(place));
    read_year_behind(scan, date);
    return true;
  }
  if (place == month.end + 1 && read_ordinal_day(scan, place, date)) {
    read_year_behind(scan, date);
    return true;
  }
  read_year_behind(scan, date);
  if ((date.flags & kQuantityHasYear) != 0) {
    read_day_last(scan, scan.point(month.end), date);
    return true;
  }
  date.end = month.end;
  // A month alone: only behind a word that makes it one (in May, since March), or in brackets.
  if (scan.before(at) == '(' && scan.point(month.end) == ')') return true;
  std::size_t cue = 0;
  const std::size_t left = skip_blanks_back(scan, at, 2);
  return left < at && entry_before(scan, Section::kYearCue, left, cue) != nullptr;
}

// 5 March 2024, 4th of July 1995, 23-Sep-2020 and 2017 April. `at` is on the digits.
bool read_day_first(const Scan& scan, std::size_t at, Date& date) {
  const Run run = run_at(scan, at);
  std::size_t end = run.end;
  const bool suffix = ordinal_end(scan, run.end, end);
  const std::size_t place = between(scan, end);
  if (place == end) return false;
  const Match month = month_at(scan, place);
  if (!month) return false;
  date.start = at;
  date.set_month(month.entry->number);
  date.end = month.end;
  if (day_value(run)) {
    date.set_day(run.value);
    date.hyphens = dash(scan.before(place));
    read_year_behind(scan, date);
    return true;
  }
  if (suffix || !year_value(run)) return false;
  date.set_year(run.value);
  read_day_last(scan, scan.point(run.end), date);
  return true;
}

// Aug 18 and 19: the second day borrows the month. Only where its phrase ends there: "and 19 people" counts people.
bool read_day_behind_and(const Scan& scan, std::size_t at, Date& date) {
  const std::size_t left = skip_blanks_back(scan, at, 1);
  const std::size_t word = left < at ? word_start(scan, left) : left;
  const std::size_t day_end = skip_blanks_back(scan, word, 1);
  if (word == left || day_end == word || day_end == 0 || !digit_point(scan, scan.before(day_end))) return false;
  const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, word);
  if (!joiner || joiner.end != left || joiner.entry->kind != 2) return false;
  std::size_t day_at = day_end;
  for (std::size_t start = 0; day_end - day_at < 3 && digit_point(scan, scan.before(day_at, start));) day_at = start;
  const Run first = run_at(scan, day_at);
  const Run run = run_at(scan, at);
  std::size_t month_at = 0;
  const Entry* month = entry_before(scan, Section::kMonth, skip_blanks_back(scan, day_at, 1), month_at);
  if (month == nullptr || !day_value(first) || first.end != day_end || !day_value(run) || run.value <= first.value)
    return false;
  const std::size_t next = skip_blanks(scan, run.end, 1);
  if (glued(scan, run.end) || glued(scan, next) || scan.point(next) == '%' || scan.point(next) == ':') return false;
  date.start = at;
  date.set_month(month->number);
  date.set_day(run.value);
  date.end = run.end;
  read_year_behind(scan, date);
  return true;
}

bool date_separator(char32_t point) {
  return point == '-' || point == '/' || point == '.' || point == 0xFF0F || point == 0xFF0D;
}

// 2022/06/08, 2024-03, 08.06.2022, 6/8/22. `at` is on the digits.
bool read_numeric(const Scan& scan, std::size_t at, Date& date) {
  const Run first = run_at(scan, at);
  const char32_t separator = scan.point(first.end);
  if (!date_separator(separator) || first.digits > 4) return false;
  const Run second = run_at(scan, scan.after(first.end));
  date.start = at;
  // 12-2015, 12/2015: a month of a year.
  const Run month_year = run_at(scan, scan.after(first.end));
  if (separator != '.' && month_value(first) && month_year.digits == 4 && month_year.value >= 1900 &&
      month_year.value <= 2099 && !glued(scan, month_year.end) && scan.point(month_year.end) != separator) {
    date.set_month(first.value);
    date.set_year(month_year.value);
    date.end = month_year.end;
    date.start = at;
    return true;
  }
  const bool third_follows = scan.point(second.end) == separator;
  if (second.digits == 0 || second.digits > 2) return false;
  const Run third = third_follows ? run_at(scan, scan.after(second.end)) : Run{};
  if (third.digits > 0) {
    const char32_t next = scan.point(third.end);
    if (scan.digit(third.end) >= 0 || (date_separator(next) && next == separator && scan.digit(third.end + 1) >= 0))
      return false;
    if (letter(next) && next != 'T') return false;
    date.end = third.end;
    if (year_value(first) && month_value(second) && day_value(third)) {
      date.set_year(first.value);
      date.set_month(second.value);
      date.set_day(third.value);
      return true;
    }
    if (first.digits > 2 || (third.digits != 4 && !(third.digits == 2 && separator == '/'))) return false;
    if (third.digits == 4 && !year_value(third)) return false;
    const bool month_first = month_value(first) && day_value(second);
    const bool day_first = day_value(first) && month_value(second);
    if (!month_first && !day_first) return false;
    const bool take_day_first = day_first && (!month_first || separator == '.');
    date.set_year(full_year(third));
    date.set_month(take_day_first ? second.value : first.value);
    date.set_day(take_day_first ? first.value : second.value);
    if (month_first && day_first && separator != '.' && first.value != second.value) date.flags |= kQuantityAmbiguous;
    return true;
  }
  // 2024-03 is a month; 2010-11 and 2016-17 are spans of years.
  if (!year_value(first) || second.digits != 2 || !month_value(second) || separator == '.') return false;
  if (separator == '-' && second.value == first.value % 100 + 1) return false;
  if (separator == '/' && second.value == first.value % 100 + 1) return false;
  if (glued(scan, second.end)) return false;
  if (scan.point(second.end) == '-' && scan.digit(second.end + 1) >= 0) return false;
  date.set_year(first.value);
  date.set_month(second.value);
  date.end = second.end;
  return true;
}

// fourth of July, third quarter (of 2024), third-quarter, 3rd quarter. `at` is on the ordinal.
bool read_quarter_words(const Scan& scan, std::size_t at, Date& date) {
  if (scan.digit(at) >= 0 && !letter(scan.point(run_at(scan, at).end))) return false;
  Amount amount;
  if (!read_amount(scan, at, false, amount) || !amount.numeral.ordinal) return false;
  const std::int64_t number = small_whole(amount.numeral.value);
  if (number < 1 || number > 31) return false;
  // fourth of July, 1995
  const std::size_t month_at_place = between(scan, amount.end);
  const Match month = month_at_place > amount.end ? month_at(scan, month_at_place) : Match{};
  if (month) {
    date.start = at;
    date.set_day(number);
    date.set_month(month.entry->number);
    date.end = month.end;
    read_year_behind(scan, date);
    return true;
  }
  if (number > 4) return false;
  std::size_t place = skip_blanks(scan, amount.end, 2);
  if (place == amount.end && dash(scan.point(place))) place = scan.after(place);
  std::size_t end = 0;
  std::size_t fiscal_end = 0;
  bool fiscal = part_at(scan, place, DatePartKind::kFiscal, fiscal_end) != nullptr;
  if (fiscal) place = skip_blanks(scan, fiscal_end, 2);
  if (place == amount.end || part_at(scan, place, DatePartKind::kQuarter, end) == nullptr) return false;
  date.start = at;
  date.set_quarter(number);
  date.end = end;
  place = skip_blanks(scan, end, 2);
  if (place == end) return true;
  if (scan.text.substr(place, 3) == "of " || scan.text.substr(place, 3) == "in ") place += 3;
  if (part_at(scan, place, DatePartKind::kFiscal, fiscal_end) != nullptr) {
    fiscal = true;
    place = skip_blanks(scan, fiscal_end, 2);
  }
  const Run year = run_at(scan, place);
  if (year_value(year) && !glued(scan, year.end)) {
    date.set_year(year.value);
    date.end = year.end;
    if (fiscal) date.flags |= kQuantityFiscal;
  }
  return true;
}

bool year_cue(const Scan& scan, std::size_t at) {
  const std::size_t left = skip_blanks_back(scan, at, 2);
  std::size_t start = 0;
  return left < at && entry_before(scan, Section::kYearCue, left, start) != nullptr;
}

// A year alone: 1000-2999 behind a cue, 1900-2099 wherever no sign, unit, or decimal part makes it a number.
bool read_year(const Scan& scan, std::size_t at, Date& date) {
  Run run = run_at(scan, at);
  const char32_t mark = scan.point(run.end);
  if (run.digits == 2 && run.value >= 20 && run.value % 10 == 0 && (mark == '\'' || mark == 0x2019)) {
    const std::size_t plural = scan.after(run.end);  // the early 80's
    if (scan.point(plural) != 's' || letter(scan.point(plural + 1))) return false;
    run.value += 1900;
    run.digits = 4;
  }
  if (!year_value(run)) return false;
  const char32_t next = scan.point(run.end);
  if ((next == '.' || next == ',') && scan.digit(run.end + 1) >= 0) return false;
  const bool apostrophe = scan.point(run.end) == '\'' || scan.point(run.end) == 0x2019;
  const std::size_t letter_at = apostrophe ? scan.after(run.end) : run.end;
  if (scan.point(letter_at) == 's' && !letter(scan.point(letter_at + 1)) && run.value % 10 == 0) {
    date.start = at;  // the 1980s, the 1980's
    date.set_year(run.value);
    date.end = letter_at + 1;
    return true;
  }
  Amount amount;
  if (!read_amount(scan, at, true, amount)) return false;
  if (amount.start != at || amount.end != run.end || amount.unit >= 0 || amount.numeral.plain_digits != 4) return false;
  const bool cue = year_cue(scan, at);
  if (!cue && (run.value < 1900 || run.value > 2099)) return false;
  date.start = at;
  date.set_year(run.value);
  date.end = run.end;
  date.bare_year = true;
  if (cited_work(scan, at, run.end)) date.flags |= kQuantityCited;
  return true;
}

bool read_one(const Scan& scan, std::size_t at, Date& date) {
  const auto attempt = [&](auto&& read) {
    Date fresh;
    if (!read(scan, at, fresh)) return false;
    date = fresh;
    return true;
  };
  if (han(scan.point(at))) return attempt(read_zh_date);
  if (scan.digit(at) < 0) return attempt(read_month_first) || attempt(read_quarter_words);
  return attempt(read_zh_date) || attempt(read_fiscal) || attempt(read_numeric) || attempt(read_day_first) ||
         attempt(read_day_behind_and) || attempt(read_quarter_words) || attempt(read_year);
}

// Behind a joiner: the second date, or the last two digits of a year. `first` lends it what it leaves out.
bool read_second(const Scan& scan, const Date& first, std::size_t at, bool spaced, Date& second) {
  const Run run = run_at(scan, at);
  if (first.bare_year && !spaced && run.digits == 2 && run.value > first.year % 100 && !glued(scan, run.end) &&
      !(scan.point(run.end) == '.' && scan.digit(run.end + 1) >= 0)) {
    second.start = at;
    second.set_year(first.year / 100 * 100 + run.value);
    second.end = run.end;
    return true;
  }
  Scan inner = scan;
  inner.floor = at;
  // Aug. 14-15, 2016
  const std::uint32_t month_day = kQuantityHasMonth | kQuantityHasDay;
  if ((first.flags & (month_day | kQuantityHasYear)) == month_day && first.month_first && run.digits <= 2 &&
      run.value > first.day && run.value <= 31 && !glued(scan, run.end) && scan.point(run.end) != ':') {
    second = first;
    second.day = static_cast<int>(run.value);
    second.end = run.end;
    read_year_behind(scan, second);
    return true;
  }
  if (first.bare_year && year_value(run) && !glued(scan, run.end)) {
    second.start = at;
    second.set_year(run.value);
    second.end = run.end;
    const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, run.end);
    return run.value >= first.year && !unit;
  }
  if (first.quarter != 0 && (scan.point(at) == 'Q' || scan.point(at) == 'q'))
    return read_one(inner, at + 1, second) && second.quarter != 0;
  if (!read_one(inner, at, second)) return false;
  return second.flags == first.flags || (second.flags | kQuantityHasYear) == (first.flags | kQuantityHasYear) ||
         ((first.flags & kQuantityHasDay) != 0 && (second.flags & kQuantityHasDay) != 0);
}

// 5–7 June 2024, 5 to 7 June 2024: the first day borrows the month.
bool read_days(const Scan& scan, std::size_t at, Date& first, Date& last) {
  const Run run = run_at(scan, at);
  if (!day_value(run)) return false;
  std::size_t behind;
  if (dash(scan.point(run.end))) {
    behind = scan.after(run.end);
  } else {
    const std::size_t place = skip_blanks(scan, run.end, 1);
    if (place == run.end) return false;
    const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, place);
    if (!joiner || joiner.entry->kind > 1) return false;
    behind = skip_blanks(scan, joiner.end, 1);
    if (behind == joiner.end) return false;
  }
  const Run next = run_at(scan, behind);
  if (!day_value(next) || next.value <= run.value || !read_day_first(scan, behind, last)) return false;
  first.set_day(run.value);
  return true;
}

void put(QuantityRow& row, const Date& date) {
  row.kind = static_cast<std::uint8_t>(QuantityKind::kDate);
  row.range_kind = row.kind;
  row.flags |= date.flags;
  row.year = row.upper_year = date.year;
  row.month = row.upper_month = static_cast<std::uint8_t>(date.month);
  row.day = row.upper_day = static_cast<std::uint8_t>(date.day);
  row.quarter = static_cast<std::uint8_t>(date.quarter);
  row.start_byte = row.number_start = static_cast<std::int32_t>(date.start);
  row.end_byte = row.number_end = static_cast<std::int32_t>(date.end);
  row.unit_start = row.unit_end = row.end_byte;
}

}  // namespace

bool glued(const Scan& scan, std::size_t end) { return letter(scan.point(end)) || scan.digit(end) >= 0; }

Run run_at(const Scan& scan, std::size_t at) {
  Run run;
  run.digits = read_run(scan, at, run.value, run.end);
  return run;
}

bool year_value(const Run& run) { return run.digits == 4 && run.value >= 1000 && run.value <= 2999; }

std::int64_t full_year(const Run& run) {
  if (run.digits != 2) return run.value;
  return run.value < 70 ? 2000 + run.value : 1900 + run.value;
}

const Entry* part_at(const Scan& scan, std::size_t at, DatePartKind kind, std::size_t& end) {
  const Match match = scan.lexicon.longest(Section::kDatePart, scan.text, at);
  if (!match || static_cast<DatePartKind>(match.entry->kind) != kind) return nullptr;
  end = match.end;
  return match.entry;
}

const Entry* part_before(const Scan& scan, std::size_t end, DatePartKind kind, std::size_t& start) {
  const Entry* entry = entry_before(scan, Section::kDatePart, end, start);
  return entry != nullptr && static_cast<DatePartKind>(entry->kind) == kind && start >= scan.floor ? entry : nullptr;
}

Reading read_date(const Scan& scan, std::size_t at, QuantityRow& row) {
  Date first;
  Date last;
  if (read_days(scan, at, first, last)) {
    put(row, last);
    row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
    row.day = static_cast<std::uint8_t>(first.day);
    row.start_byte = row.number_start = static_cast<std::int32_t>(at);
    set_ends(row, run_at(scan, at).end, last.start);
    return Reading::kQuantity;
  }
  if (!read_one(scan, at, first)) return Reading::kNothing;
  put(row, first);
  const bool decade =
      first.end > 0 && scan.text[first.end - 1] == 's' && (first.flags & kQuantityHasMonth) == 0 && first.quarter == 0;
  if (decade) {
    row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
    row.upper_year = first.year + 9;
    row.flags |= kQuantityDecade;
    return Reading::kQuantity;
  }
  const std::size_t place = skip_blanks(scan, first.end, 2);
  const Match joiner = scan.lexicon.longest(Section::kJoiner, scan.text, place);
  const bool stroke = first.bare_year && place == first.end && scan.point(place) == '/';
  if (!joiner && !stroke) return Reading::kQuantity;
  std::size_t second_at = stroke ? place + 1 : skip_blanks(scan, joiner.end, 2);
  const bool spaced = !stroke && (place > first.end || second_at > joiner.end);
  // "and" joins only behind "between"; a plain word joins only behind a blank.
  if (!stroke && letter(scan.point(place)) && (place == first.end || second_at == joiner.end))
    return Reading::kQuantity;
  if (!stroke && joiner.entry->kind == 2) {
    std::size_t start = 0;
    const Entry* opener = entry_before(scan, Section::kJoiner, skip_blanks_back(scan, first.start, 2), start);
    if (opener == nullptr || opener->kind != 3) return Reading::kQuantity;
  }
  Date second;
  if (!read_second(scan, first, second_at, spaced, second) || second.quarter != first.quarter)
    return Reading::kQuantity;
  row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
  row.end_byte = row.number_end = static_cast<std::int32_t>(second.end);
  row.unit_start = row.unit_end = row.end_byte;
  row.upper_year = (second.flags & kQuantityHasYear) != 0 ? second.year : first.year;
  if ((first.flags & kQuantityHasYear) == 0) row.year = second.year;
  row.upper_month = static_cast<std::uint8_t>(second.month != 0 ? second.month : first.month);
  row.upper_day = static_cast<std::uint8_t>(second.day);
  row.flags |= second.flags;
  set_ends(row, first.end, second_at);
  return Reading::kQuantity;
}

}  // namespace verify
