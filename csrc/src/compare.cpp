#include <algorithm>
#include <stdexcept>

#include "comparer.hpp"
#include "verify/growing.hpp"
#include "verify/names.hpp"
#include "verify/quantities.hpp"
#include "verify/quotes.hpp"
#include "verify/structure.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::int32_t kMostPassageUnits = 8;  // in Chinese: as many as the claim has clauses, up to this
constexpr std::int64_t kWorkPerToken = 256;    // steps over places, for each token of answer and evidence

struct Posting {
  std::int32_t word;  // id of the answer's word
  std::int32_t unit;
};

}  // namespace

void Comparer::run() {
  read_answer();
  if (out_.names_wanted || (options_.growing && out_.settled_count <= options_.known)) return;
  read_question();
  collect_words();
  stream_words();
  stream_quantities();
  unit_words_.assign(index_.units.size(), 0);
  window_words_.assign(index_.units.size(), 0);
  window_held_.assign(index_.units.size(), 0);
  for (std::size_t i = 0; i < out_.segments.size(); ++i) match_claim(static_cast<std::int32_t>(i));
  if (options_.derive) derive_missing();
  if (!question_words_.empty()) match_question();
  count_words();
  finish_sources();
  std::vector<NameSpan> spans;
  find_names(answer_, out_.tokens, out_.segments, options_.phrases, out_.names, &spans,
             {options_.carried.word_count, options_.carried.stop_word_count}, options_.known);
  find_displaced(spans);
  if (options_.growing) {
    hand_on();
  } else {
    read_quotes(answer_, out_.segments, out_.quotes);
  }
}

void Comparer::read_answer() {
  if (find_invalid_utf8(answer_) != std::string_view::npos)
    throw std::invalid_argument("the answer is not valid UTF-8");
  const Lexicon& lexicon = index_.lexicon();
  if (options_.claim_starts.empty()) {
    const bool wanted = read_markers(answer_, lexicon, index_.names(), options_.markers, out_.markers, out_.marker_ids);
    out_.names_wanted = wanted && options_.markers.labels == nullptr;
    if (out_.names_wanted) return;
  }
  tokenize(answer_, &lexicon, out_.tokens);
  take_markers_out();
  if (options_.claim_starts.empty()) {
    read_segments(answer_, out_.markers, lexicon, SegmentMode::kAnswer, out_.segments, options_.carried.inside);
  } else {
    given_segments();
  }
  read_wrapped_quantities(answer_, out_.tokens, out_.segments, lexicon, out_.quantities);
  read_relative_dates(
      answer_, out_.tokens, lexicon, options_.as_of, [&](std::string_view words) { return index_.contains(words); },
      out_.quantities);
  const ListPlace before{options_.carried.next_label, options_.carried.label_end};
  const std::size_t open_list =
      label_lists(answer_, out_.quantities, before, options_.growing ? &list_places_ : nullptr);
  if (options_.growing) {
    settle(open_list);
    if (out_.settled_count <= options_.known) return;
  }
  negate_brackets(answer_, out_.segments, out_.quantities);
  mark_quantities(out_.tokens, out_.quantities);
  read_bare_amounts(answer_, out_.tokens, out_.segments, out_.quantities);
  assign_segments(out_.segments, out_.tokens, out_.quantities, out_.markers);
  spread_wrapped();
  for (SegmentRow& segment : out_.segments) {
    std::int32_t han = 0;
    for (std::int32_t t = 0; t < segment.token_count; ++t) {
      if ((out_.tokens[static_cast<std::size_t>(segment.first_token + t)].flags & kTokenHan) != 0) ++han;
    }
    if (han * 2 > segment.token_count) segment.flags |= kSegmentHan;
  }
  if (options_.phrases != nullptr) options_.phrases->mark(out_.tokens, out_.segments);
}

// Finds the segments of a growing answer that are settled, and where reading may start anew.
void Comparer::settle(std::size_t open_list) {
  QuoteState state;
  read_quotes(answer_, out_.segments, out_.quotes, &state);
  out_.known_count = options_.known;
  out_.settled_count = static_cast<std::int32_t>(
      count_settled(answer_, out_.segments, out_.markers, state, options_.markers, open_list));
  // What a quotation is taken for depends on all the segments that it reaches into.
  for (auto row = out_.quotes.rbegin(); row != out_.quotes.rend(); ++row) {
    if (row->last_segment >= out_.settled_count) out_.settled_count = std::min(out_.settled_count, row->segment);
  }
  if (out_.settled_count <= options_.known) return;
  for (std::size_t i = 0; i < out_.segments.size(); ++i)
    out_.restarts.push_back(restarts_behind(i, out_.segments, out_.markers, out_.quotes, state) ? 1 : 0);
  std::size_t place = 0;
  CarriedRow row = options_.carried;
  for (std::size_t i = 0; i < out_.segments.size(); ++i) {
    const SegmentRow& segment = out_.segments[i];
    while (place < list_places_.size() && out_.quantities[place].start_byte < segment.end_byte) {
      row.next_label = list_places_[place].next;
      row.label_end = list_places_[place++].end;
    }
    row.inside = i + 1 < out_.segments.size() && out_.segments[i + 1].block == segment.block ? segment.kind : -1;
    out_.carried.push_back(row);
  }
}

// Counts, behind each segment of a growing answer, what was used up of what an answer has as a whole.
void Comparer::hand_on() {
  Prose prose{options_.carried.word_count, options_.carried.stop_word_count};
  std::size_t derived = 0;
  std::size_t years = 0;
  const auto known = static_cast<std::size_t>(options_.known);
  const std::int64_t spent = known > 0 ? claim_work_[known - 1] : 0;
  std::int32_t tokens = options_.carried.token_count;
  for (std::size_t i = known; i < out_.carried.size(); ++i) {
    tokens += out_.segments[i].token_count;
    out_.carried[i].token_count = tokens;
    prose.add(out_.tokens, out_.segments[i]);
    const auto number = static_cast<std::int32_t>(i);
    while (derived < derived_.size() && derived_[derived] <= number) ++derived;
    while (years < years_looked_.size() && years_looked_[years] <= number) ++years;
    CarriedRow& row = out_.carried[i];
    row.word_count = prose.words;
    row.stop_word_count = prose.stop_words;
    row.derived_count = options_.carried.derived_count + static_cast<std::int32_t>(derived);
    row.year_count = options_.carried.year_count + static_cast<std::int32_t>(years);
    row.work = options_.carried.work + claim_work_[i] - spent;
  }
  // What the whole answer may use is at least as much.
  const std::int64_t read = out_.carried[static_cast<std::size_t>(out_.settled_count) - 1].token_count;
  out_.most_work = kWorkPerToken * (static_cast<std::int64_t>(index_.tokens.size()) + 64 + read);
}

// Words in markers are none of the answer's; a word that a marker is glued to ends before it (landlord¹).
void Comparer::take_markers_out() {
  std::size_t marker = 0;
  for (TokenRow& token : out_.tokens) {
    while (marker < out_.markers.size() && out_.markers[marker].end_byte <= token.start_byte) ++marker;
    if (marker == out_.markers.size()) return;
    const MarkerRow& row = out_.markers[marker];
    if ((row.flags & kMarkerInline) != 0 && row.id_count == 0) continue;  // only words, as far as can be told
    if (token.start_byte >= row.start_byte) {
      token.flags |= kTokenMarker;
    } else if (token.end_byte > row.start_byte) {
      token.end_byte = row.start_byte;
      const auto start = static_cast<std::size_t>(token.start_byte);
      token.key = word_key(fold(answer_.substr(start, static_cast<std::size_t>(row.start_byte) - start)));
    }
  }
}

// A marker that wraps a text stands for every segment of it.
void Comparer::spread_wrapped() {
  for (std::size_t i = 0; i < out_.markers.size(); ++i) {
    const MarkerRow& row = out_.markers[i];
    if (row.wrapped_start < 0) continue;
    for (std::int32_t segment = row.segment - 1; segment >= 0; --segment) {
      if (out_.segments[static_cast<std::size_t>(segment)].end_byte <= row.wrapped_start) break;
      wrapped_.emplace_back(segment, static_cast<std::int32_t>(i));
    }
  }
  std::sort(wrapped_.begin(), wrapped_.end());
}

// The claims of a structured answer, one segment each.
void Comparer::given_segments() {
  for (std::size_t i = 0; i < options_.claim_starts.size(); ++i) {
    SegmentRow row{};
    row.start_byte = row.text_start = options_.claim_starts[i];
    row.end_byte =
        i + 1 < options_.claim_starts.size() ? options_.claim_starts[i + 1] : static_cast<std::int32_t>(answer_.size());
    row.text_end = row.end_byte;
    while (row.text_end > row.text_start && answer_[static_cast<std::size_t>(row.text_end - 1)] == '\n') --row.text_end;
    row.block = static_cast<std::int32_t>(i);
    row.flags = kSegmentBlockStart;
    out_.segments.push_back(row);
  }
}

void Comparer::read_question() {
  if (options_.question.empty()) return;
  if (find_invalid_utf8(options_.question) != std::string_view::npos) {
    throw std::invalid_argument("the question is not valid UTF-8");
  }
  tokenize(options_.question, &index_.lexicon(), question_tokens_);
  read_quantities(options_.question, question_tokens_, index_.lexicon(), question_quantities_);
}

bool Comparer::content(const TokenRow& token) {
  return (token.flags & (kTokenStop | kTokenQuantity | kTokenMarker | kTokenJoined)) == 0;
}

// Numbers the distinct content words of the answer and of the question.
void Comparer::collect_words() {
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

std::vector<std::vector<std::int32_t>*> Comparer::all_lists() {
  std::vector<std::vector<std::int32_t>*> lists;
  for (auto& list : claim_words_) lists.push_back(&list);
  lists.push_back(&question_words_);
  return lists;
}

// One pass over the words of the evidence: for each word of the answer, the units that hold it.
void Comparer::stream_words() {
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
  out_.most_work = work_ = kWorkPerToken * static_cast<std::int64_t>(index_.tokens.size() + out_.tokens.size() + 64);
}

// The sources that the markers of a segment name, in order, each once.
void Comparer::cited_sources(std::int32_t segment, std::vector<std::int32_t>& cited) const {
  cited.clear();
  if (!options_.claim_starts.empty()) {
    cited = options_.claim_sources[static_cast<std::size_t>(segment)];
  } else {
    const SegmentRow& row = out_.segments[static_cast<std::size_t>(segment)];
    const auto cite = [this, &cited](std::int32_t marker) {
      const MarkerRow& place = out_.markers[static_cast<std::size_t>(marker)];
      for (std::int32_t k = 0; k < place.id_count; ++k) {
        const std::int32_t source = out_.marker_ids[static_cast<std::size_t>(place.first_id + k)].source;
        if (source >= 0) cited.push_back(source);
      }
    };
    for (std::int32_t m = 0; m < row.marker_count; ++m) cite(row.first_marker + m);
    auto wrapped = std::lower_bound(wrapped_.begin(), wrapped_.end(), std::make_pair(segment, std::int32_t{0}));
    for (; wrapped != wrapped_.end() && wrapped->first == segment; ++wrapped) cite(wrapped->second);
  }
  std::sort(cited.begin(), cited.end());
  cited.erase(std::unique(cited.begin(), cited.end()), cited.end());
}

// How many units one passage may have: two, or as many as the claim has Chinese clauses.
std::int32_t Comparer::passage_units(const SegmentRow& segment) const {
  if ((segment.flags & kSegmentHan) == 0) return kPassageUnits;
  std::int32_t clauses = 1;
  const std::string_view text = answer_.substr(static_cast<std::size_t>(segment.text_start),
                                               static_cast<std::size_t>(segment.text_end - segment.text_start));
  for (std::size_t at = 0; at + 3 <= text.size() && clauses < kMostPassageUnits; ++at) {
    if (text[at] == '\xEF' && text[at + 1] == '\xBC' && (text[at + 2] == '\x8C' || text[at + 2] == '\x9B')) ++clauses;
    const bool narrow = text[at] == ',' || text[at] == ';';  // between Han: half-width signs of a Chinese text
    if (narrow && at > 0 && (text[at - 1] & text[at + 1] & 0x80) != 0) ++clauses;
  }
  return std::max(kPassageUnits, clauses);
}

void Comparer::match_claim(std::int32_t segment) {
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
  match_claim_quantities(segment, units);
  if (complete) collect_passages(segment, words, units);
  claim.passage_count = static_cast<std::int32_t>(out_.passages.size()) - claim.first_passage;
  summarize(claim, words);
  if (row.quantity_count > 0) find_misplaced(claim);
  clear_windows();
  out_.claims.push_back(claim);
  if (options_.growing) claim_work_.push_back(out_.most_work - work_);
  align_near_copy(claim, claim.best_cited);
  if (claim.best_passage != claim.best_cited) align_near_copy(claim, claim.best_passage);
  if (options_.cues != nullptr && !find_contrasts(index_, answer_, out_, claim, *options_.cues, out_.contrasts))
    out_.contrasts_truncated = true;
}

// Only a near copy can be told from its passage word by word.
void Comparer::align_near_copy(const ClaimRow& claim, std::int32_t passage) {
  if (passage < 0) return;
  const PassageRow& row = out_.passages[static_cast<std::size_t>(passage)];
  if (row.matched < claim.word_count && row.matched * 2 >= claim.word_count)
    align(index_, answer_, out_, row, out_.substitutions);
}

// The question as one more claim: does some passage speak of what was asked?
void Comparer::match_question() {
  ClaimRow claim{};
  claim.segment = -1;
  claim.word_count = static_cast<std::int32_t>(question_words_.size());
  claim.first_passage = static_cast<std::int32_t>(out_.passages.size());
  claim.best_passage = claim.best_cited = -1;
  held_units_.clear();
  cited_.clear();
  if (count_windows(question_words_, kPassageUnits)) collect_passages(-1, question_words_, kPassageUnits);
  claim.passage_count = static_cast<std::int32_t>(out_.passages.size()) - claim.first_passage;
  summarize(claim, question_words_);
  clear_windows();
  out_.claims.push_back(claim);
}

// Which words of the answer stand anywhere in the evidence: a report, never a verdict.
void Comparer::count_words() {
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
    if (!found) {
      if (std::binary_search(question_words_.begin(), question_words_.end(), word)) token.flags |= kTokenAsked;
      continue;
    }
    token.flags |= kTokenFound;
    ++out_.found_count;
  }
}

void Comparer::finish_sources() {
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

void compare(const SourceIndex& index, std::string_view answer, const CompareOptions& options, Comparison& out) {
  Comparer(index, answer, options, out).run();
}

}  // namespace verify
