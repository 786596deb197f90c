// Text to blocks and sentences.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/row_span.hpp"
#include "verify/rows.hpp"

namespace verify {

class Lexicon;

enum class SegmentMode {
  kAnswer,  // sentences; a line break ends a segment unless the next line plainly goes on
  kSource,  // sentences, and clauses in Chinese; line breaks inside a paragraph are read as blanks
};

// Cuts `text` (valid UTF-8) into segments that tile it: blocks first (fences, headings, tables, list items, quotes,
// paragraphs), then sentences. Citation markers behind a full stop belong to the sentence before it; `markers` must
// be sorted. An unclosed fence ends 4 KiB after it opened, and a segment of an answer longer than 5 KiB is cut at a
// blank. Linear in the text. Fills everything but the token, quantity and marker ranges; see assign_segments.
// `inside`: the kind of block whose later sentences the text starts with, as a number; -1 where it starts with a block.
void read_segments(std::string_view text, const std::vector<MarkerRow>& markers, const Lexicon& lexicon,
                   SegmentMode mode, std::vector<SegmentRow>& out, std::int32_t inside = -1);

// Gives each token, quantity and marker its segment, of which the first has the number `first_segment`, and each
// segment its ranges. All must be sorted by start.
void assign_segments(RowSpan<SegmentRow> segments, RowSpan<TokenRow> tokens, RowSpan<QuantityRow> quantities,
                     RowSpan<MarkerRow> markers, std::int32_t first_segment = 0);

}  // namespace verify
