// Form by form: what is read, where, with which flags. Whole sentences are in tests/lang/*.toml.
#include "verify/quantities.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support.hpp"
#include "verify/tokenize.hpp"
#include "verify/units.hpp"

namespace verify {
namespace {

std::vector<QuantityRow> read(std::string_view text) {
  const test::Tight tight(text);
  std::vector<TokenRow> tokens;
  tokenize(tight, &test::lexicon(), tokens);
  std::vector<QuantityRow> rows;
  read_quantities(tight, tokens, test::lexicon(), rows);
  return rows;
}

// "text=value unit" of each row, parted by " | ".
std::string all(std::string_view text) {
  std::string joined;
  for (const QuantityRow& row : read(text)) {
    if (!joined.empty()) joined += " | ";
    const auto start = static_cast<std::size_t>(row.start_byte);
    joined += std::string(text.substr(start, static_cast<std::size_t>(row.end_byte) - start)) + "=" + value_text(row);
    const std::string unit = unit_text(row, test::lexicon());
    if (!unit.empty()) joined += " " + unit;
  }
  return joined;
}

std::uint32_t flags(std::string_view text) {
  const std::vector<QuantityRow> rows = read(text);
  return rows.size() == 1 ? rows[0].flags : 0xFFFFFFFFu;
}

QuantityKind kind(std::string_view text) {
  const std::vector<QuantityRow> rows = read(text);
  return rows.size() == 1 ? static_cast<QuantityKind>(rows[0].kind) : QuantityKind::kLabel;
}

TEST(Digits, GroupingIsDecidedByShape) {
  EXPECT_EQ(all("1,234,567.89"), "1,234,567.89=1234567.89");
  EXPECT_EQ(all("1.234.567,89"), "1.234.567,89=1234567.89");
  EXPECT_EQ(all("1 234 567"), "1 234 567=1234567");
  EXPECT_EQ(all("12,34,567"), "12,34,567=1234567");
  EXPECT_EQ(all("1,2345,6789"), "1,2345,6789=123456789");
  EXPECT_EQ(all("10,20,30"), "10=10 | 20=20 | 30=30");
  EXPECT_EQ(all("1400,1777"), "1400=1400 | 1777=1777");
  EXPECT_EQ(all("0,375"), "0,375=0.375");
  EXPECT_EQ(all(".75"), ".75=0.75");
}

TEST(Digits, ASecondReadingIsSaid) {
  EXPECT_NE(flags("1,234") & kQuantityAmbiguous, 0u);
  EXPECT_NE(flags("1.234") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(flags("1,234,567") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(flags("0.375") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(flags("12.5") & kQuantityAmbiguous, 0u);
}

TEST(Digits, EveryScript) {
  EXPECT_EQ(all("１２．５"), "１２．５=12.5");
  EXPECT_EQ(all("٣٤٥"), "٣٤٥=345");
  EXPECT_EQ(all("४२"), "४२=42");
}

TEST(Digits, PowersOfTen) {
  EXPECT_EQ(all("1e-3"), "1e-3=0.001");
  EXPECT_EQ(all("1.2×10⁻⁷"), "1.2×10⁻⁷=0.00000012");
  EXPECT_EQ(all("3 × 10^5 km"), "3 × 10^5 km=300000 km");
}

TEST(Digits, TooManyAreKeptAsText) {
  const std::string long_numeral(60, '7');
  const std::vector<QuantityRow> rows = read(long_numeral);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NE(rows[0].flags & kQuantityTooLong, 0u);
  EXPECT_EQ(value_text(rows[0]), "");
  EXPECT_EQ(all("12345678901234567890123456789012345"),
            "12345678901234567890123456789012345=12345678901234567890123456789012345");
}

TEST(Digits, TheLastDigitSaysHowExact) {
  EXPECT_EQ(read("4.5 million")[0].quantum_exponent, 5);
  EXPECT_EQ(read("300")[0].quantum_exponent, 0);
  EXPECT_EQ(read("3.20 kg")[0].quantum_exponent, -2);
  EXPECT_EQ(read("318.47亿元")[0].quantum_exponent, 6);
}

TEST(Sign, OnlyWhereItIsOne) {
  EXPECT_EQ(all("fell to -5 today"), "-5=-5");
  EXPECT_EQ(all("fell to −500"), "−500=-500");
  EXPECT_EQ(all("minus thirty-six"), "minus thirty-six=-36");
  EXPECT_EQ(all("负13.5千米"), "负13.5千米=-13.5 km");
  EXPECT_EQ(all("10-20"), "10-20=10..20");
  EXPECT_NE(flags("-5") & kQuantitySigned, 0u);
}

TEST(Sign, BracketsAreNegativeWithMoney) {
  EXPECT_EQ(all("Net: ($1,250)"), "($1,250)=-1250 USD");
  EXPECT_EQ(all("Net: (1,250)"), "1,250=1250");
  EXPECT_NE(flags("Net: (1,250)") & kQuantitySigned, 0u);
  EXPECT_EQ(all("paid €9 ($10)"), "€9=9 EUR | $10=10 USD");
}

TEST(Money, EverySideOfTheNumber) {
  EXPECT_EQ(all("USD58.2m"), "USD58.2m=58200000 USD");
  EXPECT_EQ(all("HK$ 40"), "HK$ 40=40 HKD");
  EXPECT_EQ(all("40 euros"), "40 euros=40 EUR");
  EXPECT_EQ(all("€10M"), "€10M=10000000 EUR");
  EXPECT_EQ(all("50k€"), "50k€=50000 EUR");
  EXPECT_EQ(all("￥ 5,318.20"), "￥ 5,318.20=5318.2 CNY");
  EXPECT_EQ(all("十二块五毛"), "十二块五毛=12.5 CNY");
  EXPECT_EQ(all("35€99"), "35€99=35.99 EUR");
}

TEST(Words, Cardinals) {
  EXPECT_EQ(all("two hundred and two thousand"), "two hundred and two thousand=202000");
  EXPECT_EQ(all("nineteen hundred"), "nineteen hundred=1900");
  EXPECT_EQ(all("three thousand, four hundred"), "three thousand, four hundred=3400");
  EXPECT_EQ(all("five six"), "five=5 | six=6");
  EXPECT_EQ(all("four and then"), "four=4");
  EXPECT_EQ(all("one hundred two hundred"), "one hundred=100 | two hundred=200");
  EXPECT_EQ(all("five thousand and six thousand"), "five thousand=5000 | six thousand=6000");
  EXPECT_EQ(all("two point o five"), "two point o five=2.05");
}

TEST(Words, FractionsAndHalves) {
  EXPECT_EQ(all("one hundred and three quarters"), "one hundred and three quarters=100.75");
  EXPECT_EQ(all("two and a half thousand"), "two and a half thousand=2500");
  EXPECT_EQ(all("one million and a half"), "one million and a half=1500000");
  EXPECT_EQ(all("half an hour"), "half an hour=0.5 h");
  EXPECT_EQ(all("the second half"), "second=2");
  EXPECT_EQ(all("in the quarter"), "");
  EXPECT_EQ(all("a third of it"), "a third=1/3");
}

TEST(Words, OneIsOftenAPronoun) {
  EXPECT_EQ(all("no one came"), "");
  EXPECT_EQ(all("one another"), "");
  EXPECT_EQ(all("the one I know"), "");
  EXPECT_EQ(all("one person"), "one=1");
  EXPECT_EQ(all("the one kilometer"), "one kilometer=1 km");
}

TEST(Han, Numerals) {
  EXPECT_EQ(all("三万五"), "三万五=35000");
  EXPECT_EQ(all("6万2000"), "6万2000=62000");
  EXPECT_EQ(all("5亿1万4千6百"), "5亿1万4千6百=500014600");
  EXPECT_EQ(all("四十万亿"), "四十万亿=40000000000000");
  EXPECT_EQ(all("一八六〇"), "一八六〇=1860");
  EXPECT_EQ(all("一百二百"), "一百=100 | 二百=200");
  EXPECT_EQ(all("廿五"), "廿五=25");
  EXPECT_EQ(all("三又五分之一"), "三又五分之一=3.2");
  EXPECT_EQ(all("百分之一点五"), "百分之一点五=1.5 %");
  EXPECT_EQ(all("八五折"), "八五折=85 %");
}

TEST(Han, WordsThatHoldANumeral) {
  EXPECT_EQ(all("全国统一定价"), "");
  EXPECT_EQ(all("一个问题"), "");
  EXPECT_EQ(all("四川省"), "");
  EXPECT_EQ(all("十分之一"), "十分之一=0.1");
  EXPECT_EQ(all("星期三"), "");
}

TEST(Han, UnitsThatBeginWithANumeral) {
  EXPECT_EQ(all("两千瓦"), "两千瓦=2 kW");
  EXPECT_EQ(all("12万千瓦"), "12万千瓦=120000 kW");
  EXPECT_EQ(all("两千元"), "两千元=2000 CNY");
  EXPECT_EQ(all("二两"), "二两=2 两");
}

TEST(Units, CaseAndStroke) {
  EXPECT_EQ(all("5 Mbar"), "5 Mbar=5 Mbar");
  EXPECT_EQ(all("5 mbar"), "5 mbar=5 mbar");
  EXPECT_EQ(all("450mg/12h"), "450mg/12h=37.5 mg/h");
  EXPECT_EQ(all("a 14 in display"), "14=14");
  EXPECT_EQ(all("it is 14 in."), "14 in=14 [in_i]");
  EXPECT_EQ(all("3h20m"), "3h20m=200 min");
  EXPECT_EQ(all("每小时十公里"), "每小时十公里=10 km/h");
}

TEST(Ranges, SharedScaleAndUnit) {
  EXPECT_EQ(all("3-4 lakh rupees"), "3-4 lakh rupees=300000..400000 INR");
  EXPECT_EQ(all("from $5.2M to $6.5M"), "$5.2M=5200000 USD | $6.5M=6500000 USD");
  EXPECT_EQ(all("一到三个工作日"), "一到三个工作日=1..3 工作日");
  EXPECT_EQ(all("2.0 ± 0.5 g"), "2.0 ± 0.5 g=1.5..2.5 g");
  EXPECT_EQ(all("20-10"), "20=20 | 10=10");
}

TEST(Dates, Writings) {
  EXPECT_EQ(all("4th of July 1995"), "4th of July 1995=1995-07-04");
  EXPECT_EQ(all("08.06.2022"), "08.06.2022=2022-06-08");
  EXPECT_NE(flags("03/04/2024") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(flags("13/04/2024") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(flags("03.04.2024") & kQuantityAmbiguous, 0u);
  EXPECT_EQ(all("2010-11"), "2010-11=2010..2011");
  EXPECT_EQ(all("2024-03"), "2024-03=2024-03");
  EXPECT_EQ(all("the 1980s"), "1980s=1980..1989");
  EXPECT_EQ(all("民国二十五年"), "民国二十五年=1936");
  EXPECT_EQ(all("三日内"), "三日=3 d");
}

TEST(Times, Writings) {
  EXPECT_EQ(all("12:05 am"), "12:05 am=00:05");
  EXPECT_EQ(all("12 pm"), "12 pm=12:00");
  EXPECT_EQ(all("下午三点半"), "下午三点半=15:30");
  EXPECT_EQ(all("18:25:00"), "18:25:00=18:25:00");
  EXPECT_EQ(all("16:9"), "16=16 | 9=9");
}

TEST(Identifiers, NamesAndLabels) {
  EXPECT_EQ(kind("A4"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("COVID-19"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("2.10.1"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("第三条"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("Section 2.1"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("555-0123"), QuantityKind::kIdentifier);
  EXPECT_EQ(kind("1. Pay"), QuantityKind::kLabel);
  EXPECT_EQ(kind("第2步"), QuantityKind::kOrdinal);
  EXPECT_EQ(all("pay 40.2 now"), "40.2=40.2");
}

TEST(Context, BoundsAndHedges) {
  EXPECT_NE(flags("at least about 40 kg") & kQuantityAtLeast, 0u);
  EXPECT_NE(flags("at least about 40 kg") & kQuantityHedged, 0u);
  EXPECT_NE(flags("50万元（含）以上") & kQuantityAtLeast, 0u);
  EXPECT_NE(flags("不超过30天") & kQuantityAtMost, 0u);
  EXPECT_NE(flags("三百左右") & kQuantityHedged, 0u);
  EXPECT_NE(flags("三百余万元") & kQuantityOpenRange, 0u);
  EXPECT_EQ(flags("40 kg"), 0u);
  EXPECT_NE(flags("over 40 kg") & kQuantityMoreThan, 0u);
  EXPECT_EQ(flags("over 3 years") & kQuantityMoreThan, 0u);
  EXPECT_EQ(flags("高达30亿元") & kQuantityAtMost, 0u);
}

TEST(Walk, MarkersAreSteppedOver) {
  const std::string text = "pay 5 [2] or 6";
  std::vector<TokenRow> tokens;
  tokenize(text, &test::lexicon(), tokens);
  for (TokenRow& token : tokens) {
    if (token.start_byte == 7) token.flags |= kTokenMarker;
  }
  std::vector<QuantityRow> rows;
  read_quantities(text, tokens, test::lexicon(), rows);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].start_byte, 4);
  EXPECT_EQ(rows[1].start_byte, 13);
}

TEST(Walk, RowsNeverOverlapAndStayInside) {
  test::Random random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::string text = test::random_text(random, 1 + random.below(30));
    std::int32_t last = 0;
    for (const QuantityRow& row : read(text)) {
      ASSERT_LE(last, row.start_byte) << text;
      ASSERT_LT(row.start_byte, row.end_byte) << text;
      ASSERT_LE(row.end_byte, static_cast<std::int32_t>(text.size())) << text;
      ASSERT_GE(row.denominator, 1) << text;
      value_text(row);
      last = row.end_byte;
    }
  }
}

}  // namespace
}  // namespace verify
