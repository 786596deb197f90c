#include <algorithm>

#include "comparer.hpp"
#include "derivation.hpp"

namespace verify {
namespace {

constexpr std::int32_t kMostYears = 12;  // of a span of years that a claim names
constexpr std::uint64_t kMostCount = 99;
constexpr std::int32_t kMostDerived = 32;  // figures of one answer that are looked for

bool computed(const QuantityRow& row) {
  if ((row.flags & kQuantityTooLong) != 0 || row.denominator != 1 || row.value_high != row.value_high >> 63)
    return false;
  switch (static_cast<QuantityKind>(row.kind)) {
    case QuantityKind::kNumber:
    case QuantityKind::kPercent:
    case QuantityKind::kMoney:
    case QuantityKind::kMeasure:
    case QuantityKind::kCount:
    case QuantityKind::kDuration:
    case QuantityKind::kRatio:
      return row.value_high == static_cast<std::int64_t>(row.value_low) >> 63;
    default:
      return false;
  }
}

// "How many years ...?" - "2": such a count is not done again here.
bool counts(const QuantityRow& row, const DerivationGoal& goal) {
  const bool asked = (goal.operations >> static_cast<int>(Operation::kCount) & 1u) != 0;
  return asked && goal.bare && row.unit < 0 && row.exponent == 0 && row.value_high == 0 && row.value_low <= kMostCount;
}

void add_years(const QuantityRow& row, std::vector<std::int32_t>& years) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  const bool range = kind == QuantityKind::kRange && static_cast<QuantityKind>(row.range_kind) == QuantityKind::kDate;
  if ((kind != QuantityKind::kDate && !range) || (row.flags & kQuantityHasYear) == 0) return;
  const std::int32_t last = range ? std::min(row.upper_year, row.year + kMostYears) : row.year;
  for (std::int32_t year = row.year; year <= last; ++year) years.push_back(year);
}

}  // namespace

// What a claim names: its words and those of the question, the years, the operations (the question's where it is bare).
DerivationGoal Comparer::goal_of(std::int32_t segment) const {
  DerivationGoal goal;
  const SegmentRow& row = out_.segments[static_cast<std::size_t>(segment)];
  for (std::int32_t t = 0; t < row.token_count; ++t) {
    const TokenRow& token = out_.tokens[static_cast<std::size_t>(row.first_token + t)];
    if (content(token)) goal.words.push_back(token.key);
  }
  goal.bare = goal.words.empty();
  for (const TokenRow& token : question_tokens_) {
    if ((token.flags & (kTokenStop | kTokenJoined)) == 0) goal.words.push_back(token.key);
  }
  std::sort(goal.words.begin(), goal.words.end());
  goal.words.erase(std::unique(goal.words.begin(), goal.words.end()), goal.words.end());
  for (std::int32_t i = 0; i < row.quantity_count; ++i)
    add_years(out_.quantities[static_cast<std::size_t>(row.first_quantity + i)], goal.years);
  for (const QuantityRow& quantity : question_quantities_) add_years(quantity, goal.years);
  std::sort(goal.years.begin(), goal.years.end());
  goal.years.erase(std::unique(goal.years.begin(), goal.years.end()), goal.years.end());
  const std::string_view said =
      answer_.substr(static_cast<std::size_t>(row.text_start), static_cast<std::size_t>(row.text_end - row.text_start));
  const auto bit = [](Operation operation) { return 1u << static_cast<int>(operation); };
  goal.operations = named_operations(goal.bare ? options_.whole_question : said, index_.lexicon());
  const bool rise = (goal.operations & bit(Operation::kRise)) != 0;
  const bool fall = (goal.operations & bit(Operation::kFall)) != 0;
  if (!goal.bare && rise != fall) goal.direction = rise ? 1 : -1;
  goal.operations &= ~(bit(Operation::kRise) | bit(Operation::kFall));
  // "In 2021 sales grew by": against the year before.
  if (goal.years.size() == 1 && (goal.operations & (bit(Operation::kDifference) | bit(Operation::kPercentChange))) != 0)
    goal.years.insert(goal.years.begin(), goal.years.front() - 1);
  return goal;
}

// Looks for a computation of each figure that no source in its claim's scope holds.
void Comparer::derive_missing() {
  std::vector<char> held(out_.quantities.size(), 0);
  for (const QuantityMatchRow& match : out_.quantity_matches) {
    if (match.source >= 0 && match.relation <= static_cast<std::int32_t>(Relation::kRounded) &&
        (match.flags & kMatchWeak) == 0)
      held[static_cast<std::size_t>(match.quantity)] = 1;
  }
  Deriver deriver(index_, scales_);
  std::vector<std::int32_t> sources;
  std::int32_t derived = options_.carried.derived_count;
  for (std::size_t i = 0; i < out_.quantities.size(); ++i) {
    const QuantityRow& row = out_.quantities[i];
    if (held[i] != 0 || row.segment < options_.known || !computed(row)) continue;
    if (++derived > kMostDerived) {
      out_.derivation_truncated = true;
      return;
    }
    if (options_.growing) derived_.push_back(row.segment);
    const DerivationGoal goal = goal_of(row.segment);
    if (!goal.bare && goal.operations == 0) continue;  // what a sentence does not call computed is not looked for
    if (counts(row, goal)) {
      out_.derivations.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(Operation::kCount),
                                  static_cast<std::int32_t>(out_.derivation_operands.size()), 0, 0, 0});
      continue;
    }
    cited_sources(row.segment, sources);
    if (sources.empty()) {
      for (std::size_t source = 0; source < index_.sources.size(); ++source)
        sources.push_back(static_cast<std::int32_t>(source));
    }
    if (!deriver.derive(row, static_cast<std::int32_t>(i), goal, sources, out_)) out_.derivation_truncated = true;
  }
}

}  // namespace verify
