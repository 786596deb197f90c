// Quarters and fiscal years in digits and letters: Q3 2024, 24Q3, 3Q 2024, FY2024.
#include "quantities/date.hpp"

namespace verify {
namespace {

bool ascii_alnum_before(const Scan& scan, std::size_t at) {
  const char32_t point = scan.before(at);
  return letter(point) || digit_point(scan, point);
}

}  // namespace

// Q3 2024, Q3 FY24, 2024Q3, 2024 Q3, 24Q3, 3Q24, 3Q 2024, FY2024, fiscal year 2024.
bool read_fiscal(const Scan& scan, std::size_t at, Date& date) {
  const Run run = run_at(scan, at);
  std::size_t mark;
  std::size_t place;
  const char32_t before = scan.before(at, mark);
  if (run.digits == 1 && run.value >= 1 && run.value <= 4) {
    std::size_t start = 0;
    if ((before == 'Q' || before == 'q') && mark >= scan.floor && !ascii_alnum_before(scan, mark)) {
      start = mark;
      date.end = run.end;
    } else if (scan.point(run.end) == 'Q' && !letter(scan.point(run.end + 1))) {
      start = at;
      date.end = run.end + 1;
    } else {
      return false;
    }
    date.start = start;
    date.set_quarter(run.value);
    place = skip_blanks(scan, date.end, 2);
    if (scan.text.substr(place, 3) == "of ") place += 3;
    if (scan.text.substr(place, 1) == "," || scan.text.substr(place, 1) == "-") place = skip_blanks(scan, place + 1, 1);
    std::size_t fiscal_end = 0;
    const bool fiscal = part_at(scan, place, DatePartKind::kFiscal, fiscal_end) != nullptr;
    if (fiscal) place = skip_blanks(scan, fiscal_end, 1);
    const Run year = run_at(scan, place);
    const bool short_year = year.digits == 2 && (fiscal || place == date.end);
    if ((year_value(year) || short_year) && !glued(scan, year.end)) {
      date.set_year(full_year(year));
      date.end = year.end;
      if (fiscal) date.flags |= kQuantityFiscal;
    }
    return !glued(scan, date.end);
  }
  const std::size_t left = skip_blanks_back(scan, at, 2);
  std::size_t start = 0;
  const Entry* part = part_before(scan, left, DatePartKind::kFiscal, start);
  if (part == nullptr && (before == '\'' || before == 0x2019)) {
    part = part_before(scan, skip_blanks_back(scan, mark, 1), DatePartKind::kFiscal, start);
  }
  if (part != nullptr && (year_value(run) || run.digits == 2) && !glued(scan, run.end)) {
    date.start = start;
    date.set_year(full_year(run));
    date.flags |= kQuantityFiscal;
    date.end = run.end;
    return true;
  }
  const bool tight = run.digits == 2 && scan.point(run.end) == 'Q';
  if (!year_value(run) && !tight) return false;
  place = skip_blanks(scan, run.end, 1);
  if (scan.point(place) == '-') ++place;
  const char32_t quarter = scan.point(place);
  const Run number = quarter == 'Q' || quarter == 'q' ? run_at(scan, place + 1) : Run{};
  if (number.digits != 1 || number.value < 1 || number.value > 4 || glued(scan, number.end)) return false;
  date.start = at;
  date.set_year(full_year(run));
  date.set_quarter(number.value);
  date.end = number.end;
  return true;
}

}  // namespace verify
