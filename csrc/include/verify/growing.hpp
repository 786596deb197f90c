// An answer that is still being written, read piece by piece: how much of a piece later text can no longer change.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "verify/markers.hpp"
#include "verify/quotes.hpp"
#include "verify/rows.hpp"

namespace verify {

// How many of the segments of a text are settled: whatever is written behind it, they and what is read in them stay.
// Adds the code in which no citation is looked for to `quotes`. `known`: the start of something undecided that other
// readers know of, text.size() for none.
std::size_t count_settled(std::string_view text, const std::vector<SegmentRow>& segments,
                          const std::vector<MarkerRow>& markers, QuoteState& quotes, const MarkerOptions& options,
                          std::size_t known);

// Whether reading may start anew behind a segment, with CarriedRow alone: nothing reaches over its end.
bool restarts_behind(std::size_t segment, const std::vector<SegmentRow>& segments,
                     const std::vector<MarkerRow>& markers, const std::vector<QuoteRow>& quotes,
                     const QuoteState& state);

}  // namespace verify
