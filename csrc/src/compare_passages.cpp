#include <algorithm>

#include "comparer.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostPassages = 8;        // passages kept for a claim beside those of its cited sources
constexpr std::size_t kMostCitedPassages = 64;  // of the sources that one claim cites
constexpr std::size_t kDenseWindows = 8;        // touched windows are many where one in so many is touched

}  // namespace

// Counts, for each window of `units` units that holds one of the words, how many of them it holds.
bool Comparer::count_windows(const std::vector<std::int32_t>& words, std::int32_t units) {
  touched_.clear();
  touched_units_.clear();
  for (const std::int32_t word : words) {
    const std::int32_t first = first_place_[static_cast<std::size_t>(word)];
    const std::int32_t last = first_place_[static_cast<std::size_t>(word) + 1];
    work_ -= static_cast<std::int64_t>(last - first) * units;
    if (work_ < 0) {
      out_.truncated = true;
      return false;
    }
    std::int32_t counted = -1;  // windows up to here have this word already
    for (std::int32_t p = first; p < last; ++p) {
      const std::int32_t unit = places_[static_cast<std::size_t>(p)];
      if (unit_words_[static_cast<std::size_t>(unit)]++ == 0) touched_units_.push_back(unit);
      const SourceRow& source =
          index_.sources[static_cast<std::size_t>(index_.unit_source[static_cast<std::size_t>(unit)])];
      for (std::int32_t window = std::max({source.first_unit, unit - units + 1, counted + 1}); window <= unit;
           ++window) {
        touch(window);
        ++window_words_[static_cast<std::size_t>(window)];
      }
      counted = unit;
    }
  }
  return true;
}

void Comparer::touch(std::int32_t window) {
  const auto at = static_cast<std::size_t>(window);
  if (window_words_[at] == 0 && window_held_[at] == 0) touched_.push_back(window);
}

// Where many windows are touched, one look at each of them is quicker than to sort.
void Comparer::sort_touched() {
  if (touched_.size() * kDenseWindows < window_words_.size()) {
    std::sort(touched_.begin(), touched_.end());
    return;
  }
  touched_.clear();
  for (std::size_t at = 0; at < window_words_.size(); ++at) {
    if (window_words_[at] != 0 || window_held_[at] != 0) touched_.push_back(static_cast<std::int32_t>(at));
  }
}

void Comparer::clear_windows() {
  for (const std::int32_t window : touched_) {
    window_words_[static_cast<std::size_t>(window)] = 0;
    window_held_[static_cast<std::size_t>(window)] = 0;
  }
  for (const std::int32_t unit : touched_units_) unit_words_[static_cast<std::size_t>(unit)] = 0;
}

std::int32_t Comparer::source_end(std::int32_t unit) const {
  const SourceRow& source =
      index_.sources[static_cast<std::size_t>(index_.unit_source[static_cast<std::size_t>(unit)])];
  return source.first_unit + source.unit_count;
}

// The best window of each source, cited ones first, then those with the most words, at most kMostPassages of them.
void Comparer::collect_passages(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units) {
  sort_touched();
  best_windows_.clear();
  for (const std::int32_t window : touched_) {
    const std::int32_t source = index_.unit_source[static_cast<std::size_t>(window)];
    if (best_windows_.empty() || best_windows_.back().source != source) {
      best_windows_.push_back({source, window});
    } else if (score(window) > score(best_windows_.back().window)) {
      best_windows_.back().window = window;
    }
  }
  const auto is_cited = [this](const BestWindow& w) {
    return std::binary_search(cited_.begin(), cited_.end(), w.source);
  };
  std::stable_sort(best_windows_.begin(), best_windows_.end(), [&](const BestWindow& a, const BestWindow& b) {
    const bool a_cited = is_cited(a);
    const bool b_cited = is_cited(b);
    if (a_cited != b_cited) return a_cited;
    return score(a.window) > score(b.window);
  });
  std::size_t cited_count = 0;
  std::size_t others = 0;
  for (const BestWindow& best : best_windows_) {
    const bool cited = is_cited(best);
    if (!cited && ++others > kMostPassages) break;
    if (cited && ++cited_count > kMostCitedPassages) {
      out_.truncated = true;
      continue;
    }
    push_passage(segment, words, units, best, cited);
  }
}

std::int32_t Comparer::score(std::int32_t window) const {
  return window_words_[static_cast<std::size_t>(window)] + window_held_[static_cast<std::size_t>(window)];
}

// Trims the window to the units that hold something of the claim.
void Comparer::push_passage(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units,
                            const BestWindow& best, bool cited) {
  const std::int32_t end = std::min(best.window + units, source_end(best.window));
  std::int32_t first = end;
  std::int32_t last = best.window;
  for (std::int32_t unit = best.window; unit < end; ++unit) {
    if (unit_words_[static_cast<std::size_t>(unit)] == 0 && !unit_holds(unit)) continue;
    first = std::min(first, unit);
    last = std::max(last, unit);
  }
  if (first == end) first = last = best.window;
  drop_idle_edges(words, first, last);
  PassageRow row{};
  row.segment = segment;
  row.source = best.source;
  row.matched = window_words_[static_cast<std::size_t>(best.window)];
  row.held = window_held_[static_cast<std::size_t>(best.window)];
  row.first_unit = first;
  row.last_unit = last;
  row.start_byte = index_.units[static_cast<std::size_t>(first)].text_start;
  row.end_byte = index_.units[static_cast<std::size_t>(last)].text_end;
  row.cited = cited ? 1 : 0;
  out_.passages.push_back(row);
}

// A unit at the edge whose words all stand in the rest of the window adds nothing to the passage.
void Comparer::drop_idle_edges(const std::vector<std::int32_t>& words, std::int32_t& first, std::int32_t& last) const {
  while (first < last) {
    const std::int32_t all = distinct(words, first, last);
    if (distinct(words, first + 1, last) == all && !unit_holds(first)) {
      ++first;
    } else if (distinct(words, first, last - 1) == all && !unit_holds(last)) {
      --last;
    } else {
      return;
    }
  }
}

std::int32_t Comparer::distinct(const std::vector<std::int32_t>& words, std::int32_t first, std::int32_t last) const {
  std::int32_t count = 0;
  for (const std::int32_t word : words) {
    const auto begin = places_.begin() + first_place_[static_cast<std::size_t>(word)];
    const auto end = places_.begin() + first_place_[static_cast<std::size_t>(word) + 1];
    const auto at = std::lower_bound(begin, end, first);
    if (at != end && *at <= last) ++count;
  }
  return count;
}

// Does the unit hold a quantity that bears out one of the claim at hand?
bool Comparer::unit_holds(std::int32_t unit) const {
  return std::binary_search(held_units_.begin(), held_units_.end(), unit);
}

// What the passages of the cited sources hold together, and the best ones.
void Comparer::summarize(ClaimRow& claim, const std::vector<std::int32_t>& words) {
  const auto begin = static_cast<std::size_t>(claim.first_passage);
  std::int32_t cited_passages = 0;
  for (std::size_t i = begin; i < out_.passages.size(); ++i) {
    const PassageRow& row = out_.passages[i];
    const auto beats = [&](std::int32_t other) {
      if (other < 0) return true;
      const PassageRow& best = out_.passages[static_cast<std::size_t>(other)];
      return row.matched + row.held > best.matched + best.held;
    };
    claim.best_matched = std::max(claim.best_matched, row.matched);
    if (beats(claim.best_passage)) claim.best_passage = static_cast<std::int32_t>(i);
    if (row.cited == 0) continue;
    ++cited_passages;
    if (beats(claim.best_cited)) claim.best_cited = static_cast<std::int32_t>(i);
  }
  for (const std::int32_t word : words) claim.found += found_in_[static_cast<std::size_t>(word)];
  if (cited_passages == 1) claim.cited_matched = out_.passages[static_cast<std::size_t>(claim.best_cited)].matched;
  if (cited_passages < 2) return;
  for (const std::int32_t word : words) {
    const auto places_begin = places_.begin() + first_place_[static_cast<std::size_t>(word)];
    const auto places_end = places_.begin() + first_place_[static_cast<std::size_t>(word) + 1];
    for (std::size_t i = begin; i < begin + static_cast<std::size_t>(cited_passages); ++i) {
      const auto at = std::lower_bound(places_begin, places_end, out_.passages[i].first_unit);
      if (at != places_end && *at <= out_.passages[i].last_unit) {
        ++claim.cited_matched;
        break;
      }
    }
  }
}

}  // namespace verify
