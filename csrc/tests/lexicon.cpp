#include "verify/lexicon.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "support.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

constexpr std::string_view kSmall =
    "unit\tkg\t0\t0\t1\t1\t3\t0\n"
    "unit\tg\t0\t0\t1\t1\t0\t0\n"
    "unit_after\tkg\t1\t0\t0\t0\t-1\t0\n"
    "unit_after\tgram\t0\t0\t1\t0\t-1\t0\n"
    "unit_after\tgrams\t0\t0\t1\t0\t-1\t0\n"
    "unit_after\t千克\t0\t0\t0\t0\t-1\t0\n"
    "phrase_before\tat least\t0\t1\t0\t0\t-1\t0\n"
    "phrase_before\tleast\t0\t2\t0\t0\t-1\t0\n"
    "stop\tthe\n"
    "trigger\tdozen\n"
    "abbreviation\te.g\n"
    "digit_zero\t30\n"
    "digit_zero\t660\n";

std::string message_of(std::string_view blob) {
  try {
    Lexicon::parse(blob);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Lexicon, FindsTheLongestEntryAtAPlace) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  const test::Tight text("grams");
  const Match match = lexicon.longest(Section::kUnitAfter, text, 0);
  ASSERT_TRUE(match);
  EXPECT_EQ(match.end, 5u);
  EXPECT_EQ(lexicon.unit_code(static_cast<std::int32_t>(match.entry->number)), "g");
}

TEST(Lexicon, LatinEntriesEndWithTheirWord) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  EXPECT_FALSE(lexicon.longest(Section::kUnitAfter, "kgs", 0));
  EXPECT_FALSE(lexicon.longest(Section::kUnitAfter, "gramme", 0));
  EXPECT_FALSE(lexicon.longest(Section::kUnitAfter, "kgé", 0));
  EXPECT_TRUE(lexicon.longest(Section::kUnitAfter, "kg×2", 0));
  EXPECT_TRUE(lexicon.longest(Section::kUnitAfter, "kg的", 0));
  EXPECT_TRUE(lexicon.longest(Section::kUnitAfter, "千克重", 0));
}

TEST(Lexicon, SymbolsKeepTheirCaseAndNamesDoNot) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  EXPECT_FALSE(lexicon.longest(Section::kUnitAfter, "KG", 0));
  EXPECT_TRUE(lexicon.longest(Section::kUnitAfter, "GRAMS", 0));
}

TEST(Lexicon, LooksBackFromAPlace) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  const test::Tight text("at At Least");
  const Match match = lexicon.longest_back(Section::kPhraseBefore, text, 11);
  ASSERT_TRUE(match);
  EXPECT_EQ(match.end, 3u);  // where "At Least" starts
  EXPECT_EQ(match.entry->kind, 1);
  EXPECT_FALSE(lexicon.longest_back(Section::kPhraseBefore, "pleast", 6));  // inside a word
  EXPECT_FALSE(lexicon.longest_back(Section::kPhraseBefore, "", 0));
}

TEST(Lexicon, KnowsWordsAndDigits) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  EXPECT_TRUE(lexicon.stop_word(word_key("the")));
  EXPECT_FALSE(lexicon.stop_word(word_key("thee")));
  EXPECT_TRUE(lexicon.number_word(word_key("dozen")));
  EXPECT_FALSE(lexicon.number_word(word_key("the")));
  EXPECT_TRUE(lexicon.abbreviation("e.g"));
  EXPECT_FALSE(lexicon.abbreviation("eg"));
  EXPECT_EQ(lexicon.digit_value('7'), 7);
  EXPECT_EQ(lexicon.digit_value(0x0663), 3);
  EXPECT_EQ(lexicon.digit_value(0x066A), -1);
  EXPECT_EQ(lexicon.digit_value('a'), -1);
}

TEST(Lexicon, UnitsAreExact) {
  const Lexicon lexicon = Lexicon::parse(kSmall);
  const std::int32_t kilogram = lexicon.find_unit("kg");
  ASSERT_EQ(kilogram, 0);
  EXPECT_EQ(lexicon.units()[0].factor_numerator, 1);
  EXPECT_EQ(lexicon.units()[0].factor_exponent, 3);
  EXPECT_EQ(lexicon.units()[0].dimension, lexicon.units()[1].dimension);
  EXPECT_EQ(lexicon.find_unit("lb"), -1);
}

TEST(Lexicon, NamesTheLineThatIsWrong) {
  EXPECT_NE(message_of("stop\tthe\nnonsense\tx\n").find("line 2"), std::string::npos);
  EXPECT_NE(message_of("stop\n").find("line 1"), std::string::npos);
  EXPECT_NE(message_of("unit\tkg\t0\t0\t1\t0\t3\t0\n").find("line 1"), std::string::npos);         // denominator 0
  EXPECT_NE(message_of("unit_after\tkg\t1\t0\t0\t0\t-1\t0\n").find("line 1"), std::string::npos);  // no such unit
  EXPECT_NE(message_of("digit_zero\tzz\n").find("line 1"), std::string::npos);
  EXPECT_NE(message_of("month\t\t0\t0\t1\t0\t-1\t0\n").find("line 1"), std::string::npos);
  EXPECT_EQ(message_of(""), "");
}

TEST(Lexicon, ThePackagesTablesHoldWhatTheReaderCounts) {
  const Lexicon& lexicon = test::lexicon();
  EXPECT_GE(lexicon.percent_unit(), 0);
  EXPECT_GE(lexicon.minute_unit(), 0);
  const std::int32_t kilometer = lexicon.find_unit("km");
  const std::int32_t mile = lexicon.find_unit("[mi_i]");
  ASSERT_GE(kilometer, 0);
  ASSERT_GE(mile, 0);
  const UnitRow& row = lexicon.units()[static_cast<std::size_t>(mile)];
  // 1 mile is 1609.344 m.
  EXPECT_EQ(row.factor_numerator, 1609344);
  EXPECT_EQ(row.factor_denominator, 1);
  EXPECT_EQ(row.factor_exponent, -3);
  EXPECT_EQ(row.dimension, lexicon.units()[static_cast<std::size_t>(kilometer)].dimension);
}

TEST(Sieve, LetsEveryEntryThrough) {
  const std::vector<std::string> entries = {"m", "$", "5", "Kg", "at least", "万", "亿元", "é", "ħ", "a", "第"};
  for (const std::string& entry : entries) {
    Sieve front;
    Sieve back;
    front.add(entry);
    back.add_reversed(entry);
    for (const std::string beside : {"", " ", ".", "7", "，", "\n"}) {
      const std::string text = beside + entry + beside;
      EXPECT_TRUE(front.may_start(text, beside.size())) << text;
      EXPECT_TRUE(back.may_end(text, beside.size() + entry.size())) << text;
    }
    EXPECT_FALSE(front.may_start("zebra", 0)) << entry;
    EXPECT_FALSE(back.may_end("quiz", 4)) << entry;
  }
}

}  // namespace
}  // namespace verify
