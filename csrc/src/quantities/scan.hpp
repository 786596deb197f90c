// What the forms share: a bounded look at the text around a place, and what a numeral is while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quantities/value.hpp"
#include "unicode_tables.hpp"
#include "verify/lexicon.hpp"
#include "verify/rows.hpp"
#include "verify/utf8.hpp"

namespace verify {

// The text that is read, the tables, and where the last quantity ended: no form claims a byte before `floor`.
struct Scan {
  std::string_view text;
  const Lexicon& lexicon;
  std::size_t floor = 0;
  struct Memory* memory = nullptr;  // what was read last; null: nothing is kept, and no short cut taken

  std::size_t size() const { return text.size(); }
  // The code point at a character boundary, 0 at the end.
  char32_t point(std::size_t at) const {
    if (at >= text.size()) return 0;
    return next_code_point(text, at);
  }
  // The boundary behind the code point at `at` (< size).
  std::size_t after(std::size_t at) const {
    next_code_point(text, at);
    return at;
  }
  // The code point that ends at `at`, 0 at the start; `start` becomes its first byte.
  char32_t before(std::size_t at, std::size_t& start) const {
    start = at;
    if (at == 0) return 0;
    return previous_code_point(text, start);
  }
  char32_t before(std::size_t at) const {
    std::size_t start;
    return before(at, start);
  }
  // The value of the decimal digit at `at`, -1 where there is none.
  int digit(std::size_t at) const {
    if (at >= text.size()) return -1;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) return byte >= '0' && byte <= '9' ? byte - '0' : -1;
    return lexicon.digit_value(point(at));
  }
};

// Blanks inside one line, the ideographic and the no-break ones too.
inline bool blank(char32_t point) {
  return point == ' ' || point == '\t' || point == 0xA0 || point == 0x3000 || (point >= 0x2000 && point <= 0x200A) ||
         point == 0x202F || point == 0x205F;
}
// Letters of alphabets, not Han.
inline bool letter(char32_t point) {
  if (point < 0x80) return (point | 32u) >= 'a' && (point | 32u) <= 'z';
  return unicode::class_of(unicode::entry(point)) == unicode::kLetter;
}
inline bool han(char32_t point) { return point >= 0x2E80 && unicode::class_of(unicode::entry(point)) == unicode::kHan; }
bool dash(char32_t point);  // hyphen, en dash, minus, full-width forms
bool digit_point(const Scan& scan, char32_t point);
bool number_form(char32_t point);  // ½, ⅓, ①

// Steps over at most `most` blanks.
std::size_t skip_blanks(const Scan& scan, std::size_t at, int most = 4);
std::size_t skip_blanks_back(const Scan& scan, std::size_t at, int most = 4);

// The start of the word of letters that ends at `end`, at most 24 bytes back.
std::size_t word_start(const Scan& scan, std::size_t end);

// The longest entry of `section` that ends exactly at `end` and starts at a word's start, or null. `start` becomes its
// first byte.
const Entry* entry_before(const Scan& scan, Section section, std::size_t end, std::size_t& start);

// A run of digits of one script without any separator. Returns its number of digits, 0 where there is none;
// `value` saturates at 10^9.
int read_run(const Scan& scan, std::size_t at, std::int64_t& value, std::size_t& end);

// A numeral: the number alone, without sign, currency and unit.
struct Numeral {
  Value value;
  Value upper;  // of an approximate pair (两三, 七八十)
  bool pair = false;
  std::int32_t quantum = 0;  // power of ten of the last written digit
  std::size_t start = 0;
  std::size_t end = 0;
  std::uint32_t flags = 0;  // QuantityFlag
  int plain_digits = 0;     // length of a plain run of digits, 0 where anything else was written
  bool ordinal = false;
  bool fraction = false;
  bool percent = false;    // 百分之
  bool lone_word = false;  // one number word or one Han numeral
  bool scaled = false;
  std::int32_t scale_power = 0;  // what 万 亿 or thousand and more at its end multiply by
  bool han = false;
};

// digits.cpp: digits of any script with separators, decimals, exponents, fractions. `at` is on the first digit.
bool read_digits(const Scan& scan, std::size_t at, Numeral& numeral);
// The same for the most common shapes, whatever stands around them: 7, 342, 2019, 12,500, 3.75, 1,234.5: at most
// eighteen ASCII digits, in threes or in one run, with a decimal part or without; none but 0 itself starts with 0.
// False, with `numeral` untouched, for any other.
bool read_plain_digits(const Scan& scan, std::size_t at, Numeral& numeral);
// words.cpp: numbers in English words. `at` is on the first letter.
bool read_words(const Scan& scan, std::size_t at, Numeral& numeral);
// han.cpp: Han numerals, alone or behind digits (1.02万亿, 6万2000). `at` is on the first digit or Han numeral.
bool read_han(const Scan& scan, std::size_t at, Numeral& numeral);

// A number with sign, currency, scale, unit.
struct Amount {
  Numeral numeral;
  std::size_t start = 0;
  std::size_t end = 0;
  std::size_t unit_start = 0;
  std::size_t unit_end = 0;
  std::int32_t unit = -1;
  std::int32_t per_unit = -1;
  std::int32_t scale = 0;    // the power of ten that a scale word behind the number stands for
  bool prefix_unit = false;  // the unit stands before the number
  bool negative = false;
  bool signed_number = false;
  bool elliptic = false;  // its unit may be followed by a digit that counts tenths of it: 三块五
};

// amount.cpp: `may_sign` is false behind a range's dash.
bool read_amount(const Scan& scan, std::size_t at, bool may_sign, Amount& amount);

// The forms ask one after another for the same words and the same amount: the last answer at a place is kept.
template <typename Row>
struct Kept {
  std::size_t at = static_cast<std::size_t>(-1);
  std::size_t floor = 0;
  std::size_t size = 0;
  bool found = false;
  Row row;
};
// A run of digits, and the text's size as it was given.
struct KeptRun {
  std::size_t at = static_cast<std::size_t>(-1);
  std::size_t size = 0;
  std::size_t end = 0;
  std::int64_t value = 0;
  int count = 0;
};
struct Memory {
  Kept<Numeral> words;
  Kept<Amount> amounts[2];  // without and with a sign before it
  // By the last bits of their places: each form asks for the same few.
  Kept<Numeral> han[4];
  KeptRun runs[4];
};
// What `read` finds at a place, or the last answer where that is what was asked for. `row` must be fresh.
template <typename Row, typename Read>
bool read_once(const Scan& scan, std::size_t at, Kept<Row>& last, Row& row, Read&& read) {
  if (last.at != at || last.floor != scan.floor || last.size != scan.size()) {
    const bool found = read();  // may read elsewhere, and so change `last`
    last = Kept<Row>{at, scan.floor, scan.size(), found, row};
    return found;
  }
  row = last.row;
  return last.found;
}

// Puts an amount into a row: value, unit, spans, kind, flags.
void fill_row(const Scan& scan, const Amount& amount, QuantityRow& row);
void set_value(QuantityRow& row, const Value& value);
void set_upper(QuantityRow& row, const Value& value);

}  // namespace verify
