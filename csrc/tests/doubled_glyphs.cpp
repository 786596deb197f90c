// Glyphs that a PDF draws twice are read once; what people write twice stays as it is.
#include "doubled_glyphs.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "support.hpp"
#include "verify/compare.hpp"
#include "verify/simd.hpp"

namespace verify {
namespace {

std::string read_once(const std::string& text) {
  const test::Tight copy(text);
  std::string read;
  std::vector<std::int32_t> places;
  if (!undouble_glyphs(copy, read, places)) return "";
  EXPECT_EQ(places.size(), read.size() + 1);
  EXPECT_EQ(places.back(), static_cast<std::int32_t>(text.size()));
  for (std::size_t at = 0; at < read.size(); ++at) {
    EXPECT_EQ(read[at], text[static_cast<std::size_t>(places[at])]);
    EXPECT_LT(places[at], places[at + 1]);
  }
  return read;
}

TEST(DoubledGlyphs, WordsNumbersAndSigns) {
  EXPECT_EQ(read_once("TToottaall  ccoosstt::  8822  uunniittss"), "Total cost: 82 units");
  EXPECT_EQ(read_once("TToottaall ccoosstt:: $$11,,223344..5500"), "Total cost: $1,234.50");
  EXPECT_EQ(read_once("2233 mmaattttrreesssseess"), "23 mattresses");
  EXPECT_EQ(read_once("合合同同总总价价：：334400000000元元"), "合同总价：340000元");
  EXPECT_EQ(read_once("RRééssuullttaattss  nneettss"), "Résultats nets");
}

TEST(DoubledGlyphs, OnlyTheirOwnWords) {
  EXPECT_EQ(read_once("The TToottaall ccoosstt is 1100 units"), "The Total cost is 1100 units");
  EXPECT_EQ(read_once("One line, 1122.\nTToottaall:: 8822\nAnd 3344."), "One line, 1122.\nTotal: 82\nAnd 3344.");
  EXPECT_EQ(read_once("TToottaall  ccoosstt\n\nRent\n\n"), "Total cost\n\nRent\n\n");
  EXPECT_EQ(read_once("TToottaall\n\nTToottaall\n\n\n"), "Total\n\nTotal\n\n\n");
  EXPECT_EQ(read_once("| TToottaall | 1100 | 950 |\n"), "| Total | 1100 | 950 |\n");
  EXPECT_EQ(read_once("| TToottaall | 8822 | 995500 |\n"), "| Total | 82 | 950 |\n");
  EXPECT_EQ(read_once("Room 22 TToottaall  aarreeaa"), "Room 22 Total area");
}

TEST(DoubledGlyphs, WhatPeopleWriteTwice) {
  for (const char* text :
       {"The bookkeeper keeps 1122 books.", "aabbccddeeff 00112233", "YYYYMMDD HHMMSS", "11 22 33 44 55 66 77 88",
        "--------  ========  ........", "xxxxxxxxxxxxxxxx", "高高兴兴平平安安", "他们开开心心、高高兴兴",
        "爸爸妈妈 2200 1100", "AABBCC-1122", "TToottaal", "谢谢谢谢谢谢谢谢谢谢谢谢", ""}) {
    EXPECT_EQ(read_once(text), "") << text;
  }
}

TEST(DoubledGlyphs, FoundWhereverItStandsAtEachLevel) {
  const SimdLevel chosen = simd_level();
  for (const SimdLevel level : simd_levels()) {
    force_simd_level(level);
    for (std::size_t before = 0; before < 2200; before = before < 140 ? before + 1 : before + 61) {
      for (const std::string& line : {std::string("rreenntt 8822"), std::string("合合同同总总价价：：３３元元")}) {
        std::string padding;
        while (padding.size() < before) padding += "-=~"[padding.size() % 3];
        const std::string once = line[0] == 'r' ? "rent 82" : "合同总价：３元";
        EXPECT_EQ(read_once(padding + "\n" + line), padding + "\n" + once) << simd_level_name(level) << before;
        EXPECT_EQ(read_once(padding + " " + line + "\n" + padding), padding + " " + once + "\n" + padding) << before;
      }
    }
  }
  force_simd_level(chosen);
}

TEST(DoubledGlyphs, AnIndexCountsInWhatItReadsAndKnowsWhereItStands) {
  const std::string text = "Note.\nTToottaall  ccoosstt::  8822  uunniittss\n";
  const SourceIndex index({"a", "b"}, {"Rent 82.", text}, test::lexicon());
  EXPECT_EQ(index.text(0), "Rent 82.");
  EXPECT_EQ(index.text(1), "Note.\nTotal cost: 82 units\n");
  EXPECT_EQ(index.given_place(0, 3), 3);
  EXPECT_EQ(index.given_place(1, 6), 6);
  EXPECT_EQ(index.given_place(1, 18), 30);  // of "82"
  EXPECT_EQ(index.given_place(1, 20), 34);
  ASSERT_EQ(index.quantities.size(), 2u);
  EXPECT_EQ(index.quantities[1].start_byte, 18);
  const std::string image = index.image();
  std::vector<std::uint64_t> aligned(image.size() / 8 + 1);
  std::memcpy(aligned.data(), image.data(), image.size());
  const SourceIndex again({"a", "b"}, {"Rent 82.", text},
                          std::string_view(reinterpret_cast<const char*>(aligned.data()), image.size()),
                          test::lexicon());
  EXPECT_EQ(again.text(1), index.text(1));
  EXPECT_EQ(again.given_place(1, 20), 34);
  EXPECT_EQ(again.image(), image);
}

}  // namespace
}  // namespace verify
