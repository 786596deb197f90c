// References to a source in the prose of a sentence.
#pragma once

#include <string_view>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/markers.hpp"

namespace verify {

// Adds "under Section 4.2 of the Agreement", 根据《员工手册》第三条, "according to source 2" to `markers` (sorted, and
// kept so): a word that cites, then a title, or a section, or both, or the numbers of sources. Resolved by number,
// exact title and section; else vague. Returns whether titles are wanted and were not given. Linear: a reference is at
// most 300 bytes long.
bool read_references(std::string_view text, const Lexicon& lexicon, const SourceNames& names,
                     const MarkerOptions& options, std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids);

}  // namespace verify
