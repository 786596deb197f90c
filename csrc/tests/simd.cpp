// Every level of vector instructions that this machine has reads the same.
#include "verify/simd.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "byte_classes.hpp"
#include "support.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

using test::Random;
using test::Tight;

// Runs `body` at each level, and leaves the one that was chosen.
template <typename Body>
void at_each_level(Body body) {
  const SimdLevel chosen = simd_level();
  for (const SimdLevel level : simd_levels()) {
    force_simd_level(level);
    SCOPED_TRACE(simd_level_name(level));
    body();
  }
  force_simd_level(chosen);
}

TEST(Simd, TheWidestLevelIsChosen) {
  EXPECT_EQ(simd_levels().front(), SimdLevel::kScalar);
  EXPECT_EQ(simd_level(), simd_levels().back());
}

TEST(Simd, EachByteHasItsClassWhereverItStands) {
  at_each_level([] {
    for (unsigned value = 0; value < 256; ++value) {
      for (std::size_t place = 0; place < 130; place += 43) {
        std::string text(130, '#');
        text[place] = static_cast<char>(value);
        const Tight tight(text);
        ByteMasks masks[3];
        classify_bytes(tight, masks);
        const bool letter = (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z');
        const bool digit = value >= '0' && value <= '9';
        for (std::size_t block = 0; block < 3; ++block) {
          const std::uint64_t here = block == place / 64 ? std::uint64_t{1} << (place % 64) : 0;
          EXPECT_EQ(masks[block].letters, letter ? here : 0) << value;
          EXPECT_EQ(masks[block].digits, digit ? here : 0) << value;
          EXPECT_EQ(masks[block].wide, value >= 0x80 ? here : 0) << value;
          EXPECT_EQ(masks[block].apostrophes, value == '\'' ? here : 0) << value;
          EXPECT_EQ(masks[block].hyphens, value == '-' ? here : 0) << value;
          const bool stop = value == '.' || value == '!' || value == '?';
          EXPECT_EQ(masks[block].stops, stop ? here : 0) << value;
          EXPECT_EQ(masks[block].commas, value == ',' ? here : 0) << value;
          EXPECT_EQ(masks[block].stop_leads, value == 0xE3 || value == 0xEF ? here : 0) << value;
          EXPECT_EQ(masks[block].breaks, value == '\n' || value == '\r' ? here : 0) << value;
        }
      }
    }
  });
}

TEST(Simd, EqualBytesAreFoundWhereverTheyStand) {
  Random random(7);
  at_each_level([&random] {
    for (int round = 0; round < 3000; ++round) {
      std::string text;
      for (std::size_t size = random.below(300); size > 0; --size) {
        text += round % 3 == 0 && random.below(50) == 0 ? '\xC3' : static_cast<char>('a' + random.below(2));
      }
      const Tight tight(text);
      const std::size_t distance = 1 + random.below(8);
      const std::size_t start = random.below(text.size() / 64 + 1) * 64;
      const std::size_t most = (text.size() - start + 63) / 64;
      const std::size_t count = random.below(most + 1);
      if (count == 0) continue;
      std::vector<std::uint64_t> masks(count, 42);
      const bool wide = equal_bytes(tight, start, count, distance, masks.data());
      bool expected_wide = false;
      for (std::size_t at = start; at < start + count * 64; ++at) {
        const bool equal = at + distance < text.size() && text[at] == text[at + distance];
        ASSERT_EQ(masks[(at - start) / 64] >> ((at - start) % 64) & 1, equal ? 1u : 0u) << at << " of " << text;
        expected_wide = expected_wide || (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80);
      }
      EXPECT_EQ(wide, expected_wide);
    }
  });
}

std::string all_tokens(const std::vector<std::string>& texts) {
  std::string bytes;
  for (const std::string& text : texts) {
    const Tight tight(text);
    std::vector<TokenRow> rows;
    tokenize(tight, &test::lexicon(), rows);
    bytes.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(TokenRow));
  }
  return bytes;
}

TEST(Simd, TokensAreTheSameAtEachLevel) {
  Random random(11);
  std::vector<std::string> texts;
  for (int round = 0; round < 2000; ++round) texts.push_back(test::random_text(random, 1 + random.below(300)));
  force_simd_level(SimdLevel::kScalar);
  const std::string expected = all_tokens(texts);
  at_each_level([&] { EXPECT_EQ(all_tokens(texts), expected); });
  force_simd_level(simd_levels().back());
}

// What stands where a block ends reads as it does anywhere else.
TEST(Simd, WordsAreTheSameAcrossABlocksEnd) {
  const std::vector<std::string> cases = {"word",
                                          "isn't",
                                          "users'",
                                          "A4",
                                          "5mg",
                                          "1,299.00",
                                          "well-known",
                                          "co-\nop",
                                          "café",
                                          "退货",
                                          "antidisestablishmentarianism",
                                          "X",
                                          "NASA's"};
  at_each_level([&] {
    for (const std::string& written : cases) {
      std::vector<TokenRow> alone;
      tokenize(written, nullptr, alone);
      for (std::size_t before = 0; before < 140; ++before) {
        const std::string text = std::string(before, ' ') + written + " end";
        const Tight tight(text);
        std::vector<TokenRow> rows;
        tokenize(tight, nullptr, rows);
        ASSERT_EQ(rows.size(), alone.size() + 1) << written << " at " << before;
        for (std::size_t i = 0; i < alone.size(); ++i) {
          EXPECT_EQ(rows[i].key, alone[i].key) << written << " at " << before;
          EXPECT_EQ(rows[i].flags, alone[i].flags) << written << " at " << before;
          EXPECT_EQ(rows[i].start_byte, alone[i].start_byte + static_cast<std::int32_t>(before));
          EXPECT_EQ(rows[i].end_byte, alone[i].end_byte + static_cast<std::int32_t>(before));
        }
      }
    }
  });
}

}  // namespace
}  // namespace verify
