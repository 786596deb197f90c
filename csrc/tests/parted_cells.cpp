// Strokes stand between the cells of tables that something else parts, and nowhere else.
#include "parted_cells.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support.hpp"

namespace verify {
namespace {

std::string parted(const std::string& text) {
  const test::Tight copy(text);
  std::string out;
  return part_cells(copy, out) ? out : "";
}

TEST(PartedCells, CommasTabsAndBlanks) {
  EXPECT_EQ(parted("Fish,2021,2022\nCod,4,5\nEel,6,7\n"), "Fish|2021|2022\nCod|4|5\nEel|6|7\n");
  EXPECT_EQ(parted("\t2021\t2022\r\n\t(tons)\t\r\nCod\t4\t5\r\nEel\t6\t\r\n"),
            "|2021|2022\r\n|(tons)|\r\nCod|4|5\r\nEel|6|\r\n");
  EXPECT_EQ(parted("Fish     2021   2022\nCod         4  $   5\nRed eel     6      -"),
            "Fish    |2021  |2022\nCod        |4 |$   5\nRed eel    |6     |-");
  EXPECT_EQ(parted("         2021   2022\nCod         4      5\nEel         6      7\n"),
            "        |2021  |2022\nCod        |4     |5\nEel        |6     |7\n");
}

TEST(PartedCells, QuotedCellsKeepTheirCommas) {
  EXPECT_EQ(parted("Name,Pay\n\"Lee, Ann\",\"1,200\"\n\"Roe, Jo\",\"1,300\"\n"),
            "Name|Pay\n\"Lee, Ann\"|\"1,200\"\n\"Roe, Jo\"|\"1,300\"\n");
}

TEST(PartedCells, TextBeforeAndBehindStaysAsItIs) {
  EXPECT_EQ(parted("The catch, in tons:\n\nFish,Tons\nCod,4\nEel,6\n\nAll told, 10.\n"),
            "The catch, in tons:\n\nFish|Tons\nCod|4\nEel|6\n\nAll told, 10.\n");
}

TEST(PartedCells, ProseAndListsAreNoTables) {
  EXPECT_EQ(parted("Rent, fees and 12\nheat, light and 13\ngas, water and 14\n"), "");
  EXPECT_EQ(parted("1,234\n5,678\n9,012\n"), "");
  EXPECT_EQ(parted("It rose.  Then it fell in 2021\nand rose.  It fell by 12\nand rose.  It fell by 13\n"), "");
  EXPECT_EQ(parted("| Fish | 2021 |\n| Cod | 4,5 |\n| Eel | 6,7 |\n"), "");
  EXPECT_EQ(parted("Fish,2021\nCod,4\n"), "");
  EXPECT_EQ(parted(""), "");
}

}  // namespace
}  // namespace verify
