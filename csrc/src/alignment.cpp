#include "alignment.hpp"

#include <algorithm>

namespace verify {
namespace {

constexpr std::int32_t kWordWeight = 4;
constexpr std::int32_t kStopWeight = 2;
constexpr std::int32_t kValueWeight = 1;  // words say which value stands where, not the other way round
constexpr std::int32_t kRunBonus = 1;
constexpr std::int32_t kNoMatch = -1;

std::int32_t weight_of(const Element& element) {
  if ((element.flags & kElementValue) != 0) return kValueWeight;
  return (element.flags & kTokenStop) != 0 ? kStopWeight : kWordWeight;
}

}  // namespace

Alignment::Alignment(const std::vector<Element>& claim, const std::vector<Element>& passage)
    : claim_(claim), passage_(passage), width_(passage.size() + 1) {
  best_.assign((claim.size() + 1) * width_, 0);
  matched_.assign((claim.size() + 1) * width_, kNoMatch);
  for (std::size_t i = 1; i <= claim.size(); ++i) {
    const std::int32_t weight = weight_of(claim[i - 1]);
    for (std::size_t j = 1; j <= passage.size(); ++j) {
      std::int32_t best = std::max(best_[at(i - 1, j)], best_[at(i, j - 1)]);
      if (claim[i - 1].key == passage[j - 1].key) {
        std::int32_t score = best_[at(i - 1, j - 1)] + weight;
        const std::int32_t run = matched_[at(i - 1, j - 1)];
        if (run != kNoMatch) score = std::max(score, run + weight + kRunBonus);
        matched_[at(i, j)] = score;
        best = std::max(best, score);
      }
      best_[at(i, j)] = best;
    }
  }
}

std::vector<std::pair<std::size_t, std::size_t>> Alignment::pairs() const {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::size_t i = claim_.size();
  std::size_t j = passage_.size();
  bool in_run = false;  // the pair behind this one counted on a run
  while (i > 0 && j > 0) {
    const std::int32_t match = matched_[at(i, j)];
    if (match != kNoMatch && (in_run || match == best_[at(i, j)])) {
      out.emplace_back(i - 1, j - 1);
      const std::int32_t run = matched_[at(i - 1, j - 1)];
      in_run = run != kNoMatch && match == run + weight_of(claim_[i - 1]) + kRunBonus;
      --i;
      --j;
    } else if (best_[at(i - 1, j)] >= best_[at(i, j - 1)]) {
      --i;
    } else {
      --j;
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace verify
