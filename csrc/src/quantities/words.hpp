// What the files that read numbers in English words share.
#pragma once

#include "quantities/scan.hpp"

namespace verify {

struct Word {
  const Entry* entry = nullptr;
  std::size_t start = 0;
  std::size_t end = 0;
  WordKind kind() const { return static_cast<WordKind>(entry->kind); }
  explicit operator bool() const { return entry != nullptr; }
  bool is(WordKind wanted) const { return entry != nullptr && kind() == wanted; }
};

inline Value ratio(std::int64_t numerator, std::int64_t denominator) {
  Value value = whole(numerator);
  value.denominator = denominator;
  return value;
}

// The number word at `at`, or none.
Word word_at(const Scan& scan, std::size_t at);
// The number word behind `at`, over blanks, a line end or a hyphen; none where nothing parts them.
Word next_word(const Scan& scan, std::size_t at);

// A cardinal while it grows. `slot` is what the next word may be worth: 1000 at a group's start, 100 behind a
// hundred, 10 behind a ten, 1 where the group is full.
struct Cardinal {
  Value total;
  std::int64_t group = 0;
  int slot = 1000;
  bool group_used = false;
  bool group_hundred = false;
  std::int32_t last_scale = 100;
  Value last_added;
  std::size_t end = 0;
  int words = 0;
  bool scale_last = false;  // ends with thousand or more
  bool hundred_last = false;
  bool multiplied = false;    // a second scale word was read
  std::int64_t ten_last = 0;  // the ten that was read last, 0 where another word was

  Value value() const { return add(total, whole(group)); }
};

// cardinal.cpp. `words` is 0 where no cardinal stands at `at`.
Cardinal read_cardinal(const Scan& scan, std::size_t at);
bool take_hundred(Cardinal& number);
bool take_scale(Cardinal& number, std::int32_t exponent);

// word_fractions.cpp: halves, quarters, fifths, "one in five".
bool read_half(const Scan& scan, const Word& first, Numeral& numeral);
bool read_and_part(const Scan& scan, std::size_t at, Value& part, std::size_t& end);
bool read_fraction_tail(const Scan& scan, const Cardinal& number, Numeral& numeral);

// words.cpp: a scale word (thousand, million, dozen) behind what was read; multiplies and moves `end`.
bool read_scale_word(const Scan& scan, Numeral& numeral);

}  // namespace verify
