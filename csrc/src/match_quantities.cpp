#include "verify/match_quantities.hpp"

#include <algorithm>

#include "quantity_traits.hpp"
#include "temperature.hpp"
#include "verify/exact.hpp"

namespace verify {
namespace {

bool year_alone(const QuantityRow& row) {
  return dated(row) && (row.flags & kDateParts) == kQuantityHasYear && !ranged(row);
}

QuantityRelation found(Relation relation, std::uint32_t flags = 0) { return {relation, flags, false}; }

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
  if ((answer.flags & kQuantityDecade) != 0 && !ranged(evidence)) {  // coarser is fine: a year of the 1990s
    const bool inside = answer.year <= evidence.year && evidence.year <= answer.upper_year;
    return inside ? found(Relation::kEqual) : QuantityRelation{};
  }
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
    const bool part = left_kind == UnitKind::kMoney && right_kind == UnitKind::kMoney &&
                      left.factor_exponent != right.factor_exponent;
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
  QuantityRow moved;
  if (in_other_scale(evidence, answer.unit, lexicon, moved)) {
    const QuantityRelation same = relate_numbers(answer, moved, lexicon);
    if (!same.none && same.relation <= Relation::kRounded) {
      return found(same.relation == Relation::kEqual ? Relation::kConverted : same.relation,
                   same.flags | kMatchConverted);
    }
  }
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

}  // namespace verify
