#include "verify/structure.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

using test::Random;
using test::segment_texts;
using test::segments;
using test::Tight;
using Texts = std::vector<std::string>;

struct Case {
  std::string_view text;
  Texts expected;
};

const Case kEnglish[] = {
    {"", {}},
    {"The fee is due", {"The fee is due"}},
    {"The fee rose by 12.5 percent. It falls in May.", {"The fee rose by 12.5 percent.", "It falls in May."}},
    {"Dr. Smith met Mr. Jones. They spoke.", {"Dr. Smith met Mr. Jones.", "They spoke."}},
    {"See Smith et al. [2004] for more. It is long.", {"See Smith et al. [2004] for more.", "It is long."}},
    {"It stands under no. 5 of the list. Then sign.", {"It stands under no. 5 of the list.", "Then sign."}},
    {"He paid, e.g. rent and food. He left.", {"He paid, e.g. rent and food.", "He left."}},
    {"The U.S. economy grew. It slowed.", {"The U.S. economy grew.", "It slowed."}},
    {"Is it due? Yes! Pay.", {"Is it due?", "Yes!", "Pay."}},
    {"He said \"Stop!\" and left. We stayed.", {"He said \"Stop!\" and left.", "We stayed."}},
    {"He said \"Stop.\" We stayed.", {"He said \"Stop.\"", "We stayed."}},
    {"It ended in May.Then June came.", {"It ended in May.", "Then June came."}},
    {"Wait... what is it? Wait... What is it?", {"Wait... what is it?", "Wait...", "What is it?"}},
    {"Read www.example.com/a.B first. Then act.", {"Read www.example.com/a.B first.", "Then act."}},
    {"Use version 3.5.2. It is new.", {"Use version 3.5.2.", "It is new."}},
};

TEST(Structure, EnglishSentences) {
  for (const Case& one : kEnglish) EXPECT_EQ(segment_texts(one.text), one.expected) << one.text;
}

const Case kChinese[] = {
    {"运费由买家承担。审核需要四十八小时。", {"运费由买家承担。", "审核需要四十八小时。"}},
    {"退款多久？一到三天！", {"退款多久？", "一到三天！"}},
    {"增长3.5%。下降2.1%。", {"增长3.5%。", "下降2.1%。"}},
    {"请看《退货！须知》。谢谢。", {"请看《退货！须知》。", "谢谢。"}},
    {"“已经退款。”他说。然后离开。", {"“已经退款。”他说。", "然后离开。"}},
    {"“已经退款。”客服很满意。", {"“已经退款。”", "客服很满意。"}},
    {"真的吗？！当然。", {"真的吗？！", "当然。"}},
    {"运费由买家承担，审核需要两天。", {"运费由买家承担，审核需要两天。"}},  // a clause is no sentence in an answer
};

TEST(Structure, ChineseSentences) {
  for (const Case& one : kChinese) EXPECT_EQ(segment_texts(one.text), one.expected) << one.text;
}

const Case kMarked[] = {
    {"Refund is due.[1] Freight is not.[2]", {"Refund is due.[1]", "Freight is not.[2]"}},
    {"Refund is due. [1] Freight is not. [2]", {"Refund is due. [1]", "Freight is not. [2]"}},
    {"Refund is due [1]. Freight is not [2].", {"Refund is due [1].", "Freight is not [2]."}},
    {"Refund is due. [1][2] Freight is not.", {"Refund is due. [1][2]", "Freight is not."}},
    {"运费由买家承担。[1]审核需要两天。[2]", {"运费由买家承担。[1]", "审核需要两天。[2]"}},
    {"运费由买家承担[1]。审核需要两天[2]。", {"运费由买家承担[1]。", "审核需要两天[2]。"}},
};

TEST(Structure, MarkersBehindAStopBelongToTheSentenceBefore) {
  for (const Case& one : kMarked) EXPECT_EQ(segment_texts(one.text), one.expected) << one.text;
}

const Case kSources[] = {
    {"运费由买家承担，审核需要两天；退款三天。", {"运费由买家承担，", "审核需要两天；", "退款三天。"}},
    {"The fee is 5\nper year. It rises.", {"The fee is 5\nper year.", "It rises."}},
    {"The fee is 5, the tax is 7. It rises.", {"The fee is 5, the tax is 7.", "It rises."}},
    {"The fee is 5.\n\nThe tax is 7.", {"The fee is 5.", "The tax is 7."}},
};

TEST(Structure, UnitsOfASource) {
  for (const Case& one : kSources) EXPECT_EQ(segment_texts(one.text, SegmentMode::kSource), one.expected) << one.text;
}

struct BlockCase {
  std::string_view text;
  std::vector<std::pair<std::string, SegmentKind>> expected;
};

const BlockCase kBlocks[] = {
    {"Steps:\n1. Pay the fee.\n2) Sign the form.\n- Wait.\n（三）等待。",
     {{"Steps:", SegmentKind::kText},
      {"Pay the fee.", SegmentKind::kListItem},
      {"Sign the form.", SegmentKind::kListItem},
      {"Wait.", SegmentKind::kListItem},
      {"等待。", SegmentKind::kListItem}}},
    {"# Fees\nThe fee is 5.", {{"Fees", SegmentKind::kHeading}, {"The fee is 5.", SegmentKind::kText}}},
    {"#hashtag is no heading", {{"#hashtag is no heading", SegmentKind::kText}}},
    {"**Fees**\nThe fee is 5.", {{"**Fees**", SegmentKind::kHeading}, {"The fee is 5.", SegmentKind::kText}}},
    {"Before.\n```\nx = 1. Y.\n```\nAfter.",
     {{"Before.", SegmentKind::kText}, {"```\nx = 1. Y.\n```", SegmentKind::kCode}, {"After.", SegmentKind::kText}}},
    {"| Year | Fee |\n|---|---|\n| 2023 | 5 |\n\nAfter.",
     {{"| Year | Fee |\n|---|---|", SegmentKind::kTableHeader},
      {"| 2023 | 5 |", SegmentKind::kTableRow},
      {"After.", SegmentKind::kText}}},
    {"First line.\nSecond line", {{"First line.", SegmentKind::kText}, {"Second line", SegmentKind::kText}}},
    {"The first line\ngoes on here", {{"The first line\ngoes on here", SegmentKind::kText}}},
    {"> Said so.\nPlain.", {{"Said so.", SegmentKind::kQuote}, {"Plain.", SegmentKind::kText}}},
    {"- Pay. Then sign.", {{"Pay.", SegmentKind::kListItem}, {"Then sign.", SegmentKind::kListItem}}},
};

TEST(Structure, Blocks) {
  for (const BlockCase& one : kBlocks) {
    std::vector<std::pair<std::string, SegmentKind>> found;
    for (const SegmentRow& row : segments(one.text)) {
      const auto start = static_cast<std::size_t>(row.text_start);
      found.emplace_back(one.text.substr(start, static_cast<std::size_t>(row.text_end) - start),
                         static_cast<SegmentKind>(row.kind));
    }
    EXPECT_EQ(found, one.expected) << one.text;
  }
}

TEST(Structure, TableRowsKnowTheirHeader) {
  const std::string_view text = "| Year | Fee |\n|---|---|\n| 2023 | 5 |\n| 2024 | 6 |\n";
  const std::vector<SegmentRow> rows = segments(text);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].header_start, rows[0].header_end);
  for (const std::size_t i : {1u, 2u}) {
    const auto start = static_cast<std::size_t>(rows[i].header_start);
    EXPECT_EQ(text.substr(start, static_cast<std::size_t>(rows[i].header_end) - start), "| Year | Fee |");
  }
}

TEST(Structure, Flags) {
  const auto flags = [](std::string_view text) { return segments(text).front().flags & ~kSegmentBlockStart; };
  EXPECT_EQ(flags("Is it due?"), kSegmentQuestion | kSegmentClosed);
  EXPECT_EQ(flags("退款多久？"), kSegmentQuestion | kSegmentClosed);
  EXPECT_EQ(flags("It is due."), kSegmentClosed);
  EXPECT_EQ(flags("It is due [1]."), kSegmentClosed);
  EXPECT_EQ(flags("It is due. [1]"), kSegmentClosed);
  EXPECT_EQ(flags("He said “no.”"), kSegmentClosed);
  EXPECT_EQ(flags("Here are the steps:"), kSegmentColon);
  EXPECT_EQ(flags("步骤如下："), kSegmentColon);
  EXPECT_EQ(flags("Cut off in the"), 0);
}

TEST(Structure, AnUnclosedFenceEndsFourKibibytesOn) {
  std::string text = "```\n";
  while (text.size() < 6000) text += "code line\n";
  text += "The end.";
  const std::vector<SegmentRow> rows = segments(text);
  ASSERT_GE(rows.size(), 2u);
  EXPECT_EQ(rows[0].kind, static_cast<std::uint16_t>(SegmentKind::kCode));
  EXPECT_GT(rows[0].end_byte, 4096);
  EXPECT_LT(rows[0].end_byte, 4096 + 20);
  EXPECT_EQ(rows.back().kind, static_cast<std::uint16_t>(SegmentKind::kText));
}

TEST(Structure, BlanksAlone) {
  const std::vector<SegmentRow> rows = segments(" \n\n ");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].start_byte, 0);
  EXPECT_EQ(rows[0].end_byte, 4);
  EXPECT_EQ(rows[0].text_start, rows[0].text_end);
}

// Whatever the text: every byte lies in exactly one segment, and no cut lies inside a character.
void expect_tiling(std::string_view text, SegmentMode mode) {
  std::int32_t end = 0;
  for (const SegmentRow& row : segments(text, mode)) {
    ASSERT_EQ(row.start_byte, end);
    ASSERT_GT(row.end_byte, row.start_byte);
    ASSERT_LE(row.start_byte, row.text_start);
    ASSERT_LE(row.text_start, row.text_end);
    ASSERT_LE(row.text_end, row.end_byte);
    const auto start = static_cast<std::size_t>(row.start_byte);
    ASSERT_EQ(find_invalid_utf8(text.substr(start, static_cast<std::size_t>(row.end_byte) - start)),
              std::string_view::npos);
    end = row.end_byte;
  }
  ASSERT_EQ(end, static_cast<std::int32_t>(text.size()));
}

TEST(Structure, SegmentsTileTextsOfOurSigns) {
  Random random(21);
  for (int i = 0; i < 1500; ++i) {
    const std::string text = test::random_text(random, random.below(40));
    for (const SegmentMode mode : {SegmentMode::kAnswer, SegmentMode::kSource}) {
      SCOPED_TRACE(testing::PrintToString(text));
      expect_tiling(text, mode);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Structure, SegmentsTileAnyCharacters) {
  Random random(22);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    const std::size_t length = random.below(60);
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t limit = random.below(4) == 0 ? 0x110000 : random.below(3) == 0 ? 0x3100 : 0x80;
      const auto point = static_cast<char32_t>(random.below(limit));
      append_utf8(text, point >= 0xD800 && point < 0xE000 ? U'\n' : point);
    }
    SCOPED_TRACE(testing::PrintToString(text));
    expect_tiling(text, SegmentMode::kAnswer);
    expect_tiling(text, SegmentMode::kSource);
    if (HasFatalFailure()) return;
  }
}

TEST(Structure, EachWordGetsTheSegmentThatHoldsIt) {
  const Tight text("The fee is 5. 运费由买家承担。\n\n- Pay now.");
  std::vector<TokenRow> tokens;
  std::vector<QuantityRow> quantities(1);
  std::vector<MarkerRow> markers;
  std::vector<SegmentRow> rows;
  quantities[0].start_byte = 11;
  quantities[0].end_byte = 12;
  tokenize(text, nullptr, tokens);
  read_segments(text, markers, test::lexicon(), SegmentMode::kAnswer, rows);
  assign_segments(rows, tokens, quantities, markers);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].token_count, 4);  // The fee is 5
  EXPECT_EQ(rows[1].token_count, 6);  // 运费 费由 由买 买家 家承 承担
  EXPECT_EQ(rows[2].token_count, 2);  // Pay now
  EXPECT_EQ(rows[1].first_token, 4);
  EXPECT_EQ(rows[2].first_token, 10);
  EXPECT_EQ(rows[0].quantity_count, 1);
  EXPECT_EQ(rows[1].quantity_count, 0);
  EXPECT_EQ(tokens[3].segment, 0);
  EXPECT_EQ(tokens[11].segment, 2);
}

}  // namespace
}  // namespace verify
