// Numbers over the ends of lines: what is read, and where it stands in the text as it was given.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support.hpp"
#include "verify/quantities.hpp"
#include "verify/tokenize.hpp"
#include "verify/units.hpp"

namespace verify {
namespace {

// "text=value unit" of each row, parted by " | ".
std::string all(std::string_view text) {
  const test::Tight tight(text);
  std::vector<TokenRow> tokens;
  tokenize(tight, nullptr, tokens);
  std::vector<QuantityRow> rows;
  read_wrapped_quantities(tight, tokens, test::segments(text, SegmentMode::kSource), test::lexicon(), rows);
  std::string joined;
  for (const QuantityRow& row : rows) {
    if (!joined.empty()) joined += " | ";
    const auto start = static_cast<std::size_t>(row.start_byte);
    joined += std::string(text.substr(start, static_cast<std::size_t>(row.end_byte) - start)) + "=" + value_text(row);
    const std::string unit = unit_text(row, test::lexicon());
    if (!unit.empty()) joined += " " + unit;
  }
  return joined;
}

TEST(WrappedQuantities, ALineEndIsABlank) {
  EXPECT_EQ(all("It costs $5\nmillion now."), "$5\nmillion=5000000 USD");
  EXPECT_EQ(all("It costs $5 \r\n  million now."), "$5 \r\n  million=5000000 USD");
  EXPECT_EQ(all("It grew by twenty-\nfive percent."), "twenty-\nfive percent=25 %");
  EXPECT_EQ(all("From March\n5, 2024 on."), "March\n5, 2024=2024-03-05");
}

TEST(WrappedQuantities, AndNothingInsideChinese) {
  EXPECT_EQ(all("押金\n为三百\n二十元，期限48\n小时。"), "三百\n二十元=320 CNY | 48\n小时=48 h");
}

TEST(WrappedQuantities, DigitsOfTwoLinesAreTwoNumbers) { EXPECT_EQ(all("It has 12\n300 came."), "12=12 | 300=300"); }

TEST(WrappedQuantities, BlocksAreNotJoined) {
  EXPECT_EQ(all("It has 12\n\nmillion users"), "12=12 | million=1000000");
  EXPECT_EQ(all("- $5\n- million"), "$5=5 USD | million=1000000");
}

TEST(WrappedQuantities, OneLineIsReadAsItIs) { EXPECT_EQ(all("It has 12 million."), "12 million=12000000"); }

}  // namespace
}  // namespace verify
