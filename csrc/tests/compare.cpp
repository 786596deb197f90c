#include "verify/compare.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support.hpp"

namespace verify {
namespace {

using test::lexicon;
using test::Tight;

// An index over sources with the ids 1, 2, ..., and an answer compared with it.
struct Compared {
  explicit Compared(std::string_view answer_text, const std::vector<std::string>& texts, CompareOptions options = {})
      : index(ids(texts.size()), texts, lexicon()), answer(answer_text) {
    compare(index, answer, options, rows);
  }

  static std::vector<std::string> ids(std::size_t count) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(std::to_string(i + 1));
    return out;
  }

  const PassageRow& passage(std::int32_t row) const { return rows.passages.at(static_cast<std::size_t>(row)); }

  std::string passage_text(std::int32_t row) const {
    const PassageRow& found = passage(row);
    const auto start = static_cast<std::size_t>(found.start_byte);
    return std::string(index.text(found.source).substr(start, static_cast<std::size_t>(found.end_byte) - start));
  }

  // "seller>buyer": what the answer has and what stands there in the source.
  std::string substitutions() const {
    std::string out;
    for (const SubstitutionRow& row : rows.substitutions) {
      if (!out.empty()) out += ' ';
      out += text_of(answer, row.answer_start, row.answer_end) + ">" +
             text_of(index.text(row.source), row.source_start, row.source_end);
    }
    return out;
  }

  static std::string text_of(std::string_view text, std::int32_t start, std::int32_t end) {
    return std::string(text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
  }

  SourceIndex index;
  Tight answer;
  Comparison rows;
};

const std::vector<std::string> kReturns = {
    "Refunds are paid. The refund is paid within 3 working days. Ask for a receipt.", "Freight is borne by the buyer."};

TEST(Compare, AClaimFindsItsPassage) {
  const Compared found("The refund is paid within 3 working days [1].", kReturns);
  ASSERT_EQ(found.rows.claims.size(), 1u);
  const ClaimRow& claim = found.rows.claims[0];
  // refund, paid, working or its like: every content word stands in that sentence
  EXPECT_GT(claim.word_count, 0);
  EXPECT_EQ(found.passage(claim.best_passage).matched, claim.word_count);
  EXPECT_EQ(found.passage(claim.best_passage).source, 0);
  EXPECT_EQ(found.passage(claim.best_passage).held, 1);
  EXPECT_EQ(found.passage(claim.best_passage).cited, 1);
  EXPECT_EQ(found.passage_text(claim.best_passage), "The refund is paid within 3 working days.");
  EXPECT_EQ(claim.best_cited, claim.best_passage);
  EXPECT_EQ(claim.cited_count, 1);
  EXPECT_EQ(claim.cited_matched, claim.word_count);
  ASSERT_EQ(found.rows.quantities.size(), 1u);
  ASSERT_EQ(found.rows.quantity_matches.size(), 1u);
  EXPECT_EQ(found.rows.quantity_matches[0].relation, static_cast<std::int32_t>(Relation::kEqual));
  EXPECT_EQ(found.rows.quantity_matches[0].source, 0);
  EXPECT_NE(found.rows.quantity_matches[0].flags & kMatchCited, 0u);
  EXPECT_EQ(found.rows.found_count, found.rows.word_count);
  EXPECT_FALSE(found.rows.truncated);
}

TEST(Compare, CitedSourcesCountTogether) {
  const std::string_view text = "The refund is paid within 3 working days and freight is borne by the buyer [1][2].";
  const Compared both(text, kReturns);
  const ClaimRow& claim = both.rows.claims.at(0);
  EXPECT_EQ(claim.cited_count, 2);
  EXPECT_EQ(claim.cited_matched, claim.word_count);
  EXPECT_LT(both.passage(claim.best_passage).matched, claim.word_count);  // no source alone
}

TEST(Compare, MarkersThatNameNothingCiteNothing) {
  const Compared found("Freight is borne by the buyer [7].", kReturns);
  EXPECT_EQ(found.rows.claims.at(0).cited_count, 0);
  EXPECT_EQ(found.rows.claims.at(0).best_cited, -1);
  EXPECT_EQ(found.passage(found.rows.claims[0].best_passage).source, 1);
}

TEST(Compare, AnotherValueWhereTheWordsStand) {
  const Compared found("The refund is paid within 5 working days.", kReturns);
  ASSERT_EQ(found.rows.quantity_matches.size(), 1u);
  EXPECT_EQ(found.rows.quantity_matches[0].relation, static_cast<std::int32_t>(Relation::kOtherValue));
  EXPECT_EQ(Compared::text_of(found.index.text(0), found.rows.quantity_matches[0].start_byte,
                              found.rows.quantity_matches[0].start_byte + 1),
            "3");
}

TEST(Compare, ReplacedWordsAreFound) {
  EXPECT_EQ(Compared("Freight is borne by the seller.", kReturns).substitutions(), "seller>buyer");
  EXPECT_EQ(Compared("Freight is borne by the buyer.", kReturns).substitutions(), "");
  EXPECT_EQ(Compared("退货运费由商家承担。", {"退货运费由买家承担。"}).substitutions(), "商>买");
  EXPECT_EQ(Compared("退貨運費由買家承擔。", {"退货运费由买家承担。"}).substitutions(), "");  // the same, traditional
}

TEST(Compare, ChineseMayTakeAsManyClausesAsTheClaimHas) {
  const Compared found("运费由买家承担，审核需要两天，退款需要三天。",
                       {"其他。运费由买家承担，审核需要两天，退款需要三天，谢谢。"});
  const ClaimRow& claim = found.rows.claims.at(0);
  EXPECT_EQ(found.passage(claim.best_passage).matched, claim.word_count);
}

TEST(Compare, NoSources) {
  const Compared found("The refund is paid within 3 days [1].", {});
  ASSERT_EQ(found.rows.claims.size(), 1u);
  EXPECT_EQ(found.rows.claims[0].best_passage, -1);
  EXPECT_EQ(found.rows.claims[0].passage_count, 0);
  EXPECT_EQ(found.rows.found_count, 0);
  EXPECT_TRUE(found.rows.source_matches.empty());
}

TEST(Compare, EmptyAndUnreadableSourcesKeepTheirNumber) {
  const Compared found("Freight is borne by the buyer [4].",
                       {"", " \n", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD x", "Freight is borne by the buyer."});
  ASSERT_EQ(found.index.sources.size(), 4u);
  EXPECT_EQ(found.index.sources[0].flags, kSourceEmpty);
  EXPECT_EQ(found.index.sources[1].flags, kSourceEmpty);
  EXPECT_EQ(found.index.sources[2].flags, kSourceUnreadable);
  EXPECT_EQ(found.index.sources[3].flags, 0u);
  EXPECT_EQ(found.passage(found.rows.claims.at(0).best_cited).source, 3);
}

TEST(Compare, AnswersWithoutWords) {
  EXPECT_TRUE(Compared("", kReturns).rows.claims.empty());
  for (const std::string_view text : {".", "...", " \n", "!?", "——"}) {
    const Compared found(text, kReturns);
    ASSERT_EQ(found.rows.claims.size(), found.rows.segments.size()) << text;
    for (const ClaimRow& claim : found.rows.claims) {
      EXPECT_EQ(claim.word_count, 0) << text;
      EXPECT_EQ(claim.best_passage, -1) << text;
    }
  }
}

TEST(Compare, TheQuestionIsOneMoreClaim) {
  CompareOptions options;
  options.question = "Is freight borne by the buyer, and does it cost 4?";
  const Compared found("It costs 4 euros.", kReturns, options);
  ASSERT_EQ(found.rows.claims.size(), found.rows.segments.size() + 1);
  EXPECT_EQ(found.rows.claims.back().segment, -1);
  EXPECT_EQ(found.passage(found.rows.claims.back().best_passage).source, 1);
  // the 4 stands in the question alone
  ASSERT_EQ(found.rows.quantity_matches.size(), 1u);
  EXPECT_EQ(found.rows.quantity_matches[0].source, -1);
}

TEST(Compare, StructuredClaimsBringTheirSources) {
  CompareOptions options;
  options.claim_starts = {0, 31};
  options.claim_sources = {{1}, {}};
  // no sentence is cut, and [2] is text here
  const Compared found("Freight is borne. By the buyer.\nA second claim [2].", kReturns, options);
  ASSERT_EQ(found.rows.segments.size(), 2u);
  EXPECT_TRUE(found.rows.markers.empty());
  EXPECT_EQ(found.rows.claims[0].cited_count, 1);
  EXPECT_EQ(found.rows.claims[1].cited_count, 0);
  EXPECT_EQ(found.passage(found.rows.claims[0].best_cited).source, 1);
}

TEST(Compare, InvalidTextsAreRefused) {
  const std::vector<std::string> bad = {"fine", "\xED\xA0\x80"};
  EXPECT_THROW(SourceIndex({"1", "2"}, bad, lexicon()), std::invalid_argument);
  EXPECT_THROW(Compared("\xFF", kReturns), std::invalid_argument);
  CompareOptions options;
  options.question = "\xC0\x80";
  EXPECT_THROW(Compared("fine", kReturns, options), std::invalid_argument);
}

TEST(Compare, TenThousandSources) {
  std::vector<std::string> texts;
  for (int i = 0; i < 10000; ++i) texts.push_back("Section " + std::to_string(i) + " binds the parties.");
  texts.push_back("Freight is borne by the buyer within 12 days.");
  const Compared found("Freight is borne by the buyer within 12 days [10001].", texts);
  EXPECT_EQ(found.index.sources.size(), 10001u);
  const ClaimRow& claim = found.rows.claims.at(0);
  EXPECT_EQ(found.passage(claim.best_passage).source, 10000);
  EXPECT_EQ(found.passage(claim.best_passage).matched, claim.word_count);
  EXPECT_EQ(claim.best_cited, claim.best_passage);
  EXPECT_FALSE(found.rows.truncated);
}

// What a claim keeps is bounded, whatever the evidence repeats; and it says so when a bound was met.
TEST(Compare, RepetitionIsBounded) {
  std::string answer;
  std::string source;
  for (int i = 0; i < 3000; ++i) answer += "fee 5 ";
  for (int i = 0; i < 6000; ++i) source += "The fee is 5. ";
  const Compared found(answer, {source, source});
  EXPECT_TRUE(found.rows.truncated);
  EXPECT_LE(found.rows.quantity_matches.size(), found.rows.quantities.size() * 4);
  EXPECT_LE(found.rows.passages.size(), found.rows.segments.size() * 10);
}

TEST(Compare, UnrelatedSourcesChangeNothing) {
  const std::string_view text = "The refund is paid within 3 working days [1]. Freight is borne by the seller.";
  const Compared few(text, kReturns);
  std::vector<std::string> more = kReturns;
  for (int i = 0; i < 50; ++i) more.push_back("Zebras graze quietly under acacia trees.");
  const Compared many(text, more);
  ASSERT_EQ(few.rows.claims.size(), many.rows.claims.size());
  for (std::size_t i = 0; i < few.rows.claims.size(); ++i) {
    EXPECT_EQ(few.rows.claims[i].word_count, many.rows.claims[i].word_count);
    EXPECT_EQ(few.rows.claims[i].cited_matched, many.rows.claims[i].cited_matched);
    EXPECT_EQ(few.passage_text(few.rows.claims[i].best_passage), many.passage_text(many.rows.claims[i].best_passage));
  }
  EXPECT_EQ(few.substitutions(), many.substitutions());
}

}  // namespace
}  // namespace verify
