#include <algorithm>
#include <vector>

#include "alignment.hpp"
#include "elements.hpp"
#include "verify/compare.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostElements = 256;
bool contains(const std::vector<Element>& all, std::size_t skip_begin, std::size_t skip_end,
              const std::vector<Element>& from, std::size_t begin, std::size_t end) {
  const std::size_t length = end - begin;
  for (std::size_t at = 0; at + length <= all.size(); ++at) {
    if (at < skip_end && at + length > skip_begin) continue;
    std::size_t k = 0;
    while (k < length && all[at + k].key == from[begin + k].key) ++k;
    if (k == length) return true;
  }
  return false;
}

// One or two Han characters are seldom a whole word: they are looked for together with the one behind them, or before
// them at an end.
std::pair<std::size_t, std::size_t> word_around(const std::vector<Element>& elements, std::size_t begin,
                                                std::size_t end) {
  if (end - begin > 2 || (elements[begin].flags & kTokenHan) == 0) return {begin, end};
  if (end < elements.size() && elements[end].start == elements[end - 1].end) return {begin, end + 1};
  if (begin > 0 && elements[begin - 1].end == elements[begin].start) return {begin - 1, end};
  return {begin, end};
}

}  // namespace

void align(const SourceIndex& index, std::string_view answer, const Comparison& comparison, const PassageRow& passage,
           std::vector<SubstitutionRow>& out) {
  const SegmentRow& segment = comparison.segments[static_cast<std::size_t>(passage.segment)];
  const std::string_view source = index.text(passage.source);
  std::vector<Element> claim_side;
  std::vector<Element> source_side;
  add_elements(answer, comparison.tokens.data() + segment.first_token, static_cast<std::size_t>(segment.token_count),
               kMostElements, claim_side);
  const SegmentRow& first = index.units[static_cast<std::size_t>(passage.first_unit)];
  const SegmentRow& last = index.units[static_cast<std::size_t>(passage.last_unit)];
  const std::int32_t token_end = last.first_token + last.token_count;
  if (first.token_count == 0 || token_end <= first.first_token) return;
  add_elements(source, index.tokens.data() + first.first_token, static_cast<std::size_t>(token_end - first.first_token),
               kMostElements, source_side);
  if (claim_side.empty() || source_side.empty() || claim_side.size() > kMostElements ||
      source_side.size() > kMostElements)
    return;

  std::vector<std::pair<std::size_t, std::size_t>> pairs = Alignment(claim_side, source_side).pairs();
  if (pairs.empty()) return;
  const std::size_t aligned = pairs.size();
  pairs.emplace_back(claim_side.size(), source_side.size());
  std::size_t i = 0;
  std::size_t j = 0;
  std::int32_t left_run = 0;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [next_i, next_j] = pairs[p];
    if (next_i > i && next_j > j) {
      SubstitutionRow row{};
      row.segment = passage.segment;
      row.source = passage.source;
      row.answer_start = claim_side[i].start;
      row.answer_end = claim_side[next_i - 1].end;
      row.source_start = source_side[j].start;
      row.source_end = source_side[next_j - 1].end;
      row.answer_count = static_cast<std::int32_t>(next_i - i);
      row.source_count = static_cast<std::int32_t>(next_j - j);
      row.left_run = left_run;
      std::size_t run = p;
      while (run < aligned && pairs[run].first == next_i + (run - p) && pairs[run].second == next_j + (run - p)) ++run;
      row.right_run = static_cast<std::int32_t>(run - p);
      row.aligned = static_cast<std::int32_t>(aligned);
      row.claim_count = static_cast<std::int32_t>(claim_side.size());
      row.passage_count = static_cast<std::int32_t>(source_side.size());
      const std::size_t before =
          i > 0 ? static_cast<std::size_t>(claim_side[i - 1].end) : static_cast<std::size_t>(segment.text_start);
      const std::size_t behind = next_i < claim_side.size() ? static_cast<std::size_t>(claim_side[next_i].start)
                                                            : static_cast<std::size_t>(segment.text_end);
      const auto begin_of = static_cast<std::size_t>(row.answer_start);
      const auto end_of = static_cast<std::size_t>(row.answer_end);
      if (i == 0 || clause_sign(answer.substr(before, begin_of - before))) row.flags |= kSubstitutionClauseStart;
      if (next_i == claim_side.size() || (behind > end_of && clause_sign(answer.substr(end_of, behind - end_of)))) {
        row.flags |= kSubstitutionClauseEnd;
      }
      std::uint32_t flags = 0;
      for (std::size_t k = i; k < next_i; ++k) flags |= claim_side[k].flags;
      for (std::size_t k = j; k < next_j; ++k) flags |= source_side[k].flags & kTokenQuantity;
      if ((flags & kTokenHan) != 0) row.flags |= kSubstitutionHan;
      if ((flags & kTokenQuantity) != 0) row.flags |= kSubstitutionQuantity;
      const auto [answer_begin, answer_end] = word_around(claim_side, i, next_i);
      const auto [source_begin, source_end] = word_around(source_side, j, next_j);
      if (contains(source_side, j, next_j, claim_side, answer_begin, answer_end)) row.flags |= kSubstitutionInPassage;
      if (contains(claim_side, i, next_i, source_side, source_begin, source_end)) row.flags |= kSubstitutionSourceKept;
      out.push_back(row);
    }
    left_run = next_i == i && next_j == j && p > 0 ? left_run + 1 : 1;
    i = next_i + 1;
    j = next_j + 1;
  }
}

}  // namespace verify
