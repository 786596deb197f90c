// Characters that are in the bytes of a text and not on the screen, where they have no use.
#pragma once

#include <cstddef>
#include <string_view>

namespace verify {

// [start, end) of the first such character; both are the text's size where there is none.
struct HiddenPlace {
  std::size_t start;
  std::size_t end;
};

// Looks for embeddings, overrides and isolates of the writing direction (U+202A..202E, U+2066..2069) in a text without
// a letter that is written from right to left, and for tag characters (U+E0020..E007F) outside of flags. With
// `zero_width` also for zero-width characters between two ASCII letters or digits. Linear; `text` must be valid UTF-8.
HiddenPlace find_hidden(std::string_view text, bool zero_width);

}  // namespace verify
