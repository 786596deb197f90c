#include "verify/utf8.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace verify {
namespace {

using test::Tight;
constexpr std::size_t kValid = std::string_view::npos;

struct Case {
  std::string_view bytes;
  std::size_t invalid;  // first bad byte
};

using namespace std::string_view_literals;

// RFC 3629, section 4: each row of its grammar at both ends, and the byte beyond each end.
constexpr Case kCases[] = {
    {""sv, kValid},
    {"\x00"sv, kValid},
    {"\x7F"sv, kValid},
    {"\x80"sv, 0},
    {"\xBF"sv, 0},
    {"\xC0\x80"sv, 0},  // overlong U+0000
    {"\xC1\xBF"sv, 0},  // overlong U+007F
    {"\xC2\x80"sv, kValid},
    {"\xDF\xBF"sv, kValid},
    {"\xC2\x7F"sv, 0},
    {"\xC2\xC0"sv, 0},
    {"\xC2"sv, 0},
    {"\xE0\x9F\xBF"sv, 0},  // overlong U+07FF
    {"\xE0\xA0\x80"sv, kValid},
    {"\xEC\xBF\xBF"sv, kValid},
    {"\xED\x9F\xBF"sv, kValid},
    {"\xED\xA0\x80"sv, 0},  // U+D800
    {"\xED\xBF\xBF"sv, 0},  // U+DFFF
    {"\xEE\x80\x80"sv, kValid},
    {"\xEF\xBF\xBF"sv, kValid},
    {"\xE4\xB8"sv, 0},
    {"\xE4\xB8\x41"sv, 0},
    {"\xF0\x8F\xBF\xBF"sv, 0},  // overlong U+FFFF
    {"\xF0\x90\x80\x80"sv, kValid},
    {"\xF3\xBF\xBF\xBF"sv, kValid},
    {"\xF4\x8F\xBF\xBF"sv, kValid},
    {"\xF4\x90\x80\x80"sv, 0},  // U+110000
    {"\xF5\x80\x80\x80"sv, 0},
    {"\xFE"sv, 0},
    {"\xFF"sv, 0},
    {"\xF0\x9F\x98"sv, 0},
    {"abcdefgh\xFF"sv, 8},  // behind a whole word of ASCII
    {"abcdefghijk\xE4\xB8\xAD\x80"sv, 14},
    {"abc\xC3\xA9 def"sv, kValid},
};

TEST(Utf8, ValidityFollowsTheGrammar) {
  for (const Case& one : kCases) {
    const Tight text(one.bytes);
    EXPECT_EQ(find_invalid_utf8(text), one.invalid) << testing::PrintToString(one.bytes);
  }
}

TEST(Utf8, EveryCodePointGoesThereAndBack) {
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point == 0xD800) point = 0xE000;
    std::string written;
    append_utf8(written, point);
    const std::size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    ASSERT_EQ(written.size(), size);
    ASSERT_EQ(find_invalid_utf8(written), kValid);
    std::size_t at = 0;
    ASSERT_EQ(next_code_point(written, at), point);
    ASSERT_EQ(at, size);
    ASSERT_EQ(previous_code_point(written, at), point);
    ASSERT_EQ(at, 0u);
  }
}

TEST(Utf8, OffsetsCountInEachUnit) {
  // a, é (2 bytes), 中 (3), 😀 (4, two UTF-16 units), b
  const Tight text("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80z");
  std::vector<std::int32_t> table;
  offset_table(text, OffsetUnit::kUtf8Bytes, table);
  EXPECT_EQ(table, (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  offset_table(text, OffsetUnit::kUtf16CodeUnits, table);
  EXPECT_EQ(table, (std::vector<std::int32_t>{0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 6}));
  offset_table(text, OffsetUnit::kCodePoints, table);
  EXPECT_EQ(table, (std::vector<std::int32_t>{0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5}));
}

TEST(Utf8, OffsetsOfTheEmptyText) {
  std::vector<std::int32_t> table{7, 7};
  offset_table({}, OffsetUnit::kUtf16CodeUnits, table);
  EXPECT_EQ(table, std::vector<std::int32_t>{0});
}

}  // namespace
}  // namespace verify
