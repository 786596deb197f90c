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

  // Reads the documents that hold a content word of the quotations that `wanted` names; all, where one has none.
  void read_sources(const std::vector<std::uint8_t>& wanted, const Comparison& out);

  // Turns to one of these quotations: lists where its elements stand in the documents that hold one of its own content
  // words, whatever others hold. Returns how many elements it went through.
  std::int64_t list_places(std::size_t quotation);

  // The pieces of a quotation between the omissions that it marks.
  std::vector<Range> parts(const QuoteRow& row, Range all) const;

  std::int32_t id(std::int32_t quoted) const { return quoted_ids_[static_cast<std::size_t>(quoted)]; }
  std::int32_t place_count(std::int32_t quoted) const { return list(quoted).size(); }
  // Where an element of the quotation at hand stands among those of the sources, ascending.
  const std::int32_t* places(std::int32_t quoted) const { return places_.data() + list(quoted).begin; }
  const QuoteElement& source_element(std::int32_t at) const { return source_elements_[static_cast<std::size_t>(at)]; }

  std::size_t stretch_of(std::int32_t element) const;
  std::int32_t source_of(std::int32_t element) const { return sources_[stretch_of(element)]; }
  // The elements of the document that one of them is in.
  Range document_of(std::int32_t element) const { return elements_of(documents_read_[stretch_of(element)]); }

  const SourceIndex& index_;
  std::string_view answer_;
  const DocumentOrder& documents_;
  std::vector<QuoteElement> quoted_;  // of all quotations, behind one another
  std::vector<Range> ranges_;         // of each quotation
  std::vector<std::int32_t> quoted_ids_;
  std::vector<QuoteElement> source_elements_;  // of what was read, in the order of the documents
  std::vector<std::int32_t> source_ids_;       // -1: not quoted anywhere
  std::vector<std::int32_t> first_element_;    // of each source that was read; then the count
  std::vector<std::int32_t> sources_;          // that were read

 private:
  void read_quoted(Comparison& out);
  void read_words(const std::vector<std::uint8_t>& wanted, const Comparison& out);
  void read_source(std::int32_t source, std::int32_t document);
  void number_elements();
  std::vector<std::int32_t> documents_with(std::size_t quotation, std::int64_t& work) const;
  Range elements_of(std::int32_t document) const;
  const Range& list(std::int32_t quoted) const { return lists_[static_cast<std::size_t>(id(quoted))]; }

  std::vector<std::int32_t> documents_read_;         // of each source that was read: the document that it is a part of
  WordSet words_;                                    // content words of the quotations that are looked for
  std::vector<std::vector<std::int32_t>> words_of_;  // of each quotation, ascending
  std::vector<std::vector<std::int32_t>> holders_;   // the documents that hold each word, ascending
  WordSet elements_;
  std::vector<std::int32_t> first_place_;  // by id; then the count
  std::vector<std::int32_t> every_place_;  // where each quoted element stands in what was read
  std::vector<Range> lists_;               // by id, for those of the quotation at hand: a part of places_
  std::vector<std::int32_t> places_;
};

}  // namespace verify
