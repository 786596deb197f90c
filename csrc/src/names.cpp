#include "verify/names.hpp"

#include <cstddef>
#include <cstdint>

#include "name_runs.hpp"

namespace verify {
namespace {

constexpr std::uint32_t kKnown = kTokenFound | kTokenAsked | kTokenStop;
constexpr std::int32_t kLeastNovelBytes = 6;   // two Han characters
constexpr std::int32_t kWordsPerStopWord = 5;  // English prose has two in five

class NameFinder {
 public:
  NameFinder(std::string_view answer, const std::vector<TokenRow>& tokens, const std::vector<SegmentRow>& segments,
             const PhraseTable* phrases, std::vector<NameRow>& out, std::vector<NameSpan>* spans, const Prose& prose,
             std::int32_t counted)
      : answer_(answer),
        tokens_(tokens),
        segments_(segments),
        runs_(answer, tokens.data(), tokens.size(), phrases),
        out_(out),
        spans_(spans),
        prose_(prose),
        counted_(counted) {}

  void run() {
    bool capitals = false;
    std::int32_t segment = counted_;
    for (std::size_t i = 0; i < tokens_.size();) {
      const TokenRow& token = tokens_[i];
      if (token.segment >= segment) {
        for (; segment <= token.segment; ++segment) prose_.add(tokens_, segments_[static_cast<std::size_t>(segment)]);
        capitals = prose_.stop_words * kWordsPerStopWord >= prose_.words;
      }
      if ((token.flags & kTokenHan) != 0 && (token.flags & (kKnown | kNoNameWord)) == 0) {
        i = han_run(i);
      } else if (capitals && name_word(token)) {
        i = capital_run(i);
      } else {
        ++i;
      }
    }
    count_others();
  }

 private:
  // For each new run of Han, how many others its segment has.
  void count_others() {
    for (std::size_t begin = 0; begin < out_.size();) {
      std::size_t end = begin;
      std::int32_t runs = 0;
      for (; end < out_.size() && out_[end].segment == out_[begin].segment; ++end) {
        runs += (out_[end].flags & kNameHan) != 0 ? 1 : 0;
      }
      for (; begin < end; ++begin) out_[begin].others = (out_[begin].flags & kNameHan) != 0 ? runs - 1 : 0;
    }
  }

  std::size_t capital_run(std::size_t first) {
    std::int32_t count = 0;
    const std::size_t last = runs_.last_of(first, count);
    NameRow row{};
    row.segment = tokens_[first].segment;
    row.start_byte = tokens_[first].start_byte;
    row.end_byte = tokens_[last].end_byte;
    row.word_count = count;
    const bool opens =
        runs_.opens_sentence(tokens_[first], segments_[static_cast<std::size_t>(row.segment)].text_start);
    const bool label = (opens && runs_.colon_follows(tokens_[last])) || title_line(row.segment);
    if (spans_ != nullptr && !label) spans_->push_back({row.segment, first, last, count, opens});
    for (std::size_t i = first; i <= last; ++i) {
      const TokenRow& token = tokens_[i];
      if (!name_word(token) || (token.flags & kKnown) != 0 || runs_.title(token)) continue;
      row.word_start = token.start_byte;
      row.word_end = token.end_byte;
      row.flags = 0;
      if ((token.flags & kTokenAllCaps) != 0) row.flags |= kNameAllCaps;
      if (opens && i == first) row.flags |= kNameOpens;
      if (label) row.flags |= kNameLabel;
      out_.push_back(row);
    }
    return last + 1;
  }

  // A list item of capitalized words alone: "Strong Communication Skills".
  bool title_line(std::int32_t number) {
    const SegmentRow& segment = segments_[static_cast<std::size_t>(number)];
    if (segment.kind != static_cast<std::uint16_t>(SegmentKind::kListItem)) return false;
    if (number != seen_segment_) {
      seen_segment_ = number;
      seen_title_line_ = true;
      for (std::int32_t i = 0; i < segment.token_count; ++i) {
        const TokenRow& token = tokens_[static_cast<std::size_t>(segment.first_token + i)];
        if ((token.flags & (kTokenStop | kNoNameWord | kTokenCapital)) == 0) seen_title_line_ = false;
      }
    }
    return seen_title_line_;
  }

  // A run of Han pairs that stand nowhere. The first and the last pair may reach over the edge of what is new: where
  // the pair before (behind) it is known, the character that they share is left out.
  std::size_t han_run(std::size_t first) {
    std::size_t last = first;
    while (last + 1 < tokens_.size() && overlap(last) && (tokens_[last + 1].flags & (kKnown | kNoNameWord)) == 0)
      ++last;
    NameRow row{};
    row.segment = tokens_[first].segment;
    row.start_byte = tokens_[first].start_byte;
    row.end_byte = tokens_[last].end_byte;
    const bool left = first > 0 && overlap(first - 1);
    if (left) row.start_byte = tokens_[first - 1].end_byte;
    if (overlap(last)) row.end_byte = tokens_[last + 1].start_byte;
    if (row.end_byte - row.start_byte >= kLeastNovelBytes) {
      row.word_start = row.start_byte;
      row.word_end = row.end_byte;
      row.word_count = 1;
      row.flags = kNameHan;
      if (!left) row.flags |= kNameOpens;
      out_.push_back(row);
    }
    return last + 1;
  }

  // Whether the pair behind shares a character with this one.
  bool overlap(std::size_t at) const {
    return at + 1 < tokens_.size() && (tokens_[at].flags & tokens_[at + 1].flags & kTokenHan) != 0 &&
           tokens_[at + 1].start_byte < tokens_[at].end_byte;
  }

  std::string_view answer_;
  const std::vector<TokenRow>& tokens_;
  const std::vector<SegmentRow>& segments_;
  NameRuns runs_;
  std::vector<NameRow>& out_;
  std::vector<NameSpan>* spans_;
  // German writes every noun with a capital, and a title every word: where few words are stop words of a language that
  // is known, capitals say nothing.
  Prose prose_;
  std::int32_t counted_;            // segments that it has counted from the first
  std::int32_t seen_segment_ = -1;  // the list item that was looked at last, and whether it is a title
  bool seen_title_line_ = false;
};

}  // namespace

void Prose::add(const std::vector<TokenRow>& tokens, const SegmentRow& segment) {
  for (std::int32_t i = 0; i < segment.token_count; ++i) {
    const std::uint32_t flags = tokens[static_cast<std::size_t>(segment.first_token + i)].flags;
    if ((flags & (kTokenHan | kNoNameWord)) != 0) continue;
    ++words;
    stop_words += (flags & kTokenStop) != 0 ? 1 : 0;
  }
}

void find_names(std::string_view answer, const std::vector<TokenRow>& tokens, const std::vector<SegmentRow>& segments,
                const PhraseTable* phrases, std::vector<NameRow>& out, std::vector<NameSpan>* spans, Prose prose,
                std::int32_t counted) {
  NameFinder(answer, tokens, segments, phrases, out, spans, prose, counted).run();
}

}  // namespace verify
