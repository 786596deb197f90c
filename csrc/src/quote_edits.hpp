// The edits that lead from a place in a source to a quotation of it.
#pragma once

#include <cstdint>
#include <vector>

namespace verify {

inline constexpr std::int32_t kMostShift = 48;  // how far a quotation's words may slip against their place

// quoted[quoted_begin, quoted_end) stands where the source has [source_begin, source_end). One may be empty.
struct QuoteEdit {
  std::int32_t quoted_begin, quoted_end;
  std::int32_t source_begin, source_end;
};

struct QuoteEdits {
  bool found = false;
  std::int32_t begin = 0, end = 0;  // the place in the source
  std::int32_t matched = 0;         // equal elements
  std::int32_t cost = 0;            // elements changed
  std::int64_t work = 0;            // cells looked at
  std::vector<QuoteEdit> edits;     // in order, apart from one another
};

// Fits `quoted` into `source`, whose ends are free, with the fewest substitutions, insertions and deletions (Sellers
// 1980), in a band of kMostShift around a diagonal. Ids below 0 equal nothing. `offset` is where `source` begins among
// all elements; `diagonal`, `begin`, `end` and the edits' source side count from there too.
QuoteEdits align_quote(const std::int32_t* quoted, std::int32_t quoted_size, const std::int32_t* source,
                       std::int32_t source_size, std::int32_t offset, std::int32_t diagonal);

}  // namespace verify
