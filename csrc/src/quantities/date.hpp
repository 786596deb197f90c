// Inside the date form: what its two files share.
#pragma once

#include "quantities/forms.hpp"

namespace verify {

// A date while it is read. Parts that are not written stay 0; `flags` says which are.
struct Date {
  std::int32_t year = 0;
  int month = 0;
  int day = 0;
  int quarter = 0;
  std::uint32_t flags = 0;
  std::size_t start = 0;
  std::size_t end = 0;
  bool bare_year = false;
  bool hyphens = false;      // a hyphen stands between day and month
  bool month_first = false;  // the month was written before the day

  void set_year(std::int64_t value) {
    year = static_cast<std::int32_t>(value);
    flags |= kQuantityHasYear;
  }
  void set_month(std::int64_t value) {
    month = static_cast<int>(value);
    flags |= kQuantityHasMonth;
  }
  void set_day(std::int64_t value) {
    day = static_cast<int>(value);
    flags |= kQuantityHasDay;
  }
  void set_quarter(std::int64_t value) {
    quarter = static_cast<int>(value);
    flags |= kQuantityHasQuarter;
  }
};

// A run of digits, or of Han digits; `digits` is 0 where none stands.
struct Run {
  std::int64_t value = 0;
  int digits = 0;
  std::size_t end = 0;
};

// Whether a letter or digit stands at `end`, so that what ends there is part of something longer.
bool glued(const Scan& scan, std::size_t end);
Run run_at(const Scan& scan, std::size_t at);
bool year_value(const Run& run);
// Two digits stand for 1970 to 2069.
std::int64_t full_year(const Run& run);
const Entry* part_at(const Scan& scan, std::size_t at, DatePartKind kind, std::size_t& end);
const Entry* part_before(const Scan& scan, std::size_t end, DatePartKind kind, std::size_t& start);

// date_fiscal.cpp: Q3 2024, 24Q3, 3Q 2024, FY2024. `at` is on the digits.
bool read_fiscal(const Scan& scan, std::size_t at, Date& date);
// date_cited.cpp: Hauser et al. (1998), (Pace & Pasquini 2004; Ida & Lin 2005): whether the year in [`start`, `end`) is
// that of a work that is cited. A list in brackets names several works or several authors.
bool cited_work(const Scan& scan, std::size_t start, std::size_t end);
// date_zh.cpp: 2024年3月5日, 民国25年, 3月5日, 第三季度. `at` is on the first digit or numeral.
bool read_zh_date(const Scan& scan, std::size_t at, Date& date);

}  // namespace verify
