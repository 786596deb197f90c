#include "verify/quotes.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "quote_edits.hpp"
#include "support.hpp"

namespace verify {
namespace {

using test::Tight;

// What is quoted, parted by '|'.
std::string quotations(std::string_view text) {
  const Tight tight(text);
  std::vector<QuoteRow> rows;
  read_quotes(tight, test::segments(text), rows);
  std::string out;
  for (const QuoteRow& row : rows) {
    if (!out.empty()) out += '|';
    out +=
        text.substr(static_cast<std::size_t>(row.start_byte), static_cast<std::size_t>(row.end_byte - row.start_byte));
  }
  return out;
}

struct Reading {
  std::string_view text, expected;
};

constexpr Reading kReadings[] = {
    {"He said \"go home\" twice.", "go home"},
    {"He said “go home” twice.", "go home"},
    {"He said ‘go home’ twice.", "go home"},
    {"He said 'go home' twice.", "go home"},
    {"Er sagt „geh heim“ und „geh heim” dann.", "geh heim|geh heim"},
    {"Il dit « va » et ‹ va ›.", ""},  // a blank behind the opening mark: this is read as closing
    {"Il dit «va» et ‹va›.", "va|va"},
    {"他说「回家」和『回家』。", "回家|回家"},
    {"他说\"回家\"，又说“回家”。", "回家|回家"},
    {"He said “go \"home\" now” twice.", "go \"home\" now"},
    {"He said “go home\" twice.", "go home"},
    {"The firms' plans weren't the owners' own.", ""},
    {"A 12\" pipe, 5' 10\" tall.", ""},
    {"rock 'n' roll", "n"},
    {"See `say \"hello there\"` here.", ""},
    {"An `unclosed sign and \"a word\".", "a word"},
    {"“first\n\nsecond”", "first"},
    {"“a“ and “b“", "a|b"},
    {"”a” and ”b”", "a|b"},
    {"“ ”", ""},
    {"“**bold**”", "bold"},
    {"", ""},
    {"\"", ""},
};

TEST(Quotes, WhatIsQuoted) {
  for (const Reading& reading : kReadings) EXPECT_EQ(quotations(reading.text), reading.expected) << reading.text;
}

TEST(Quotes, AnOpenQuotationEndsAtTheBound) {
  const std::string text = "“" + std::string(6000, 'a') + "” and “b”";
  EXPECT_EQ(quotations(text), std::string(kMostQuotedBytes, 'a') + "|b");
}

QuoteRow match(const std::vector<std::string>& sources, const std::string& answer,
               const std::vector<std::int32_t>& scope = {}) {
  std::vector<std::string> ids(sources.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = "s" + std::to_string(i);
  const SourceIndex index(ids, sources, test::lexicon());
  Comparison rows;
  CompareOptions options;
  compare(index, answer, options, rows);
  EXPECT_EQ(rows.quotes.size(), 1u);
  DocumentOrder documents;
  documents.order.resize(sources.size());
  std::iota(documents.order.begin(), documents.order.end(), 0);
  documents.goes_on.assign(sources.size(), 0);
  match_quotes(index, answer, documents, {scope}, rows);
  return rows.quotes.at(0);
}

TEST(Quotes, AWordBrokenAtTheHeadOfOneSourceLeavesTheSourceBeforeItAlone) {
  const QuoteRow row =
      match({"the roof of the old mill leaks", "re-\nfund for the mill"}, "“The Roof of the old Mill leaks”");
  EXPECT_EQ(static_cast<QuoteRelation>(row.relation), QuoteRelation::kEqual);
}

TEST(Quotes, Relations) {
  const std::string source = "The roof of the old mill leaks in every heavy rain, and nobody mends it.";
  const auto relation = [&](const std::string& answer) {
    return static_cast<QuoteRelation>(match({source}, answer).relation);
  };
  EXPECT_EQ(relation("“the old mill leaks”"), QuoteRelation::kEqual);
  EXPECT_EQ(relation("“the old mill … mends it”"), QuoteRelation::kElided);
  EXPECT_EQ(relation("“mends it … the old mill”"), QuoteRelation::kStitched);
  EXPECT_EQ(relation("“the new mill leaks in every rain”"), QuoteRelation::kNear);
  EXPECT_EQ(relation("“a boat sails to the island at dawn”"), QuoteRelation::kNone);
}

TEST(Quotes, RowsThatDoNotFitAreRefused) {
  const SourceIndex index({"a"}, {"text"}, test::lexicon());
  Comparison rows;
  CompareOptions options;
  compare(index, "“text”", options, rows);
  EXPECT_THROW(match_quotes(index, "“text”", {{0}, {0}}, {}, rows), std::invalid_argument);
  EXPECT_THROW(match_quotes(index, "“text”", {{1}, {0}}, {{}}, rows), std::invalid_argument);
  EXPECT_THROW(match_quotes(index, "“text”", {{}, {}}, {{}}, rows), std::invalid_argument);
}

TEST(QuoteEdits, FewestEdits) {
  const std::vector<std::int32_t> quoted = {1, 2, 9, 4, 5};
  const std::vector<std::int32_t> source = {7, 1, 2, 3, 4, 6, 5, 8};
  const QuoteEdits edits = align_quote(quoted.data(), 5, source.data(), 8, 100, 101);
  ASSERT_TRUE(edits.found);
  EXPECT_EQ(edits.cost, 2);  // 9 for 3, 6 left out
  EXPECT_EQ(edits.begin, 101);
  EXPECT_EQ(edits.end, 107);
  ASSERT_EQ(edits.edits.size(), 2u);
  EXPECT_EQ(edits.edits[0].quoted_begin, 2);
  EXPECT_EQ(edits.edits[0].source_begin, 103);
  EXPECT_EQ(edits.edits[1].quoted_begin, edits.edits[1].quoted_end);
}

}  // namespace
}  // namespace verify
