#include "verify/compare.hpp"

#include <algorithm>
#include <stdexcept>

#include "value_words.hpp"
#include "verify/quantities.hpp"
#include "verify/structure.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"
#include "word_set.hpp"

namespace verify {
namespace {

constexpr std::int32_t kPassageUnits = 2;      // a passage is at most so many adjoining units ...
constexpr std::int32_t kMostPassageUnits = 8;  // ... or as many as the claim has clauses of its own, up to this
constexpr std::size_t kMostPassages = 8;       // passages kept for a claim beside those of its cited sources
constexpr std::size_t kMostCandidates = 4096;  // places kept for one quantity of the answer
constexpr std::int64_t kValueWork = 16;        // what one look at another value counts as
constexpr std::int64_t kPairsPerToken = 32;    // pairs of quantities looked at, for each token of answer and evidence
constexpr std::int64_t kWorkPerToken = 256;    // steps over places, for each token of answer and evidence

struct Posting {
  std::int32_t word;  // id of the answer's word
  std::int32_t unit;
};

struct Candidate {
  std::int32_t quantity;
  std::int32_t evidence;
  QuantityRelation relation;
};

int rank_of(const QuantityRelation& relation) {
  // A match that lacks a unit on one side is weaker than any conversion; the wrong ones come last.
  int rank = static_cast<int>(relation.relation) * 4;
  if ((relation.flags & (kMatchUnitMissing | kMatchPerMissing)) != 0) rank += 2;
  if ((relation.flags & kMatchFiner) != 0) rank += 1;
  return rank;
}

bool holds(const QuantityRelation& relation) { return relation.relation <= Relation::kRounded; }

class Comparer {
 public:
  Comparer(const SourceIndex& index, std::string_view answer, const CompareOptions& options, Comparison& out)
      : index_(index), answer_(answer), options_(options), out_(out) {}

  void run() {
    read_answer();
    read_question();
    collect_words();
    stream_words();
    stream_quantities();
    unit_words_.assign(index_.units.size(), 0);
    window_words_.assign(index_.units.size(), 0);
    window_held_.assign(index_.units.size(), 0);
    for (std::size_t i = 0; i < out_.segments.size(); ++i) match_claim(static_cast<std::int32_t>(i));
    if (!question_words_.empty()) match_question();
    count_words();
    finish_sources();
  }

 private:
  void read_answer() {
    if (find_invalid_utf8(answer_) != std::string_view::npos)
      throw std::invalid_argument("the answer is not valid UTF-8");
    const Lexicon& lexicon = index_.lexicon();
    if (options_.claim_starts.empty())
      read_markers(answer_, index_.names(), options_.markers, out_.markers, out_.marker_ids);
    tokenize(answer_, &lexicon, out_.tokens);
    std::size_t marker = 0;
    for (TokenRow& token : out_.tokens) {
      while (marker < out_.markers.size() && out_.markers[marker].end_byte <= token.start_byte) ++marker;
      if (marker < out_.markers.size() && token.start_byte >= out_.markers[marker].start_byte)
        token.flags |= kTokenMarker;
    }
    if (options_.claim_starts.empty()) {
      read_segments(answer_, out_.markers, lexicon, SegmentMode::kAnswer, out_.segments);
    } else {
      given_segments();
    }
    read_wrapped_quantities(answer_, out_.tokens, out_.segments, lexicon, out_.quantities);
    label_lists(answer_, out_.quantities);
    negate_brackets(answer_, out_.segments, out_.quantities);
    mark_quantities(out_.tokens, out_.quantities);
    assign_segments(out_.segments, out_.tokens, out_.quantities, out_.markers);
    for (SegmentRow& segment : out_.segments) {
      std::int32_t han = 0;
      for (std::int32_t t = 0; t < segment.token_count; ++t) {
        if ((out_.tokens[static_cast<std::size_t>(segment.first_token + t)].flags & kTokenHan) != 0) ++han;
      }
      if (han * 2 > segment.token_count) segment.flags |= kSegmentHan;
    }
    if (options_.phrases != nullptr) options_.phrases->mark(out_.tokens, out_.segments);
  }

  // The claims of a structured answer, one segment each.
  void given_segments() {
    for (std::size_t i = 0; i < options_.claim_starts.size(); ++i) {
      SegmentRow row{};
      row.start_byte = row.text_start = options_.claim_starts[i];
      row.end_byte = i + 1 < options_.claim_starts.size() ? options_.claim_starts[i + 1]
                                                          : static_cast<std::int32_t>(answer_.size());
      row.text_end = row.end_byte;
      while (row.text_end > row.text_start && answer_[static_cast<std::size_t>(row.text_end - 1)] == '\n')
        --row.text_end;
      row.block = static_cast<std::int32_t>(i);
      row.flags = kSegmentBlockStart;
      out_.segments.push_back(row);
    }
  }

  void read_question() {
    if (options_.question.empty()) return;
    if (find_invalid_utf8(options_.question) != std::string_view::npos) {
      throw std::invalid_argument("the question is not valid UTF-8");
    }
    tokenize(options_.question, &index_.lexicon(), question_tokens_);
    read_quantities(options_.question, question_tokens_, index_.lexicon(), question_quantities_);
  }

  static bool content(const TokenRow& token) {
    return (token.flags & (kTokenStop | kTokenQuantity | kTokenMarker | kTokenJoined)) == 0;
  }

  // Numbers the distinct content words of the answer and of the question.
  void collect_words() {
    claim_words_.resize(out_.segments.size());
    for (const TokenRow& token : out_.tokens) {
      if (content(token)) claim_words_[static_cast<std::size_t>(token.segment)].push_back(words_.add(token.key));
    }
    out_.distinct_count = static_cast<std::int32_t>(words_.size());
    for (const TokenRow& token : question_tokens_) {
      if ((token.flags & (kTokenStop | kTokenJoined)) == 0) question_words_.push_back(words_.add(token.key));
    }
    for (auto* list : all_lists()) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    words_.build();
  }

  std::vector<std::vector<std::int32_t>*> all_lists() {
    std::vector<std::vector<std::int32_t>*> lists;
    for (auto& list : claim_words_) lists.push_back(&list);
    lists.push_back(&question_words_);
    return lists;
  }

  // One pass over the words of the evidence: for each word of the answer, the units that hold it.
  void stream_words() {
    found_in_.assign(words_.size(), 0);
    std::vector<Posting> places;
    std::vector<std::int32_t> last_unit(words_.size(), -1);
    source_words_.assign(index_.sources.size(), 0);
    std::vector<std::int32_t> last_source(words_.size(), -1);
    for (const TokenRow& token : index_.tokens) {
      const std::int32_t word = words_.find(token.key);
      if (word < 0) continue;
      const auto at = static_cast<std::size_t>(word);
      if (last_unit[at] == token.segment) continue;
      last_unit[at] = token.segment;
      places.push_back({word, token.segment});
      const std::int32_t source = index_.unit_source[static_cast<std::size_t>(token.segment)];
      if (word < out_.distinct_count && last_source[at] != source) {
        last_source[at] = source;
        ++source_words_[static_cast<std::size_t>(source)];
      }
    }
    first_place_.assign(words_.size() + 1, 0);
    for (const Posting& place : places) ++first_place_[static_cast<std::size_t>(place.word) + 1];
    for (std::size_t i = 1; i < first_place_.size(); ++i) first_place_[i] += first_place_[i - 1];
    places_.resize(places.size());
    std::vector<std::int32_t> next(first_place_.begin(), first_place_.end());
    for (const Posting& place : places) {
      const auto word = static_cast<std::size_t>(place.word);
      places_[static_cast<std::size_t>(next[word]++)] = place.unit;
      found_in_[word] = 1;
    }
    work_ = kWorkPerToken * static_cast<std::int64_t>(index_.tokens.size() + out_.tokens.size() + 64);
  }

  void stream_quantities() {
    QuantityMatcher matcher(out_.quantities, index_.lexicon());
    std::vector<std::size_t> counts(out_.quantities.size(), 0);
    // Answer and evidence that repeat one number have as many pairs as the product of their lengths.
    std::int64_t budget = kPairsPerToken * static_cast<std::int64_t>(index_.tokens.size() + out_.tokens.size() + 64);
    const auto keep = [&](std::int32_t quantity, std::int32_t evidence, const QuantityRelation& relation) {
      std::size_t& count = counts[static_cast<std::size_t>(quantity)];
      if (count >= kMostCandidates) {
        out_.truncated = true;
        return;
      }
      ++count;
      candidates_.push_back({quantity, evidence, relation});
    };
    if (!out_.quantities.empty()) {
      for (std::size_t e = 0; e < index_.quantities.size(); ++e) {
        const auto take = [&](std::int32_t quantity, const QuantityRelation& relation) {
          keep(quantity, static_cast<std::int32_t>(e), relation);
        };
        if (!matcher.match(index_.quantities[e], index_.probes[e], budget, take)) out_.truncated = true;
      }
      for (std::size_t e = 0; e < question_quantities_.size(); ++e) {
        const QuantityRow& row = question_quantities_[e];
        const auto take = [&](std::int32_t quantity, const QuantityRelation& relation) {
          if (!holds(relation)) return;
          out_.quantity_matches.push_back({quantity, -1, static_cast<std::int32_t>(e), -1,
                                           static_cast<std::int32_t>(relation.relation), 0, 0, 0, 0, row.start_byte,
                                           row.end_byte, relation.flags});
        };
        if (!matcher.match(row, probe(row, index_.lexicon()), budget, take)) out_.truncated = true;
      }
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.quantity < b.quantity; });
  }

  // The sources that the markers of a segment name, in order, each once.
  void cited_sources(std::int32_t segment, std::vector<std::int32_t>& cited) const {
    cited.clear();
    if (!options_.claim_starts.empty()) {
      cited = options_.claim_sources[static_cast<std::size_t>(segment)];
    } else {
      const SegmentRow& row = out_.segments[static_cast<std::size_t>(segment)];
      for (std::int32_t m = 0; m < row.marker_count; ++m) {
        const MarkerRow& marker = out_.markers[static_cast<std::size_t>(row.first_marker + m)];
        for (std::int32_t k = 0; k < marker.id_count; ++k) {
          const std::int32_t source = out_.marker_ids[static_cast<std::size_t>(marker.first_id + k)].source;
          if (source >= 0) cited.push_back(source);
        }
      }
    }
    std::sort(cited.begin(), cited.end());
    cited.erase(std::unique(cited.begin(), cited.end()), cited.end());
  }

  // How many units one passage may have: two, or as many as the claim has Chinese clauses.
  std::int32_t passage_units(const SegmentRow& segment) const {
    if ((segment.flags & kSegmentHan) == 0) return kPassageUnits;
    std::int32_t clauses = 1;
    const std::string_view text = answer_.substr(static_cast<std::size_t>(segment.text_start),
                                                 static_cast<std::size_t>(segment.text_end - segment.text_start));
    for (std::size_t at = 0; at + 3 <= text.size() && clauses < kMostPassageUnits; ++at) {
      if (text[at] == '\xEF' && text[at + 1] == '\xBC' && (text[at + 2] == '\x8C' || text[at + 2] == '\x9B')) ++clauses;
    }
    return std::max(kPassageUnits, clauses);
  }

  // Counts, for each window of `units` units that holds one of the words, how many of them it holds.
  bool count_windows(const std::vector<std::int32_t>& words, std::int32_t units) {
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

  void touch(std::int32_t window) {
    const auto at = static_cast<std::size_t>(window);
    if (window_words_[at] == 0 && window_held_[at] == 0) touched_.push_back(window);
  }

  void clear_windows() {
    for (const std::int32_t window : touched_) {
      window_words_[static_cast<std::size_t>(window)] = 0;
      window_held_[static_cast<std::size_t>(window)] = 0;
    }
    for (const std::int32_t unit : touched_units_) unit_words_[static_cast<std::size_t>(unit)] = 0;
  }

  std::int32_t source_end(std::int32_t unit) const {
    const SourceRow& source =
        index_.sources[static_cast<std::size_t>(index_.unit_source[static_cast<std::size_t>(unit)])];
    return source.first_unit + source.unit_count;
  }

  void match_claim(std::int32_t segment) {
    const SegmentRow& row = out_.segments[static_cast<std::size_t>(segment)];
    const std::vector<std::int32_t>& words = claim_words_[static_cast<std::size_t>(segment)];
    ClaimRow claim{};
    claim.segment = segment;
    claim.word_count = static_cast<std::int32_t>(words.size());
    claim.first_passage = static_cast<std::int32_t>(out_.passages.size());
    claim.best_passage = claim.best_cited = -1;
    cited_sources(segment, cited_);
    claim.cited_count = static_cast<std::int32_t>(cited_.size());
    const std::int32_t units = passage_units(row);
    const bool complete = count_windows(words, units);
    match_claim_quantities(row, units);
    if (complete) collect_passages(segment, words, units);
    claim.passage_count = static_cast<std::int32_t>(out_.passages.size()) - claim.first_passage;
    summarize(claim, words);
    clear_windows();
    out_.claims.push_back(claim);
    align_near_copy(claim, claim.best_cited);
    if (claim.best_passage != claim.best_cited) align_near_copy(claim, claim.best_passage);
  }

  // Only a near copy can be told from its passage word by word.
  void align_near_copy(const ClaimRow& claim, std::int32_t passage) {
    if (passage < 0) return;
    const PassageRow& row = out_.passages[static_cast<std::size_t>(passage)];
    if (row.matched < claim.word_count && row.matched * 2 >= claim.word_count)
      align(index_, answer_, out_, row, out_.substitutions);
  }

  // The best place of each quantity of the claim in each source; windows learn which quantities they hold.
  void match_claim_quantities(const SegmentRow& segment, std::int32_t units) {
    const auto begin =
        std::lower_bound(candidates_.begin(), candidates_.end(), segment.first_quantity,
                         [](const Candidate& c, std::int32_t quantity) { return c.quantity < quantity; });
    const std::int32_t end = segment.quantity_count > 0 ? segment.first_quantity + segment.quantity_count : 0;
    for (auto at = begin; at != candidates_.end() && at->quantity < end;) {
      const std::int32_t quantity = at->quantity;
      read_value_words(quantity);
      std::int32_t last_held = -1;
      while (at != candidates_.end() && at->quantity == quantity) {
        const std::int32_t source = source_of(*at);
        const Candidate* best = nullptr;
        Place best_place{-1, -1};
        for (; at != candidates_.end() && at->quantity == quantity && source_of(*at) == source; ++at) {
          const std::int32_t unit = index_.quantities[static_cast<std::size_t>(at->evidence)].segment;
          const Place place{near_of(at->evidence), context_of(unit)};
          if (best == nullptr || better(*at, place, *best, best_place)) {
            best = &*at;
            best_place = place;
          }
          if (!holds(at->relation)) continue;
          const std::int32_t first = index_.sources[static_cast<std::size_t>(source)].first_unit;
          for (std::int32_t window = std::max({first, unit - units + 1, last_held + 1}); window <= unit; ++window) {
            touch(window);
            ++window_held_[static_cast<std::size_t>(window)];
          }
          last_held = std::max(last_held, unit);
        }
        push_quantity_match(*best, source, best_place);
      }
    }
    held_.clear();
    for (auto at = begin; at != candidates_.end() && at->quantity < end; ++at) {
      if (holds(at->relation)) held_.push_back(at->evidence);
    }
    std::sort(held_.begin(), held_.end());
    for (std::int32_t i = 0; i < segment.quantity_count; ++i) find_other_value(segment.first_quantity + i);
  }

  // The quantity of the same kind and another value that stands nearest to the claim's words; one that bears out
  // some quantity of the claim is in its own place there and conflicts with nothing.
  void find_other_value(std::int32_t quantity) {
    const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
    read_value_words(quantity);
    std::int32_t best[2] = {-1, -1};  // among all sources; among the cited ones
    Place best_place[2] = {{-1, -1}, {-1, -1}};
    for (const std::int32_t unit : touched_units_) {
      const SegmentRow& units = index_.units[static_cast<std::size_t>(unit)];
      if (units.quantity_count == 0) continue;
      const bool cited =
          std::binary_search(cited_.begin(), cited_.end(), index_.unit_source[static_cast<std::size_t>(unit)]);
      for (std::int32_t evidence = units.first_quantity; evidence < units.first_quantity + units.quantity_count;
           ++evidence) {
        work_ -= kValueWork;
        if (work_ < 0) {
          out_.truncated = true;
          return;
        }
        const QuantityRow& other = index_.quantities[static_cast<std::size_t>(evidence)];
        if (!same_kind(row, other, index_.lexicon()) || std::binary_search(held_.begin(), held_.end(), evidence))
          continue;
        const Place place{near_of(evidence), context_of(unit)};
        for (int scope = 0; scope < (cited ? 2 : 1); ++scope) {
          if (best[scope] >= 0 && !(best_place[scope] < place) && (place < best_place[scope] || evidence > best[scope]))
            continue;
          best[scope] = evidence;
          best_place[scope] = place;
        }
      }
    }
    for (int scope = 0; scope < 2; ++scope) {
      if (best[scope] < 0 || (scope == 1 && best[1] == best[0])) continue;
      Candidate candidate{quantity, best[scope], {Relation::kOtherValue, 0, false}};
      push_quantity_match(candidate, source_of(candidate), best_place[scope]);
    }
  }

  void read_value_words(std::int32_t quantity) {
    const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
    const SegmentRow& segment = out_.segments[static_cast<std::size_t>(row.segment)];
    value_words(answer_, out_.tokens.data() + segment.first_token, static_cast<std::size_t>(segment.token_count), row,
                index_.lexicon(), value_words_);
  }

  // How many of the words nearest to the claim's value are nearest to this one of the evidence too.
  std::int32_t near_of(std::int32_t evidence) {
    const QuantityRow& row = index_.quantities[static_cast<std::size_t>(evidence)];
    const SegmentRow& unit = index_.units[static_cast<std::size_t>(row.segment)];
    const std::string_view text = index_.text(index_.unit_source[static_cast<std::size_t>(row.segment)]);
    value_words(text, index_.tokens.data() + unit.first_token, static_cast<std::size_t>(unit.token_count), row,
                index_.lexicon(), evidence_words_);
    return shared_words(value_words_, evidence_words_);
  }

  std::int32_t source_of(const Candidate& candidate) const {
    const std::int32_t unit = index_.quantities[static_cast<std::size_t>(candidate.evidence)].segment;
    return index_.unit_source[static_cast<std::size_t>(unit)];
  }

  // Words of the claim in the unit and the one beside it that holds more.
  std::int32_t context_of(std::int32_t unit) const {
    const SourceRow& source =
        index_.sources[static_cast<std::size_t>(index_.unit_source[static_cast<std::size_t>(unit)])];
    std::int32_t best = unit_words_[static_cast<std::size_t>(unit)];
    if (unit > source.first_unit) best = std::max(best, window_words_[static_cast<std::size_t>(unit - 1)]);
    return std::max(best, window_words_[static_cast<std::size_t>(unit)]);
  }

  // How near a value of the evidence stands to the claim: by the words next to it, then by those around it.
  struct Place {
    std::int32_t near;
    std::int32_t context;
    bool operator<(const Place& other) const {
      return near != other.near ? near < other.near : context < other.context;
    }
  };

  static bool better(const Candidate& a, const Place& a_place, const Candidate& b, const Place& b_place) {
    const bool a_holds = holds(a.relation);
    if (a_holds != holds(b.relation)) return a_holds;
    if (a_place < b_place || b_place < a_place) return b_place < a_place;
    return rank_of(a.relation) < rank_of(b.relation);
  }

  void push_quantity_match(const Candidate& candidate, std::int32_t source, const Place& place) {
    const QuantityRow& row = index_.quantities[static_cast<std::size_t>(candidate.evidence)];
    std::uint32_t flags = candidate.relation.flags;
    if (std::binary_search(cited_.begin(), cited_.end(), source)) flags |= kMatchCited;
    out_.quantity_matches.push_back({candidate.quantity, source, candidate.evidence, row.segment,
                                     static_cast<std::int32_t>(candidate.relation.relation), place.context,
                                     unit_words_[static_cast<std::size_t>(row.segment)], place.near,
                                     static_cast<std::int32_t>(value_words_.size()), row.start_byte, row.end_byte,
                                     flags});
  }

  // The best window of each source, cited ones first, then those with the most words, at most kMostPassages of them.
  void collect_passages(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units) {
    std::sort(touched_.begin(), touched_.end());
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
    std::size_t others = 0;
    for (const BestWindow& best : best_windows_) {
      const bool cited = is_cited(best);
      if (!cited && ++others > kMostPassages) break;
      push_passage(segment, words, units, best, cited);
    }
  }

  std::int32_t score(std::int32_t window) const {
    return window_words_[static_cast<std::size_t>(window)] + window_held_[static_cast<std::size_t>(window)];
  }

  // Trims the window to the units that hold something of the claim.
  template <typename Best>
  void push_passage(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units, const Best& best,
                    bool cited) {
    const std::int32_t end = std::min(best.window + units, source_end(best.window));
    std::int32_t first = end;
    std::int32_t last = best.window;
    for (std::int32_t unit = best.window; unit < end; ++unit) {
      if (unit_words_[static_cast<std::size_t>(unit)] == 0 && !unit_holds(segment, unit)) continue;
      first = std::min(first, unit);
      last = std::max(last, unit);
    }
    if (first == end) first = last = best.window;
    drop_idle_edges(words, segment, first, last);
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
  void drop_idle_edges(const std::vector<std::int32_t>& words, std::int32_t segment, std::int32_t& first,
                       std::int32_t& last) const {
    while (first < last) {
      const std::int32_t all = distinct(words, first, last);
      if (distinct(words, first + 1, last) == all && !unit_holds(segment, first)) {
        ++first;
      } else if (distinct(words, first, last - 1) == all && !unit_holds(segment, last)) {
        --last;
      } else {
        return;
      }
    }
  }

  std::int32_t distinct(const std::vector<std::int32_t>& words, std::int32_t first, std::int32_t last) const {
    std::int32_t count = 0;
    for (const std::int32_t word : words) {
      const auto begin = places_.begin() + first_place_[static_cast<std::size_t>(word)];
      const auto end = places_.begin() + first_place_[static_cast<std::size_t>(word) + 1];
      const auto at = std::lower_bound(begin, end, first);
      if (at != end && *at <= last) ++count;
    }
    return count;
  }

  // Does the unit hold a quantity of the segment? The rows of this claim stand at the end of quantity_matches.
  bool unit_holds(std::int32_t segment, std::int32_t unit) const {
    const SegmentRow& row =
        out_.segments.empty() || segment < 0 ? kNoSegment : out_.segments[static_cast<std::size_t>(segment)];
    for (std::size_t i = out_.quantity_matches.size(); i-- > 0;) {
      const QuantityMatchRow& match = out_.quantity_matches[i];
      if (match.quantity < row.first_quantity || match.quantity >= row.first_quantity + row.quantity_count) break;
      if (match.unit == unit && match.relation <= static_cast<std::int32_t>(Relation::kRounded)) return true;
    }
    return false;
  }

  // What the passages of the cited sources hold together, and the best ones.
  void summarize(ClaimRow& claim, const std::vector<std::int32_t>& words) {
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

  // The question as one more claim: does some passage speak of what was asked?
  void match_question() {
    ClaimRow claim{};
    claim.segment = -1;
    claim.word_count = static_cast<std::int32_t>(question_words_.size());
    claim.first_passage = static_cast<std::int32_t>(out_.passages.size());
    claim.best_passage = claim.best_cited = -1;
    cited_.clear();
    if (count_windows(question_words_, kPassageUnits)) collect_passages(-1, question_words_, kPassageUnits);
    claim.passage_count = static_cast<std::int32_t>(out_.passages.size()) - claim.first_passage;
    summarize(claim, question_words_);
    clear_windows();
    out_.claims.push_back(claim);
  }

  // Which words of the answer stand anywhere in the evidence: a report, never a verdict.
  void count_words() {
    std::vector<char> held(out_.quantities.size(), 0);
    for (const QuantityMatchRow& match : out_.quantity_matches) {
      if (match.source >= 0 && match.relation <= static_cast<std::int32_t>(Relation::kRounded))
        held[static_cast<std::size_t>(match.quantity)] = 1;
    }
    std::size_t quantity = 0;
    for (TokenRow& token : out_.tokens) {
      if ((token.flags & (kTokenStop | kTokenMarker | kTokenJoined)) != 0) continue;
      ++out_.word_count;
      const std::int32_t word = words_.find(token.key);
      bool found = word >= 0 && found_in_[static_cast<std::size_t>(word)] != 0;
      if ((token.flags & kTokenQuantity) != 0) {
        while (quantity < out_.quantities.size() && out_.quantities[quantity].end_byte <= token.start_byte) ++quantity;
        found = quantity < out_.quantities.size() && held[quantity] != 0;
      }
      if (!found) continue;
      token.flags |= kTokenFound;
      ++out_.found_count;
    }
  }

  void finish_sources() {
    std::vector<SourceMatchRow> rows(index_.sources.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].source = static_cast<std::int32_t>(i);
      rows[i].matched = source_words_[i];
    }
    for (const QuantityMatchRow& match : out_.quantity_matches) {
      if (match.source >= 0 && match.relation <= static_cast<std::int32_t>(Relation::kRounded))
        ++rows[static_cast<std::size_t>(match.source)].held;
    }
    for (const PassageRow& passage : out_.passages) {
      if (passage.segment < 0) continue;
      SourceMatchRow& row = rows[static_cast<std::size_t>(passage.source)];
      if (passage.matched + passage.held <= row.adjacent) continue;
      row.adjacent = passage.matched + passage.held;
      row.start_byte = passage.start_byte;
      row.end_byte = passage.end_byte;
    }
    for (const MarkerIdRow& id : out_.marker_ids) {
      if (id.source >= 0) ++rows[static_cast<std::size_t>(id.source)].cited;
    }
    for (const SourceMatchRow& row : rows) {
      if (row.matched > 0 || row.held > 0) out_.source_matches.push_back(row);
    }
    std::stable_sort(out_.quantity_matches.begin(), out_.quantity_matches.end(),
                     [](const QuantityMatchRow& a, const QuantityMatchRow& b) { return a.quantity < b.quantity; });
  }

  struct BestWindow {
    std::int32_t source;
    std::int32_t window;
  };
  static constexpr SegmentRow kNoSegment{};

  const SourceIndex& index_;
  std::string_view answer_;
  const CompareOptions& options_;
  Comparison& out_;

  std::vector<TokenRow> question_tokens_;
  std::vector<QuantityRow> question_quantities_;
  WordSet words_;
  std::vector<std::vector<std::int32_t>> claim_words_;
  std::vector<std::int32_t> question_words_;
  std::vector<char> found_in_;
  std::vector<std::int32_t> first_place_;
  std::vector<std::int32_t> places_;  // units, ascending, behind one another for each word
  std::vector<std::int32_t> source_words_;
  std::vector<Candidate> candidates_;  // by quantity, then by place
  std::int64_t work_ = 0;

  // For the claim at hand. A window is named by its first unit.
  std::vector<std::int32_t> cited_;
  std::vector<std::uint64_t> value_words_;     // of the quantity at hand
  std::vector<std::uint64_t> evidence_words_;  // of the one that it is compared with
  std::vector<std::int32_t> held_;             // quantities of the evidence that bear out one of the claim's
  std::vector<std::int32_t> unit_words_;
  std::vector<std::int32_t> window_words_;
  std::vector<std::int32_t> window_held_;
  std::vector<std::int32_t> touched_;
  std::vector<std::int32_t> touched_units_;
  std::vector<BestWindow> best_windows_;
};

}  // namespace

void compare(const SourceIndex& index, std::string_view answer, const CompareOptions& options, Comparison& out) {
  Comparer(index, answer, options, out).run();
}

}  // namespace verify
