#include "unicode_tables.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"
#include "word_hash.hpp"

namespace verify {

std::uint64_t word_key(std::string_view folded) {
  std::uint64_t hash = kSeed;
  std::size_t at = 0;
  while (folded.size() - at > 8) {
    hash = multiply_fold(hash ^ load_part(folded.data() + at, 8), kMultiplier);
    at += 8;
  }
  return finish(multiply_fold(hash ^ load_part(folded.data() + at, folded.size() - at), kMultiplier), folded.size());
}

std::string fold(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    unicode::fold_point(next_code_point(text, at), [&out](char32_t point) { append_utf8(out, point); });
  }
  return out;
}

}  // namespace verify
