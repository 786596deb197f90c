#include "han_table.hpp"

#include "han_numerals.hpp"
#include "unicode_tables.hpp"
#include "verify/utf8.hpp"
#include "word_hash.hpp"

namespace verify {

char32_t HanTable::fold(char32_t point) {
  const std::uint32_t entry = unicode::entry(point);
  return unicode::fold_kind(entry) == unicode::kPoint ? unicode::payload(entry) : point;
}

HanTable::HanTable() : rows_(kEnd) {
  for (char32_t point = 0x800; point < kEnd; ++point) {
    const unicode::Class kind = unicode::class_of(unicode::entry(point));
    if (kind == unicode::kOther) rows_[point] = kBreak;
    if (kind != unicode::kHan && kind != unicode::kKana) continue;
    const char32_t folded = fold(point);
    char bytes[4];
    if (write_utf8(folded, bytes) != 3) continue;
    rows_[point] = static_cast<std::uint32_t>(load_part(bytes, 3)) | kKnown | (han_numeral(folded) ? kNumeral : 0);
  }
}

const HanTable& HanTable::get() {
  static const HanTable table;
  return table;
}

}  // namespace verify
