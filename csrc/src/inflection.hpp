// Regular English inflection: what a verb behind "does not" looks like where nothing denies it.
#pragma once

#include <string_view>

namespace verify {

// Is `word` a regular form of the verb `base` in -s, -es, -ed or -ing ("covers", "denied", "planning"), and not `base`
// itself? Of any case; ASCII letters alone.
bool inflects(std::string_view base, std::string_view word);

}  // namespace verify
