// What the native tests share: texts without a byte to spare, the language tables, and the faces in short.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/markers.hpp"
#include "verify/rows.hpp"
#include "verify/structure.hpp"

namespace verify::test {

// A copy on the heap that is exactly as long as the text: a read past its end is seen by the address sanitizer.
class Tight {
 public:
  explicit Tight(std::string_view text) : size_(text.size()), bytes_(new char[text.size()]) {
    if (size_ != 0) std::memcpy(bytes_.get(), text.data(), size_);
  }
  operator std::string_view() const { return {bytes_.get(), size_}; }  // NOLINT: reads as the text itself

 private:
  std::size_t size_;
  std::unique_ptr<char[]> bytes_;
};

// The language tables of the package, read once from lexicon.tsv.
const Lexicon& lexicon();

// The words of a text as written, parted by '|': "Fee|12|euros".
std::string words(std::string_view text);

// The segments of a text without blanks at their ends, one for each; kinds by read_segments.
std::vector<std::string> segment_texts(std::string_view text, SegmentMode mode = SegmentMode::kAnswer);
std::vector<SegmentRow> segments(std::string_view text, SegmentMode mode = SegmentMode::kAnswer);

// The only quantity of a text; fails the test when there is another number of them.
QuantityRow only_quantity(std::string_view text);

// A generator that is the same on every machine (xorshift64*).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>((next() >> 33) % limit); }

 private:
  std::uint64_t state_;
};

// A valid text of `pieces` random words, signs and characters of many scripts.
std::string random_text(Random& random, std::size_t pieces);

}  // namespace verify::test
