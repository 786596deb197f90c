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
inline std::uint64_t low_bytes(std::size_t count) {
  return count < 8 ? (std::uint64_t{1} << (8 * count)) - 1 : ~std::uint64_t{0};
}

constexpr std::array<std::uint64_t, 17> make_masks(std::size_t from) {
  std::array<std::uint64_t, 17> masks{};
  for (std::size_t count = 0; count <= 16; ++count) {
    const std::size_t bytes = count > from ? count - from : 0;
    masks[count] = bytes < 8 ? (std::uint64_t{1} << (8 * bytes)) - 1 : ~std::uint64_t{0};
  }
  return masks;
}
inline constexpr std::array<std::uint64_t, 17> kHeadMasks =
    make_masks(0);  // of bytes 0..7 of a word with so many letters
inline constexpr std::array<std::uint64_t, 17> kTailMasks = make_masks(8);  // of bytes 8..15

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
    if (lexicon_ != nullptr && lexicon_->stop_word(key)) flags |= kTokenStop;
    return {key, static_cast<std::int32_t>(start), static_cast<std::int32_t>(end), 0, flags};
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
  // Up to sixteen letters are read without a branch: their number is what no processor can foresee.
  TokenRow short_word(std::size_t start, std::size_t end) const {
    const std::size_t count = end - start;
    if (count > 16) return long_word(start, end);
    const std::uint64_t first_mask = kHeadMasks[count];
    const std::uint64_t second_mask = kTailMasks[count];
    const std::uint64_t first = load_eight(text_.data() + start);
    const std::uint64_t second = load_eight(text_.data() + start + 8);
    const std::uint64_t once = multiply_fold(kSeed ^ ((first | kLower) & first_mask), kMultiplier);
    const std::uint64_t twice = multiply_fold(once ^ ((second | kLower) & second_mask), kMultiplier);
    const bool all = (((first & first_mask) | (second & second_mask)) & kLower) == 0;
    const std::uint32_t flags = ((first & 0x20) == 0 ? kTokenCapital : 0u) | (all && count > 1 ? kTokenAllCaps : 0u);
    const std::uint64_t longer = 0 - (second_mask & 1);  // a choice that no compiler makes a branch
    return row_of(finish(once ^ ((once ^ twice) & longer), count), start, end, flags);
  }

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
