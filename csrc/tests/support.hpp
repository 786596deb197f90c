// What the native tests share: texts without a byte to spare, the language tables, and the faces in short.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../fuzz/generate.hpp"
#include "quantities/forms.hpp"
#include "verify/lexicon.hpp"
#include "verify/markers.hpp"
#include "verify/rows.hpp"
#include "verify/structure.hpp"

namespace verify::test {

// The language tables of the package, read once from lexicon.tsv.
const Lexicon& lexicon();

// The words of a text as written, parted by '|': "Fee|12|euros".
std::string words(std::string_view text);

// The segments of a text without blanks at their ends, one for each; kinds by read_segments.
std::vector<std::string> segment_texts(std::string_view text, SegmentMode mode = SegmentMode::kAnswer);
std::vector<SegmentRow> segments(std::string_view text, SegmentMode mode = SegmentMode::kAnswer);

// The only quantity of a text; fails the test when there is another number of them.
QuantityRow only_quantity(std::string_view text);

// What the forms read at a place, one after another and without any short cut where `scan` has no memory: false where
// that is nothing or no quantity.
QuantityRow empty_row();
bool read_by_forms(const Scan& scan, std::size_t at, QuantityRow& row);

}  // namespace verify::test
