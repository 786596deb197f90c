// Times of day: 10:30, 18:25:00, 3 pm, 7 o'clock, 下午三点半.
#include "quantities/forms.hpp"

namespace verify {
namespace {

struct Time {
  int hour = 0;
  int minute = 0;
  int second = 0;
  bool has_second = false;
  bool marked = false;  // am or pm was read
  bool bare_hour = false;
  std::size_t start = 0;
  std::size_t end = 0;
};

int small_run(const Scan& scan, std::size_t at, int most, std::size_t& end, int& digits) {
  std::int64_t value;
  digits = read_run(scan, at, value, end);
  return digits >= 1 && digits <= 2 && value <= most ? static_cast<int>(value) : -1;
}

// Part of the day: kind 0 am, 1 pm, 2 o'clock and neutral words. Noon is 12 pm, midnight 12 am.
void apply(Time& time, int kind) {
  if (kind == 1 && time.hour < 12) time.hour += 12;
  if (kind == 0 && time.hour == 12) time.hour = 0;
  time.marked = kind != 2;
}

void read_mark_behind(const Scan& scan, Time& time) {
  const std::size_t at = skip_blanks(scan, time.end, 1);
  const Match mark = scan.lexicon.longest(Section::kDayPart, scan.text, at);
  if (!mark || mark.entry->flags & kEntryGuardBefore || time.hour > 12) return;
  apply(time, mark.entry->kind);
  time.end = mark.end;
}

void read_mark_before(const Scan& scan, Time& time) {
  std::size_t start = 0;
  const Entry* mark = entry_before(scan, Section::kDayPart, skip_blanks_back(scan, time.start, 1), start);
  if (mark == nullptr || !(mark->flags & kEntryGuardBefore) || start < scan.floor) return;
  if (time.hour <= 12) apply(time, mark->kind);
  time.start = start;
}

// H:MM[:SS], also with a full-width colon.
bool read_clock(const Scan& scan, std::size_t at, Time& time) {
  int digits = 0;
  std::size_t end = 0;
  const int hour = small_run(scan, at, 24, end, digits);
  const auto colon = [&](std::size_t place) { return scan.point(place) == ':' || scan.point(place) == 0xFF1A; };
  if (hour < 0 || !colon(end)) return false;
  const int minute = small_run(scan, scan.after(end), 59, end, digits);
  if (minute < 0 || digits != 2) return false;
  time.start = at;
  time.hour = hour;
  time.minute = minute;
  if (colon(end) && end + 1 < scan.size()) {
    std::size_t second_end = 0;
    const int second = small_run(scan, scan.after(end), 60, second_end, digits);
    if (second >= 0 && digits == 2) {
      time.second = second;
      time.has_second = true;
      end = second_end;
    } else if (digits > 0) {
      return false;
    }
  }
  if (scan.digit(end) >= 0 || (scan.point(end) == '.' && scan.digit(end + 1) >= 0)) return false;
  time.end = end;
  if (scan.point(end) == 'Z') {
    time.end = end + 1;
  } else if (time.has_second && (scan.point(end) == '+' || scan.point(end) == '-')) {  // 05:37:40+00:00
    std::size_t zone = 0;
    const int hours = small_run(scan, end + 1, 14, zone, digits);
    std::size_t zone_end = 0;
    if (hours >= 0 && digits == 2 && scan.point(zone) == ':' && small_run(scan, zone + 1, 59, zone_end, digits) >= 0)
      time.end = zone_end;
    return true;
  }
  read_mark_behind(scan, time);
  read_mark_before(scan, time);
  return !letter(scan.point(time.end));
}

// 3 pm, 7 o'clock, also spelled: three pm.
bool read_hour(const Scan& scan, std::size_t at, Time& time) {
  Numeral numeral;
  int run_digits = 0;
  std::size_t run_end = at;
  if (scan.digit(at) >= 0 && small_run(scan, at, 12, run_end, run_digits) < 1) return false;
  if (scan.digit(at) >= 0 ? !read_digits(scan, at, numeral) : !letter(scan.point(at)) || !read_words(scan, at, numeral))
    return false;
  const std::int64_t hour = small_whole(numeral.value);
  if (hour < 1 || hour > 12 || numeral.ordinal || numeral.fraction || numeral.end <= at || numeral.start != at)
    return false;
  time.start = at;
  time.end = numeral.end;
  time.hour = static_cast<int>(hour);
  const std::size_t behind = time.end;
  read_mark_behind(scan, time);
  return time.end > behind;
}

bool is_point(const Scan& scan, std::size_t at, std::u32string_view any, std::size_t& end) {
  const char32_t point = scan.point(at);
  if (point == 0 || any.find(point) == std::u32string_view::npos) return false;
  end = scan.after(at);
  return true;
}

// Hours and minutes in digits or Han numerals below 60. -1 where there is none.
int zh_number(const Scan& scan, std::size_t at, std::size_t& end) {
  int digits = 0;
  if (scan.digit(at) >= 0) return small_run(scan, at, 60, end, digits);
  Numeral numeral;
  if (!han(scan.point(at))) return -1;
  std::size_t place = at;
  std::size_t zero = 0;
  if (is_point(scan, at, U"零〇", zero) && han(scan.point(zero))) place = zero;  // 三点零五分
  if (!read_han(scan, place, numeral) || numeral.pair || numeral.fraction) return -1;
  const std::int64_t value = small_whole(numeral.value);
  end = numeral.end;
  return value >= 0 && value <= 60 ? static_cast<int>(value) : -1;
}

// The numeral before 点 alone: read_han would take 三点五 as a decimal.
int zh_hour(const Scan& scan, std::size_t at, std::size_t& end) {
  int digits = 0;
  if (scan.digit(at) >= 0) return small_run(scan, at, 24, end, digits);
  int value = 0;
  int last = -1;
  std::size_t place = at;
  for (int count = 0; count < 3; ++count) {
    const Match sign = scan.lexicon.longest(Section::kHanNumeral, scan.text, place);
    if (!sign) break;
    const auto kind = static_cast<HanKind>(sign.entry->kind);
    if (kind == HanKind::kDigit) {
      if (last >= 0) return -1;
      last = static_cast<int>(sign.entry->number);
    } else if (kind == HanKind::kSmall && sign.entry->exponent == 1) {
      value = (last < 0 ? 1 : last) * 10;
      last = -1;
    } else {
      break;
    }
    place = sign.end;
  }
  if (place == at) return -1;
  end = place;
  value += last < 0 ? 0 : last;
  return value <= 24 ? value : -1;
}

// 三点, 8点半, 18时25分, 下午三点一刻.
bool read_zh(const Scan& scan, std::size_t at, Time& time) {
  std::size_t end = 0;
  const int hour = zh_hour(scan, at, end);
  std::size_t sign_end = 0;
  if (hour < 0 || !is_point(scan, end, U"点點时時", sign_end)) return false;
  const char32_t sign = scan.point(end);
  const bool clock = sign == U'点' || sign == U'點';
  time.start = at;
  time.hour = hour;
  time.end = sign_end;
  read_mark_before(scan, time);
  const bool day_part = time.start < at;
  std::size_t place = sign_end;
  bool minutes = false;
  std::size_t next = 0;
  if (clock && is_point(scan, place, U"钟鐘整", next)) {
    time.end = next;
    return true;
  }
  if (is_point(scan, place, U"半", next)) {
    time.minute = 30;
    time.end = next;
    return true;
  }
  const int minute = zh_number(scan, place, end);
  if (minute >= 0 && minute < 60) {
    if (is_point(scan, end, U"刻", next) && minute <= 3) {
      time.minute = minute * 15;
      time.end = next;
      return true;
    }
    const bool minute_sign = is_point(scan, end, U"分", next);
    if (minute_sign || (clock && day_part) ||
        (clock && scan.digit(at) >= 0 && scan.digit(place) >= 0 && end - place == 2)) {
      // 3点5分之一 is no time; a 分 of 百分 neither.
      time.minute = minute;
      time.end = minute_sign ? next : end;
      minutes = true;
      const int second = minute_sign ? zh_number(scan, next, end) : -1;
      std::size_t second_end = 0;
      if (second >= 0 && second <= 60 && is_point(scan, end, U"秒", second_end)) {
        time.second = second;
        time.has_second = true;
        time.end = second_end;
      }
    }
  }
  if (minutes) return true;
  // 三点五 is a decimal, 三点意见 three points: an hour alone needs a part of the day, or digits before 点 or 时.
  const char32_t following = scan.point(sign_end);
  if (day_part) return true;
  if (minute >= 0) return false;
  return scan.digit(at) >= 0 && (clock || (following != U'间' && following != U'間')) &&
         !(sign == U'时' && following == U'代');
}

void put(QuantityRow& row, const Time& time) {
  row.kind = static_cast<std::uint8_t>(QuantityKind::kTime);
  row.range_kind = row.kind;
  row.hour = row.upper_hour = static_cast<std::uint8_t>(time.hour);
  row.minute = row.upper_minute = static_cast<std::uint8_t>(time.minute);
  row.second = row.upper_second = static_cast<std::uint8_t>(time.second);
  if (time.has_second) row.flags |= kQuantityHasSecond;
  row.start_byte = row.number_start = static_cast<std::int32_t>(time.start);
  row.end_byte = row.number_end = static_cast<std::int32_t>(time.end);
  row.unit_start = row.unit_end = row.end_byte;
}

bool read_one(const Scan& scan, std::size_t at, Time& time) {
  Time fresh;
  if (read_clock(scan, at, fresh)) return time = fresh, true;
  fresh = Time{};
  if (read_zh(scan, at, fresh)) return time = fresh, true;
  fresh = Time{};
  return read_hour(scan, at, fresh) && (time = fresh, true);
}

}  // namespace

Reading read_time(const Scan& scan, std::size_t at, QuantityRow& row) {
  // Three digits are no hour.
  const std::string_view run = scan.text.substr(at, 3);
  if (run.size() == 3 && run.find_first_not_of("0123456789") == std::string_view::npos) return Reading::kNothing;
  Time first;
  std::size_t joined = 0;
  Match joiner;
  if (!read_one(scan, at, first)) {
    // 9-11 am, 9 to 5 pm: the hour before the joiner has no mark of its own.
    int digits = 0;
    std::size_t end = 0;
    const int hour = small_run(scan, at, 12, end, digits);
    if (hour < 1) return Reading::kNothing;
    joined = skip_blanks(scan, end, 1);
    joiner = scan.lexicon.longest(Section::kJoiner, scan.text, joined);
    if (!joiner || joiner.entry->kind > 1) return Reading::kNothing;
    first.start = at;
    first.end = end;
    first.hour = hour;
    first.bare_hour = true;
  } else {
    put(row, first);
    joined = skip_blanks(scan, first.end, 1);
    joiner = scan.lexicon.longest(Section::kJoiner, scan.text, joined);
    if (!joiner || joiner.entry->kind > 1) return Reading::kQuantity;
  }
  Scan inner = scan;
  const std::size_t second_at = skip_blanks(scan, joiner.end, 1);
  inner.floor = second_at;
  Time second;
  const Reading alone = first.bare_hour ? Reading::kNothing : Reading::kQuantity;
  std::size_t word_end = second_at;
  const Match part = scan.lexicon.longest(Section::kDayPart, scan.text, second_at);
  if (part && part.entry->flags & kEntryGuardBefore) word_end = part.end;  // 至下午五点
  if (!read_one(inner, word_end, second)) return alone;
  if (first.bare_hour && (!second.marked || second.minute != 0 || han(scan.point(second.start)))) return alone;
  if (first.bare_hour) {
    const bool evening = second.hour >= 12;
    if (evening && first.hour < 12 && first.hour + 12 <= second.hour) first.hour += 12;
    put(row, first);
  }
  row.kind = static_cast<std::uint8_t>(QuantityKind::kRange);
  row.upper_hour = static_cast<std::uint8_t>(second.hour);
  row.upper_minute = static_cast<std::uint8_t>(second.minute);
  row.upper_second = static_cast<std::uint8_t>(second.second);
  row.end_byte = row.number_end = static_cast<std::int32_t>(second.end);
  row.unit_start = row.unit_end = row.end_byte;
  set_ends(row, first.end, second.start);
  return Reading::kQuantity;
}

}  // namespace verify
