#include "verify/hidden.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support.hpp"

namespace verify {
namespace {

using test::Tight;

// What is found, as "start-end"; nothing for none.
std::string hidden(std::string_view text, bool zero_width = true) {
  const Tight tight(text);
  const HiddenPlace place = find_hidden(tight, zero_width);
  if (place.start == text.size()) return "";
  return std::to_string(place.start) + "-" + std::to_string(place.end);
}

TEST(Hidden, TurningSignsWithoutALetterToTurn) {
  EXPECT_EQ(hidden("fee \u202E21\u202C euros"), "4-7");
  EXPECT_EQ(hidden("\u2067fee\u2069"), "0-3");
  EXPECT_EQ(hidden("\u05D0 \u202Bfee\u202C"), "");  // Hebrew
  EXPECT_EQ(hidden("“fee” – 12 … €"), "");
}

TEST(Hidden, ZeroWidthInsideAWord) {
  EXPECT_EQ(hidden("pay 1\u200B2 euros"), "5-8");
  EXPECT_EQ(hidden("not\u2060able"), "3-6");
  EXPECT_EQ(hidden("a\uFEFFb"), "1-4");
  EXPECT_EQ(hidden("pay 1\u200B2 euros", false), "");  // a source may break its lines there
  EXPECT_EQ(hidden("\uFEFFfee"), "");
  EXPECT_EQ(hidden("fee\u200B"), "");
  EXPECT_EQ(hidden("费\u200B用"), "");
}

TEST(Hidden, Tags) {
  EXPECT_EQ(hidden("fee\U000E0061\U000E0062", false), "3-7");
  EXPECT_EQ(hidden("\U0001F3F4\U000E0067\U000E0062\U000E007F"), "");  // a flag
  EXPECT_EQ(hidden(""), "");
}

TEST(Hidden, TheFirstOneCounts) {
  EXPECT_EQ(hidden("a\u200Bb \u202E1"), "1-4");
  EXPECT_EQ(hidden("\u202E1 a\u200Bb"), "0-3");
}

}  // namespace
}  // namespace verify
