// An index says the same whatever was read before it on the same thread, and keeps no more memory than it may.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
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
void append(std::string& bytes, RowSpan<const Row> rows) {
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
  EXPECT_LT(small.allocated_bytes(), 400 * (sizeof(TokenRow) + sizeof(SegmentRow) + sizeof(QuantityRow)));
}

// Bytes from a multiple of 8 on, with nothing behind them.
class Aligned {
 public:
  explicit Aligned(const std::string& bytes) : words_((bytes.size() + 7) / 8), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(words_.data()));
  }
  std::string_view view() const { return {reinterpret_cast<const char*>(words_.data()), size_}; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_;
};

TEST(SourceIndex, WorksOnItsImage) {
  const std::vector<std::string> ids = {"a", "b", "c"};
  const std::vector<std::string> texts = {prose(40), "", "退货运费由买家承担。共 12 元。"};
  const SourceIndex built(ids, texts, test::lexicon());
  const Aligned image(built.image());
  const SourceIndex mapped(ids, texts, image.view(), test::lexicon());
  EXPECT_EQ(all_rows(mapped), all_rows(built));
  EXPECT_EQ(mapped.image(), built.image());
  EXPECT_EQ(mapped.text(2), texts[2]);
  EXPECT_EQ(mapped.names().find("c"), 2);
  EXPECT_EQ(mapped.allocated_bytes(), 0u);
  ASSERT_EQ(mapped.probes.size(), built.probes.size());
  EXPECT_EQ(mapped.probes[7].digits, built.probes[7].digits);
}

TEST(SourceIndex, OfNothingHasAnImageToo) {
  const SourceIndex built({}, {}, test::lexicon());
  const Aligned image(built.image());
  EXPECT_EQ(SourceIndex({}, {}, image.view(), test::lexicon()).sources.size(), 0u);
}

TEST(SourceIndex, RefusesWhatIsNotItsImage) {
  const std::vector<std::string> ids = {"a"};
  const std::vector<std::string> texts = {prose(2)};
  const std::string image = SourceIndex(ids, texts, test::lexicon()).image();
  const auto refused = [&](const std::string& bytes, const std::vector<std::string>& of) {
    const Aligned copy(bytes);
    EXPECT_THROW(SourceIndex(ids, of, copy.view(), test::lexicon()), std::invalid_argument);
  };
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, std::size_t{95}, std::size_t{96}, image.size() - 8}) {
    refused(image.substr(0, size), texts);
  }
  refused(image + std::string(8, '\0'), texts);
  refused(image, {prose(3)});
  for (std::size_t at = 0; at < 96; ++at) {  // every byte of every count and size
    std::string changed = image;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    refused(changed, texts);
  }
  const Aligned shifted(" " + image);
  EXPECT_THROW(SourceIndex(ids, texts, shifted.view().substr(1), test::lexicon()), std::invalid_argument);
}

}  // namespace
}  // namespace verify
