#include "verify/match_quantities.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "verify/exact.hpp"

namespace verify {
namespace {

QuantityKind kind_of(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind == QuantityKind::kRange ? static_cast<QuantityKind>(row.range_kind) : kind;
}

bool dated(const QuantityRow& row) { return kind_of(row) == QuantityKind::kDate; }
bool timed(const QuantityRow& row) { return kind_of(row) == QuantityKind::kTime; }
bool ordinal(const QuantityRow& row) { return kind_of(row) == QuantityKind::kOrdinal; }
bool ranged(const QuantityRow& row) { return static_cast<QuantityKind>(row.kind) == QuantityKind::kRange; }

bool comparable(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind != QuantityKind::kIdentifier && kind != QuantityKind::kLabel;
}

constexpr std::uint32_t kDateParts = kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;

bool year_alone(const QuantityRow& row) {
  return dated(row) && (row.flags & kDateParts) == kQuantityHasYear && !ranged(row);
}

// A number that a year may be written as: an integer of four digits without a unit.
bool year_like(const QuantityRow& row) {
  if (row.unit >= 0 || row.exponent != 0 || row.denominator != 1 || row.value_high != 0) return false;
  return kind_of(row) == QuantityKind::kNumber && row.value_low >= 1000 && row.value_low <= 2999;
}

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

QuantityRelation found(Relation relation, std::uint32_t flags = 0) { return {relation, flags, false}; }

// 12/06/2023 may be the 12th of June or the 6th of December.
bool two_readings(const QuantityRow& row) {
  return dated(row) && (row.flags & kQuantityAmbiguous) != 0 && !ranged(row);
}

QuantityRow day_and_month_swapped(QuantityRow row) {
  std::swap(row.day, row.month);
  return row;
}

QuantityRow without_per(QuantityRow row) {
  row.per_unit = -1;
  return row;
}

// The parts that both write agree; `upper` is the later end of a range.
bool same_date(const QuantityRow& answer, const QuantityRow& evidence, bool upper) {
  const std::uint32_t both = answer.flags & evidence.flags & kDateParts;
  const auto differ = [both](std::uint32_t part, int a, int b) { return (both & part) != 0 && a != b; };
  return !differ(kQuantityHasYear, answer.year, upper ? evidence.upper_year : evidence.year) &&
         !differ(kQuantityHasMonth, answer.month, upper ? evidence.upper_month : evidence.month) &&
         !differ(kQuantityHasDay, answer.day, upper ? evidence.upper_day : evidence.day) &&
         !differ(kQuantityHasQuarter, answer.quarter, evidence.quarter);
}

QuantityRelation relate_dates(const QuantityRow& answer, const QuantityRow& evidence) {
  if ((answer.flags & evidence.flags & kDateParts) == 0) return {};
  const bool range = ranged(evidence);
  const bool one_end = range && !ranged(answer) && same_date(answer, evidence, true);
  if (!one_end && !same_date(answer, evidence, false)) return {};
  if (ranged(answer) && !range) return {};
  if (ranged(answer) && (answer.upper_year != evidence.upper_year || answer.upper_month != evidence.upper_month ||
                         answer.upper_day != evidence.upper_day)) {
    return {};
  }
  // A date that states more than the evidence is not borne out, but for the year, which a page often says elsewhere;
  // 17 August 2021 is no end of 2019 to 2021.
  const std::uint32_t more = answer.flags & ~evidence.flags & kDateParts;
  if (more != 0 && more != kQuantityHasYear) return {};
  if (range && !ranged(answer)) return found(Relation::kRangeEnd);
  return found(Relation::kEqual, more != 0 ? std::uint32_t{kMatchFiner} : 0u);
}

bool same_time(const QuantityRow& a, const QuantityRow& b, bool upper) {
  const std::uint8_t hour = upper ? b.upper_hour : b.hour;
  const std::uint8_t minute = upper ? b.upper_minute : b.minute;
  const std::uint8_t second = upper ? b.upper_second : b.second;
  if (a.hour != hour || a.minute != minute) return false;
  return (a.flags & b.flags & kQuantityHasSecond) == 0 || a.second == second;
}

QuantityRelation relate_times(const QuantityRow& answer, const QuantityRow& evidence) {
  if (ranged(answer) && ranged(evidence)) {
    const bool upper = answer.upper_hour == evidence.upper_hour && answer.upper_minute == evidence.upper_minute;
    return same_time(answer, evidence, false) && upper ? found(Relation::kEqual) : QuantityRelation{};
  }
  if (same_time(answer, evidence, false)) return found(ranged(evidence) ? Relation::kRangeEnd : Relation::kEqual);
  if (ranged(evidence) && same_time(answer, evidence, true)) return found(Relation::kRangeEnd);
  return {};
}

enum class UnitRelation { kSame, kMissing, kConvertible, kRatio, kDifferent };

UnitRelation relate_one_unit(std::int32_t a, std::int32_t b, const Lexicon& lexicon) {
  if (a == b) return UnitRelation::kSame;
  if (a < 0 || b < 0) return UnitRelation::kMissing;
  const UnitRow& left = lexicon.units()[static_cast<std::size_t>(a)];
  const UnitRow& right = lexicon.units()[static_cast<std::size_t>(b)];
  const UnitKind left_kind = lexicon.unit_kind(a);
  const UnitKind right_kind = lexicon.unit_kind(b);
  // $ stands for several currencies, "58 degrees" for either scale; 8 cents are $0.08.
  if ((left.meaning_set & right.meaning_set) != 0) {
    const bool part = left_kind == UnitKind::kMoney && left.factor_exponent != right.factor_exponent;
    return part ? UnitRelation::kConvertible : UnitRelation::kSame;
  }
  if (left_kind == UnitKind::kMoney && right_kind == UnitKind::kMoney) return UnitRelation::kDifferent;
  // Counters name what is counted in many ways: another one is no contradiction.
  if (left_kind == UnitKind::kCounter && right_kind == UnitKind::kCounter) return UnitRelation::kMissing;
  if (left.dimension >= 0 && left.dimension == right.dimension) return UnitRelation::kConvertible;
  return UnitRelation::kDifferent;
}

UnitRelation relate_units(const QuantityRow& answer, const QuantityRow& evidence, const Lexicon& lexicon) {
  const UnitRelation upper = relate_one_unit(answer.unit, evidence.unit, lexicon);
  const UnitRelation lower = relate_one_unit(answer.per_unit, evidence.per_unit, lexicon);
  return std::max(upper, lower);
}

bool fraction_like(const QuantityRow& row) {
  const QuantityKind kind = kind_of(row);
  if (kind == QuantityKind::kFraction || kind == QuantityKind::kRatio) return true;
  // A bare decimal counts as a ratio only below 1.
  if (kind != QuantityKind::kNumber || row.unit >= 0) return false;
  const Exact value = exact_value(row, false);
  Exact one;
  one.mantissa = 1;
  return value.mantissa != 0 && value.exponent < 0 && compare_magnitude(value, one) < 0;
}

bool percent_like(const QuantityRow& row, const Lexicon& lexicon) {
  return row.unit >= 0 && lexicon.unit_kind(row.unit) == UnitKind::kPercent && row.per_unit < 0;
}

Exact in_base(const QuantityRow& row, bool upper, const Lexicon& lexicon) {
  Exact value = exact_value(row, upper);
  if (row.unit >= 0) apply_unit(value, lexicon.units()[static_cast<std::size_t>(row.unit)]);
  if (row.per_unit >= 0) divide_unit(value, lexicon.units()[static_cast<std::size_t>(row.per_unit)]);
  return value;
}

// How far below and above the answer's value the evidence may lie, in halves of a unit of the digit at hand.
struct Reach {
  unsigned below, above;
};
constexpr Reach kHalfUp{1, 1};
constexpr Reach kHedge{1, 2};     // "about 880" is said of 885 too
constexpr Reach kMoreThan{0, 2};  // "over 500" is said of 512
constexpr Reach kLessThan{2, 0};

// Does `evidence` lie within `reach` of the answer's value, counted at 10^quantum in the answer's unit?
bool rounds_to(const QuantityRow& answer, std::int32_t quantum, const Exact& evidence, bool convert,
               const Lexicon& lexicon, Reach reach) {
  Exact value = exact_value(answer, false);
  if (answer.denominator != 1 || value.exponent < quantum - 60 || value.exponent > quantum + 37) return false;
  // value = count * 10^quantum with an integer count
  uint128 count = value.mantissa;
  for (std::int32_t e = value.exponent; e > quantum; --e) {
    if (count > ~static_cast<uint128>(0) / 40) return false;
    count *= 10;
  }
  for (std::int32_t e = value.exponent; e < quantum; ++e) {
    if (count % 10 != 0) return false;
    count /= 10;
  }
  if (evidence.mantissa != 0 && count != 0 && evidence.negative != value.negative) return false;
  if (count > ~static_cast<uint128>(0) / 4) return false;
  Exact twice = evidence;
  if (twice.mantissa > ~static_cast<uint128>(0) / 2) return false;
  twice.mantissa *= 2;
  Exact low;
  Exact high;
  high.mantissa = 2 * count + reach.above;
  low.mantissa = count == 0 ? 0 : 2 * count - reach.below;
  low.exponent = high.exponent = quantum;
  if (convert) {
    for (Exact* end : {&low, &high}) {
      if (answer.unit >= 0) apply_unit(*end, lexicon.units()[static_cast<std::size_t>(answer.unit)]);
      if (answer.per_unit >= 0) divide_unit(*end, lexicon.units()[static_cast<std::size_t>(answer.per_unit)]);
    }
  }
  return compare_magnitude(low, twice) <= 0 && compare_magnitude(twice, high) < 0;
}

std::int32_t last_nonzero_digit(const QuantityRow& row) {
  Exact value = exact_value(row, false);
  if (value.mantissa == 0) return row.quantum_exponent;
  strip_zeros(value.mantissa, value.exponent);
  return std::max(value.exponent, row.quantum_exponent);
}

// The same digits as written, signs and scale words aside: 4.5 million and 4.5 billion.
bool same_written_digits(const QuantityRow& a, const QuantityRow& b) {
  Exact left = exact_value(a, false);
  Exact right = exact_value(b, false);
  if (left.mantissa == 0 || left.denominator != right.denominator) return false;
  std::int32_t left_exponent = left.exponent;
  std::int32_t right_exponent = right.exponent;
  strip_zeros(left.mantissa, left_exponent);
  strip_zeros(right.mantissa, right_exponent);
  return left.mantissa == right.mantissa && left_exponent - a.quantum_exponent == right_exponent - b.quantum_exponent;
}

bool scale_slip(const QuantityRow& a, const QuantityRow& b) {
  if (((a.flags | b.flags) & kQuantityScaled) == 0 || !same_written_digits(a, b)) return false;
  const int apart = std::abs(a.quantum_exponent - b.quantum_exponent);
  return apart != 0 && (apart % 3 == 0 || apart % 4 == 0);
}

// One end of the answer beside one end of the evidence: equal, or rounded to the last written digit; where the answer
// hedges, to its last digit that is not zero. "Over 500" is borne out by 512 in the same unit; a bound that permits or
// forbids ("at most 3 days") is a statement of its own and must be equal.
QuantityRelation relate_point(const QuantityRow& answer, bool upper, const Exact& value, const Exact& evidence,
                              bool convert, const Lexicon& lexicon) {
  if (compare(value, evidence) == 0) return found(Relation::kEqual);
  QuantityRow point = answer;
  if (upper) {
    point.value_high = answer.upper_high;
    point.value_low = answer.upper_low;
    point.exponent = answer.upper_exponent;
  }
  if (rounds_to(point, answer.quantum_exponent, evidence, convert, lexicon, kHalfUp)) return found(Relation::kRounded);
  const std::int32_t coarse = last_nonzero_digit(point);
  if ((answer.flags & kQuantityHedged) != 0 && rounds_to(point, coarse, evidence, convert, lexicon, kHedge)) {
    return found(Relation::kRounded, kMatchHedged);
  }
  if (convert || value.negative) return {};
  const bool above =
      (answer.flags & kQuantityMoreThan) != 0 && rounds_to(point, coarse, evidence, false, lexicon, kMoreThan);
  const bool below =
      (answer.flags & kQuantityLessThan) != 0 && rounds_to(point, coarse, evidence, false, lexicon, kLessThan);
  return above || below ? found(Relation::kRounded, kMatchHedged) : QuantityRelation{};
}

// Does a number in this unit count the same as one without?
bool counts_ones(std::int32_t unit, const Lexicon& lexicon) {
  if (unit < 0) return true;
  const UnitRow& row = lexicon.units()[static_cast<std::size_t>(unit)];
  return row.factor_numerator == 1 && row.factor_denominator == 1 && row.factor_exponent == 0;
}

QuantityRelation relate_numbers(const QuantityRow& answer, const QuantityRow& evidence, const Lexicon& lexicon) {
  UnitRelation units = relate_units(answer, evidence, lexicon);
  const bool ratio = (percent_like(answer, lexicon) && fraction_like(evidence)) ||
                     (fraction_like(answer) && percent_like(evidence, lexicon));
  if (units == UnitRelation::kMissing && ratio) units = UnitRelation::kRatio;
  const bool convert = units == UnitRelation::kConvertible || units == UnitRelation::kRatio;
  if (convert && (answer.per_unit < 0) != (evidence.per_unit < 0)) {
    // 1200 mg per day beside 1.2 g: what stands below the stroke on one side alone does not convert.
    QuantityRelation relation = relate_numbers(without_per(answer), without_per(evidence), lexicon);
    if (!relation.none) relation.flags |= kMatchPerMissing;
    return relation;
  }
  const Exact a_low = convert ? in_base(answer, false, lexicon) : exact_value(answer, false);
  const Exact e_low = convert ? in_base(evidence, false, lexicon) : exact_value(evidence, false);
  const bool a_range = ranged(answer);
  const bool e_range = ranged(evidence);
  std::uint32_t missing = 0;
  if (units == UnitRelation::kMissing) {
    const bool whole = relate_one_unit(answer.unit, evidence.unit, lexicon) == UnitRelation::kMissing;
    missing = whole ? kMatchUnitMissing : kMatchPerMissing;
  }

  if (units != UnitRelation::kDifferent) {
    const Relation same = convert ? Relation::kConverted : Relation::kEqual;
    const std::uint32_t converted = convert ? std::uint32_t{kMatchConverted} : 0u;
    // 85 beside 85.2 %: where the unit is missing, only a unit of ones lets a number be rounded.
    const bool rounds = units != UnitRelation::kMissing || missing == kMatchPerMissing ||
                        (counts_ones(answer.unit, lexicon) && counts_ones(answer.per_unit, lexicon) &&
                         counts_ones(evidence.unit, lexicon) && counts_ones(evidence.per_unit, lexicon));
    const auto point = [&](bool upper, const Exact& value, const Exact& other) {
      const QuantityRelation relation = relate_point(answer, upper, value, other, convert, lexicon);
      return rounds || relation.relation == Relation::kEqual ? relation : QuantityRelation{};
    };
    const QuantityRelation low = point(false, a_low, e_low);
    if (a_range || e_range) {
      const Exact e_high = convert ? in_base(evidence, true, lexicon) : exact_value(evidence, true);
      if (!a_range) {
        const QuantityRelation high = point(false, a_low, e_high);
        const QuantityRelation& end = low.none ? high : low;
        if (end.none) return {};
        return found(Relation::kRangeEnd, missing | converted | end.flags);
      }
      if (!e_range) return {};
      const Exact a_high = convert ? in_base(answer, true, lexicon) : exact_value(answer, true);
      const QuantityRelation high = point(true, a_high, e_high);
      if (low.none || high.none) return {};
      const bool rounded = low.relation == Relation::kRounded || high.relation == Relation::kRounded;
      return found(rounded ? Relation::kRounded : same, missing | (rounded ? converted : 0u) | low.flags | high.flags);
    }
    if (!low.none)
      return found(low.relation == Relation::kEqual ? same : low.relation,
                   missing | (low.relation == Relation::kRounded ? converted : 0u) | low.flags);
    if (!convert && compare_magnitude(a_low, e_low) == 0 && a_low.mantissa != 0)
      return found(Relation::kOtherSign, missing);
    if (convert && a_low.negative != e_low.negative && compare_magnitude(a_low, e_low) == 0 && a_low.mantissa != 0) {
      return found(Relation::kOtherSign, converted);
    }
    if (convert && compare(exact_value(answer, false), exact_value(evidence, false)) == 0) {
      return found(Relation::kOtherUnit);
    }
    if (scale_slip(answer, evidence)) return found(Relation::kOtherUnit);
    return {};
  }
  if (a_range != e_range) return {};
  if (compare(exact_value(answer, false), exact_value(evidence, false)) == 0) return found(Relation::kOtherUnit);
  return {};
}

}  // namespace

QuantityRelation relate(const QuantityRow& answer, const QuantityRow& evidence, const Lexicon& lexicon) {
  if (!comparable(answer) || !comparable(evidence)) return {};
  if (((answer.flags | evidence.flags) & kQuantityTooLong) != 0) return {};
  if (dated(answer) || dated(evidence)) {
    if (dated(answer) && dated(evidence)) {
      const QuantityRelation relation = relate_dates(answer, evidence);
      // Two dates in digits are read alike.
      if (!relation.none || two_readings(answer) == two_readings(evidence)) return relation;
      return two_readings(answer) ? relate_dates(day_and_month_swapped(answer), evidence)
                                  : relate_dates(answer, day_and_month_swapped(evidence));
    }
    // A year read as a number on one side.
    const QuantityRow& date = dated(answer) ? answer : evidence;
    const QuantityRow& number = dated(answer) ? evidence : answer;
    if (year_alone(date) && year_like(number) && static_cast<std::uint64_t>(date.year) == number.value_low) {
      return found(Relation::kEqual, kMatchUnitMissing);
    }
    return {};
  }
  if (timed(answer) || timed(evidence)) {
    return timed(answer) && timed(evidence) ? relate_times(answer, evidence) : QuantityRelation{};
  }
  if (ordinal(answer) != ordinal(evidence)) return {};
  const QuantityRelation plain = relate_numbers(answer, evidence, lexicon);
  if (!plain.none && plain.relation <= Relation::kRounded) return plain;
  // 23.480 may be a thousand times what it says where the dot groups: the other reading counts where it fits exactly,
  // for sums of money, which have no third decimal, and from five digits on, which few decimals have.
  for (const bool of_answer : {false, true}) {
    const QuantityRow& row = of_answer ? answer : evidence;
    if ((row.flags & kQuantityAmbiguous) == 0 || row.exponent >= 0 || row.value_high != 0) continue;
    if (row.quantum_exponent != -3) continue;  // 1,5: no group
    const bool money = row.unit >= 0 && lexicon.unit_kind(row.unit) == UnitKind::kMoney;
    if (!money && row.value_low < 10000) continue;
    QuantityRow other = row;
    other.exponent += 3;
    other.upper_exponent += 3;
    other.quantum_exponent += 3;
    const QuantityRelation second =
        of_answer ? relate_numbers(other, evidence, lexicon) : relate_numbers(answer, other, lexicon);
    if (!second.none && second.relation <= Relation::kRangeEnd) return second;
  }
  return plain;
}

bool same_kind(const QuantityRow& a, const QuantityRow& b, const Lexicon& lexicon) {
  if (!comparable(a) || !comparable(b)) return false;
  if (dated(a) || dated(b)) return dated(a) && dated(b) && (a.flags & b.flags & kDateParts) != 0;
  if (timed(a) || timed(b)) return timed(a) && timed(b);
  if (ordinal(a) || ordinal(b)) return false;
  if (a.unit < 0 && b.unit < 0) return !year_like(a) && !year_like(b);
  const UnitRelation units = relate_one_unit(a.unit, b.unit, lexicon);
  // Working days and hours do not convert, but one stands where the other should.
  const bool durations = a.unit >= 0 && b.unit >= 0 && lexicon.unit_kind(a.unit) == UnitKind::kDuration &&
                         lexicon.unit_kind(b.unit) == UnitKind::kDuration;
  const bool same = units == UnitRelation::kSame || units == UnitRelation::kConvertible || durations;
  return same && relate_one_unit(a.per_unit, b.per_unit, lexicon) != UnitRelation::kDifferent;
}

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
    if (large_ && scale_may_be_noted(evidence, lexicon_)) {
      for (const double scale : {1e3, 1e4, 1e6, 1e8, 1e9}) collect_near(of_evidence.low * scale);
    }
  }
  std::sort(candidates_.begin(), candidates_.end());
}

}  // namespace verify
