// Bold type of some PDFs is every glyph drawn twice, and comes out as "TToottaall  ccoosstt::  8822".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verify {

// Reads such glyphs once: writes to `read` the text without the second of each, and to `places`, for each byte offset
// 0..size of it, the offset in `text` where that byte stands. False, and both are left alone, for a text without any.
//
// docs/reading.md, §1, has the rule: words that are doubled throughout, in a row, with more pairs that differ from one
// another than any word, code or pattern of a date has.
// Linear; `text` must be valid UTF-8.
bool undouble_glyphs(std::string_view text, std::string& read, std::vector<std::int32_t>& places);

}  // namespace verify
