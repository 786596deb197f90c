#include "verify/tokenize.hpp"

#include <algorithm>

#include "word_scanner.hpp"

namespace verify {
namespace {

constexpr std::size_t kChunkBlocks = 32;  // blocks that are classified at once: their masks stay in the nearest cache

inline std::uint64_t first_bit(std::uint64_t mask) { return static_cast<std::uint64_t>(__builtin_ctzll(mask)); }

// The bits from `bit` (0..63) on.
inline std::uint64_t bits_from(std::size_t bit) { return ~std::uint64_t{0} << bit; }

}  // namespace

void Scanner::run() {
  ByteMasks masks[kChunkBlocks];
  for (std::size_t chunk = 0; chunk < text_.size(); chunk += kChunkBlocks * kBlockBytes) {
    const std::string_view part = text_.substr(chunk, kChunkBlocks * kBlockBytes);
    classify_bytes(part, masks);
    const std::size_t count = (part.size() + kBlockBytes - 1) / kBlockBytes;
    for (std::size_t block = 0; block < count; ++block) read_block(chunk + block * kBlockBytes, masks[block]);
  }
  if (open_ != kNone) plain_word(open_, text_.size());
  flush();
}

void Scanner::read_block(std::size_t base, const ByteMasks& masks) {
  if (at_ >= base + kBlockBytes) return;
  const std::uint64_t top = std::uint64_t{1} << 63;
  const std::uint64_t others = masks.digits | masks.wide;
  const std::uint64_t before = masks.letters << 1 | (open_ != kNone ? 1 : 0);
  std::uint64_t starts = masks.letters & ~before;
  std::uint64_t ends = ~masks.letters & before;
  // Ends that are none, or that something depends on; and what else is no plain word.
  const std::uint64_t carried_on = others | (masks.apostrophes & ((masks.letters | masks.wide) >> 1 | top)) |
                                   (masks.hyphens & (masks.breaks >> 1 | top));
  std::uint64_t odd = (ends & carried_on) | others;
  // At `at_` stands a break, at which the word before it ends: only what is behind it is new.
  const auto leave_read = [&] {
    const std::uint64_t unread = bits_from(at_ - base) << 1;
    starts &= unread;
    ends &= unread;
    odd &= unread;
  };
  if (at_ > base) leave_read();
  while (odd != 0) {
    const std::uint64_t first = odd & (~odd + 1);
    plain_words(base, starts, ends & (first - 1));
    std::size_t start = base + first_bit(first);
    if ((ends & first) != 0) {  // the word that ends here is to be read with care
      const std::uint64_t last = starts & (first - 1);
      start = last != 0 ? base + 63 - static_cast<std::size_t>(__builtin_clzll(last)) : open_;
    }
    open_ = kNone;
    at_ = read_run(start);
    if (at_ >= base + kBlockBytes) return;
    leave_read();
  }
  plain_words(base, starts, ends);
  if ((masks.letters & top) != 0 && starts > ends)
    open_ = base + 63 - static_cast<std::size_t>(__builtin_clzll(starts));
}

void Scanner::plain_words(std::size_t base, std::uint64_t starts, std::uint64_t ends) {
  if (ends == 0) return;
  if (open_ != kNone) {
    plain_word(open_, base + first_bit(ends));
    open_ = kNone;
    ends &= ends - 1;
  }
  // Near its end the text is read from a copy with room behind it.
  constexpr std::size_t kRead = kBlockBytes + kShortWord;
  char padded[kRead];
  const char* bytes = text_.data() + base;
  if (base + kRead > text_.size()) {
    const std::size_t left = text_.size() - base;
    std::memset(padded + left, 0, kRead - left);
    bytes = static_cast<const char*>(std::memcpy(padded, bytes, left));
  }
  TokenRow* const first = room(kBlockBytes / 2);
  TokenRow* row = first;
  const auto at = static_cast<std::int32_t>(base);
  for (; ends != 0; ends &= ends - 1, starts &= starts - 1) {
    const std::uint64_t start = first_bit(starts);
    const std::uint64_t count = first_bit(ends) - start;
    if (count > kShortWord) {
      *row++ = long_word(base + start, base + start + count);
      continue;
    }
    *row++ = short_word(bytes + start, count, at + static_cast<std::int32_t>(start));
  }
  if (lexicon_ != nullptr) {
    for (TokenRow* one = first; one != row; ++one) mark_stop(*one);
  }
  staged_ += static_cast<std::size_t>(row - first);
}

void Scanner::plain_word(std::size_t start, std::size_t end) {
  TokenRow* const row = room(1);
  *row = end - start <= kShortWord && start + kShortWord <= text_.size()
             ? short_word(text_.data() + start, end - start, static_cast<std::int32_t>(start))
             : long_word(start, end);
  if (lexicon_ != nullptr) mark_stop(*row);
  ++staged_;
}

TokenRow Scanner::long_word(std::size_t start, std::size_t end) const {
  return {ascii_key(start, end), static_cast<std::int32_t>(start), static_cast<std::int32_t>(end), 0,
          case_flags(start, end)};
}

void tokenize(std::string_view text, const Lexicon* lexicon, std::vector<TokenRow>& out) {
  out.reserve(out.size() + text.size() / 4);
  Scanner(text, lexicon, out).run();
}

}  // namespace verify
