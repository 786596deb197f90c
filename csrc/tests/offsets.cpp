#include "verify/offsets.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support.hpp"

namespace verify {
namespace {

using test::Tight;

TEST(OffsetCounter, CountsAsTheTableDoesOverManyBlocks) {
  // a, é (2 bytes), 中 (3), 😀 (4, two UTF-16 units): ten bytes, so that characters lie across the edges of blocks.
  std::string long_text;
  for (int i = 0; i < 100; ++i) long_text += "a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80";
  for (const std::size_t size : {0u, 1u, 10u, 120u, 640u, 1000u}) {
    const Tight text(std::string_view(long_text).substr(0, size));
    for (const OffsetUnit unit : {OffsetUnit::kUtf8Bytes, OffsetUnit::kUtf16CodeUnits, OffsetUnit::kCodePoints}) {
      std::vector<std::int32_t> table;
      offset_table(text, unit, table);
      const OffsetCounter counter(text, unit);
      for (std::size_t at = 0; at <= size; ++at) ASSERT_EQ(counter.at(at), table[at]) << size << ' ' << at;
    }
  }
}

TEST(OffsetCounter, CountsBlocksFullOfTheWidestCharacters) {
  std::string wide;
  for (int i = 0; i < 64; ++i) wide += "\xF0\x9F\x98\x80";
  const Tight text(wide);
  EXPECT_EQ(OffsetCounter(text, OffsetUnit::kUtf16CodeUnits).at(256), 128);
  EXPECT_EQ(OffsetCounter(text, OffsetUnit::kCodePoints).at(256), 64);
  EXPECT_EQ(OffsetCounter(text, OffsetUnit::kCodePoints).at(128), 32);
}

}  // namespace
}  // namespace verify
