// Every number, date, time, amount and measure of a text, exactly, each with its span.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/row_span.hpp"
#include "verify/rows.hpp"

namespace verify {

class Lexicon;

// Reads the quantities of `text` (valid UTF-8) in order of start_byte, never overlapping. `tokens` are the words
// of the same text as tokenize() gives them: only they are looked at as places where a quantity can start.
// What is not a quantity (list labels, section numbers, versions, ids, phones, URLs) comes out as kLabel or
// kIdentifier. Linear in the text.
void read_quantities(std::string_view text, RowSpan<const TokenRow> tokens, const Lexicon& lexicon,
                     std::vector<QuantityRow>& out);

// The same, where a line end inside a sentence or list item parts nothing: it is read as a blank, and as nothing where
// Chinese goes on in the next line. Spans count in `text`; `segments` are those of the text.
void read_wrapped_quantities(std::string_view text, RowSpan<const TokenRow> tokens, RowSpan<const SegmentRow> segments,
                             const Lexicon& lexicon, std::vector<QuantityRow>& out);

// Where a running list stands: the label that is due, and the end of the last one.
struct ListPlace {
  std::int32_t next = 1;
  std::int32_t end = 0;
};

// Turns the numbers of a list that runs on in one line ("Steps: 1. Clean. 2. Milk.") into labels: 1, 2, ... in order,
// each behind a stop and before one, none farther than 4 KiB behind the last. `place` goes on from what stood before
// the text. Fills `places`, where it is not null, with the place behind each quantity. Returns where the first number
// stands that a later one may make a label; text.size() for none.
std::size_t label_lists(std::string_view text, std::vector<QuantityRow>& quantities, ListPlace place = {},
                        std::vector<ListPlace>* places = nullptr);

// Accounting brackets mean a minus sign in table rows, and in running text behind a label: "Net income: (412)".
// Quantities of table rows are flagged kQuantityInTable. Both must be sorted.
void negate_brackets(std::string_view text, RowSpan<const SegmentRow> segments, RowSpan<QuantityRow> quantities);

// The same in the segments of an answer that say nothing but values: "(16,086) thousand". Tokens must be marked.
void read_bare_amounts(std::string_view text, const std::vector<TokenRow>& tokens,
                       const std::vector<SegmentRow>& segments, std::vector<QuantityRow>& quantities);

// Flags the tokens that lie in a quantity, wholly or in part, with kTokenQuantity, in a label with kTokenMarker.
// Both must be sorted.
void mark_quantities(RowSpan<TokenRow> tokens, RowSpan<const QuantityRow> quantities);

}  // namespace verify
