// A figure that no source holds but that follows from the evidence by arithmetic: sums, differences, shares, growth.
//
// A free search "derives" a fifth of all wrong numbers. So what may be computed from what depends on where it stands
// and on what the claim names, and a match counts only within a chance budget: how many values the search could have
// made so near to the figure, given the digits that are written.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "operands.hpp"

namespace verify {

class Deriver {
 public:
  Deriver(const SourceIndex& index, ScaleReader& scales) : index_(index), scales_(scales) {}

  // Looks for a computation of `target` over sources (ordinals, ascending). Appends a row and its operands to
  // `out` where one is found; false when the search was cut short by its bound.
  bool derive(const QuantityRow& target, std::int32_t quantity, const DerivationGoal& goal,
              const std::vector<std::int32_t>& sources, Comparison& out);

 private:
  static constexpr std::size_t kMostTerms = 8;
  struct Target {
    double value = 0;
    double quantum = 0;
    std::int64_t mantissa = 0;
    std::int32_t exponent = 0;
    std::int32_t quantum_exponent = 0;
    bool stated = true;  // the scale by which it was divided is written beside the table
  };
  struct Found {
    Operation operation = Operation::kNone;
    std::int32_t tier = 0;
    std::int32_t count = 0;                     // operands
    std::array<std::int32_t, kMostTerms> at{};  // ... by their place
    std::size_t target = 0;
    std::int32_t empty = 0;  // cells without a value that a mean counts
    bool any_sign = false;
  };
  struct Candidate {
    double value;
    std::int32_t tier;
    bool percent;
  };

  void read_targets(const QuantityRow& target);
  void search_pairs(const QuantityRow& target, const DerivationGoal& goal);
  void search_runs(const QuantityRow& target, const DerivationGoal& goal);
  void search_runs_in(const std::vector<std::int32_t>& order, const QuantityRow& target, const DerivationGoal& goal,
                      bool columns);
  void search_far(const QuantityRow& target);
  bool all_years(std::int32_t line, const DerivationGoal& goal, std::int32_t taken) const;
  // In one row, column or sentence and of the years named; in two places; none of these.
  enum class Position { kPlaced, kApart, kElsewhere };
  static std::int32_t tier(Operation operation, Position position, bool named, const DerivationGoal& goal);
  void try_value(double value, bool percent, const Found& found);
  bool exact(const Found& found, const Target& target) const;
  bool percent(std::int32_t unit) const;
  bool same_units(std::int32_t a, std::int32_t b) const;
  bool fits(const Operand& operand, const QuantityRow& target) const;
  static double budget(const Found& found);
  double chance(const Found& found) const;
  void push(std::int32_t quantity, bool accepted, Comparison& out) const;

  const SourceIndex& index_;
  ScaleReader& scales_;
  std::vector<Operand> operands_;
  std::vector<Target> targets_;
  std::vector<Candidate> candidates_;
  mutable std::vector<double> near_;
  Found best_;
  bool percent_target_ = false;
  bool any_sign_ = false;
};

}  // namespace verify
