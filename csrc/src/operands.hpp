// The values of the evidence that a figure of an answer may be computed from, and what each of them is of.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "scale_notes.hpp"
#include "verify/compare.hpp"

namespace verify {

// What a claim (and the question, where the claim is a bare value) asks for.
struct DerivationGoal {
  std::vector<std::uint64_t> words;  // content words, sorted
  std::vector<std::int32_t> years;   // sorted; empty where none is named
  std::uint32_t operations = 0;      // bits: 1 << Operation, of those that its words name; 0: none
  std::int32_t direction = 0;        // 1: the claim says that a value rose, -1: that it fell; 0: neither, or both
  bool bare = false;                 // the claim is values alone
};

struct Operand {
  std::int32_t row = 0;  // of the evidence's quantity table
  double value = 0;
  std::int64_t mantissa = 0;  // value = mantissa * 10^exponent
  std::int32_t exponent = 0;
  std::int32_t unit = -1, per_unit = -1;
  std::int64_t table = -1;  // the table that it stands in, -1: none
  std::int32_t line = 0;    // its row of a table or its sentence: row of the unit table
  std::int32_t column = 0;
  std::int32_t year = 0;  // of its column, else of its row or sentence; 0: none
  double named = 0;       // share of the words of its label (or next to it) that the goal names
  bool shared = false;    // ... of the other value of its sentence, as it has too few words of its own
};

// A number that can be computed with: no date, range, ordinal or label, and no year in the guise of a number.
bool computable(const QuantityRow& row);

// Adds the operands of one source, in order, up to `most`; false when there were more.
bool collect_operands(const SourceIndex& index, std::int32_t source, const DerivationGoal& goal, std::size_t most,
                      std::vector<Operand>& out);

// The operations that words of a text name.
std::uint32_t named_operations(std::string_view text, const Lexicon& lexicon);

}  // namespace verify
