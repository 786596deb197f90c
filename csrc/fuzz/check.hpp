// What the fuzz targets share: a check that stays on in every build, and the language tables.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "generate.hpp"
#include "verify/lexicon.hpp"
#include "verify/utf8.hpp"

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)

namespace verify::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline bool valid(std::string_view text) { return find_invalid_utf8(text) == std::string_view::npos; }

// Whether `at` lies between two characters of a valid text.
inline bool boundary(std::string_view text, std::int32_t at) {
  const auto place = static_cast<std::size_t>(at);
  return at >= 0 && place <= text.size() &&
         (place == text.size() || (static_cast<unsigned char>(text[place]) & 0xC0u) != 0x80u);
}

inline const Lexicon& lexicon() {
  static const Lexicon tables = [] {
    std::ifstream file(LEXICON_PATH, std::ios::binary);
    const std::string blob{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    CHECK(!blob.empty());
    return Lexicon::parse(blob);
  }();
  return tables;
}

}  // namespace verify::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
