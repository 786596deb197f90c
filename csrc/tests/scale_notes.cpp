#include "scale_notes.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace verify {
namespace {

std::uint32_t notes(std::string_view written, bool prose) {
  const test::Tight text(written);
  const std::string_view view = text;
  return scale_notes(view, {0, view.size()}, prose, test::lexicon());
}

constexpr std::uint32_t kThousand = 1u << 3;
constexpr std::uint32_t kWan = 1u << 4;
constexpr std::uint32_t kMillion = 1u << 6;

TEST(ScaleNotes, OfAHeader) {
  EXPECT_EQ(notes("(in millions)", false), kMillion);
  EXPECT_EQ(notes("£m", false), kMillion);
  EXPECT_EQ(notes("US$'000", false), kThousand);
  EXPECT_EQ(notes("$000s", false), kThousand);
  EXPECT_EQ(notes("收入（万元）", false), kWan);
  EXPECT_EQ(notes("（万）", false), kWan);
  EXPECT_EQ(notes("容量（千瓦）", false), 0u) << "a unit of its own";
  EXPECT_EQ(notes("m", false), 0u) << "meters";
  EXPECT_EQ(notes("December 2019", false), 0u);
  EXPECT_EQ(notes("", false), 0u);
}

TEST(ScaleNotes, OfRunningText) {
  EXPECT_EQ(notes("All amounts in thousands of euros, save per share data.", true), kThousand);
  EXPECT_EQ(notes("Sales (in millions) and costs (in thousands)", true), kThousand | kMillion);
  EXPECT_EQ(notes("(in\nthousands):", true), kThousand);
  EXPECT_EQ(notes("单位：人民币万元", true), kWan);
  EXPECT_EQ(notes("It cost 5 million euros.", true), 0u);
  EXPECT_EQ(notes("Millions came, many thousands left.", true), 0u);
  EXPECT_EQ(notes("共计三万元", true), 0u);
}

TEST(TableCells, LabelAndHeader) {
  const SourceIndex index({"a"}, {"(in millions) | 2021 | 2022\n | Q1 | Q2\nTimber | 4 | 5"}, test::lexicon());
  const QuantityRow& five = index.quantities[index.quantities.size() - 1];
  const TableCell cell = table_cell(index, five);
  const std::string_view text = index.text(0);
  EXPECT_EQ(cell.column, 2u);
  EXPECT_EQ(text.substr(cell.label.start, cell.label.end - cell.label.start), "Timber");
  ASSERT_EQ(cell.above_count, 2u);
  EXPECT_EQ(text.substr(cell.above[0].start, cell.above[0].end - cell.above[0].start), "2022");
  EXPECT_EQ(text.substr(cell.above[1].start, cell.above[1].end - cell.above[1].start), "Q2");
}

}  // namespace
}  // namespace verify
