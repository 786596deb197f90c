#include "elements.hpp"

#include <algorithm>

#include "unicode_tables.hpp"
#include "verify/utf8.hpp"

namespace verify {

void add_elements(std::string_view text, const TokenRow* tokens, std::size_t count, std::size_t most,
                  std::vector<Element>& out) {
  out.reserve(std::min(out.size() + count + 8, most + 2));
  for (std::size_t i = 0; i < count && out.size() <= most; ++i) {
    const TokenRow& token = tokens[i];
    if ((token.flags & (kTokenMarker | kTokenJoined)) != 0) continue;
    if ((token.flags & kTokenHan) == 0) {
      out.push_back({token.key, token.start_byte, token.end_byte, token.flags});
      continue;
    }
    // Bigrams overlap: the first character of each, and the second of the last one of a run.
    std::size_t at = static_cast<std::size_t>(token.start_byte);
    // A pair joined over a line end starts inside the last one of its line, and is no pair of the run.
    std::size_t next = i + 1;
    while (next < count && (tokens[next].flags & kTokenJoined) != 0) ++next;
    const bool goes_on =
        next < count && tokens[next].start_byte < token.end_byte && (tokens[next].flags & kTokenHan) != 0;
    while (at < static_cast<std::size_t>(token.end_byte)) {
      const std::size_t start = at;
      const char32_t point = next_code_point(text, at);
      const std::uint32_t row = unicode::entry(point);
      if (unicode::class_of(row) != unicode::kHan && unicode::class_of(row) != unicode::kKana) continue;
      const char32_t folded =
          unicode::fold_kind(row) == unicode::kPoint ? static_cast<char32_t>(unicode::payload(row)) : point;
      out.push_back({folded, static_cast<std::int32_t>(start), static_cast<std::int32_t>(at), token.flags});
      if (goes_on) break;
    }
  }
}

bool clause_sign(std::string_view between) {
  if (between.empty() || between == " ") return false;
  static constexpr std::string_view kSigns[] = {",",  ";",  ":", "(",  "\"", "，", "；",
                                                "：", "（", "“", "。", "|",  "\n", "."};
  for (const std::string_view sign : kSigns) {
    if (between.find(sign) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace verify
