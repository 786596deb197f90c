#include "quote_texts.hpp"

#include <algorithm>

namespace verify {

// The content words of quotations, numbers out, as they may be written otherwise.
class QuoteTexts::ContentWords {
 public:
  // Adds those of one quotation. `elided`: it leaves something out, and its pieces may lie far from one another.
  void add(const std::vector<TokenRow>& tokens, const QuoteRow& row, bool elided) {
    const auto before = [](const TokenRow& token, std::int32_t byte) { return token.start_byte < byte; };
    Quotation one;
    one.whole = elided;
    std::int32_t size = 0;
    for (auto at = std::lower_bound(tokens.begin(), tokens.end(), row.start_byte, before);
         at != tokens.end() && at->start_byte < row.end_byte; ++at) {
      ++size;
      if ((at->flags & (kTokenStop | kTokenDigit | kTokenMarker)) != 0) continue;
      const std::int32_t word = words_.add(at->key);
      if (std::find(one.words.begin(), one.words.end(), word) == one.words.end()) one.words.push_back(word);
    }
    one.whole |= one.words.empty();
    reach_ = std::max(reach_, 2 * size + kMostShift);
    quotations_.push_back(std::move(one));
  }

  // Call once after the last add().
  void build() {
    words_.build();
    seen_.assign(words_.size(), -1);
  }

  // Notes that document `chain` holds a word; false where no quotation has it.
  bool see(std::uint64_t key, std::int32_t chain) {
    const std::int32_t word = words_.find(key);
    if (word < 0) return false;
    seen_[static_cast<std::size_t>(word)] = chain;
    return true;
  }

  // Words to each side of one of a quotation within which a place of it, or of a near copy, ends.
  std::int32_t reach() const { return reach_; }

  // Whether all of a document must be read: for words that stand far apart, or that are no content words.
  bool whole(std::int32_t chain) const {
    const auto seen = [this, chain](std::int32_t word) { return seen_[static_cast<std::size_t>(word)] == chain; };
    return std::any_of(quotations_.begin(), quotations_.end(), [&seen](const Quotation& one) {
      return one.whole && (one.words.empty() || std::any_of(one.words.begin(), one.words.end(), seen));
    });
  }

 private:
  struct Quotation {
    std::vector<std::int32_t> words;  // distinct
    bool whole = false;
  };

  WordSet words_;
  std::vector<Quotation> quotations_;
  std::vector<std::int32_t> seen_;  // the last document that holds each word
  std::int32_t reach_ = 0;
};

QuoteTexts::QuoteTexts(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents,
                       Comparison& out)
    : index_(index), answer_(answer), documents_(documents) {
  read_quoted(out);
}

std::size_t QuoteTexts::stretch_of(std::int32_t element) const {
  return static_cast<std::size_t>(std::upper_bound(first_element_.begin(), first_element_.end() - 1, element) -
                                  first_element_.begin() - 1);
}

void QuoteTexts::read_quoted(Comparison& out) {
  std::size_t token = 0;
  auto marker = out.markers.begin();
  std::vector<TokenRow> unmarked;
  for (QuoteRow& row : out.quotes) {
    while (token < out.tokens.size() && out.tokens[token].start_byte < row.start_byte) ++token;
    std::size_t last = token;
    while (last < out.tokens.size() && out.tokens[last].start_byte < row.end_byte) ++last;
    const auto begin = static_cast<std::int32_t>(quoted_.size());
    while (marker != out.markers.end() && marker->end_byte <= row.start_byte) ++marker;
    const TokenRow* tokens = out.tokens.data() + token;
    if (marker != out.markers.end() && marker->start_byte < row.outer_start && row.outer_end < marker->end_byte) {
      unmarked.assign(tokens, tokens + (last - token));  // a note that quotes: its words are the quotation's
      for (TokenRow& one : unmarked) one.flags &= ~std::uint32_t{kTokenMarker};
      tokens = unmarked.data();
    }
    read_elements(answer_, static_cast<std::size_t>(row.start_byte), static_cast<std::size_t>(row.end_byte), tokens,
                  last - token, quoted_);
    ranges_.push_back({begin, static_cast<std::int32_t>(quoted_.size())});
    for (std::size_t i = static_cast<std::size_t>(begin); i < quoted_.size(); ++i) {
      ++((quoted_[i].flags & kElementHan) != 0 ? row.han_count : row.word_count);
    }
    token = last;
  }
}

void QuoteTexts::read_sources(const std::vector<std::uint8_t>& wanted, const Comparison& out) {
  ContentWords words;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != 0) words.add(out.tokens, out.quotes[i], elided(out.quotes[i]));
  }
  words.build();
  std::int32_t chain = 0;
  std::vector<std::vector<std::int32_t>> seen;  // of each source of a document, its words that a quotation has
  std::int32_t document = 0;
  for (std::size_t first = 0; first < documents_.order.size(); ++document, ++chain) {
    std::size_t last = first + 1;
    while (last < documents_.order.size() && documents_.goes_on[last - 1] != 0) ++last;
    seen.assign(last - first, {});
    for (std::size_t i = first; i < last; ++i) {
      const SourceRow& row = index_.sources[static_cast<std::size_t>(documents_.order[i])];
      for (std::int32_t k = row.first_token; k < row.first_token + row.token_count; ++k) {
        if (words.see(index_.tokens[static_cast<std::size_t>(k)].key, document)) seen[i - first].push_back(k);
      }
    }
    const bool whole = words.whole(document);
    for (std::size_t i = first; i < last; ++i) {
      const std::int32_t source = documents_.order[i];
      const SourceRow& row = index_.sources[static_cast<std::size_t>(source)];
      if (whole) {
        read_stretch(source, row.first_token, row.first_token + row.token_count, chain);
      } else {
        read_around(source, seen[i - first], words.reach(), chain);
      }
    }
    first = last;
  }
  first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
  number_elements();
}

// Reads the tokens [first, last) of a source, with what stands before its first one and behind its last one.
void QuoteTexts::read_stretch(std::int32_t source, std::int32_t first, std::int32_t last, std::int32_t chain) {
  const SourceRow& row = index_.sources[static_cast<std::size_t>(source)];
  const std::string_view text = index_.text(source);
  const TokenRow* const tokens = index_.tokens.data();
  const bool from_start = first == row.first_token;
  const bool to_end = last == row.first_token + row.token_count;
  first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
  sources_.push_back(source);
  chains_.push_back(chain);
  read_elements(text, from_start ? 0 : static_cast<std::size_t>(tokens[first].start_byte),
                to_end ? text.size() : static_cast<std::size_t>(tokens[last - 1].end_byte), tokens + first,
                static_cast<std::size_t>(last - first), source_elements_);
}

// Reads what stands around some tokens of a source. Where anything is left out, one chain ends and the next begins.
void QuoteTexts::read_around(std::int32_t source, const std::vector<std::int32_t>& seen, std::int32_t reach,
                             std::int32_t& chain) {
  const SourceRow& row = index_.sources[static_cast<std::size_t>(source)];
  const std::int32_t end = row.first_token + row.token_count;
  std::int32_t read = row.first_token;
  for (std::size_t i = 0; i < seen.size();) {
    const std::int32_t first = std::max(row.first_token, seen[i] - reach);
    std::int32_t last = std::min(end, seen[i] + reach + 1);
    for (++i; i < seen.size() && seen[i] - reach <= last; ++i) last = std::min(end, seen[i] + reach + 1);
    if (first > read) ++chain;
    read_stretch(source, first, last, chain);
    read = last;
  }
  if (end > read) ++chain;
}

bool QuoteTexts::elided(const QuoteRow& row) const {
  const std::string_view text =
      answer_.substr(static_cast<std::size_t>(row.start_byte), static_cast<std::size_t>(row.end_byte - row.start_byte));
  return text.find("..") != text.npos || text.find(". .") != text.npos || text.find("\xE2\x80\xA6") != text.npos ||
         text.find("\xE3\x80\x82\xE3\x80\x82") != text.npos;
}

// Numbers what is quoted, and lists where each of it stands in the sources.
void QuoteTexts::number_elements() {
  quoted_ids_.reserve(quoted_.size());
  for (const QuoteElement& element : quoted_) quoted_ids_.push_back(elements_.add(element.key));
  elements_.build();
  source_ids_.reserve(source_elements_.size());
  first_place_.assign(elements_.size() + 1, 0);
  for (const QuoteElement& element : source_elements_) {
    const std::int32_t id = elements_.find(element.key);
    source_ids_.push_back(id);
    if (id >= 0) ++first_place_[static_cast<std::size_t>(id) + 1];
  }
  for (std::size_t i = 1; i < first_place_.size(); ++i) first_place_[i] += first_place_[i - 1];
  places_.resize(static_cast<std::size_t>(first_place_.back()));
  std::vector<std::int32_t> next(first_place_.begin(), first_place_.end() - 1);
  for (std::size_t i = 0; i < source_ids_.size(); ++i) {
    if (source_ids_[i] >= 0)
      places_[static_cast<std::size_t>(next[static_cast<std::size_t>(source_ids_[i])]++)] =
          static_cast<std::int32_t>(i);
  }
}

}  // namespace verify
