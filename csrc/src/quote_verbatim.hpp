// Quotations that stand in a source byte for byte, found without reading the sources' words again.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/compare.hpp"
#include "verify/quotes.hpp"

namespace verify {

// The first place, in the order of the documents, where answer[begin, end) stands as it is, as words of their own: in
// the sources of `scope` (ascending), or in any where that is empty. False where there is none, or where words at its
// ends could be parts of longer ones, which only the words themselves tell.
bool find_verbatim(const SourceIndex& index, std::string_view answer, std::int32_t begin, std::int32_t end,
                   const DocumentOrder& documents, const std::vector<std::int32_t>& scope, QuotePlaceRow& place);

}  // namespace verify
