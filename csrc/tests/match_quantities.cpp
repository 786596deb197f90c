#include "verify/match_quantities.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "verify/quantities.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

using test::lexicon;
using test::only_quantity;
using test::Tight;

constexpr int kNone = 0;
constexpr int kEqual = static_cast<int>(Relation::kEqual);
constexpr int kConverted = static_cast<int>(Relation::kConverted);
constexpr int kRangeEnd = static_cast<int>(Relation::kRangeEnd);
constexpr int kRounded = static_cast<int>(Relation::kRounded);
constexpr int kOtherSign = static_cast<int>(Relation::kOtherSign);
constexpr int kOtherUnit = static_cast<int>(Relation::kOtherUnit);

struct Case {
  std::string_view answer, evidence;
  int relation;
  std::uint32_t flags = 0;
};

constexpr Case kCases[] = {
    // the same value in other writings
    {"12 %", "12 percent", kEqual},
    {"$1,000,000.00", "$1 million", kEqual},
    {"1,299", "1299", kEqual},
    {"twenty-five", "25", kEqual},
    {"三个工作日", "3个工作日", kEqual},
    {"四十八小时", "48 hours", kEqual},
    {"1/2", "2/4", kEqual},
    // rounded half up at the answer's last written digit
    {"85 %", "85.19 %", kRounded},
    {"85.2 %", "85.19 %", kRounded},
    {"85.5 kg", "85.45 kg", kRounded},
    {"85.4 kg", "85.45 kg", kNone},
    {"85.1 %", "85.19 %", kNone},   // cut off
    {"85.20 %", "85.19 %", kNone},  // written finer than it is
    {"4.5 million", "4,512,000", kRounded},
    {"4.6 million", "4,512,000", kNone},
    {"-2.5 %", "-2.46 %", kRounded},
    {"0 %", "0.4 %", kRounded},
    // an integer is exact unless the answer hedges
    {"8,000", "8,234", kNone},
    {"about 8,000", "8,234", kRounded, kMatchHedged},
    {"about 8,000", "9,234", kNone},
    {"more than 500 kg", "512 kg", kRounded, kMatchHedged},
    {"more than 500 kg", "488 kg", kNone},
    // exact conversion
    {"48 hours", "2 days", kConverted},
    {"2 days", "49 hours", kRounded, kMatchConverted},  // 2.04 days
    {"2 days", "61 hours", kNone},                      // 2.54 days
    {"12 %", "0.12", kConverted},
    {"0.12", "12 %", kConverted},
    {"1.2", "120 %", kNone},  // a bare decimal is a ratio below one only
    {"100 bp", "1 pp", kConverted},
    {"1.5 km", "1,500 m", kConverted},
    {"1 kg", "1,004 g", kRounded, kMatchConverted},
    // the same digits and something else
    {"-5 %", "5 %", kOtherSign},
    {"5 kg", "5 km", kOtherUnit},
    {"$5", "€5", kOtherUnit},
    {"5 hours", "5 days", kOtherUnit},
    {"4.5 million", "4.5 billion", kOtherUnit},
    {"5 %", "5 kg", kOtherUnit},
    // another value
    {"5 %", "7 %", kNone},
    {"$5", "€7", kNone},
    // ranges
    {"5 days", "3 to 5 days", kRangeEnd},
    {"3 days", "3 to 5 days", kRangeEnd},
    {"4 days", "3 to 5 days", kNone},
    {"3-5 days", "3 to 5 days", kEqual},
    {"3-6 days", "3 to 5 days", kNone},
    {"3-5 days", "3 days", kNone},
    // a unit on one side
    {"5", "5 kg", kEqual, kMatchUnitMissing},
    {"5 kg", "5", kEqual, kMatchUnitMissing},
    {"85 %", "85.19", kNone},  // what may be another unit is never rounded
    {"5", "5.2 kg", kNone},
    // dates are partial: coarser is fine, finer and different are not
    {"May 2024", "12 May 2024", kEqual},
    {"2021", "2019 to 2021", kRangeEnd},
    {"17 August 2021", "2019 to 2021", kNone},  // the day is no end of the years
    {"17 August 2019", "2019 to 2021", kNone},
    {"May 2021", "March 2019 to May 2021", kRangeEnd},
    {"March 2021", "March 2019 to May 2021", kNone},
    {"2024-05-12", "12 May 2024", kEqual},
    {"12 May 2024", "May 2024", kNone},
    {"12 May 2024", "12 May", kEqual, kMatchFiner},  // the year often stands elsewhere
    {"May 2023", "May 2024", kNone},
    {"12 May 2024", "13 May 2024", kNone},
    {"12 May 2024", "12 June 2024", kNone},
    // times
    {"10:30", "10:30", kEqual},
    {"10:30", "10:30:15", kEqual},
    {"10:30", "10:45", kNone},
    // kinds that never meet
    {"10:30", "12 May 2024", kNone},
    {"3rd", "3 kg", kNone},
};

TEST(MatchQuantities, Relations) {
  for (const Case& one : kCases) {
    const QuantityRelation found = relate(only_quantity(one.answer), only_quantity(one.evidence), lexicon());
    EXPECT_EQ(found.none ? kNone : static_cast<int>(found.relation), one.relation)
        << one.answer << " | " << one.evidence;
    if (!found.none && one.relation != kNone) {
      EXPECT_EQ(found.flags, one.flags) << one.answer << " | " << one.evidence;
    }
  }
}

TEST(MatchQuantities, WhatIsTooLongIsNeverCompared) {
  const QuantityRow row = only_quantity("99999999999999999999999999999999999999999999999999");
  ASSERT_NE(row.flags & kQuantityTooLong, 0u);
  EXPECT_TRUE(relate(row, row, lexicon()).none);
}

TEST(MatchQuantities, SameKind) {
  const auto same = [](std::string_view a, std::string_view b) {
    const bool one_way = same_kind(only_quantity(a), only_quantity(b), lexicon());
    EXPECT_EQ(same_kind(only_quantity(b), only_quantity(a), lexicon()), one_way) << a << " | " << b;
    return one_way;
  };
  EXPECT_TRUE(same("5 days", "7 hours"));
  EXPECT_TRUE(same("$5", "$7"));
  EXPECT_TRUE(same("5 %", "7 %"));
  EXPECT_TRUE(same("May 2024", "June 2024"));
  EXPECT_TRUE(same("10:30", "11:00"));
  EXPECT_FALSE(same("$5", "€7"));
  EXPECT_FALSE(same("5 kg", "7 km"));
  EXPECT_FALSE(same("10:30", "June 2024"));
  EXPECT_FALSE(same("5 kg", "7"));
}

// The index of the matcher only saves work: it finds what a look at every pair finds.
TEST(MatchQuantities, MatcherFindsWhatEveryPairGives) {
  std::string all;
  for (const Case& one : kCases) all += std::string(one.answer) + ".\n\n" + std::string(one.evidence) + ".\n\n";
  const Tight text(all);
  std::vector<TokenRow> tokens;
  std::vector<QuantityRow> rows;
  tokenize(text, nullptr, tokens);
  read_quantities(text, tokens, lexicon(), rows);
  ASSERT_GT(rows.size(), 100u);
  QuantityMatcher matcher(rows, lexicon());
  std::int64_t budget = std::int64_t{1} << 40;
  for (const QuantityRow& evidence : rows) {
    std::vector<std::int32_t> found;
    std::vector<std::int32_t> expected;
    matcher.match(evidence, probe(evidence, lexicon()), budget,
                  [&found](std::int32_t index, const QuantityRelation&) { found.push_back(index); });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!relate(rows[i], evidence, lexicon()).none) expected.push_back(static_cast<std::int32_t>(i));
    }
    EXPECT_EQ(found, expected) << std::string_view(text).substr(static_cast<std::size_t>(evidence.start_byte), 20);
  }
}

}  // namespace
}  // namespace verify
