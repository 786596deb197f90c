#include "verify/word_starts.hpp"

#include <gtest/gtest.h>

namespace verify {
namespace {

TEST(WordStarts, LowersAsciiAlone) {
  EXPECT_EQ(lowered("ABC xyz [\\] \xC3\x89\xE4\xB8\xAD"), "abc xyz [\\] \xC3\x89\xE4\xB8\xAD");
  EXPECT_EQ(lowered("@AZ[`az{"), "@az[`az{");
}

TEST(WordStarts, FindsBeginningsAndWholeWords) {
  EXPECT_TRUE(word_begins("the americas", "america", false));
  EXPECT_FALSE(word_begins("the americas", "america", true));
  EXPECT_TRUE(word_begins("america", "america", true));
  EXPECT_TRUE(word_begins("(america)", "america", true));
  EXPECT_FALSE(word_begins("panamerica", "america", false));
  EXPECT_TRUE(word_begins("panamerica america", "america", false));
  EXPECT_FALSE(word_begins("", "a", false));
}

TEST(WordStarts, LettersOfEveryScriptMakeWords) {
  EXPECT_FALSE(word_begins("\xC3\xA9tat", "tat", false));  // état
  EXPECT_FALSE(word_begins("tat\xC3\xA9", "tat", true));   // taté
  EXPECT_FALSE(
      word_begins("\xE4\xB8\xAD"
                  "abc",
                  "abc", false));  // 中abc
  EXPECT_TRUE(
      word_begins("\xE2\x80\x9C"
                  "abc\xE2\x80\x9D",
                  "abc", true));  // “abc”
}

}  // namespace
}  // namespace verify
