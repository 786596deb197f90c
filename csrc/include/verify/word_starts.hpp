// Whether words of a text begin in some way, without an index of words.
#pragma once

#include <string>
#include <string_view>

namespace verify {

// `text` with its ASCII letters in lower case; nothing else changes, and offsets stay.
std::string lowered(std::string_view text);

// Whether some word of `text` begins with `word`, or is it where `whole` is set: what stands before it, and behind it,
// is no letter, digit or mark of any script. Both are valid UTF-8 and `word` is not empty. Linear in the text.
bool word_begins(std::string_view text, std::string_view word, bool whole);

}  // namespace verify
