#include "verify/word_starts.hpp"

#include <cstring>

#include "unicode_tables.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

bool part_of_word(char32_t point) {
  const unicode::Class kind = unicode::class_of(unicode::entry(point));
  return kind != unicode::kOther && kind != unicode::kIgnorable;
}

bool word_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  do --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u);
  return part_of_word(next_code_point(text, at));
}

}  // namespace

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {  // without a branch, so that compilers do many at once
    const auto byte = static_cast<unsigned char>(c);
    c = static_cast<char>(byte | (static_cast<unsigned char>(byte - 'A') < 26 ? 0x20 : 0));
  }
  return out;
}

bool word_begins(std::string_view text, std::string_view word, bool whole) {
  for (std::size_t from = 0; from < text.size();) {
    const auto* const found =
        static_cast<const char*>(memmem(text.data() + from, text.size() - from, word.data(), word.size()));
    if (found == nullptr) return false;
    const auto at = static_cast<std::size_t>(found - text.data());
    std::size_t end = at + word.size();
    from = end;  // a hit inside this one would not begin a word either
    if (!word_before(text, at) && !(whole && end < text.size() && part_of_word(next_code_point(text, end))))
      return true;
  }
  return false;
}

}  // namespace verify
