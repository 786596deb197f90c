#include "verify/markers.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace verify {
namespace {

using test::Tight;

// What was found, written out: each marker as it stands and the ordinals of its sources ("?": none).
std::string found(std::string_view text, const std::vector<std::string>& names, const MarkerOptions& options = {}) {
  const Tight tight(text);
  std::vector<MarkerRow> rows;
  std::vector<MarkerIdRow> ids;
  read_markers(tight, test::lexicon(), SourceNames(names), options, rows, ids);
  std::string out;
  for (const MarkerRow& row : rows) {
    if (!out.empty()) out += ' ';
    const auto start = static_cast<std::size_t>(row.start_byte);
    out += text.substr(start, static_cast<std::size_t>(row.end_byte) - start);
    out += '=';
    for (std::int32_t i = 0; i < row.id_count; ++i) {
      if (i > 0) out += ',';
      const std::int32_t source = ids[static_cast<std::size_t>(row.first_id + i)].source;
      out += source < 0 ? "?" : std::to_string(source);
    }
    if ((row.flags & kMarkerMalformed) != 0) out += '!';
  }
  return out;
}

struct Case {
  std::string_view text, expected;
};

const std::vector<std::string> kNames = {"alpha", "beta", "doc-1"};

constexpr Case kMarkers[] = {
    {"Due [1].", "[1]=0"},
    {"Due [3]", "[3]=2"},
    {"Due [1][2].", "[1]=0 [2]=1"},
    {"Due [1, 2].", "[1, 2]=0,1"},
    {"Due [1;3].", "[1;3]=0,2"},
    {"Due [1、2].", "[1、2]=0,1"},
    {"Due [1-3].", "[1-3]=0,1,2"},
    {"Due [1–2, 3].", "[1–2, 3]=0,1,2"},
    {"Due [^2].", "[^2]=1"},
    {"Due [ID:2].", "[ID:2]=1"},
    {"Due [citation:2].", "[citation:2]=1"},
    {"Due [Source 2].", "[Source 2]=1"},
    {"Due [beta].", "[beta]=1"},
    {"Due [doc-1].", "[doc-1]=2"},
    {"Due [[1]](http://a.b/c).", "[[1]](http://a.b/c)=0"},
    {"Due [1](http://a.b/c).", "[1](http://a.b/c)=0"},
    {"到期【1】。", "【1】=0"},
    {"到期［１］。", "［１］=0"},
    {"到期（来源2）。", "（来源2）=1"},
    {"Due (source 2).", "(source 2)=1"},
    // named, but not there
    {"Due [4].", "[4]=?"},
    {"Due [0].", "[0]=?"},
    {"Due [1, 9].", "[1, 9]=0,?"},
    {"Due [doc-7].", "[doc-7]=?"},
    {"Due [^].", "[^]=!"},
};

TEST(Markers, EverySyntax) {
  for (const Case& one : kMarkers) EXPECT_EQ(found(one.text, kNames), one.expected) << one.text;
}

constexpr std::string_view kNoMarkers[] = {
    "",
    "[",
    "[]",
    "[ ]",
    "[1",
    "1]",
    "90 [km/h]",
    "Smith [2004]",
    "[a link](http://a.b/[1])",
    "`list[1]`",
    "```\n[1]\n```",
    "list[0]",
    "a note (1)",
    "see (2)",
    "\\[1]",
    "[sic]",
    "[...]",
    "[x, y]",
    "[1.5]",
    "[1\n]",
};

TEST(Markers, WhatIsNone) {
  for (const std::string_view text : kNoMarkers) EXPECT_EQ(found(text, kNames), "") << text;
}

TEST(Markers, AnExactIdWinsOverANumber) {
  EXPECT_EQ(found("Due [1].", {"2", "1"}), "[1]=1");
  EXPECT_EQ(found("Due [2].", {"2", "1"}), "[2]=0");
  // 3 is the id of nothing and the number of nothing
  EXPECT_EQ(found("Due [3].", {"2", "1"}), "[3]=?");
}

TEST(Markers, IdsMayHoldAnySign) {
  EXPECT_EQ(found("Due [a.pdf#page=4].", {"a.pdf#page=3", "a.pdf#page=4"}), "[a.pdf#page=4]=1");
  EXPECT_EQ(found("Due [a, b].", {"a, b", "a", "b"}), "[a, b]=0");  // the whole is tried first
}

TEST(Markers, KindsAreObeyed) {
  MarkerOptions numbers;
  numbers.kind = MarkerKind::kNumber;
  EXPECT_EQ(found("Due [beta] [1].", kNames, numbers), "[1]=0");
  MarkerOptions ids;
  ids.kind = MarkerKind::kId;
  EXPECT_EQ(found("Due [beta] [1].", kNames, ids), "[beta]=1");
}

TEST(Markers, TheBaseIsTheFirstNumber) {
  MarkerOptions options;
  options.base = 0;
  EXPECT_EQ(found("Due [0] [2] [3].", kNames, options), "[0]=0 [2]=2 [3]=?");
}

TEST(Markers, AMarkerHasAtMost256Bytes) {
  const std::string longest = "[" + std::string(250, ' ') + "1]";
  EXPECT_EQ(found(longest, kNames), longest + "=0");
  EXPECT_EQ(found("[" + std::string(300, ' ') + "1]", kNames), "");
}

TEST(Markers, RangesAreBounded) {
  EXPECT_EQ(found("Due [1-900].", kNames), "[1-900]=!");
  EXPECT_EQ(found("Due [3-1].", kNames), "[3-1]=!");
  EXPECT_EQ(found("Due [2-4].", kNames), "[2-4]=1,2,?");
}

TEST(Markers, IdsStandWhereTheyAreWritten) {
  const std::string_view text = "Due [1, beta].";
  std::vector<MarkerRow> rows;
  std::vector<MarkerIdRow> ids;
  read_markers(Tight(text), test::lexicon(), SourceNames(kNames), {}, rows, ids);
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_EQ(ids[0].start_byte, 5);
  EXPECT_EQ(ids[0].end_byte, 6);
  EXPECT_EQ(ids[0].number, 1);
  EXPECT_EQ(text.substr(static_cast<std::size_t>(ids[1].start_byte), 4), "beta");
  EXPECT_EQ(ids[1].end_byte, 12);
  EXPECT_EQ(ids[1].number, -1);
}

TEST(Markers, TemplatesOfTheCaller) {
  MarkerOptions options;
  options.templates = {{"<<", ">>"}, {"~", ""}};
  EXPECT_EQ(found("Due <<2>> ~doc-1, <<gamma>> [1].", kNames, options), "<<2>>=1 ~doc-1=2 <<gamma>>=? [1]=0");
  EXPECT_EQ(found("Due <<>>.", kNames, options), "<<>>=!");
}

TEST(Markers, TagsWrapWhatTheyCite) {
  const std::string_view text = "Due. <co>Late</co: 0:[1,2]>";
  std::vector<MarkerRow> rows;
  std::vector<MarkerIdRow> ids;
  read_markers(Tight(text), test::lexicon(), SourceNames(kNames), {}, rows, ids);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].flags, static_cast<std::uint32_t>(kMarkerOpening));
  EXPECT_EQ(rows[1].wrapped_start, 9);
  EXPECT_EQ(rows[1].id_count, 2);
}

TEST(Markers, TitlesNeedLabels) {
  const std::string_view text = "Due [lease.pdf, p. 5] [hand book] [lease.pdf#page=9].";
  std::vector<SourceLabel> labels(3);
  labels[0].title = labels[2].title = "files/lease.pdf";
  labels[0].page = 4;
  labels[2].page = 5;
  labels[1].title = "Hand-Book.docx";
  const SourceLabels known(labels);
  MarkerOptions options;
  options.labels = &known;
  EXPECT_EQ(found(text, kNames, options), "[lease.pdf, p. 5]=2 [hand book]=1 [lease.pdf#page=9]=?");
  std::vector<MarkerRow> rows;
  std::vector<MarkerIdRow> ids;
  EXPECT_TRUE(read_markers(Tight(text), test::lexicon(), SourceNames(kNames), {}, rows, ids));
  EXPECT_FALSE(read_markers("Due [1].", test::lexicon(), SourceNames(kNames), {}, rows, ids));
}

TEST(SourceNames, FindsAndResembles) {
  const SourceNames names({"doc-1", "doc-12", "plain", ""});
  EXPECT_EQ(names.size(), 4);
  EXPECT_EQ(names.find("doc-12"), 1);
  EXPECT_EQ(names.find("doc-2"), -1);
  EXPECT_EQ(names.find(""), -1);
  EXPECT_TRUE(names.resembles("doc-999"));
  EXPECT_FALSE(names.resembles("doc-"));
  EXPECT_FALSE(names.resembles("other"));
}

}  // namespace
}  // namespace verify
