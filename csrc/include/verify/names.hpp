// Words of an answer that are written like names and stand neither in the evidence nor in the question.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/phrases.hpp"
#include "verify/rows.hpp"

namespace verify {

// How many words of an answer are of a language that is known, as its stop words tell.
struct Prose {
  std::int32_t words = 0;
  std::int32_t stop_words = 0;

  void add(const std::vector<TokenRow>& tokens, const SegmentRow& segment);
};

// A run of capitalized words of an answer whose capitals say something.
struct NameSpan {
  std::int32_t segment;
  std::size_t first, last;  // tokens
  std::int32_t word_count;  // joining words and titles left out
  bool opens;               // a capital is due at its first word anyway
};

// Looks through the words of an answer, `kTokenFound` and `kTokenAsked` set, and appends a row for each word of a name
// that has neither. In scripts with capitals a name is a run of capitalized words, with joining words inside ("Bank of
// India", by `phrases`; may be null); in Han, where nothing marks a name, a run of characters no two of which stand
// together in the evidence. What is a name after all is for the caller to judge. Linear.
// Whether capitals say anything is told, for each segment, by the answer up to its end; `prose` counts what stood
// before. `spans` (may be null) gets every run of capitalized words but labels, known or not.
void find_names(std::string_view answer, const std::vector<TokenRow>& tokens, const std::vector<SegmentRow>& segments,
                const PhraseTable* phrases, std::vector<NameRow>& out, std::vector<NameSpan>* spans = nullptr,
                Prose prose = {}, std::int32_t counted = 0);

}  // namespace verify
