// Tables without strokes: cells parted by tabs, by commas (CSV) or by runs of blanks (aligned text).
#pragma once

#include <string>
#include <string_view>

namespace verify {

// Puts a stroke in the place of one byte between any two cells of such tables, so that they read as tables do whose
// cells strokes part; every other byte stays in its place. A table is a line that names columns and at least two lines
// behind it with as many cells, each of which has a value behind its first cell. False, and `parted` is left alone, for
// a text without one. Linear in the text.
bool part_cells(std::string_view text, std::string& parted);

}  // namespace verify
