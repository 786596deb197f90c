#include "quote_texts.hpp"

#include <algorithm>

namespace verify {

QuoteTexts::QuoteTexts(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents,
                       Comparison& out)
    : index_(index), answer_(answer), documents_(documents) {
  read_quoted(out);
  read_sources();
  number_elements();
}

std::size_t QuoteTexts::order_of(std::int32_t element) const {
  return static_cast<std::size_t>(std::upper_bound(first_element_.begin(), first_element_.end() - 1, element) -
                                  first_element_.begin() - 1);
}

void QuoteTexts::read_quoted(Comparison& out) {
  std::size_t token = 0;
  for (QuoteRow& row : out.quotes) {
    while (token < out.tokens.size() && out.tokens[token].start_byte < row.start_byte) ++token;
    std::size_t last = token;
    while (last < out.tokens.size() && out.tokens[last].start_byte < row.end_byte) ++last;
    const auto begin = static_cast<std::int32_t>(quoted_.size());
    read_elements(answer_, static_cast<std::size_t>(row.start_byte), static_cast<std::size_t>(row.end_byte),
                  out.tokens.data() + token, last - token, quoted_);
    ranges_.push_back({begin, static_cast<std::int32_t>(quoted_.size())});
    for (std::size_t i = static_cast<std::size_t>(begin); i < quoted_.size(); ++i) {
      ++((quoted_[i].flags & kElementHan) != 0 ? row.han_count : row.word_count);
    }
    token = last;
  }
}

void QuoteTexts::read_sources() {
  std::int32_t chain = 0;
  source_elements_.reserve(index_.tokens.size());
  for (std::size_t i = 0; i < documents_.order.size(); ++i) {
    const std::int32_t source = documents_.order[i];
    const SourceRow& row = index_.sources[static_cast<std::size_t>(source)];
    first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
    chains_.push_back(chain);
    const std::string_view text = index_.text(source);
    read_elements(text, 0, text.size(), index_.tokens.data() + row.first_token,
                  static_cast<std::size_t>(row.token_count), source_elements_);
    if (documents_.goes_on[i] == 0) ++chain;
  }
  first_element_.push_back(static_cast<std::int32_t>(source_elements_.size()));
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
