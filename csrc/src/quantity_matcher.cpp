// Which quantities of an answer one of the evidence may support, found without a look at the rest.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "quantity_traits.hpp"
#include "temperature.hpp"
#include "verify/match_quantities.hpp"

namespace verify {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const uint128 product = static_cast<uint128>(a ^ 0x9E3779B97F4A7C15u) * (b ^ 0xD6E8FEB86659FD93u);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t digits_key(const QuantityRow& row, bool upper) {
  Exact value = exact_value(row, upper);
  // Half and 0.5 share a key: a denominator that has a finite decimal is written as one.
  for (const auto& [factor, other] : {std::pair<unsigned, unsigned>{2, 5}, {5, 2}}) {
    while (value.denominator % factor == 0 && value.mantissa < ~static_cast<uint128>(0) / 8) {
      value.denominator /= factor;
      value.mantissa *= other;
      --value.exponent;
    }
  }
  if (value.denominator > 1) {  // 10/3 and 20/6 too
    auto factor = static_cast<std::uint64_t>(value.mantissa % value.denominator);
    factor = std::gcd(factor, value.denominator);
    value.mantissa /= factor;
    value.denominator /= factor;
  }
  strip_zeros(value.mantissa, value.exponent);
  return mix(static_cast<std::uint64_t>(value.mantissa) ^ value.denominator << 1,
             static_cast<std::uint64_t>(value.mantissa >> 64));
}

// Dates share a key by the one part that is most often written: the day of the month, else the month, else the year.
std::uint64_t date_key(int year, int month, int day, int quarter, std::uint32_t flags) {
  if ((flags & kQuantityHasMonth) != 0 && (flags & kQuantityHasDay) != 0)
    return mix(1, static_cast<std::uint64_t>(month * 32 + day));
  if ((flags & kQuantityHasMonth) != 0) return mix(2, static_cast<std::uint64_t>(month));
  if ((flags & kQuantityHasQuarter) != 0) return mix(3, static_cast<std::uint64_t>(quarter));
  return mix(4, static_cast<std::uint64_t>(year));
}

}  // namespace

bool scale_may_be_noted(const QuantityRow& row, const Lexicon& lexicon) {
  if ((row.flags & (kQuantityInTable | kQuantityScaled)) != kQuantityInTable || dated(row) || timed(row)) return false;
  return row.unit < 0 || lexicon.unit_kind(row.unit) == UnitKind::kMoney;
}

QuantityProbe probe(const QuantityRow& row, const Lexicon& lexicon) {
  QuantityProbe out{};
  if (dated(row)) {
    out.digits = date_key(row.year, row.month, row.day, row.quarter, row.flags);
    out.upper_digits = ranged(row) ? mix(4, static_cast<std::uint64_t>(row.upper_year)) : out.digits;
    out.low = out.high = std::nan("");
    return out;
  }
  if (timed(row)) {
    out.digits = mix(5, static_cast<std::uint64_t>(row.hour * 60 + row.minute));
    out.upper_digits =
        ranged(row) ? mix(5, static_cast<std::uint64_t>(row.upper_hour * 60 + row.upper_minute)) : out.digits;
    out.low = out.high = std::nan("");
    return out;
  }
  out.digits = digits_key(row, false);
  out.upper_digits = ranged(row) ? digits_key(row, true) : out.digits;
  out.low = approximate(in_base(row, false, lexicon));
  out.high = ranged(row) ? approximate(in_base(row, true, lexicon)) : out.low;
  return out;
}

QuantityMatcher::QuantityMatcher(const std::vector<QuantityRow>& answer, const Lexicon& lexicon)
    : answer_(answer), lexicon_(lexicon) {
  seen_.assign(answer.size(), 0);
  const auto add = [this](std::uint64_t digits, std::size_t index) {
    by_digits_.emplace_back(digits, static_cast<std::int32_t>(index));
    filter_[digits >> 58 & 15u] |= std::uint64_t{1} << (digits & 63u);
  };
  for (std::size_t i = 0; i < answer.size(); ++i) {
    const QuantityRow& row = answer[i];
    if (!comparable(row)) continue;
    const QuantityProbe of_row = probe(row, lexicon);
    add(of_row.digits, i);
    if (of_row.upper_digits != of_row.digits) add(of_row.upper_digits, i);
    if (dated(row)) {
      // A coarse date of the evidence may bear out a finer one, and the other way round; a year may be a number.
      if ((row.flags & kQuantityHasYear) != 0) add(mix(4, static_cast<std::uint64_t>(row.year)), i);
      for (int year = row.year + 1; (row.flags & kQuantityDecade) != 0 && year < row.upper_year; ++year)
        add(mix(4, static_cast<std::uint64_t>(year)), i);
      if ((row.flags & kQuantityHasMonth) != 0) add(mix(2, row.month), i);
      if ((row.flags & kQuantityHasQuarter) != 0) add(mix(3, row.quarter), i);
      if (two_readings(row)) add(probe(day_and_month_swapped(row), lexicon).digits, i);
      continue;
    }
    if (year_like(row)) add(mix(4, row.value_low), i);
    if (timed(row) || std::isnan(of_row.low)) continue;
    add_interval(row, of_row.low, i);
    if (row.per_unit >= 0) {
      const QuantityRow whole = without_per(row);  // it converts to what is written without the stroke
      add_interval(whole, probe(whole, lexicon).low, i);
    }
  }
  std::sort(by_digits_.begin(), by_digits_.end());
  std::sort(intervals_.begin(), intervals_.end(),
            [](const Interval& a, const Interval& b) { return a.low != b.low ? a.low < b.low : a.index < b.index; });
  double reach = -HUGE_VAL;
  for (const Interval& interval : intervals_) {
    reach = std::max(reach, interval.high);
    reach_.push_back(reach);
  }
}

// Anything within the coarsest rounding that relate() may allow, and a little more: candidates only.
void QuantityMatcher::add_interval(const QuantityRow& row, double low, std::size_t index) {
  Exact step;
  step.mantissa = 1;
  step.exponent = (row.flags & (kQuantityHedged | kQuantityMoreThan | kQuantityLessThan)) != 0 ? last_nonzero_digit(row)
                                                                                               : row.quantum_exponent;
  if (row.unit >= 0) apply_unit(step, lexicon_.units()[static_cast<std::size_t>(row.unit)]);
  if (row.per_unit >= 0) divide_unit(step, lexicon_.units()[static_cast<std::size_t>(row.per_unit)]);
  const double margin = approximate(step) * 1.01 + std::fabs(low) * 1e-12;
  if (!std::isfinite(low) || !std::isfinite(margin)) return;
  large_ = large_ || std::fabs(low) >= 1000;
  intervals_.push_back({low - margin, low + margin, static_cast<std::int32_t>(index)});
}

void QuantityMatcher::collect_digits(std::uint64_t digits) {
  if ((filter_[digits >> 58 & 15u] >> (digits & 63u) & 1u) == 0) return;
  auto at = std::lower_bound(by_digits_.begin(), by_digits_.end(), std::make_pair(digits, std::int32_t{0}));
  for (; at != by_digits_.end() && at->first == digits; ++at) {
    std::int32_t& seen = seen_[static_cast<std::size_t>(at->second)];
    if (seen == stamp_) continue;
    seen = stamp_;
    candidates_.push_back(at->second);
  }
}

void QuantityMatcher::collect_near(double value) {
  auto at = std::upper_bound(intervals_.begin(), intervals_.end(), value,
                             [](double x, const Interval& interval) { return x < interval.low; });
  while (at != intervals_.begin()) {
    --at;
    if (reach_[static_cast<std::size_t>(at - intervals_.begin())] < value) break;
    if (at->high < value) continue;
    std::int32_t& seen = seen_[static_cast<std::size_t>(at->index)];
    if (seen == stamp_) continue;
    seen = stamp_;
    candidates_.push_back(at->index);
  }
}

void QuantityMatcher::collect(const QuantityRow& evidence, const QuantityProbe& of_evidence) {
  candidates_.clear();
  if (answer_.empty() || !comparable(evidence)) return;
  ++stamp_;
  collect_digits(of_evidence.digits);
  if (of_evidence.upper_digits != of_evidence.digits) collect_digits(of_evidence.upper_digits);
  if (dated(evidence)) {
    if ((evidence.flags & kQuantityHasYear) != 0) collect_digits(mix(4, static_cast<std::uint64_t>(evidence.year)));
    if ((evidence.flags & kQuantityHasMonth) != 0) collect_digits(mix(2, evidence.month));
    if ((evidence.flags & kQuantityHasQuarter) != 0) collect_digits(mix(3, evidence.quarter));
    if (two_readings(evidence)) collect_digits(probe(day_and_month_swapped(evidence), lexicon_).digits);
  } else if (year_like(evidence)) {
    collect_digits(mix(4, evidence.value_low));
  }
  if (!std::isnan(of_evidence.low)) {
    collect_near(of_evidence.low);
    if (of_evidence.high != of_evidence.low) collect_near(of_evidence.high);
    if (evidence.per_unit >= 0) {
      const QuantityProbe whole = probe(without_per(evidence), lexicon_);
      collect_near(whole.low);
      if (whole.high != whole.low) collect_near(whole.high);
    }
    for (const std::int32_t unit : {lexicon_.celsius_unit(), lexicon_.fahrenheit_unit(), lexicon_.kelvin_unit()}) {
      QuantityRow moved;
      if (in_other_scale(evidence, unit, lexicon_, moved)) {
        const QuantityProbe of_moved = probe(moved, lexicon_);
        collect_near(of_moved.low);
        if (of_moved.high != of_moved.low) collect_near(of_moved.high);
      }
    }
    if (large_ && scale_may_be_noted(evidence, lexicon_)) {
      for (const double scale : {1e3, 1e4, 1e6, 1e8, 1e9}) collect_near(of_evidence.low * scale);
    }
  }
  std::sort(candidates_.begin(), candidates_.end());
}

}  // namespace verify
