#include "word_set.hpp"

#include <gtest/gtest.h>

namespace verify {
namespace {

TEST(WordSet, NumbersWordsInTheOrderInWhichTheyCome) {
  WordSet words;
  EXPECT_EQ(words.add(70), 0);
  EXPECT_EQ(words.add(7), 1);
  EXPECT_EQ(words.add(70), 0);
  EXPECT_EQ(words.add(0), 2);
  words.build();
  EXPECT_EQ(words.size(), 3u);
  EXPECT_EQ(words.find(7), 1);
  EXPECT_EQ(words.find(0), 2);
  EXPECT_EQ(words.find(8), -1);
}

// Keys that all want one place of every table, and that pass the bitmap: were each look-up as long as the row of them,
// this would take ten billion steps.
TEST(WordSet, KeysThatMeetByDesignStayQuick) {
  constexpr std::uint64_t kCount = 100000;
  const auto key = [](std::uint64_t i) { return i << 32 | 5u; };
  WordSet words;
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(words.add(key(i)), static_cast<std::int32_t>(i));
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(words.add(key(i)), static_cast<std::int32_t>(i));
  words.build();
  for (std::uint64_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(words.find(key(i)), static_cast<std::int32_t>(i));
    ASSERT_EQ(words.find(key(i) | 1u << 20), -1);
  }
}

}  // namespace
}  // namespace verify
