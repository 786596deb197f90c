#include "verify/names.hpp"

#include <cstddef>
#include <cstdint>

namespace verify {
namespace {

constexpr std::uint32_t kKnown = kTokenFound | kTokenAsked | kTokenStop;
constexpr std::uint32_t kNoWord = kTokenQuantity | kTokenMarker | kTokenJoined;
constexpr std::int32_t kLeastNovelBytes = 6;   // two Han characters
constexpr std::int32_t kWordsPerStopWord = 5;  // English prose has two in five
constexpr std::size_t kMostSigns = 8;          // signs looked at beside a run

bool one_of(char c, std::string_view signs) { return signs.find(c) != std::string_view::npos; }

class NameFinder {
 public:
  NameFinder(std::string_view answer, const std::vector<TokenRow>& tokens, const std::vector<SegmentRow>& segments,
             const PhraseTable* phrases, std::vector<NameRow>& out, const Prose& prose, std::int32_t counted)
      : answer_(answer),
        tokens_(tokens),
        segments_(segments),
        phrases_(phrases),
        out_(out),
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
      if ((token.flags & kTokenHan) != 0 && (token.flags & (kKnown | kNoWord)) == 0) {
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

  static bool name_word(const TokenRow& token) {
    return (token.flags & kTokenCapital) != 0 && (token.flags & (kTokenStop | kTokenDigit | kTokenHan | kNoWord)) == 0;
  }

  std::string_view between(const TokenRow& left, const TokenRow& right) const {
    if (right.start_byte <= left.end_byte) return {};
    return answer_.substr(static_cast<std::size_t>(left.end_byte),
                          static_cast<std::size_t>(right.start_byte - left.end_byte));
  }

  bool title(const TokenRow& token) const { return phrases_ != nullptr && phrases_->titles_name(token.key); }

  // Whether what stands between two words leaves them one name: a blank, a hyphen, an ampersand, the dot of an initial
  // or of a title.
  bool joins(std::string_view gap, const TokenRow& left) const {
    if (gap == " " || gap == "-" || gap == " & " || gap == "&" || gap == "'" || gap == "\u2019") return true;
    return (gap == ". " || gap == ".") && (left.end_byte - left.start_byte == 1 || title(left));
  }

  // The token behind `at`, parts of words joined over a line's end left out; tokens_.size() at the end.
  std::size_t next(std::size_t at) const {
    ++at;
    while (at < tokens_.size() && (tokens_[at].flags & kTokenJoined) != 0) ++at;
    return at;
  }

  // The last word of the name that starts at `first`, and how many words it has, joining ones and titles left out.
  std::size_t last_of(std::size_t first, std::int32_t& count) const {
    count = title(tokens_[first]) ? 0 : 1;
    std::size_t last = first;
    for (;;) {
      std::size_t at = next(last);
      if (at >= tokens_.size() || tokens_[at].segment != tokens_[first].segment) return last;
      if (!joins(between(tokens_[last], tokens_[at]), tokens_[last])) return last;
      if (!name_word(tokens_[at])) {
        if (phrases_ == nullptr || !phrases_->joins_names(tokens_[at].key)) return last;
        const std::size_t behind = next(at);
        if (behind >= tokens_.size() || !name_word(tokens_[behind])) return last;
        if (between(tokens_[at], tokens_[behind]) != " " || tokens_[behind].segment != tokens_[first].segment)
          return last;
        at = behind;
      }
      last = at;
      if (!title(tokens_[last])) ++count;
    }
  }

  std::size_t capital_run(std::size_t first) {
    std::int32_t count = 0;
    const std::size_t last = last_of(first, count);
    NameRow row{};
    row.segment = tokens_[first].segment;
    row.start_byte = tokens_[first].start_byte;
    row.end_byte = tokens_[last].end_byte;
    row.word_count = count;
    const bool opens = opens_sentence(tokens_[first]);
    const bool label = (opens && colon_follows(tokens_[last])) || title_line(row.segment);
    for (std::size_t i = first; i <= last; ++i) {
      const TokenRow& token = tokens_[i];
      if (!name_word(token) || (token.flags & kKnown) != 0 || title(token)) continue;
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

  // Whether a capital is due at this word whatever it means: at the start of a sentence, a quotation, a list item.
  bool opens_sentence(const TokenRow& token) const {
    const SegmentRow& segment = segments_[static_cast<std::size_t>(token.segment)];
    auto at = static_cast<std::size_t>(token.start_byte);
    const auto begin = static_cast<std::size_t>(segment.text_start);
    for (std::size_t signs = 0; signs < kMostSigns && at > begin; ++signs) {
      const char before = answer_[at - 1];
      if (one_of(before, ".!?:;\n|")) return true;
      if (one_of(before, "\"'")) return true;
      if (one_of(before, " \t*_#([-")) {
        --at;
      } else if (at >= begin + 3 && answer_.compare(at - 3, 2, "\xE2\x80") == 0) {
        return true;  // an opening quotation mark, a dash, a bullet
      } else {
        return false;
      }
    }
    return at <= begin;
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
        if ((token.flags & (kTokenStop | kNoWord | kTokenCapital)) == 0) seen_title_line_ = false;
      }
    }
    return seen_title_line_;
  }

  bool colon_follows(const TokenRow& token) const {
    auto at = static_cast<std::size_t>(token.end_byte);
    for (std::size_t signs = 0; signs < kMostSigns && at < answer_.size(); ++signs, ++at) {
      if (answer_[at] == ':') return true;
      if (!one_of(answer_[at], " *_\"")) return false;
    }
    return false;
  }

  // A run of Han pairs that stand nowhere. The first and the last pair may reach over the edge of what is new: where
  // the pair before (behind) it is known, the character that they share is left out.
  std::size_t han_run(std::size_t first) {
    std::size_t last = first;
    while (last + 1 < tokens_.size() && overlap(last) && (tokens_[last + 1].flags & (kKnown | kNoWord)) == 0) ++last;
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
  const PhraseTable* phrases_;
  std::vector<NameRow>& out_;
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
    if ((flags & (kTokenHan | kNoWord)) != 0) continue;
    ++words;
    stop_words += (flags & kTokenStop) != 0 ? 1 : 0;
  }
}

void find_names(std::string_view answer, const std::vector<TokenRow>& tokens, const std::vector<SegmentRow>& segments,
                const PhraseTable* phrases, std::vector<NameRow>& out, Prose prose, std::int32_t counted) {
  NameFinder(answer, tokens, segments, phrases, out, prose, counted).run();
}

}  // namespace verify
