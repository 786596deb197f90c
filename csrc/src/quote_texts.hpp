// The quotations of an answer and the sources as rows of elements, each numbered and listed by its places.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "quote_edits.hpp"
#include "quote_elements.hpp"
#include "verify/compare.hpp"
#include "verify/quotes.hpp"
#include "word_set.hpp"

namespace verify {

class QuoteTexts {
 protected:
  struct Range {
    std::int32_t begin, end;  // of quoted_
    std::int32_t size() const { return end - begin; }
  };

  // Reads what `out.quotes` cover, and counts it there.
  QuoteTexts(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents, Comparison& out);

  // Reads of the sources what stands around content words of the quotations that `wanted` names; all of a document
  // where one of these leaves something out, or has no such words.
  void read_sources(const std::vector<std::uint8_t>& wanted, const Comparison& out);

  std::int32_t id(std::int32_t quoted) const { return quoted_ids_[static_cast<std::size_t>(quoted)]; }
  std::int32_t place_count(std::int32_t quoted) const {
    const auto at = static_cast<std::size_t>(id(quoted));
    return first_place_[at + 1] - first_place_[at];
  }
  // Where a quoted element stands among those of the sources, ascending.
  const std::int32_t* places(std::int32_t quoted) const {
    return places_.data() + first_place_[static_cast<std::size_t>(id(quoted))];
  }
  const QuoteElement& source_element(std::int32_t at) const { return source_elements_[static_cast<std::size_t>(at)]; }

  std::size_t stretch_of(std::int32_t element) const;
  std::int32_t source_of(std::int32_t element) const { return sources_[stretch_of(element)]; }
  std::int32_t chain_of(std::int32_t element) const { return chains_[stretch_of(element)]; }

  const SourceIndex& index_;
  std::string_view answer_;
  const DocumentOrder& documents_;
  std::vector<QuoteElement> quoted_;  // of all quotations, behind one another
  std::vector<Range> ranges_;         // of each quotation
  std::vector<std::int32_t> quoted_ids_;
  std::vector<QuoteElement> source_elements_;  // of all sources, in the order of their documents
  std::vector<std::int32_t> source_ids_;       // -1: not quoted anywhere
  // Stretches of sources that were read, in the order of the documents. Those of one chain follow one another in one
  // document with nothing between them.
  std::vector<std::int32_t> first_element_;  // of each stretch; then the count
  std::vector<std::int32_t> sources_;        // of each stretch
  std::vector<std::int32_t> chains_;         // of each stretch, ascending

 private:
  class ContentWords;

  void read_quoted(Comparison& out);
  void read_stretch(std::int32_t source, std::int32_t first, std::int32_t last, std::int32_t chain);
  void read_around(std::int32_t source, const std::vector<std::int32_t>& seen, std::int32_t reach, std::int32_t& chain);
  bool elided(const QuoteRow& row) const;
  void number_elements();

  WordSet elements_;
  std::vector<std::int32_t> first_place_;
  std::vector<std::int32_t> places_;
};

}  // namespace verify
