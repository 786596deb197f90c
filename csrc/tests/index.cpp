// An index says the same whatever was read before it on the same thread, and keeps no more memory than it may.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support.hpp"
#include "verify/compare.hpp"

namespace verify {
namespace {

std::string prose(int sentences) {
  std::string text;
  for (int i = 0; i < sentences; ++i) text += "The fee of clause " + std::to_string(i) + " is 1,250 euros a month. ";
  return text;
}

template <typename Row>
void append(std::string& bytes, const std::vector<Row>& rows) {
  bytes.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row));
}

std::string all_rows(const SourceIndex& index) {
  std::string bytes;
  append(bytes, index.sources);
  append(bytes, index.units);
  append(bytes, index.unit_source);
  append(bytes, index.tokens);
  append(bytes, index.quantities);
  return bytes;
}

TEST(SourceIndex, SaysTheSameAfterOthers) {
  const std::vector<std::string> ids = {"a", "b", "c"};
  const std::vector<std::string> texts = {prose(40), "", "退货运费由买家承担。共 12 元。"};
  const std::string expected = all_rows(SourceIndex(ids, texts, test::lexicon()));
  for (const int sentences : {1, 400, 3, 40}) {
    SourceIndex({"x"}, {prose(sentences)}, test::lexicon());
    EXPECT_EQ(all_rows(SourceIndex(ids, texts, test::lexicon())), expected) << sentences;
  }
  EXPECT_THROW(SourceIndex({"x"}, {"\xFF"}, test::lexicon()), std::invalid_argument);
  EXPECT_EQ(all_rows(SourceIndex(ids, texts, test::lexicon())), expected);
}

TEST(SourceIndex, OfAFewWordsHoldsNoLargeTable) {
  SourceIndex({"x"}, {prose(2000)}, test::lexicon());  // its tables are spare now
  const SourceIndex small({"y"}, {prose(1)}, test::lexicon());
  EXPECT_LT(small.tokens.capacity(), 400u);
  EXPECT_LT(small.units.capacity(), 400u);
  EXPECT_LT(small.quantities.capacity(), 400u);
}

}  // namespace
}  // namespace verify
