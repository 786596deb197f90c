#include "verify/units.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace verify {
namespace {

TEST(DecimalText, WholeAndDecimal) {
  EXPECT_EQ(decimal_text(0, 0, 0, 1), "0");
  EXPECT_EQ(decimal_text(0, 45, 5, 1), "4500000");
  EXPECT_EQ(decimal_text(0, 12345, -2, 1), "123.45");
  EXPECT_EQ(decimal_text(0, 5, -3, 1), "0.005");
  EXPECT_EQ(decimal_text(0, 1200, -2, 1), "12");
  EXPECT_EQ(decimal_text(-1, static_cast<std::uint64_t>(-5), -1, 1), "-0.5");
  EXPECT_EQ(decimal_text(0, 0, -7, 1), "0");
  // Numerators of more digits than 128 bits have, on the way to the decimal (computed by Python's integers).
  EXPECT_EQ(decimal_text(std::int64_t{1} << 62, 0, 0, 8), "10633823966279326983230456482242756608");
  EXPECT_EQ(decimal_text(std::int64_t{3} << 61, 0, 0, 5), "25521177519070384759753095557382615859.2");
  EXPECT_EQ(decimal_text(std::int64_t{3} << 61, 1, 0, 8), "15950735949418990474845684723364134912.125");
  EXPECT_EQ(decimal_text(0, 1, 0, std::int64_t{1} << 62),
            "0.00000000000000000021684043449710088680149056017398834228515625");
}

TEST(DecimalText, Fractions) {
  EXPECT_EQ(decimal_text(0, 3, 0, 4), "0.75");
  EXPECT_EQ(decimal_text(0, 1, 0, 3), "1/3");
  EXPECT_EQ(decimal_text(0, 6, 0, 9), "2/3");
  EXPECT_EQ(decimal_text(0, 1, -1, 3), "1/30");
  EXPECT_EQ(decimal_text(0, 1, 6, 3), "1000000/3");
  EXPECT_EQ(decimal_text(0, 1, 6, 2), "500000");
  EXPECT_EQ(decimal_text(-1, static_cast<std::uint64_t>(-2), 0, 6), "-1/3");
}

TEST(DecimalText, BeyondSixtyFourBits) {
  // 2^64 = 18446744073709551616
  EXPECT_EQ(decimal_text(1, 0, 0, 1), "18446744073709551616");
  EXPECT_EQ(decimal_text(1, 0, -20, 1), "0.18446744073709551616");
}

QuantityRow date(std::uint32_t flags) {
  QuantityRow row{};
  row.denominator = 1;
  row.unit = row.per_unit = -1;
  row.kind = static_cast<std::uint8_t>(QuantityKind::kDate);
  row.year = 2024;
  row.month = 3;
  row.day = 5;
  row.quarter = 2;
  row.flags = flags;
  return row;
}

TEST(ValueText, DatesShowWhatIsWritten) {
  EXPECT_EQ(value_text(date(kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay)), "2024-03-05");
  EXPECT_EQ(value_text(date(kQuantityHasYear | kQuantityHasMonth)), "2024-03");
  EXPECT_EQ(value_text(date(kQuantityHasYear)), "2024");
  EXPECT_EQ(value_text(date(kQuantityHasMonth | kQuantityHasDay)), "--03-05");
  EXPECT_EQ(value_text(date(kQuantityHasDay)), "---05");
  EXPECT_EQ(value_text(date(kQuantityHasYear | kQuantityFiscal)), "FY2024");
  EXPECT_EQ(value_text(date(kQuantityHasYear | kQuantityHasQuarter)), "2024-Q2");
  EXPECT_EQ(value_text(date(kQuantityHasQuarter)), "Q2");
}

TEST(ValueText, LabelsAndNumeralsThatAreTooLongHaveNone) {
  QuantityRow row = date(0);
  row.kind = static_cast<std::uint8_t>(QuantityKind::kLabel);
  EXPECT_EQ(value_text(row), "");
  row.kind = static_cast<std::uint8_t>(QuantityKind::kNumber);
  row.flags = kQuantityTooLong;
  EXPECT_EQ(value_text(row), "");
}

TEST(UnitText, ComposesWhatStandsBelowTheStroke) {
  const Lexicon& lexicon = test::lexicon();
  QuantityRow row = date(0);
  EXPECT_EQ(unit_text(row, lexicon), "");
  row.unit = lexicon.find_unit("km");
  EXPECT_EQ(unit_text(row, lexicon), "km");
  row.per_unit = lexicon.find_unit("h");
  EXPECT_EQ(unit_text(row, lexicon), "km/h");
  row.unit = -1;
  EXPECT_EQ(unit_text(row, lexicon), "/h");
}

}  // namespace
}  // namespace verify
