// Chinese dates: 2024年3月5日, 二〇二四年三月, 民国25年, 第三季度.
#include "quantities/date.hpp"

namespace verify {
namespace {

// A number of a Chinese date: digits, 二〇二四, 十二. Returns its digits (0 where there is none).
Run zh_run(const Scan& scan, std::size_t at) {
  Run run = run_at(scan, at);
  if (run.digits > 0) return run;
  if (!han(scan.point(at))) return run;
  // 元 of 民国元年 is not read; plain digits one by one, or a numeral up to 99.
  std::size_t place = at;
  int count = 0;
  std::int64_t value = 0;
  for (; count < 5; ++count) {
    const Match sign = scan.lexicon.longest(Section::kHanNumeral, scan.text, place);
    if (!sign || static_cast<HanKind>(sign.entry->kind) != HanKind::kDigit) break;
    value = value * 10 + sign.entry->number;
    place = sign.end;
  }
  const Match next = scan.lexicon.longest(Section::kHanNumeral, scan.text, place);
  const bool multiplied = next && static_cast<HanKind>(next.entry->kind) == HanKind::kSmall;
  if (count == 4 && !multiplied) {
    run.value = value;
    run.digits = 4;
    run.end = place;
    return run;
  }
  Numeral numeral;
  if (!read_han(scan, at, numeral) || numeral.pair || numeral.fraction || numeral.flags & kQuantityOpenRange)
    return run;
  const std::int64_t small = small_whole(numeral.value);
  if (small < 0 || small > 150) return run;
  run.value = small;
  run.digits = small > 99 ? 3 : 2;
  run.end = numeral.end;
  return run;
}

bool zh_sign(const Scan& scan, std::size_t at, char32_t a, char32_t b, std::size_t& end) {
  const std::size_t place = skip_blanks(scan, at, 1);
  const char32_t point = scan.point(place);
  if (point != a && point != b) return false;
  end = scan.after(place);
  // 10日元 is money, 5号线 a line.
  const Match unit = scan.lexicon.longest(Section::kUnitAfter, scan.text, place);
  return !unit || unit.end <= end;
}

// Whether a number has a sign of a date behind it, as all but one behind 第 need; few numbers have.
bool dated(const Scan& scan, const Run& run) {
  if (run.digits == 0) return false;
  const std::size_t place = skip_blanks(scan, run.end, 1);
  const char32_t sign = scan.point(place);
  std::size_t end = 0;
  return sign == U'年' || sign == U'月' || sign == U'日' || sign == U'号' ||
         part_at(scan, place, DatePartKind::kQuarter, end) != nullptr;
}

// 季度 behind the number, with 第 before it.
bool read_zh_quarter(const Scan& scan, std::size_t at, Date& date) {
  std::size_t place = skip_blanks(scan, at, 1);
  if (scan.point(place) == U'第') place = scan.after(place);
  const Run run = zh_run(scan, place);
  if (run.digits == 0 || run.value < 1 || run.value > 4) return false;
  std::size_t end = 0;
  if (part_at(scan, skip_blanks(scan, run.end, 1), DatePartKind::kQuarter, end) == nullptr) return false;
  date.set_quarter(run.value);
  date.end = end;
  return true;
}

// M月[D日] at `at`. False where no month stands there.
bool read_zh_month(const Scan& scan, std::size_t at, Date& date) {
  const Run month = zh_run(scan, skip_blanks(scan, at, 1));
  std::size_t end = 0;
  if (month.digits == 0 || month.digits > 2 || month.value < 1 || month.value > 12 ||
      !zh_sign(scan, month.end, U'月', U'月', end))
    return false;
  date.set_month(month.value);
  date.end = end;
  const Run day = zh_run(scan, skip_blanks(scan, end, 1));
  if (day.digits == 0 || day.digits > 2 || day.value < 1 || day.value > 31) return true;
  if (zh_sign(scan, day.end, U'日', U'号', end)) {
    date.set_day(day.value);
    date.end = end;
  } else if (day.end > end && scan.digit(skip_blanks(scan, date.end, 1)) < 0 && !han(scan.point(day.end))) {
    date.set_day(day.value);  // 一月二十三
    date.end = day.end;
  }
  return true;
}

}  // namespace

// 2024年3月5日, 民国25年, 3月5日, 第三季度. `at` is on the first digit or numeral.
bool read_zh_date(const Scan& scan, std::size_t at, Date& date) {
  std::size_t mark;
  const char32_t before = scan.before(at, mark);
  if (scan.digit(at) >= 0 && !han(scan.point(skip_blanks(scan, run_at(scan, at).end, 1)))) return false;
  const Run year = zh_run(scan, at);
  if (!dated(scan, year) && scan.point(at) != U'第') return false;
  date.start = before == U'第' && mark >= scan.floor ? mark : at;
  // 前三季度, 近三月, 过去20日 count; they name no quarter, month or day.
  std::size_t cue = 0;
  const Entry* counting = entry_before(scan, Section::kLoneCue, skip_blanks_back(scan, at, 1), cue);
  const bool counts = counting != nullptr && counting->kind != 0 && counting->kind != 3;
  if (!counts && read_zh_quarter(scan, at, date)) return true;
  if (before == U'第') return false;
  std::size_t end = 0;
  if (year.digits == 0) return false;
  std::size_t republic = 0;
  const bool roc = part_before(scan, skip_blanks_back(scan, at, 1), DatePartKind::kRepublic, republic) != nullptr;
  if (zh_sign(scan, year.end, U'年', U'年', end)) {
    const char32_t next = scan.point(end);
    Date rest = date;
    rest.end = end;
    const bool month = read_zh_month(scan, end, rest);
    const bool full = year_value(year) || roc;
    const bool quarter =
        !month && (!full || scan.point(skip_blanks(scan, end, 1)) == U'第') && read_zh_quarter(scan, end, rest);
    if (!full && !(year.digits == 2 && (month || quarter))) return false;
    // 2000年间 counts years, but not where it closes a span: 2022年至2024年间.
    std::size_t opener = 0;
    const bool closes = next == U'间' && entry_before(scan, Section::kJoiner, at, opener) != nullptr;
    if (full && (next == U'间' || next == U'来' || next == U'多') && !month && !closes) return false;
    date = rest;
    if (roc) date.start = republic;
    date.set_year(roc ? year.value + 1911 : full_year(year));
    if (!month && !quarter) {
      read_zh_quarter(scan, end, date);
      date.end = date.quarter != 0 ? date.end : end;
      if (scan.point(end) == U'度' || scan.point(end) == U'末' || scan.point(end) == U'底' || scan.point(end) == U'初')
        return true;
    }
    return true;
  }
  if (counts && scan.digit(at) < 0) return false;
  if (read_zh_month(scan, at, date)) {
    if (counts && (date.flags & kQuantityHasDay) == 0) return false;
    // 3月 in 3月份; 3个月 has no 月 here.
    return true;
  }
  // 17日: a day alone; 三日内 and 3日后 count days.
  if (!counts && year.digits <= 2 && year.value >= 1 && year.value <= 31 &&
      zh_sign(scan, year.end, U'日', U'号', end) && scan.digit(at) >= 0) {
    const char32_t next = scan.point(end);
    if (next == U'内' || next == U'后' || next == U'前' || next == U'之' || next == U'以' || next == U'游' ||
        next == U'均' || next == U'线')
      return false;
    if (scan.point(skip_blanks(scan, year.end, 1)) == U'号' && han(next)) return false;
    date.set_day(year.value);
    date.end = end;
    return true;
  }
  return false;
}

}  // namespace verify
