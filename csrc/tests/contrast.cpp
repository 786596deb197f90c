#include "verify/contrast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support.hpp"
#include "verify/compare.hpp"

namespace verify {
namespace {

using test::Tight;

constexpr std::int32_t kMoves = 6;
constexpr std::int32_t kUnless = 7;

const CueTable& table() {
  static const CueTable cues({{kNegation, 0, "not"},
                              {kNoCue, 0, "not only"},
                              {kNegation, 0, "未"},
                              {kNoCue, 0, "未来"},
                              {kConditional, 0, "if"},
                              {kMoves, 0, "rose"},
                              {kMoves, 1, "fell"},
                              {kMoves, 0, "增加"},
                              {kMoves, 1, "减少"},
                              {kUnless, 0, "unless"}});
  return cues;
}

std::vector<ContrastRow> contrasts(std::string_view answer, const std::vector<std::string>& sources) {
  const Tight tight(answer);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < sources.size(); ++i) ids.push_back(std::to_string(i));
  const SourceIndex index(ids, sources, test::lexicon());
  CompareOptions options;
  options.cues = &table();
  Comparison rows;
  compare(index, tight, options, rows);
  return rows.contrasts;
}

TEST(Contrasts, OppositesInOnePlace) {
  const auto rows = contrasts("Ticket revenue rose sharply in spring.", {"Ticket revenue fell sharply in spring."});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].group, kMoves);
  EXPECT_EQ(rows[0].answer_start, 15);
  EXPECT_EQ(rows[0].answer_end, 19);
  EXPECT_EQ(rows[0].source_start, 15);
  EXPECT_EQ(rows[0].left_run, 2);
  EXPECT_EQ(rows[0].right_run, 3);
  EXPECT_EQ(rows[0].near, 4);  // ticket, revenue, sharply, spring
  EXPECT_EQ(rows[0].near_count, 4);
  EXPECT_EQ(rows[0].claim_matched, 4);
}

TEST(Contrasts, TheSameSideIsNone) {
  EXPECT_TRUE(contrasts("Ticket revenue rose in spring.", {"Ticket revenue rose in spring."}).empty());
  // ... in another source as well as in the best one
  EXPECT_TRUE(
      contrasts("Ticket revenue rose in spring.", {"Ticket revenue fell in spring.", "Ticket revenue rose in spring."})
          .empty());
}

TEST(Contrasts, ValuesTieTheirCues) {
  const auto held = contrasts("Revenue rose 4 percent.", {"Revenue fell 4 percent and costs rose 9 percent."});
  ASSERT_EQ(held.size(), 1u);
  EXPECT_NE(held[0].flags & kContrastValueHeld, 0u);
  const auto other = contrasts("Revenue rose 4 percent.", {"Revenue fell 9 percent last autumn."});
  ASSERT_EQ(other.size(), 1u);
  EXPECT_NE(other[0].flags & kContrastValueOther, 0u);
}

TEST(Contrasts, NegatorsOnOneSide) {
  const auto added = contrasts("The garden is not open at dusk.", {"The garden is open at dusk."});
  ASSERT_EQ(added.size(), 1u);
  EXPECT_EQ(added[0].group, kNegation);
  EXPECT_EQ(added[0].flags & kContrastDropped, 0u);
  EXPECT_EQ(added[0].left_run, 3);
  EXPECT_EQ(added[0].right_run, 3);
  EXPECT_NE(added[0].flags & kContrastHead, 0u);
  const auto dropped = contrasts("The garden is open at dusk.", {"The garden is not open at dusk."});
  ASSERT_EQ(dropped.size(), 1u);
  EXPECT_NE(dropped[0].flags & kContrastDropped, 0u);
  EXPECT_EQ(dropped[0].source_start, 14);
  EXPECT_EQ(dropped[0].source_end, 17);
}

TEST(Contrasts, WordsThatHoldACueAreNone) {
  EXPECT_TRUE(contrasts("The garden is not only open at dusk.", {"The garden is open at dusk."}).empty());
  EXPECT_TRUE(contrasts("该公司未来完成全部检修工作。", {"该公司完成全部检修工作。"}).empty());
}

TEST(Contrasts, ConditionsAreTold) {
  const auto rows = contrasts("If the garden is not open call the guard.", {"The garden is open for the guard."});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NE(rows[0].flags & kContrastConditional, 0u);
}

TEST(Contrasts, HanCharactersAreTheElements) {
  const auto rows = contrasts("该公司营业收入同比增加明显。", {"该公司营业收入同比减少明显。"});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NE(rows[0].flags & kContrastHan, 0u);
  EXPECT_EQ(rows[0].answer_start, 27);
  EXPECT_EQ(rows[0].answer_end, 33);
  EXPECT_EQ(rows[0].left_run, 4);
  EXPECT_EQ(rows[0].right_run, 2);
  const auto denied = contrasts("检修工作未全部完成。", {"检修工作全部完成。"});
  ASSERT_EQ(denied.size(), 1u);
  EXPECT_EQ(denied[0].group, kNegation);
}

TEST(Contrasts, LongPassagesAreLeftAlone) {
  std::string source = "The garden is open at dusk and";
  for (int i = 0; i < 600; ++i) source += " word" + std::to_string(i);
  Comparison rows;
  const SourceIndex index({"a"}, {source}, test::lexicon());
  CompareOptions options;
  options.cues = &table();
  compare(index, "The garden is not open at dusk.", options, rows);
  EXPECT_TRUE(rows.contrasts.empty());
  EXPECT_TRUE(rows.contrasts_truncated);
  EXPECT_FALSE(rows.truncated);
}

TEST(Contrasts, BadTablesAreRefused) {
  using Cues = std::vector<Cue>;
  EXPECT_THROW(CueTable(Cues{{-1, 0, "not"}}), std::invalid_argument);
  EXPECT_THROW(CueTable(Cues{{1, -1, "not"}}), std::invalid_argument);
  EXPECT_THROW(CueTable(Cues{{1, 0, "..."}}), std::invalid_argument);
}

}  // namespace
}  // namespace verify
