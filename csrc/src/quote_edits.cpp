#include "quote_edits.hpp"

#include <algorithm>
#include <limits>

namespace verify {
namespace {

enum Step : std::uint8_t { kStart, kMatch, kSubstitute, kInsert, kDelete };
constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max() / 2;

}  // namespace

// Column b of row i stands for the source's element i + low + b: the band runs along the diagonal.
QuoteEdits align_quote(const std::int32_t* quoted, std::int32_t quoted_size, const std::int32_t* source,
                       std::int32_t source_size, std::int32_t offset, std::int32_t diagonal) {
  QuoteEdits out;
  const std::int32_t low = diagonal - offset - kMostShift;
  constexpr std::int32_t kWidth = 2 * kMostShift + 1;
  const auto width = static_cast<std::size_t>(kWidth);
  out.work = static_cast<std::int64_t>(quoted_size) * kWidth / 8;
  std::vector<std::int32_t> costs(width, kFar);
  std::vector<std::int32_t> next(width);
  std::vector<Step> steps((static_cast<std::size_t>(quoted_size) + 1) * width, kStart);
  for (std::int32_t b = 0; b < kWidth; ++b) {
    if (low + b >= 0 && low + b <= source_size) costs[static_cast<std::size_t>(b)] = 0;
  }
  for (std::int32_t i = 1; i <= quoted_size; ++i) {
    for (std::int32_t b = 0; b < kWidth; ++b) {
      const auto at = static_cast<std::size_t>(b);
      const std::int32_t j = i + low + b;  // elements of the source before here
      std::int32_t best = kFar;
      Step step = kStart;
      if (j >= 1 && j <= source_size) {
        const bool equal = quoted[i - 1] >= 0 && quoted[i - 1] == source[j - 1];
        best = costs[at] + (equal ? 0 : 1);
        step = equal ? kMatch : kSubstitute;
        if (b > 0 && next[at - 1] + 1 < best) {
          best = next[at - 1] + 1;
          step = kDelete;
        }
      }
      if (j >= 0 && j <= source_size && b + 1 < kWidth && costs[at + 1] + 1 < best) {
        best = costs[at + 1] + 1;
        step = kInsert;
      }
      next[at] = std::min(best, kFar);
      steps[static_cast<std::size_t>(i) * width + at] = step;
    }
    costs.swap(next);
  }
  const Step* last = steps.data() + static_cast<std::size_t>(quoted_size) * width;
  std::size_t least = 0;  // of places that cost the same, one whose end is equal
  for (std::size_t at = 1; at < width; ++at) {
    if (costs[at] < costs[least] || (costs[at] == costs[least] && last[at] == kMatch && last[least] != kMatch))
      least = at;
  }
  if (costs[least] >= kFar) return out;
  out.found = true;
  out.cost = costs[least];
  auto b = static_cast<std::int32_t>(least);
  std::int32_t i = quoted_size;
  out.end = offset + i + low + b;
  bool in_edit = false;
  while (i > 0) {
    const Step step = steps[static_cast<std::size_t>(i) * width + static_cast<std::size_t>(b)];
    const std::int32_t j = offset + i + low + b;
    if (step == kMatch) {
      ++out.matched;
      --i;
      in_edit = false;
      continue;
    }
    if (!in_edit) out.edits.push_back({i, i, j, j});
    in_edit = true;
    if (step == kInsert) {
      --i;
      ++b;
    } else if (step == kDelete) {
      --b;
    } else {
      --i;
    }
    out.edits.back().quoted_begin = i;
    out.edits.back().source_begin = offset + i + low + b;
  }
  out.begin = offset + low + b;
  std::reverse(out.edits.begin(), out.edits.end());
  return out;
}

}  // namespace verify
