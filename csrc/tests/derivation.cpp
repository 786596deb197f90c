#include "derivation.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace verify {
namespace {

using test::lexicon;

std::string operations(std::string_view text) {
  const std::uint32_t found = named_operations(text, lexicon());
  std::string out;
  for (int bit = 1; bit <= 8; ++bit) {
    if ((found >> bit & 1u) != 0) out += std::to_string(bit);
  }
  return out;
}

TEST(Derivation, OperationsAreNamedByWords) {
  EXPECT_EQ(operations("What was the average fee?"), "7");
  EXPECT_EQ(operations("the sum of both"), "1");
  EXPECT_EQ(operations("平均收入"), "7");
  EXPECT_EQ(operations("the subtotaling of fees"), "") << "inside other words";
  EXPECT_EQ(operations(""), "");
}

struct Derived {
  explicit Derived(std::string_view answer, std::string_view question, const std::string& source)
      : index({"1"}, {source}, lexicon()) {
    CompareOptions options;
    options.question = options.whole_question = question;
    compare(index, answer, options, rows);
  }
  SourceIndex index;
  Comparison rows;
};

TEST(Derivation, FindsTheNamedRowAndYears) {
  const Derived found("515", "What was the change in timber sales from 2020 to 2021?",
                      " | 2020 | 2021\nTimber sales | 4,120 | 4,635\nBoat repairs | 871 | 904");
  ASSERT_EQ(found.rows.derivations.size(), 1u);
  const DerivationRow& row = found.rows.derivations.front();
  EXPECT_EQ(row.operation, static_cast<std::int32_t>(Operation::kDifference));
  EXPECT_EQ(row.accepted, 1);
  EXPECT_EQ(row.operand_count, 2);
}

TEST(Derivation, NothingIsLookedForWhereAllIsHeld) {
  const Derived found("The fee is 904.", "", "The fee is 904. The toll is 871.");
  EXPECT_TRUE(found.rows.derivations.empty());
}

TEST(Derivation, HugeAndTinyValuesOverflowNothing) {
  const Derived found("The total is 3.", "What is the total?",
                      "Timber | 999999999999999 | 0.000000000000001\nBoats | 123456789012345 | 0.00000000000002");
  for (const DerivationRow& row : found.rows.derivations) EXPECT_EQ(row.accepted, 0);
}

}  // namespace
}  // namespace verify
