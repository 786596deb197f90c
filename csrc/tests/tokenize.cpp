#include "verify/tokenize.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

using test::Random;
using test::Tight;
using test::words;

std::vector<TokenRow> tokens(std::string_view text, const Lexicon* lexicon = nullptr) {
  const Tight tight(text);
  std::vector<TokenRow> out;
  tokenize(tight, lexicon, out);
  return out;
}

// The key of a text that is one word.
std::uint64_t key(std::string_view text) {
  const std::vector<TokenRow> rows = tokens(text);
  EXPECT_EQ(rows.size(), 1u) << text;
  return rows.empty() ? 0 : rows.front().key;
}

std::uint32_t flags(std::string_view text) {
  const std::vector<TokenRow> rows = tokens(text);
  EXPECT_EQ(rows.size(), 1u) << text;
  return rows.empty() ? 0 : rows.front().flags;
}

struct Case {
  std::string_view text, expected;
};

constexpr Case kCases[] = {
    {"", ""},
    {" \n\t.,;!?", ""},
    {"The fee is due.", "The|fee|is|due"},
    {"x", "x"},
    {"a b", "a|b"},
    {"The fee is 1,299.00 euros.", "The|fee|is|1,299.00|euros"},
    {"A4 5mg 3.5.2 5. 1,,2", "A4|5|mg|3.5.2|5|1|2"},
    {"don't o’clock 'quoted' users'", "don't|o’clock|quoted|users"},
    {"state-of-the-art", "state|of|the|art"},
    {"café naïve Ærø Straße", "café|naïve|Ærø|Straße"},
    {"Привет, мир", "Привет|мир"},
    {"退货运费", "退货|货运|运费"},
    {"退", "退"},
    {"退，货", "退|货"},
    {"iPhone手机12部", "iPhone|手机|12|部"},
    {"ＡＢＣ　１２３", "ＡＢＣ|１２３"},
    {"１，２９９", "１，２９９"},  // a full-width comma between full-width digits
    {"共12，3个", "共|12|3|个"},   // but between ASCII digits it parts clauses
    {"a_b", "a|b"},
    {"$5 €7 10%", "5|7|10"},
};

TEST(Tokenize, WordsAsWritten) {
  for (const Case& one : kCases) EXPECT_EQ(words(one.text), one.expected) << one.text;
}

// Each pair is one word in two presentations.
constexpr Case kSame[] = {
    {"Fee", "fee"},
    {"FEE", "fee"},
    {"ＦＥＥ", "fee"},
    {"ﬁnance", "finance"},
    {"re\xC2\xAD"
     "fund",
     "refund"},
    {"cafe\xCC\x81", "caf\xC3\xA9"},
    {"don’t", "don't"},
    {"company's", "company"},
    {"company’s", "company"},
    {"COMPANY'S", "company"},
    {"１２３", "123"},
    {"٣٤", "34"},
    {"運費", "运费"},
    {"買家", "买家"},
    {"Straße", "strasse"},
    {"internationalization", "INTERNATIONALIZATION"},
};

TEST(Tokenize, PresentationIsFolded) {
  for (const Case& one : kSame) EXPECT_EQ(key(one.text), key(one.expected)) << one.text;
}

constexpr Case kOther[] = {
    {"fee", "fees"}, {"cafe", "café"}, {"12", "1.2"}, {"退货", "退款"}, {"abcdefgh", "abcdefghi"}};

TEST(Tokenize, DifferentWordsStayApart) {
  for (const Case& one : kOther) EXPECT_NE(key(one.text), key(one.expected)) << one.text;
}

// Computed from the description of the hash with another program. A changed key breaks stored digests.
TEST(Tokenize, KeysAreFixedForEver) {
  EXPECT_EQ(word_key("fee"), 0x7C0EC54A5482E3FAu);
  EXPECT_EQ(word_key("agreement"), 0x79E817B27F527BF2u);
  EXPECT_EQ(word_key("运费"), 0x4EBA0DD5EC0ED776u);
}

TEST(Tokenize, ShortCutForAsciiGivesTheSameKeys) {
  Random random(11);
  for (int i = 0; i < 500; ++i) {
    std::string word;
    const std::size_t length = 1 + random.below(20);
    for (std::size_t k = 0; k < length; ++k)
      word += static_cast<char>((random.below(2) ? 'a' : 'A') + random.below(26));
    const std::string text = word + std::string(random.below(3), '.');  // sometimes nothing stands behind the word
    EXPECT_EQ(tokens(text).front().key, word_key(fold(word))) << word;
  }
}

TEST(Tokenize, Flags) {
  EXPECT_EQ(flags("fee"), 0u);
  EXPECT_EQ(flags("Fee"), kTokenCapital);
  EXPECT_EQ(flags("FEE"), kTokenCapital | kTokenAllCaps);
  EXPECT_EQ(flags("A"), kTokenCapital);
  EXPECT_EQ(flags("Élan"), kTokenCapital);
  EXPECT_EQ(flags("ÉLAN"), kTokenCapital | kTokenAllCaps);
  EXPECT_EQ(flags("12"), kTokenDigit);
  EXPECT_EQ(flags("½"), kTokenDigit);
  EXPECT_EQ(flags("退货"), kTokenHan);
  EXPECT_EQ(flags("三个"), kTokenHan | kTokenHanNumeral);
}

TEST(Tokenize, StopWordsNeedTheTables) {
  const auto stop = [](std::string_view text) {
    return (tokens(text, &test::lexicon()).front().flags & kTokenStop) != 0;
  };
  EXPECT_TRUE(stop("the"));
  EXPECT_TRUE(stop("The"));
  EXPECT_FALSE(stop("freight"));
  EXPECT_EQ(tokens("the").front().flags, 0u);
}

TEST(Tokenize, HyphenAtALinesEndJoins) {
  const std::vector<TokenRow> rows = tokens("The agree-\nment holds");
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[1].key, word_key("agree"));
  EXPECT_EQ(rows[2].key, word_key("ment"));
  EXPECT_EQ(rows[3].key, word_key("agreement"));
  EXPECT_EQ(rows[3].flags, kTokenJoined);
  EXPECT_EQ(rows[3].start_byte, 4);
  EXPECT_EQ(rows[3].end_byte, 15);
  EXPECT_EQ(words("agree-\r\n  ment"), "agree|ment|agree-\r\n  ment");
  EXPECT_EQ(words("Anglo-\nSaxon"), "Anglo|Saxon");  // a capital starts a word of its own
  EXPECT_EQ(words("agree-\n\nment"), "agree|ment");
  EXPECT_EQ(words("agree- ment"), "agree|ment");
  EXPECT_EQ(words("agree-"), "agree");
  EXPECT_EQ(words("agree-\n"), "agree");
}

TEST(Tokenize, HanGoesOnInTheNextLine) {
  EXPECT_EQ(words("退货运\n费由"), "退货|货运|运\n费|费由");
  const std::vector<TokenRow> rows = tokens("退货运\n费由");
  EXPECT_EQ(rows[2].key, word_key("运费"));
  EXPECT_EQ(rows[2].flags, kTokenHan | kTokenJoined);
  EXPECT_EQ(words("退\n\n货"), "退|货");
}

TEST(Tokenize, FoldKeepsWhatIsNoPresentation) {
  EXPECT_EQ(fold("Ｔhe ﬁrst ＦＥＥ’s"), "the first fee's");
  EXPECT_EQ(fold("退貨運費"), "退货运费");
  EXPECT_EQ(fold("m²"), fold("m²"));
  EXPECT_EQ(fold(""), "");
}

TEST(Tokenize, WhatIsFoldedFoldsToItself) {
  EXPECT_EQ(fold("薴"), fold("苎"));  // by way of 苧, which is the one's simple form and the other's full one
  for (char32_t point = 1; point < 0x110000; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    std::string character;
    append_utf8(character, point);
    const std::string folded = fold(character);
    ASSERT_EQ(fold(folded), folded) << static_cast<std::uint32_t>(point);
  }
}

}  // namespace
}  // namespace verify
