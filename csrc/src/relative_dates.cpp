#include "verify/relative_dates.hpp"

namespace verify {
namespace {

bool leap(std::int32_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

std::int32_t days_of(std::int32_t year, std::int32_t month) {
  constexpr std::int32_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && leap(year) ? 29 : kDays[month - 1];
}

void move_days(AsOf& date, std::int32_t days) {
  for (; days > 0; --days) {
    if (++date.day <= days_of(date.year, date.month)) continue;
    date.day = 1;
    if (++date.month > 12) ++date.year, date.month = 1;
  }
  for (; days < 0; ++days) {
    if (--date.day > 0) continue;
    if (--date.month < 1) --date.year, date.month = 12;
    date.day = days_of(date.year, date.month);
  }
}

// Whole steps of `size` months; the month counts from the first of its step.
void move_months(AsOf& date, std::int32_t size, std::int32_t steps) {
  const std::int32_t months = (date.year * 12 + date.month - 1) / size * size + steps * size;
  date.year = months / 12;
  date.month = months % 12 + 1;
}

// The relative date that starts at `at`, dated from `as_of`. False where there is none.
bool relative_date_at(std::string_view text, std::size_t at, const Lexicon& lexicon, const AsOf& as_of,
                      QuantityRow& row) {
  const Match match = lexicon.longest(Section::kRelativeDate, text, at);
  if (!match) return false;
  AsOf date = as_of;
  const std::int32_t steps = match.entry->exponent;
  row = QuantityRow{};
  row.flags = kQuantityHasYear;
  switch (static_cast<RelativeUnit>(match.entry->kind)) {
    case RelativeUnit::kDay:
      move_days(date, steps);
      row.flags |= kQuantityHasMonth | kQuantityHasDay;
      break;
    case RelativeUnit::kMonth:
      move_months(date, 1, steps);
      row.flags |= kQuantityHasMonth;
      break;
    case RelativeUnit::kQuarter:
      move_months(date, 3, steps);
      row.flags |= kQuantityHasQuarter;
      row.quarter = static_cast<std::uint8_t>((date.month + 2) / 3);
      break;
    case RelativeUnit::kYear:
      date.year += steps;
      break;
  }
  if (date.year < 1) return false;
  row.denominator = 1;
  row.unit = row.per_unit = -1;
  row.kind = row.range_kind = static_cast<std::uint8_t>(QuantityKind::kDate);
  row.year = row.upper_year = date.year;
  if ((row.flags & kQuantityHasMonth) != 0) row.month = row.upper_month = static_cast<std::uint8_t>(date.month);
  if ((row.flags & kQuantityHasDay) != 0) row.day = row.upper_day = static_cast<std::uint8_t>(date.day);
  row.start_byte = row.number_start = static_cast<std::int32_t>(at);
  row.end_byte = row.number_end = row.unit_start = row.unit_end = static_cast<std::int32_t>(match.end);
  return true;
}

}  // namespace

void read_relative_dates(std::string_view text, const std::vector<TokenRow>& tokens, const Lexicon& lexicon,
                         const AsOf& as_of, const std::function<bool(std::string_view)>& written,
                         std::vector<QuantityRow>& quantities) {
  if (as_of.year == 0) return;
  std::vector<QuantityRow> merged;
  std::size_t next = 0;
  std::int32_t floor = 0;
  for (const TokenRow& token : tokens) {
    if (token.start_byte < floor || (token.flags & kTokenMarker) != 0) continue;
    QuantityRow row{};
    if (!relative_date_at(text, static_cast<std::size_t>(token.start_byte), lexicon, as_of, row)) continue;
    while (next < quantities.size() && quantities[next].start_byte < row.start_byte)
      merged.push_back(quantities[next++]);
    const bool overlaps = (!merged.empty() && merged.back().end_byte > row.start_byte) ||
                          (next < quantities.size() && quantities[next].start_byte < row.end_byte);
    if (overlaps || written(text.substr(static_cast<std::size_t>(row.start_byte),
                                        static_cast<std::size_t>(row.end_byte - row.start_byte))))
      continue;
    merged.push_back(row);
    floor = row.end_byte;
  }
  if (merged.empty()) return;
  merged.insert(merged.end(), quantities.begin() + static_cast<std::ptrdiff_t>(next), quantities.end());
  quantities.swap(merged);
}

}  // namespace verify
