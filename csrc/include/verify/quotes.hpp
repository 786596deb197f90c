// Quotations: where an answer quotes, and whether the sources say it word for word.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/compare.hpp"
#include "verify/rows.hpp"

namespace verify {

// A quotation that is still open after so many bytes counts as closed there.
inline constexpr std::size_t kMostQuotedBytes = 4096;

// What is undecided while an answer grows.
struct QuoteState {
  std::size_t open = std::string_view::npos;              // the first mark whose other end may still come
  std::vector<std::pair<std::size_t, std::size_t>> code;  // inline code, in which no mark counts

  void open_at(std::size_t at) { open = open < at ? open : at; }
};

// Whether the last character is a quotation mark, which what stands behind it makes an opening or a closing one.
bool ends_with_mark(std::string_view text);

// Finds the quotations of an answer: text between marks of any script ("", “”, ‘’, „“, «», »«, 「」, 『』 and
// mixtures), and block quotations. Only the outermost marks count; apostrophes, inches, feet and minutes are none; code
// is left alone; a quotation ends with its block at the latest. Rows come in order and do not overlap; `relation` and
// what follows it stay 0. Linear in the text. `state`: filled where it is not null, for a text that may go on.
void read_quotes(std::string_view answer, const std::vector<SegmentRow>& segments, std::vector<QuoteRow>& out,
                 QuoteState* state = nullptr);

// The sources in the order of their documents. `goes_on[i]` says that order[i + 1] carries on where order[i] ends.
struct DocumentOrder {
  std::vector<std::int32_t> order;
  std::vector<std::uint8_t> goes_on;
};

// Looks for each row of `comparison.quotes` in the sources, by itself, and fills in what read_quotes() left. `scopes`
// runs in parallel: the sources (ascending) in which a quotation should stand; of several places one of them is taken,
// and of none any is as good. Presentation alone is folded: case, width, typography, blanks, line wraps, hyphens at
// line ends, markup, punctuation between words, separators of thousands. Work is bounded by a constant for each token
// of the sources; a quotation behind the bound is kUnsearched. Throws std::invalid_argument where `scopes` or
// `documents` do not fit.
void match_quotes(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents,
                  const std::vector<std::vector<std::int32_t>>& scopes, Comparison& comparison);

}  // namespace verify
