#include "verify/tokenize.hpp"

#include <array>
#include <cstring>

#include "han_numerals.hpp"
#include "unicode_tables.hpp"
#include "verify/lexicon.hpp"
#include "verify/utf8.hpp"
#include "word_hash.hpp"

namespace verify {
namespace {

enum AsciiClass : unsigned char { kBreak = 0, kAlpha = 1, kNumeral = 2 };

constexpr std::array<unsigned char, 256> make_ascii_classes() {
  std::array<unsigned char, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = kAlpha;
  for (int c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = kAlpha;
  for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = kNumeral;
  for (std::size_t c = 0x80; c < 0x100; ++c) table[c] = 3;
  return table;
}
constexpr std::array<unsigned char, 256> kAscii = make_ascii_classes();

// Eight bytes at once: a byte's high bit stands for what was asked of it.
constexpr std::uint64_t kOnes = 0x0101010101010101u;
constexpr std::uint64_t kHighBits = kOnes * 0x80;
constexpr std::uint64_t kLower = kOnes * 0x20;

inline std::uint64_t load_eight(const char* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  return word;
}

// The high bit of each byte that is no ASCII letter.
inline std::uint64_t no_letters(std::uint64_t word) {
  const std::uint64_t low = (word | kLower) & ~kHighBits;
  const std::uint64_t from_a = low + kOnes * (0x80 - 'a');
  const std::uint64_t past_z = low + kOnes * (0x80 - 'z' - 1);
  return ~(from_a & ~past_z & ~word) & kHighBits;
}

inline std::size_t first_byte(std::uint64_t high_bits) {
  return static_cast<std::size_t>(__builtin_ctzll(high_bits)) / 8;
}

// Signs behind a word of letters that end it and that nothing depends on: no digit, apostrophe, hyphen or lead byte.
constexpr std::array<bool, 256> make_plain_ends() {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 0x80; ++c) table[c] = kAscii[c] == kBreak && c != '\'' && c != '-';
  return table;
}
constexpr std::array<bool, 256> kPlainEnd = make_plain_ends();

class Scanner {
 public:
  Scanner(std::string_view text, const Lexicon* lexicon, std::vector<TokenRow>& out)
      : text_(text), lexicon_(lexicon), out_(out) {}

  void run() {
    const std::size_t size = text_.size();
    std::size_t at = 0;
    while (at < size) {
      switch (kAscii[byte(at)]) {
        case kBreak:
          ++at;
          break;
        case kAlpha:
          at = short_word(at);
          break;
        case kNumeral:
          at = ascii_number(at);
          break;
        default:
          at = other(at);
      }
    }
  }

 private:
  unsigned char byte(std::size_t at) const { return static_cast<unsigned char>(text_[at]); }

  void emit(std::uint64_t key, std::size_t start, std::size_t end, std::uint32_t flags) {
    if (lexicon_ != nullptr && lexicon_->stop_word(key)) flags |= kTokenStop;
    out_.push_back({key, static_cast<std::int32_t>(start), static_cast<std::int32_t>(end), 0, flags});
  }

  // The key of ASCII letters and digits: OR with 0x20 lowers letters and leaves digits, ' , . as they are.
  std::uint64_t ascii_key(std::size_t start, std::size_t end) const {
    std::uint64_t hash = kSeed;
    std::size_t at = start;
    while (end - at > 8) {
      hash = multiply_fold(hash ^ (load_eight(text_.data() + at) | kLower), kMultiplier);
      at += 8;
    }
    const std::size_t left = end - at;
    std::uint64_t word;
    if (at + 8 <= text_.size()) {
      word = load_eight(text_.data() + at) | kLower;
      if (left < 8) word &= (std::uint64_t{1} << (8 * left)) - 1;
    } else {
      word = load_part(text_.data() + at, left);
      const std::uint64_t mask = left < 8 ? (std::uint64_t{1} << (8 * left)) - 1 : ~std::uint64_t{0};
      word |= kLower & mask;
    }
    return finish(multiply_fold(hash ^ word, kMultiplier), end - start);
  }

  // Most words are shorter than eight letters and end plainly: one load finds the end and is what the key is made of.
  std::size_t short_word(std::size_t start) {
    if (start + 8 > text_.size()) return ascii_word(start);
    const std::uint64_t word = load_eight(text_.data() + start);
    const std::uint64_t ends = no_letters(word);
    if (ends == 0) return long_word(start, word);
    const std::size_t count = first_byte(ends);
    if (!kPlainEnd[byte(start + count)] || joined_start_ != kNone) return ascii_word(start);
    const std::uint64_t mask = (std::uint64_t{1} << (8 * count)) - 1;
    std::uint32_t flags = 0;
    if ((word & 0x20) == 0) {
      flags = kTokenCapital;
      if (count > 1 && (word & kLower & mask) == 0) flags |= kTokenAllCaps;
    }
    emit(finish(multiply_fold(kSeed ^ ((word | kLower) & mask), kMultiplier), count), start, start + count, flags);
    return start + count + 1;
  }

  // Eight to fifteen letters, of which `word` are the first eight.
  std::size_t long_word(std::size_t start, std::uint64_t word) {
    if (start + 16 > text_.size()) return ascii_word(start);
    const std::uint64_t second = load_eight(text_.data() + start + 8);
    const std::uint64_t ends = no_letters(second);
    if (ends == 0) return ascii_word(start);
    const std::size_t count = first_byte(ends);
    const std::size_t end = start + 8 + count;
    if (!kPlainEnd[byte(end)] || joined_start_ != kNone) return ascii_word(start);
    const std::uint64_t mask = (std::uint64_t{1} << (8 * count)) - 1;
    std::uint64_t hash = multiply_fold(kSeed ^ (word | kLower), kMultiplier);
    if (count > 0) hash = multiply_fold(hash ^ ((second | kLower) & mask), kMultiplier);
    std::uint32_t flags = 0;
    if ((word & 0x20) == 0) {
      flags = kTokenCapital;
      if (((word | (second & mask)) & kLower) == 0) flags |= kTokenAllCaps;
    }
    emit(finish(hash, 8 + count), start, end, flags);
    return end + 1;
  }

  std::size_t letters_end(std::size_t at) const {
    const std::size_t size = text_.size();
    for (; at + 8 <= size; at += 8) {
      const std::uint64_t ends = no_letters(load_eight(text_.data() + at));
      if (ends != 0) return at + first_byte(ends);
    }
    while (at < size && kAscii[byte(at)] == kAlpha) ++at;
    return at;
  }

  std::size_t ascii_word(std::size_t start) {
    const std::size_t size = text_.size();
    std::size_t at = start + 1;
    std::uint32_t flags = 0;
    for (;;) {
      at = letters_end(at);
      if (at >= size) break;
      const unsigned char c = byte(at);
      if (kAscii[c] == kNumeral) {
        flags |= kTokenDigit;
        ++at;
        continue;
      }
      if (c == '\'' && at + 1 < size && kAscii[byte(at + 1)] == kAlpha) {
        at += 2;
        continue;
      }
      if ((c >= 0x80 || c == '\'') && joins_word(at)) return folded_word(start);
      break;
    }
    std::size_t key_end = at;
    if (at - start > 2 && (byte(at - 1) | 0x20) == 's' && byte(at - 2) == '\'') key_end = at - 2;
    if (byte(start) < 'a') {
      flags |= kTokenCapital;
      std::size_t letters = 0;
      bool all = true;
      for (std::size_t i = start; i < at && all; ++i) {
        if (kAscii[byte(i)] == kAlpha) ++letters;
        all = byte(i) < 'a';
      }
      if (all && letters > 1) flags |= kTokenAllCaps;
    }
    emit(ascii_key(start, key_end), start, at, flags);
    after_word(start, at);
    return at;
  }

  std::size_t ascii_number(std::size_t start) {
    const std::size_t size = text_.size();
    std::size_t at = start + 1;
    for (;;) {
      while (at < size && kAscii[byte(at)] == kNumeral) ++at;
      if (at + 1 < size && (text_[at] == '.' || text_[at] == ',') && kAscii[byte(at + 1)] == kNumeral) {
        at += 2;
        continue;
      }
      break;
    }
    const bool parted = at + 1 < size && (text_[at] == '.' || text_[at] == ',') && byte(at + 1) >= 0x80;
    if (parted || (at < size && byte(at) >= 0x80)) {
      std::size_t next = parted ? at + 1 : at;
      const unicode::Class kind = unicode::class_of(unicode::entry(next_code_point(text_, next)));
      if (kind == unicode::kDigit || kind == unicode::kNumberForm || kind == unicode::kIgnorable ||
          kind == unicode::kMark) {
        return folded_number(start);
      }
    }
    emit(ascii_key(start, at), start, at, kTokenDigit);
    return at;
  }

  // Does the non-ASCII character at `at` carry on a word of letters?
  bool joins_word(std::size_t at) const {
    std::size_t next = at;
    const char32_t point = next_code_point(text_, next);
    switch (unicode::class_of(unicode::entry(point))) {
      case unicode::kLetter:
      case unicode::kMark:
      case unicode::kDigit:
      case unicode::kNumberForm:
      case unicode::kIgnorable:
        return true;
      default:
        return apostrophe_before_letter(point, next);
    }
  }

  bool apostrophe_before_letter(char32_t point, std::size_t next) const {
    if (point != U'\'' && point != U'\u2019' && point != U'\u2018' && point != U'\uFF07') return false;
    if (next >= text_.size()) return false;
    return unicode::class_of(unicode::entry(next_code_point(text_, next))) == unicode::kLetter;
  }

  void fold_into_buffer(char32_t point) {
    unicode::fold_point(point, [this](char32_t folded) { append_utf8(buffer_, folded); });
  }

  void drop_possessive() {
    const std::size_t length = buffer_.size();
    if (length > 2 && buffer_[length - 1] == 's' && buffer_[length - 2] == '\'') buffer_.resize(length - 2);
  }

  std::size_t folded_word(std::size_t start) {
    buffer_.clear();
    std::size_t at = start;
    std::uint32_t flags = 0;
    int letters = 0;
    int capitals = 0;
    while (at < text_.size()) {
      std::size_t next = at;
      const char32_t point = next_code_point(text_, next);
      const std::uint32_t row = unicode::entry(point);
      const unicode::Class kind = unicode::class_of(row);
      if (kind == unicode::kLetter) {
        ++letters;
        if (unicode::upper(row)) {
          ++capitals;
          if (letters == 1) flags |= kTokenCapital;
        }
      } else if (kind == unicode::kDigit || kind == unicode::kNumberForm) {
        flags |= kTokenDigit;
      } else if (kind != unicode::kMark && kind != unicode::kIgnorable && !apostrophe_before_letter(point, next)) {
        break;
      }
      fold_into_buffer(point);
      at = next;
    }
    if (letters > 1 && letters == capitals) flags |= kTokenAllCaps;
    drop_possessive();
    if (!buffer_.empty()) {
      emit(word_key(buffer_), start, at, flags);
      after_word(start, at);
    }
    return at;
  }

  std::size_t folded_number(std::size_t start) {
    buffer_.clear();
    std::size_t at = start;
    while (at < text_.size()) {
      std::size_t next = at;
      const char32_t point = next_code_point(text_, next);
      const unicode::Class kind = unicode::class_of(unicode::entry(point));
      if (kind == unicode::kDigit || kind == unicode::kNumberForm || kind == unicode::kIgnorable ||
          kind == unicode::kMark) {
        fold_digit(point, kind);
        at = next;
        continue;
      }
      if ((point == U'.' || point == U',' || point == U'\uFF0E' || point == U'\uFF0C') && next < text_.size()) {
        std::size_t behind = next;
        const unicode::Class after = unicode::class_of(unicode::entry(next_code_point(text_, behind)));
        // A full-width comma separates clauses unless the digits around it are full-width too.
        if (after == unicode::kDigit && (point < 0x80 || (byte(next) >= 0x80 && byte(at - 1) >= 0x80))) {
          fold_into_buffer(point);
          at = next;
          continue;
        }
      }
      break;
    }
    if (!buffer_.empty()) emit(word_key(buffer_), start, at, kTokenDigit);
    return at;
  }

  // Digits of every script fold to ASCII, so that words are equal where their numbers are.
  void fold_digit(char32_t point, unicode::Class kind) {
    if (kind == unicode::kDigit && point >= 0x80) {
      // Decimal digits of every script stand in runs of ten that start at a multiple of their zero.
      char32_t zero = point;
      for (int back = 0; back < 9 && zero > 0 && unicode::class_of(unicode::entry(zero - 1)) == unicode::kDigit;
           ++back) {
        --zero;
      }
      if (unicode::fold_kind(unicode::entry(point)) == unicode::kSelf && point - zero <= 9) {
        buffer_.push_back(static_cast<char>('0' + (point - zero)));
        return;
      }
    }
    fold_into_buffer(point);
  }

  std::size_t other(std::size_t start) {
    std::size_t next = start;
    const char32_t point = next_code_point(text_, next);
    switch (unicode::class_of(unicode::entry(point))) {
      case unicode::kLetter:
        return folded_word(start);
      case unicode::kDigit:
      case unicode::kNumberForm:
        return folded_number(start);
      case unicode::kHan:
      case unicode::kKana:
        return han_run(start);
      default:
        return next;
    }
  }

  struct HanCharacter {
    char32_t folded;
    std::size_t start, end;
  };

  bool read_han(std::size_t at, HanCharacter& character) const {
    std::size_t next = at;
    const char32_t point = next_code_point(text_, next);
    const unicode::Class kind = unicode::class_of(unicode::entry(point));
    if (kind != unicode::kHan && kind != unicode::kKana) return false;
    // Kana with a voicing mark fold to two code points; they stay whole.
    character.folded = point;
    if (unicode::fold_kind(unicode::entry(point)) == unicode::kPoint)
      character.folded = unicode::payload(unicode::entry(point));
    character.start = at;
    character.end = next;
    return true;
  }

  void emit_han(const HanCharacter& first, const HanCharacter* second, std::uint32_t flags) {
    buffer_.clear();
    append_utf8(buffer_, first.folded);
    if (second != nullptr) append_utf8(buffer_, second->folded);
    if (han_numeral(first.folded)) flags |= kTokenHanNumeral;
    emit(word_key(buffer_), first.start, second != nullptr ? second->end : first.end, flags | kTokenHan);
  }

  std::size_t han_run(std::size_t start) {
    HanCharacter before{};
    read_han(start, before);
    std::size_t at = before.end;
    bool single = true;
    while (at < text_.size() && byte(at) >= 0x80) {
      HanCharacter here{};
      if (!read_han(at, here)) {
        std::size_t next = at;
        if (unicode::class_of(unicode::entry(next_code_point(text_, next))) != unicode::kIgnorable) break;
        at = next;
        continue;
      }
      emit_han(before, &here, 0);
      before = here;
      single = false;
      at = here.end;
    }
    if (single) emit_han(before, nullptr, 0);
    // A run that goes on in the next line: text of a PDF has no blank there.
    std::size_t next = at;
    if (next < text_.size() && text_[next] == '\r') ++next;
    if (next + 1 < text_.size() && text_[next] == '\n' && byte(next + 1) >= 0x80) {
      HanCharacter here{};
      if (read_han(next + 1, here)) emit_han(before, &here, kTokenJoined);
    }
    return at;
  }

  // Called with each word of letters: joins it to the one before where a hyphen at a line's end parts them.
  void after_word(std::size_t start, std::size_t end) {
    if (joined_start_ != kNone && start == joined_next_) {
      buffer_ = fold(text_.substr(joined_start_, joined_end_ - joined_start_));
      buffer_ += fold(text_.substr(start, end - start));
      drop_possessive();
      emit(word_key(buffer_), joined_start_, end, kTokenJoined);
    }
    joined_start_ = kNone;
    std::size_t at = end;
    if (at >= text_.size() || kPlainEnd[byte(at)]) return;
    if (text_[at] == '-') {
      ++at;
    } else if (text_.substr(at, 3) == "\xE2\x80\x90") {  // U+2010
      at += 3;
    } else {
      return;
    }
    if (at < text_.size() && text_[at] == '\r') ++at;
    if (at >= text_.size() || text_[at] != '\n') return;
    ++at;
    while (at < text_.size() && at - end < 16 && text_[at] == ' ') ++at;
    if (at < text_.size() && byte(at) >= 'a' && byte(at) <= 'z') {
      joined_start_ = start;
      joined_end_ = end;
      joined_next_ = at;
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::string_view text_;
  const Lexicon* lexicon_;
  std::vector<TokenRow>& out_;
  std::string buffer_;
  std::size_t joined_start_ = kNone;
  std::size_t joined_end_ = 0;
  std::size_t joined_next_ = 0;
};

}  // namespace

void tokenize(std::string_view text, const Lexicon* lexicon, std::vector<TokenRow>& out) {
  out.reserve(out.size() + text.size() / 4);
  Scanner(text, lexicon, out).run();
}

}  // namespace verify
