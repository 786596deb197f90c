#include "quote_verbatim.hpp"

#include <algorithm>
#include <cstring>

namespace verify {
namespace {

bool ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Han characters from U+4E00 on: each is a word by itself, whatever stands beside it.
bool han_before(std::string_view text, std::size_t end) {
  return end >= 3 && static_cast<unsigned char>(text[end - 3]) >= 0xE4 &&
         static_cast<unsigned char>(text[end - 3]) <= 0xE9;
}

bool one_of(char c, const char* signs) { return std::strchr(signs, c) != nullptr && c != '\0'; }

// Nothing before `at` makes another word of what begins there. A line's hyphen would.
bool begins(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] == ' ' || one_of(text[at - 1], "\"(\t")) return true;
  return text[at - 1] == '\n' && (at == 1 || ascii_letter(text[at - 2]) || one_of(text[at - 2], ".,;:!?\n"));
}

bool ends(std::string_view text, std::size_t at) {
  return at == text.size() || one_of(text[at], " \n\t\"),;:!?") ||
         (text[at] == '.' && (at + 1 == text.size() || one_of(text[at + 1], " \n\"")));
}

const char* find_bytes(std::string_view text, std::string_view what, std::size_t from) {
  return static_cast<const char*>(memmem(text.data() + from, text.size() - from, what.data(), what.size()));
}

}  // namespace

bool find_verbatim(const SourceIndex& index, std::string_view answer, std::int32_t begin, std::int32_t end,
                   const DocumentOrder& documents, const std::vector<std::int32_t>& scope, QuotePlaceRow& place) {
  const std::string_view what = answer.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  if (what.empty()) return false;
  const bool han_first = han_before(what, 3);
  const bool han_last = han_before(what, what.size());
  if ((!han_first && !ascii_letter(what.front())) || (!han_last && !ascii_letter(what.back()))) return false;
  for (const std::int32_t source : documents.order) {
    if (!scope.empty() && !std::binary_search(scope.begin(), scope.end(), source)) continue;
    const std::string_view text = index.text(source);
    for (const char* at = find_bytes(text, what, 0); at != nullptr;) {
      const auto start = static_cast<std::size_t>(at - text.data());
      if ((han_first || begins(text, start)) && (han_last || ends(text, start + what.size()))) {
        place = {source, static_cast<std::int32_t>(start), static_cast<std::int32_t>(start + what.size())};
        return true;
      }
      at = find_bytes(text, what, start + what.size());
    }
  }
  return false;
}

}  // namespace verify
