// Dates whose year the evidence does not know.
#include <algorithm>

#include "comparer.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostLooked = 16;  // dates of one answer whose year is looked for
constexpr std::uint32_t kParts = kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;

bool date_with_year(const QuantityRow& row) {
  return static_cast<QuantityKind>(row.kind) == QuantityKind::kDate && (row.flags & kQuantityHasYear) != 0;
}

// Does the quantity state a year, as a date, a range of dates, or a number that may be one?
bool states_year(const QuantityRow& row, std::int32_t year) {
  if ((row.flags & kQuantityHasYear) != 0 && (row.year == year || row.upper_year == year)) return true;
  return static_cast<QuantityKind>(row.kind) == QuantityKind::kNumber && row.exponent == 0 && row.value_high == 0 &&
         row.value_low == static_cast<std::uint64_t>(year);
}

// The same day, month or quarter of another year.
bool same_but_year(const QuantityRow& a, const QuantityRow& b) {
  return (a.flags & kParts) == (b.flags & kParts) && a.month == b.month && a.day == b.day && a.quarter == b.quarter &&
         a.year != b.year;
}

}  // namespace

// "15 May 2026" beside "15 May" is borne out as long as nothing tells the year. Where the evidence states that day of
// another year, and the claim's year nowhere, the claim's is wrong: appends a row of kOtherValue with that date.
void Comparer::find_other_year(std::int32_t quantity) {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  if (!date_with_year(row) || (row.flags & kParts) == 0) return;
  bool held = false;
  for (auto at = first_candidate(quantity); at != candidates_.end() && at->quantity == quantity; ++at) {
    if (!holds(at->relation)) continue;
    if ((at->relation.flags & kMatchFiner) == 0) return;
    held = true;
  }
  if (!held || row.segment < options_.known) return;
  years_looked_.push_back(row.segment);
  const std::size_t before = static_cast<std::size_t>(options_.carried.year_count);
  if (before + years_looked_.size() > kMostLooked) return;
  const auto& all = index_.quantities;
  if (std::any_of(all.begin(), all.end(), [&](const QuantityRow& other) { return states_year(other, row.year); }))
    return;
  const auto other = std::find_if(
      all.begin(), all.end(), [&](const QuantityRow& one) { return date_with_year(one) && same_but_year(row, one); });
  if (other == all.end()) return;
  read_value_words(quantity);
  Candidate candidate{
      quantity, static_cast<std::int32_t>(other - all.begin()), {Relation::kOtherValue, kMatchInstead, false}};
  push_quantity_match(candidate, source_of(candidate), {near_of(candidate.evidence), context_of(other->segment)});
}

}  // namespace verify
