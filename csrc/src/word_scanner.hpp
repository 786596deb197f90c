// The reader of words at work: plain words by blocks of bytes (tokenize.cpp), all else character by character
// (tokenize_runs.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "byte_classes.hpp"
#include "han_table.hpp"
#include "unicode_tables.hpp"
#include "verify/lexicon.hpp"
#include "verify/rows.hpp"
#include "word_hash.hpp"

namespace verify {

inline constexpr std::uint64_t kLower = 0x2020202020202020u;

inline bool ascii_alpha(unsigned char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
inline bool ascii_numeral(unsigned char c) { return c >= '0' && c <= '9'; }

inline std::uint64_t load_eight(const char* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  return word;
}

// The first `count` (0..8) bytes of a word, the first lowest.
constexpr std::uint64_t low_bytes(std::size_t count) {
  return count < 8 ? (std::uint64_t{1} << (8 * count)) - 1 : ~std::uint64_t{0};
}

// What a plain word of so many letters takes to hash: which of its sixteen bytes count, their case bits, and the rest.
struct alignas(64) WordShape {
  std::uint64_t head, tail;              // of bytes 0..7 and 8..15
  std::uint64_t lower_head, lower_tail;  // the case bits of those
  std::uint64_t longer;                  // all ones where there are bytes in the tail
  std::uint64_t size_hash;
  std::uint64_t all_caps;  // the flag of a word without a small letter
};

inline constexpr std::size_t kShortWord = 16;

constexpr std::array<WordShape, kShortWord + 1> make_shapes() {
  std::array<WordShape, kShortWord + 1> shapes{};
  for (std::size_t count = 0; count <= kShortWord; ++count) {
    const std::uint64_t head = low_bytes(count);
    const std::uint64_t tail = count > 8 ? low_bytes(count - 8) : 0;
    shapes[count] = {head,
                     tail,
                     kLower & head,
                     kLower & tail,
                     tail != 0 ? ~std::uint64_t{0} : 0,
                     count * kSeed,
                     count > 1 ? std::uint64_t{kTokenAllCaps} : 0};
  }
  return shapes;
}
inline constexpr std::array<WordShape, kShortWord + 1> kShapes = make_shapes();

// The row of a word of `count` (1..16) letters; sixteen bytes from `bytes` on can be read. Without a branch: the number
// of letters is what no processor can foresee.
inline TokenRow short_word(const char* bytes, std::size_t count, std::int32_t start) {
  const WordShape& shape = kShapes[count];
  const std::uint64_t head = load_eight(bytes) & shape.head;
  const std::uint64_t tail = load_eight(bytes + 8) & shape.tail;
  const std::uint64_t once = multiply_fold(kSeed ^ (head | shape.lower_head), kMultiplier);
  const std::uint64_t twice = multiply_fold(once ^ (tail | shape.lower_tail), kMultiplier);
  const std::uint64_t hash = once ^ ((once ^ twice) & shape.longer);
  const std::uint64_t small = (head | tail) & kLower;
  const std::uint64_t capital = (~head & 0x20) >> 1;
  static_assert(kTokenCapital == 0x20 >> 1, "the case bit of a letter, moved by one");
  const auto flags = static_cast<std::uint32_t>(capital | (small == 0 ? shape.all_caps : 0));
  return {multiply_fold(hash ^ shape.size_hash, kMultiplier), start, start + static_cast<std::int32_t>(count), 0,
          flags};
}

class Scanner {
 public:
  Scanner(std::string_view text, const Lexicon* lexicon, std::vector<TokenRow>& out)
      : text_(text), lexicon_(lexicon), out_(out) {}

  // Blocks tell where plain words of letters start and end; what is anything else is read character by character, up to
  // the next plain break.
  void run();

 private:
  unsigned char byte(std::size_t at) const { return static_cast<unsigned char>(text_[at]); }
  // Where `count` more rows may be written. They stand once staged_ is moved on.
  TokenRow* room(std::size_t count) {
    if (staged_ + count > kStaged) flush();
    return stage_ + staged_;
  }

  void flush() {
    out_.insert(out_.end(), stage_, stage_ + staged_);
    staged_ = 0;
  }

  TokenRow row_of(std::uint64_t key, std::size_t start, std::size_t end, std::uint32_t flags) const {
    TokenRow row{key, static_cast<std::int32_t>(start), static_cast<std::int32_t>(end), 0, flags};
    if (lexicon_ != nullptr) mark_stop(row);
    return row;
  }

  void mark_stop(TokenRow& row) const {
    if (lexicon_->stop_word(row.key)) row.flags |= kTokenStop;
  }

  void emit(std::uint64_t key, std::size_t start, std::size_t end, std::uint32_t flags) {
    *room(1) = row_of(key, start, end, flags);
    ++staged_;
  }

  void read_block(std::size_t base, const ByteMasks& masks);
  // The words that end at `ends`; the first may have started before the block.
  void plain_words(std::size_t base, std::uint64_t starts, std::uint64_t ends);
  // From a letter, a digit or a character beyond ASCII to the next break that nothing before it carries on over.
  std::size_t read_run(std::size_t at);
  // The key of ASCII letters and digits: OR with 0x20 lowers letters and leaves digits, ' , . as they are.
  std::uint64_t ascii_key(std::size_t start, std::size_t end) const {
    std::uint64_t hash = kSeed;
    std::size_t at = start;
    while (end - at > 8) {
      hash = multiply_fold(hash ^ (load_eight(text_.data() + at) | kLower), kMultiplier);
      at += 8;
    }
    const std::size_t left = end - at;  // 1..8
    std::uint64_t word;
    if (at + 8 <= text_.size()) {
      word = load_eight(text_.data() + at);
    } else if (end >= 8) {
      word = load_eight(text_.data() + end - 8) >> (8 * (8 - left));
    } else {
      word = load_part(text_.data() + at, left);
    }
    return finish(multiply_fold(hash ^ ((word | kLower) & low_bytes(left)), kMultiplier), end - start);
  }

  // Letters alone, with nothing behind them that would carry them on.
  void plain_word(std::size_t start, std::size_t end);
  TokenRow long_word(std::size_t start, std::size_t end) const;
  // Of a word that starts with an ASCII letter.
  std::uint32_t case_flags(std::size_t start, std::size_t end) const {
    if (byte(start) >= 'a') return 0;
    std::size_t letters = 0;
    for (std::size_t i = start; i < end; ++i) {
      if (byte(i) >= 'a') return kTokenCapital;
      if (ascii_alpha(byte(i))) ++letters;
    }
    return letters > 1 ? kTokenCapital | kTokenAllCaps : kTokenCapital;
  }

  std::size_t letters_end(std::size_t at) const;
  std::size_t ascii_word(std::size_t start);
  std::size_t ascii_number(std::size_t start);
  // Does the non-ASCII character at `at` carry on a word of letters?
  bool joins_word(std::size_t at) const;
  bool apostrophe_before_letter(char32_t point, std::size_t next) const;
  void fold_into_buffer(char32_t point);
  void drop_possessive();
  std::size_t folded_word(std::size_t start);
  std::size_t folded_number(std::size_t start);
  // Digits of every script fold to ASCII, so that words are equal where their numbers are.
  void fold_digit(char32_t point, unicode::Class kind);
  std::size_t other(std::size_t start);
  // One Han or kana character: the bytes of its folded form, the first lowest.
  struct HanCharacter {
    std::uint64_t bytes;
    unsigned size;
    bool numeral;
    std::size_t start, end;
  };
  bool read_han(std::size_t at, HanCharacter& character) const;
  void emit_han(const HanCharacter& first, const HanCharacter* second, std::uint32_t flags);
  // The bigrams of the characters from `at` on, as far as they are in the table. Returns where they end.
  std::size_t common_han(HanCharacter& before, std::size_t at);
  std::size_t han_run(std::size_t start);
  // Called with each word of letters: joins it to the one before where a hyphen at a line's end parts them.
  void after_word(std::size_t start, std::size_t end);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kStaged = 2 * kBlockBytes;
  std::string_view text_;
  const Lexicon* lexicon_;
  std::vector<TokenRow>& out_;
  TokenRow stage_[kStaged];  // rows on their way to `out_`: written in place, moved together
  std::size_t staged_ = 0;
  const HanTable& han_ = HanTable::get();
  std::size_t at_ = 0;        // what stands before it is read, but for
  std::size_t open_ = kNone;  // a word of letters that started here and has not ended
  std::string buffer_;
  std::size_t joined_start_ = kNone;
  std::size_t joined_end_ = 0;
  std::size_t joined_next_ = 0;
};

}  // namespace verify
