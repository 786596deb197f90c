#include "derivation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "verify/exact.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostRead = 4096;
constexpr std::size_t kMostOperands = 256;
constexpr std::size_t kMostFar = 48;  // values that three terms are taken from
// What a match may owe to chance, by how much of it the claim names. Apart: named values of two places.
enum Tier : std::int32_t { kAskedAndNamed, kNamedAlone, kAsked, kApart, kPlacedAlone, kAnywhere, kTierCount };
constexpr double kBudget[kTierCount] = {0.10, 0.05, 0.01, 0.01, 0.005, 0.0};  // the last is for review alone
constexpr double kManyBudget = 0.03;  // of sums, shares and ratios, whose rows are named less surely
constexpr double kNamed = 0.5;
// A match that chance makes so often is worth no look, unless a bare value answers a question for a computation.
constexpr double kWorthAReview = 0.05;
constexpr double kMostOfBare = 0.5;
constexpr double kTooLarge = 1e36;

bool named_year(std::int32_t year, const DerivationGoal& goal) {
  return year == 0 || goal.years.empty() || std::binary_search(goal.years.begin(), goal.years.end(), year);
}

int128 power(std::int32_t exponent) {
  int128 out = 1;
  for (; exponent > 0; --exponent) out *= 10;
  return out;
}

}  // namespace

double Deriver::budget(const Found& found) {
  const bool many = found.operation == Operation::kShare || found.operation == Operation::kRatio ||
                    found.operation == Operation::kSum;
  return many && found.tier == kAskedAndNamed ? kManyBudget : kBudget[found.tier];
}

// The figure as written, and divided by each scale that its tables may count in.
void Deriver::read_targets(const QuantityRow& row) {
  targets_.clear();
  Target target;
  target.mantissa = static_cast<std::int64_t>(join(row.value_high, row.value_low));
  target.exponent = row.exponent;
  target.quantum_exponent = row.quantum_exponent;
  target.value = approximate(exact_value(row, false));
  target.quantum = std::pow(10.0, row.quantum_exponent);
  targets_.push_back(target);
  if (percent_target_ || std::fabs(target.value) < 1000) return;
  std::uint32_t noted = 0;
  std::int64_t table = -1;
  for (const Operand& operand : operands_) {
    if (operand.table < 0 || operand.table == table) continue;
    table = operand.table;
    const ScaleNotes notes = scales_.of_cell(index_.quantities[static_cast<std::size_t>(operand.row)]);
    noted |= notes.table | notes.source | notes.elsewhere;
  }
  const bool scaled = (row.flags & kQuantityScaled) != 0;
  for (const std::int32_t shift : {3, 4, 6, 8, 9}) {
    const bool stated = (noted >> shift & 1u) != 0;
    const bool written = scaled && row.quantum_exponent <= shift && row.quantum_exponent > shift - 3;
    if (!stated && !(written && noted == 0)) continue;
    Target divided = target;
    divided.exponent -= shift;
    divided.quantum_exponent -= shift;
    divided.value = target.value / std::pow(10.0, shift);
    divided.quantum = std::pow(10.0, divided.quantum_exponent);
    divided.stated = stated;
    targets_.push_back(divided);
  }
}

bool Deriver::percent(std::int32_t unit) const {
  return unit >= 0 && index_.lexicon().unit_kind(unit) == UnitKind::kPercent;
}

// May two values of these units be added or compared? What has no unit, or counts things, goes with anything but
// percent.
bool Deriver::same_units(std::int32_t a, std::int32_t b) const {
  const Lexicon& lexicon = index_.lexicon();
  if (percent(a) != percent(b)) return false;
  if (a < 0 || b < 0 || a == b || percent(a)) return true;
  if (lexicon.unit_kind(a) == UnitKind::kCounter || lexicon.unit_kind(b) == UnitKind::kCounter) return true;
  const std::vector<UnitRow>& units = lexicon.units();
  return (units[static_cast<std::size_t>(a)].meaning_set & units[static_cast<std::size_t>(b)].meaning_set) != 0;
}

// May an operand enter a sum, difference or mean that gives the figure? A cell without a unit may be a percentage.
bool Deriver::fits(const Operand& operand, const QuantityRow& target) const {
  return same_units(operand.unit, target.unit) || (percent_target_ && operand.unit < 0 && operand.table >= 0);
}

void Deriver::try_value(double value, bool percent, const Found& found) {
  if (!std::isfinite(value)) return;
  bool near = false;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Target& to = targets_[i];
    if (percent != percent_target_ && i > 0) break;
    const double size = std::fabs(to.value);
    const double magnitude = std::fabs(value);
    if (magnitude < size / 2 || magnitude > size * 2 + to.quantum) continue;
    near = true;
    if (std::fabs(magnitude - size) > to.quantum * 0.5000001) continue;
    Found match = found;
    match.target = i;
    // The other sign is for review, but where words say it: "fell by 3 %".
    match.any_sign = any_sign_ || (value < 0) != (to.value < 0);
    if (match.any_sign && !any_sign_) match.tier = kAnywhere;
    if (best_.operation != Operation::kNone && best_.tier <= match.tier) continue;
    if (exact(match, to)) best_ = match;
  }
  if (near) candidates_.push_back({value, found.tier, percent});
}

// Whether the operands give the figure at its last written digit, exactly.
bool Deriver::exact(const Found& found, const Target& target) const {
  const auto count = static_cast<std::int32_t>(found.count);
  const auto at = [&](std::int32_t i) -> const Operand& {
    return operands_[static_cast<std::size_t>(found.at[static_cast<std::size_t>(i)])];
  };
  std::int32_t least = at(0).exponent;
  std::int32_t most = least;
  for (std::int32_t i = 0; i < count; ++i) {
    least = std::min(least, at(i).exponent);
    most = std::max(most, at(i).exponent);
  }
  if (most - least > 18) return false;
  const auto scaled = [&](const Operand& row) {
    return static_cast<int128>(row.mantissa) * power(row.exponent - least);
  };
  int128 numerator = 0;
  int128 denominator = 1;
  std::int32_t exponent = least;  // of numerator / denominator
  const int128 a = scaled(at(0));
  const int128 b = count > 1 ? scaled(at(1)) : 0;
  switch (found.operation) {
    case Operation::kSum:
    case Operation::kMean:
      for (std::int32_t i = 0; i < count; ++i) numerator += scaled(at(i));
      if (found.operation == Operation::kMean) denominator = count + found.empty;
      break;
    case Operation::kDifference:
      numerator = a - b;
      break;
    case Operation::kProduct:
      if (std::fabs(static_cast<double>(a) * static_cast<double>(b)) > kTooLarge) return false;
      numerator = a * b;
      exponent = 2 * least - 2;  // the first is a percentage
      break;
    case Operation::kRatio:
    case Operation::kShare:
    case Operation::kPercentChange:
      numerator = found.operation == Operation::kPercentChange ? a - b : a;
      denominator = b;
      if (count == 3) {
        numerator = a + b;
        denominator = scaled(at(2));
      }
      exponent = found.operation == Operation::kRatio ? 0 : 2;
      break;
    default:
      return false;
  }
  if (denominator == 0) return false;
  if (denominator < 0) {
    denominator = -denominator;
    numerator = -numerator;
  }
  int128 value = target.mantissa;
  if (found.any_sign) {
    numerator = numerator < 0 ? -numerator : numerator;
    value = value < 0 ? -value : value;
  }
  // |numerator / denominator * 10^exponent - value * 10^v| * 2 <= 10^quantum, in units of the smallest power.
  const std::int32_t floor = std::min({exponent, target.exponent, target.quantum_exponent});
  const std::int32_t top = std::max({exponent, target.exponent, target.quantum_exponent});
  if (top - floor > 30) return false;
  const int128 up = power(exponent - floor);
  const int128 value_up = power(target.exponent - floor);
  const int128 quantum = power(target.quantum_exponent - floor);
  const auto size = [](int128 x) { return std::fabs(static_cast<double>(x)); };
  if (size(numerator) * size(up) > kTooLarge || size(value) * size(value_up) * size(denominator) > kTooLarge ||
      size(quantum) * size(denominator) > kTooLarge) {
    return false;
  }
  const int128 apart = numerator * up - value * value_up * denominator;
  return 2 * (apart < 0 ? -apart : apart) <= quantum * denominator;
}

// How much of a match the claim names; where it names operations, no other one is more than a matter for review.
std::int32_t Deriver::tier(Operation operation, Position position, bool named, const DerivationGoal& goal) {
  const bool asked = (goal.operations >> static_cast<int>(operation) & 1u) != 0;
  if (position != Position::kPlaced) return position == Position::kApart && named && asked ? kApart : kAnywhere;
  if (asked) return named ? kAskedAndNamed : kAsked;
  if (goal.operations != 0) return kAnywhere;
  return named ? kNamedAlone : kPlacedAlone;
}

void Deriver::search_pairs(const QuantityRow& target, const DerivationGoal& goal) {
  const auto count = static_cast<std::int32_t>(operands_.size());
  for (std::int32_t i = 0; i < count; ++i) {
    for (std::int32_t k = 0; k < count; ++k) {
      if (i == k) continue;
      const Operand& a = operands_[static_cast<std::size_t>(i)];
      const Operand& b = operands_[static_cast<std::size_t>(k)];
      if (a.per_unit != b.per_unit) continue;
      const bool row = a.line == b.line;
      const bool column = a.table >= 0 && a.table == b.table && a.column == b.column;
      const bool named = a.named >= kNamed && b.named >= kNamed;
      if (!goal.bare && !row && !column && !named) continue;
      const bool years = named_year(a.year, goal) && named_year(b.year, goal);
      const bool placed = (row || column) && years;
      // What changed is the later value less the earlier one, or in parts of the earlier one.
      // A figure without a sign says how much, not which way; of values in brackets the sizes are as often meant.
      const bool sizes = !any_sign_ && (target.value_high >= 0 || (a.value < 0 && b.value < 0));
      const bool later = a.year >= b.year || a.year == 0 || b.year == 0;
      // Of two losses the greater one may be called a rise or a fall.
      const bool turned =
          any_sign_ && goal.direction != 0 && a.value > 0 && b.value > 0 && (a.value > b.value) != (goal.direction > 0);
      const bool ordered = a.year != 0 && b.year != 0 && a.year != b.year;
      const auto attempt = [&](Operation operation, double value, bool is_percent, bool here) {
        const bool changed = operation == Operation::kDifference || operation == Operation::kPercentChange;
        if (changed && turned) return;
        // Which of two values of a sentence was first must be said by their years.
        if ((a.shared || b.shared) && !(changed && ordered)) here = false;
        const Position position =
            here ? Position::kPlaced
                 : ((row && !a.shared && !b.shared) || column || !years ? Position::kElsewhere : Position::kApart);
        try_value(value, is_percent, Found{operation, tier(operation, position, named, goal), 2, {i, k}, 0});
      };
      if (fits(a, target) && fits(b, target)) {
        if (i < k) {
          const bool all = placed && (column || all_years(a.line, goal, 2));
          attempt(Operation::kSum, a.value + b.value, percent_target_, all);
          attempt(Operation::kMean, (a.value + b.value) / 2, percent_target_, all);
        }
        attempt(Operation::kDifference, a.value - b.value, percent_target_, placed && (later || sizes));
      }
      if (!same_units(a.unit, b.unit)) {
        // A share of a value: 5 % of 300.
        if (percent(a.unit) && !percent_target_ && same_units(b.unit, target.unit))
          attempt(Operation::kProduct, a.value / 100 * b.value, false, placed);
        continue;
      }
      if (percent_target_) {
        attempt(Operation::kPercentChange, (a.value - b.value) / b.value * 100, true,
                placed && later && (row || a.table < 0));
        attempt(Operation::kShare, a.value / b.value * 100, true, placed);
      } else if (target.unit < 0 && (target.flags & kQuantityScaled) == 0) {
        attempt(Operation::kRatio, a.value / b.value, false, placed);
      }
    }
  }
}

// A sum or mean over years takes all of those that the claim names (of a claim that names none: all) and the row has.
bool Deriver::all_years(std::int32_t line, const DerivationGoal& goal, std::int32_t taken) const {
  if (!goal.years.empty() && goal.years.size() <= static_cast<std::size_t>(taken)) return true;
  std::int32_t there = 0;
  std::int32_t last = 0;
  for (const Operand& operand : operands_) {
    if (operand.line != line || operand.year == 0 || operand.year == last) continue;
    last = operand.year;
    if (named_year(operand.year, goal)) ++there;
  }
  return there <= taken;
}

// Sums and means of three and more values beside one another in a row of a table or in a sentence; below one another
// they are for review alone, as any column has so many of them.
void Deriver::search_runs(const QuantityRow& target, const DerivationGoal& goal) {
  std::vector<std::int32_t> order(operands_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto operand = [&](std::int32_t at) -> const Operand& { return operands_[static_cast<std::size_t>(at)]; };
  search_runs_in(order, target, goal, false);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t k) {
    const Operand& a = operand(i);
    const Operand& b = operand(k);
    return a.table != b.table ? a.table < b.table : a.column < b.column;
  });
  search_runs_in(order, target, goal, true);
}

void Deriver::search_runs_in(const std::vector<std::int32_t>& order, const QuantityRow& target,
                             const DerivationGoal& goal, bool columns) {
  const auto operand = [&](std::size_t at) -> const Operand& { return operands_[static_cast<std::size_t>(order[at])]; };
  for (std::size_t first = 0; first + 2 < order.size(); ++first) {
    const Operand& start = operand(first);
    if (columns && start.table < 0) continue;
    Found found;
    double sum = 0;
    double named = 1;
    bool years = true;
    for (std::size_t n = 1; n <= kMostTerms && first + n <= order.size(); ++n) {
      const Operand& last = operand(first + n - 1);
      const bool goes_on = columns ? last.table == start.table && last.column == start.column : last.line == start.line;
      if (!goes_on || !fits(last, target)) break;
      found.at[n - 1] = order[first + n - 1];
      found.count = static_cast<std::int32_t>(n);
      sum += last.value;
      named = std::min(named, last.named);
      years = years && named_year(last.year, goal);
      if (n < 3) continue;
      const bool placed = years && !columns && all_years(start.line, goal, found.count);
      for (const Operation operation : {Operation::kSum, Operation::kMean}) {
        found.operation = operation;
        found.tier = columns
                         ? kAnywhere
                         : tier(operation, placed ? Position::kPlaced : Position::kElsewhere, named >= kNamed, goal);
        try_value(operation == Operation::kSum ? sum : sum / static_cast<double>(n), percent_target_, found);
      }
      if (!columns) continue;
      found.empty = 1;
      try_value(sum / static_cast<double>(n + 1), percent_target_, found);
      found.empty = 0;
    }
  }
}

// For review alone, where nothing simpler was found: sums, means and shares of three values from anywhere, and of
// values below one another.
void Deriver::search_far(const QuantityRow& target) {
  std::vector<std::int32_t> fit;
  for (std::size_t i = 0; i < operands_.size() && fit.size() < kMostFar; ++i) {
    if (fits(operands_[i], target) || percent_target_) fit.push_back(static_cast<std::int32_t>(i));
  }
  const auto value = [&](std::int32_t at) { return operands_[static_cast<std::size_t>(at)].value; };
  for (std::size_t i = 0; i < fit.size() && best_.operation == Operation::kNone; ++i) {
    Found with_empty{Operation::kMean, kAnywhere, 1, {fit[i]}, 0, 2};
    try_value(value(fit[i]) / 3, percent_target_, with_empty);
    for (std::size_t k = i + 1; k < fit.size(); ++k) {
      const double two = value(fit[i]) + value(fit[k]);
      with_empty = {Operation::kMean, kAnywhere, 2, {fit[i], fit[k]}, 0, 1};
      try_value(two / 3, percent_target_, with_empty);
      for (std::size_t m = 0; m < fit.size(); ++m) {
        if (m == i || m == k) continue;
        Found three{Operation::kSum, kAnywhere, 3, {fit[i], fit[k], fit[m]}, 0};
        if (m > k) {
          try_value(two + value(fit[m]), percent_target_, three);
          three.operation = Operation::kMean;
          try_value((two + value(fit[m])) / 3, percent_target_, three);
        }
        three.operation = percent_target_ ? Operation::kShare : Operation::kRatio;
        if (percent_target_ || target.unit < 0)
          try_value(two / value(fit[m]) * (percent_target_ ? 100 : 1), percent_target_, three);
      }
    }
  }
}

double Deriver::chance(const Found& found) const {
  const Target& target = targets_[found.target];
  near_.clear();
  for (const Candidate& candidate : candidates_) {
    const double size = std::fabs(candidate.value);
    if (candidate.tier <= found.tier && size >= std::fabs(target.value) / 2 && size <= std::fabs(target.value) * 2)
      near_.push_back(size);
  }
  std::sort(near_.begin(), near_.end());
  std::size_t distinct = 0;
  double last = -HUGE_VAL;
  for (const double value : near_) {
    if (value - last <= target.quantum) continue;
    last = value;
    ++distinct;
  }
  if (target.value == 0) return found.tier == kAskedAndNamed ? 0 : 1;  // no change, between the very values named
  return static_cast<double>(distinct) * target.quantum / (1.5 * std::fabs(target.value));
}

bool Deriver::derive(const QuantityRow& target, std::int32_t quantity, const DerivationGoal& goal,
                     const std::vector<std::int32_t>& sources, Comparison& out) {
  operands_.clear();
  candidates_.clear();
  best_ = {};
  bool complete = true;
  for (const std::int32_t source : sources) {
    if (!collect_operands(index_, source, goal, kMostRead, operands_)) {
      complete = false;
      break;
    }
  }
  if (operands_.size() > kMostOperands) {
    // Of so many only those are looked at that the claim names.
    operands_.erase(std::remove_if(operands_.begin(), operands_.end(),
                                   [](const Operand& operand) { return operand.named < kNamed; }),
                    operands_.end());
    complete = complete && operands_.size() <= kMostOperands;
    if (operands_.size() > kMostOperands) operands_.resize(kMostOperands);
  }
  if (operands_.size() < 2) return complete;
  percent_target_ = target.unit >= 0 && index_.lexicon().unit_kind(target.unit) == UnitKind::kPercent;
  any_sign_ = !goal.bare && target.value_high >= 0;
  read_targets(target);
  search_pairs(target, goal);
  search_runs(target, goal);
  const bool asked = goal.bare && goal.operations != 0;
  if (best_.operation == Operation::kNone && asked) search_far(target);
  if (best_.operation == Operation::kNone) return complete;
  const double by_chance = chance(best_);
  const bool accepted = by_chance < budget(best_) && targets_[best_.target].stated;
  // In prose a figure whose claim names no computation is derived by nothing but chance.
  const bool of_named = best_.tier == kAskedAndNamed || best_.tier == kApart;
  const bool common = by_chance >= (goal.bare || of_named ? kMostOfBare : kWorthAReview);
  const bool named = best_.tier == kAskedAndNamed || best_.tier == kAsked || best_.tier == kApart;
  if (!goal.bare && !named) return complete;
  const auto of_another = [this](std::int32_t at) {
    const Operand& operand = operands_[static_cast<std::size_t>(at)];
    return operand.table < 0 && operand.named == 0;
  };
  const std::int32_t* const first = best_.at.data();
  if (!goal.bare && std::all_of(first, first + best_.count, of_another)) return complete;  // nothing of the subject
  if (accepted || asked || !common) push(quantity, accepted, out);
  return complete;
}

void Deriver::push(std::int32_t quantity, bool accepted, Comparison& out) const {
  DerivationRow row{quantity,
                    static_cast<std::int32_t>(best_.operation),
                    static_cast<std::int32_t>(out.derivation_operands.size()),
                    0,
                    best_.count + best_.empty,
                    accepted ? 1 : 0};
  for (std::int32_t i = 0; i < best_.count; ++i) {
    const auto at = static_cast<std::size_t>(best_.at[static_cast<std::size_t>(i)]);
    out.derivation_operands.push_back(operands_[at].row);
  }
  row.operand_count = best_.count;
  out.derivations.push_back(row);
}

}  // namespace verify
