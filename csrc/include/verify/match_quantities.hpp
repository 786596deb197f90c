// Quantities of an answer beside quantities of the evidence.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// How `answer` stands to `evidence`; `relation` 0 where they have nothing to do with each other.
struct QuantityRelation {
  Relation relation{};
  std::uint32_t flags = 0;
  bool none = true;
};
QuantityRelation relate(const QuantityRow& answer, const QuantityRow& evidence, const Lexicon& lexicon);

// Are both of a kind that can conflict: the same dimension, currency or date parts, or both without a unit?
bool same_kind(const QuantityRow& a, const QuantityRow& b, const Lexicon& lexicon);

// What is kept beside each quantity of an index so that an answer finds its candidates without a look at the rest.
struct QuantityProbe {
  std::uint64_t digits;        // hash of the significant digits of its value, sign left out; dates: of its parts
  std::uint64_t upper_digits;  // the same of a range's upper end
  double low, high;            // about its ends in the base unit of its dimension
};
QuantityProbe probe(const QuantityRow& row, const Lexicon& lexicon);

// May a note beside its table ("in thousands") say what this quantity counts in?
bool scale_may_be_noted(const QuantityRow& row, const Lexicon& lexicon);

// Finds for each quantity of the evidence those of the answer that it may support, in one pass over the evidence.
class QuantityMatcher {
 public:
  QuantityMatcher(const std::vector<QuantityRow>& answer, const Lexicon& lexicon);

  // Calls `take(answer_index, relation)` for every quantity of the answer that has some relation to `evidence`, or
  // may have one when the scale is applied that its table notes (then the relation may be none). Each
  // pair that is looked at costs one of `budget`; false, and nothing more is looked at, when it is used up.
  template <typename Take>
  bool match(const QuantityRow& evidence, const QuantityProbe& probe, std::int64_t& budget, Take&& take) {
    if (budget < 0) return false;
    collect(evidence, probe);
    budget -= static_cast<std::int64_t>(candidates_.size());
    if (budget < 0) return false;
    const bool noted = large_ && scale_may_be_noted(evidence, lexicon_);
    for (const std::int32_t index : candidates_) {
      const QuantityRelation found = relate(answer_[static_cast<std::size_t>(index)], evidence, lexicon_);
      if (!found.none || noted) take(index, found);
    }
    return true;
  }

 private:
  void collect(const QuantityRow& evidence, const QuantityProbe& probe);
  void add_interval(const QuantityRow& row, double low, std::size_t index);
  void collect_digits(std::uint64_t digits);
  void collect_near(double value);

  struct Interval {
    double low, high;
    std::int32_t index;
  };
  const std::vector<QuantityRow>& answer_;
  const Lexicon& lexicon_;
  std::vector<std::pair<std::uint64_t, std::int32_t>> by_digits_;  // sorted
  std::uint64_t filter_[16] = {};
  std::vector<Interval> intervals_;  // sorted by low
  std::vector<double> reach_;        // the greatest high of the intervals up to here
  std::vector<std::int32_t> candidates_;
  std::vector<std::int32_t> seen_;
  std::int32_t stamp_ = 0;
  bool large_ = false;  // some value of the answer is so large that a table may give it in thousands
};

}  // namespace verify
