#include "verify/names.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "verify/compare.hpp"

namespace verify {
namespace {

using test::lexicon;
using test::Tight;

// "name/word" for each word of a possible name that stands nowhere; * the word opens its sentence, : the name is a
// label.
std::string unknown(std::string_view text, const std::string& evidence, std::string_view question = "") {
  static const PhraseTable phrases({}, {"of", "van"}, {"dr", "inc"});
  const Tight answer(text);
  const Tight asked(question);
  const SourceIndex index({"1"}, {evidence}, lexicon());
  CompareOptions options;
  options.phrases = &phrases;
  options.question = asked;
  Comparison rows;
  compare(index, answer, options, rows);
  const auto said = [&](std::int32_t start, std::int32_t end) {
    return std::string(text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
  };
  std::string out;
  for (const NameRow& row : rows.names) {
    if (!out.empty()) out += ' ';
    out += said(row.start_byte, row.end_byte) + "/" + said(row.word_start, row.word_end);
    if ((row.flags & kNameOpens) != 0) out += "*";
    if ((row.flags & kNameLabel) != 0) out += ":";
  }
  return out;
}

TEST(Names, AreRunsOfCapitalizedWordsThatStandNowhere) {
  EXPECT_EQ(unknown("the fee is due to Anna Berg in the spring", "The fee is due."), "Anna Berg/Anna Anna Berg/Berg");
  EXPECT_EQ(unknown("the fee is due to Anna Berg in the spring", "anna pays"), "Anna Berg/Berg");
  EXPECT_EQ(unknown("the fee is due to Anna Berg in the spring", "nothing", "Who is Anna Berg?"), "");
  EXPECT_EQ(unknown("it went to the Bank of Malta and to them", "a bank"), "Bank of Malta/Malta");
  EXPECT_EQ(unknown("it is of Malta", "nothing"), "Malta/Malta");  // nothing to join
  EXPECT_EQ(unknown("this is what J. Roe and I saw", "Nothing."), "J. Roe/J J. Roe/Roe");
}

TEST(Names, TitlesNameNobody) {
  EXPECT_EQ(unknown("so we met Dr. Roe of the Acme Inc. in it", "We met."), "Dr. Roe/Roe Acme Inc/Acme");
  EXPECT_EQ(unknown("so we met the Dr. in it", "We met."), "");
}

TEST(Names, ACapitalThatIsDueSaysSo) {
  EXPECT_EQ(unknown("Anna is in. Berg is out", "Nothing."), "Anna/Anna* Berg/Berg*");
  EXPECT_EQ(unknown("\u201cOpen the gate\u201d is what it says", "Nothing."), "Open/Open*");
  EXPECT_EQ(unknown("**Late Fees**: it is what you pay", "Nothing."), "Late Fees/Late*: Late Fees/Fees:");
  EXPECT_EQ(unknown("so it is with (Berg) as it was", "Nothing."), "Berg/Berg");
}

TEST(Names, CapitalsSayNothingWhereEveryNounHasThem) {
  EXPECT_EQ(unknown("Der Vertrag endet mit Ablauf jeder Frist durch Erklaerung beider Parteien", "Nothing."), "");
}

TEST(Names, NewRunsOfHan) {
  EXPECT_EQ(unknown("五粮液的换手率为低", "利欧股份的换手率为低"),
            "五粮液/五粮液*");  // 液的 is new, 的 is shared with 的换
  EXPECT_EQ(unknown("其中五粮液的换手率", "其中利欧股份的换手率"), "五粮液/五粮液");
  EXPECT_EQ(unknown("换手率", "换手率"), "");
  EXPECT_EQ(unknown("\U00020000\U00020001\U00020002率", "手率"),
            "\U00020000\U00020001\U00020002率/\U00020000\U00020001\U00020002率*");
}

TEST(Names, OtherNewRunsAreCounted) {
  const Tight answer("五粮液的换手率为低，茅台酒的换手率为低");
  const SourceIndex index({"1"}, {"利欧股份的换手率为低，"}, lexicon());
  Comparison rows;
  compare(index, answer, CompareOptions{}, rows);
  ASSERT_EQ(rows.names.size(), 2u);
  EXPECT_EQ(rows.names[0].others, 1);
  EXPECT_EQ(rows.names[1].others, 1);
}

}  // namespace
}  // namespace verify
