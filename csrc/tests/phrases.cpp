#include "verify/phrases.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

using test::Tight;

SegmentRow marked(const PhraseTable& table, std::string_view text) {
  const Tight tight(text);
  std::vector<TokenRow> tokens;
  std::vector<SegmentRow> segments(1);
  tokenize(tight, nullptr, tokens);
  segments[0].token_count = static_cast<std::int32_t>(tokens.size());
  table.mark(tokens, segments);
  return segments[0];
}

TEST(Phrases, AreRunsOfWords) {
  const PhraseTable table({{0, "not found"}, {3, "does not say"}, {31, "没有提到"}, {1, "thanks"}});
  EXPECT_EQ(marked(table, "It was NOT  found here.").phrases, 1u << 0);
  EXPECT_EQ(marked(table, "It was not, found here.").phrases, 1u << 0);  // signs between do not matter
  EXPECT_EQ(marked(table, "It was not yet found.").phrases, 0u);
  EXPECT_EQ(marked(table, "found not").phrases, 0u);
  EXPECT_EQ(marked(table, "The text does not say. Not found.").phrases, 1u << 0 | 1u << 3);
  EXPECT_EQ(marked(table, "文中没有提到运费。").phrases, 1u << 31);
  EXPECT_EQ(marked(table, "文中沒有提到運費。").phrases, 1u << 31);
  EXPECT_EQ(marked(table, "does not").phrases, 0u);  // the text ends inside the phrase
  EXPECT_EQ(marked(table, "").phrases, 0u);
}

TEST(Phrases, WholeWhereNothingElseIsSaid) {
  const PhraseTable table({{0, "not found"}, {1, "thanks"}});
  EXPECT_EQ(marked(table, "Not found.").whole_phrases, 1u);
  EXPECT_EQ(marked(table, "Not found here.").whole_phrases, 0u);
  EXPECT_EQ(marked(table, "Thanks!").whole_phrases, 2u);
}

TEST(Phrases, BadTablesAreRefused) {
  using Rows = std::vector<std::pair<std::int32_t, std::string>>;
  EXPECT_THROW(PhraseTable(Rows{{32, "a"}}), std::invalid_argument);
  EXPECT_THROW(PhraseTable(Rows{{-1, "a"}}), std::invalid_argument);
  EXPECT_THROW(PhraseTable(Rows{{0, "..."}}), std::invalid_argument);
}

}  // namespace
}  // namespace verify
