#include "quote_texts.hpp"

#include <algorithm>

namespace verify {

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
  read_words(wanted, out);
  bool any = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) any |= wanted[i] != 0 && words_of_[i].empty();
  std::int32_t document = 0;
  for (std::size_t first = 0; first < documents_.order.size(); ++document) {
    std::size_t last = first + 1;
    while (last < documents_.order.size() && documents_.goes_on[last - 1] != 0) ++last;
    bool read = any;
    for (std::size_t i = first; i < last; ++i) {
      const SourceRow& row = index_.sources[static_cast<std::size_t>(documents_.order[i])];
      for (std::int32_t k = row.first_token; k < row.first_token + row.token_count; ++k) {
        const std::int32_t word = words_.find(index_.tokens[static_cast<std::size_t>(k)].key);
        if (word < 0) continue;
        read = true;
        std::vector<std::int32_t>& holders = holders_[static_cast<std::size_t>(word)];
        if (holders.empty() || holders.back() != document) holders.push_back(document);
      }
    }
    for (std::size_t i = first; read && i < last; ++i) read_source(documents_.order[i], document);
    first = last;
  }
  first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
  number_elements();
}

// The content words of quotations: numbers may be written otherwise.
void QuoteTexts::read_words(const std::vector<std::uint8_t>& wanted, const Comparison& out) {
  const auto before = [](const TokenRow& token, std::int32_t byte) { return token.start_byte < byte; };
  words_of_.resize(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == 0) continue;
    std::vector<std::int32_t>& words = words_of_[i];
    for (auto at = std::lower_bound(out.tokens.begin(), out.tokens.end(), out.quotes[i].start_byte, before);
         at != out.tokens.end() && at->start_byte < out.quotes[i].end_byte; ++at) {
      if ((at->flags & (kTokenStop | kTokenDigit | kTokenMarker)) == 0) words.push_back(words_.add(at->key));
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }
  words_.build();
  holders_.resize(words_.size());
}

void QuoteTexts::read_source(std::int32_t source, std::int32_t document) {
  const SourceRow& row = index_.sources[static_cast<std::size_t>(source)];
  const std::string_view text = index_.text(source);
  first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
  sources_.push_back(source);
  documents_read_.push_back(document);
  read_elements(text, 0, text.size(), index_.tokens.data() + row.first_token, static_cast<std::size_t>(row.token_count),
                source_elements_);
}

std::vector<QuoteTexts::Range> QuoteTexts::parts(const QuoteRow& row, Range all) const {
  std::vector<Range> out;
  std::int32_t begin = all.begin;
  const auto cut = [&](std::size_t byte) {
    std::int32_t end = begin;
    while (end < all.end && quoted_[static_cast<std::size_t>(end)].start < static_cast<std::int32_t>(byte)) ++end;
    if (end > begin) out.push_back({begin, end});
    begin = end;
  };
  const auto end = static_cast<std::size_t>(row.end_byte);
  for (auto at = static_cast<std::size_t>(row.start_byte); at < end; ++at) {
    const std::string_view rest = answer_.substr(at, end - at);
    const bool dots = rest.substr(0, 3) == "..." || rest.substr(0, 5) == ". . ." ||
                      rest.substr(0, 3) == "\xE2\x80\xA6" ||
                      rest.substr(0, 9) == "\xE3\x80\x82\xE3\x80\x82\xE3\x80\x82";
    if (dots) cut(at);
  }
  cut(end);
  return out;
}

// Numbers what is quoted, and lists where each of it stands in what was read.
void QuoteTexts::number_elements() {
  quoted_ids_.reserve(quoted_.size());
  for (const QuoteElement& element : quoted_) quoted_ids_.push_back(elements_.add(element.key));
  elements_.build();
  lists_.assign(elements_.size(), {0, 0});
  source_ids_.reserve(source_elements_.size());
  first_place_.assign(elements_.size() + 1, 0);
  for (const QuoteElement& element : source_elements_) {
    const std::int32_t id = elements_.find(element.key);
    source_ids_.push_back(id);
    if (id >= 0) ++first_place_[static_cast<std::size_t>(id) + 1];
  }
  for (std::size_t i = 1; i < first_place_.size(); ++i) first_place_[i] += first_place_[i - 1];
  every_place_.resize(static_cast<std::size_t>(first_place_.back()));
  std::vector<std::int32_t> next(first_place_.begin(), first_place_.end() - 1);
  for (std::size_t i = 0; i < source_ids_.size(); ++i) {
    if (source_ids_[i] >= 0)
      every_place_[static_cast<std::size_t>(next[static_cast<std::size_t>(source_ids_[i])]++)] =
          static_cast<std::int32_t>(i);
  }
}

std::int64_t QuoteTexts::list_places(std::size_t quotation) {
  std::vector<std::int32_t> ids;
  for (std::int32_t i = ranges_[quotation].begin; i < ranges_[quotation].end; ++i) ids.push_back(id(i));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::int64_t work = 0;
  std::vector<Range> documents;
  for (const std::int32_t document : documents_with(quotation, work)) documents.push_back(elements_of(document));
  places_.clear();
  for (const std::int32_t id : ids) {
    auto at = every_place_.begin() + first_place_[static_cast<std::size_t>(id)];
    const auto end = every_place_.begin() + first_place_[static_cast<std::size_t>(id) + 1];
    const auto begin = static_cast<std::int32_t>(places_.size());
    for (const Range& document : documents) {
      at = std::lower_bound(at, end, document.begin);
      const auto last = std::lower_bound(at, end, document.end);
      places_.insert(places_.end(), at, last);
      at = last;
    }
    const auto count = static_cast<std::int32_t>(places_.size());
    lists_[static_cast<std::size_t>(id)] = {begin, count};
    work += count - begin + static_cast<std::int64_t>(documents.size());
  }
  return work;
}

// The documents that hold a content word of a quotation, ascending; all that were read, where it has none.
std::vector<std::int32_t> QuoteTexts::documents_with(std::size_t quotation, std::int64_t& work) const {
  std::vector<std::int32_t> out;
  for (const std::int32_t word : words_of_[quotation]) {
    const std::vector<std::int32_t>& holders = holders_[static_cast<std::size_t>(word)];
    out.insert(out.end(), holders.begin(), holders.end());
  }
  if (words_of_[quotation].empty()) out = documents_read_;
  work += static_cast<std::int64_t>(out.size());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

QuoteTexts::Range QuoteTexts::elements_of(std::int32_t document) const {
  const auto range = std::equal_range(documents_read_.begin(), documents_read_.end(), document);
  return {first_element_[static_cast<std::size_t>(range.first - documents_read_.begin())],
          first_element_[static_cast<std::size_t>(range.second - documents_read_.begin())]};
}

}  // namespace verify
