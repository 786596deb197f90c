#include "doubled_glyphs.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "byte_classes.hpp"
#include "unicode_tables.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::size_t kChunkBlocks = 32;
constexpr std::size_t kHanBytes = 3;
constexpr std::size_t kLeastBytes = 8;  // of a run

// Finds lines that may have a run: chunk after chunk, in a few steps a block where nothing is doubled.
class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) { pairs_[0] = 0; }

  // A byte at or behind `from`, not before the last one asked for, within three different characters that are doubled
  // in a row; the text's size where there is none.
  std::size_t next(std::size_t from) {
    for (; chunk_ < text_.size(); chunk_ += kChunkBytes, read_ = false) {
      if (!read_) read();
      const std::size_t first = from > chunk_ ? (from - chunk_) / kBlockBytes : 0;
      for (std::size_t block = first + 1; block <= count_; ++block) {
        const std::uint64_t ascii = three_in_a_row(pairs_ + block, 1);
        const std::uint64_t han = wide_ ? three_in_a_row(glyphs_ + block, kHanBytes) : 0;
        for (std::uint64_t found = ascii | han; found != 0; found &= found - 1) {
          const std::size_t at = chunk_ + (block - 1) * kBlockBytes + static_cast<std::size_t>(__builtin_ctzll(found));
          if (at >= from && ((han & found & (~found + 1)) != 0 || three_ascii(at))) return at;
        }
      }
    }
    return text_.size();
  }

 private:
  static constexpr std::size_t kChunkBytes = kChunkBlocks * kBlockBytes;
  // Masks of the blocks of a chunk, behind that of the block before it.
  using Masks = std::uint64_t[kChunkBlocks + 1];

  // Moves the bits of a block's mask `count` places up, with those of the block before.
  static std::uint64_t up(const std::uint64_t* mask, std::size_t count) {
    return *mask << count | mask[-1] >> (64 - count);
  }

  // The bits at which the third of three doubled characters of so many bytes is found, none of them like the next.
  static std::uint64_t three_in_a_row(const std::uint64_t* mask, std::size_t size) {
    const std::uint64_t two = *mask & up(mask, 2 * size);
    if (__builtin_expect(two == 0, 1)) return 0;
    return two & up(mask, 4 * size) & ~up(mask, size) & ~up(mask, 3 * size);
  }

  // In one line; and bytes of one character may be equal, too.
  bool three_ascii(std::size_t last) const {
    for (const std::size_t at : {last, last - 2, last - 4}) {
      if (text_[at] == '\n' || static_cast<unsigned char>(text_[at]) >= 0x80) return false;
    }
    return true;
  }

  void read() {
    read_ = true;
    count_ = std::min(kChunkBlocks, (text_.size() - chunk_ + kBlockBytes - 1) / kBlockBytes);
    const bool carried = wide_;
    if (chunk_ > 0) pairs_[0] = pairs_[kChunkBlocks];
    wide_ = equal_bytes(text_, chunk_, count_, 1, pairs_ + 1);
    if (!wide_) return;
    bytes_[0] = carried ? bytes_[kChunkBlocks] : 0;
    glyphs_[0] = carried ? glyphs_[kChunkBlocks] : 0;
    equal_bytes(text_, chunk_, count_, kHanBytes, bytes_ + 1);
    for (std::size_t block = 1; block <= count_; ++block) {
      glyphs_[block] = bytes_[block] & up(bytes_ + block, 1) & up(bytes_ + block, 2);
    }
  }

  std::string_view text_;
  std::size_t chunk_ = 0;
  std::size_t count_ = 0;
  bool read_ = false;  // whether what follows tells of the chunk
  bool wide_ = false;  // whether it has more than ASCII
  Masks pairs_;        // bytes that the next one equals
  Masks bytes_;        // bytes that the third behind equals
  Masks glyphs_;       // three of these in a row end here
};

bool parts_words(char32_t point) {
  return point == U' ' || point == U'\t' || point == U'\r' || point == U'|' || point == U'\u00A0' || point == U'\u3000';
}

struct Word {
  std::size_t start = 0;
  std::size_t end = 0;
  bool doubled = false;
  bool number = true;       // digits alone
  std::size_t letters = 0;  // of pairs that differ from the one before, likewise
  std::size_t late = 0;     // behind F
  std::size_t vowels = 0;
  std::size_t han = 0;
  std::size_t others = 0;
};

// The word that starts at `start`.
Word read_word(std::string_view text, std::size_t start, std::size_t line_end) {
  Word word;
  word.start = start;
  word.doubled = true;
  char32_t before = 0;
  std::size_t at = start;
  while (at < line_end) {
    std::size_t next = at;
    const char32_t point = next_code_point(text, next);
    if (parts_words(point)) break;
    const std::size_t size = next - at;
    at = next;
    if (!word.doubled) continue;
    if (next + size > line_end || text.compare(next, size, text, next - size, size) != 0) {
      word.doubled = false;
      continue;
    }
    at = next + size;
    const unicode::Class kind = unicode::class_of(unicode::entry(point));
    if (kind != unicode::kDigit) word.number = false;
    if (point == before) continue;
    before = point;
    if (kind == unicode::kLetter) {
      const char32_t small = point | 0x20;
      ++word.letters;
      word.late += small > U'f';
      word.vowels += small >= 0x80 || std::u32string_view(U"aeiou").find(small) != std::u32string_view::npos;
    } else if (kind == unicode::kHan || kind == unicode::kKana) {
      ++word.han;
    } else {
      ++word.others;
    }
  }
  word.end = at;
  return word;
}

class Reader {
 public:
  Reader(std::string_view text, std::string& read, std::vector<std::int32_t>& places)
      : text_(text), read_(read), places_(places) {}

  void line(std::size_t start, std::size_t end) {
    words_.clear();
    bool first = true;  // no word of the line stands before the run
    bool opens = true;  // nor before the words at hand
    for (std::size_t at = start; at < end;) {
      std::size_t next = at;
      if (parts_words(next_code_point(text_, next))) {
        at = next;
        continue;
      }
      const Word word = read_word(text_, at, end);
      at = word.end;
      if (word.doubled) {
        if (words_.empty()) opens = first;
        words_.push_back(word);
      } else {
        run(opens, false);
      }
      first = false;
    }
    run(opens, true);
  }

  // Whether anything was read otherwise than it stands.
  bool end() {
    if (places_.empty()) return false;
    copy(text_.size());
    places_.push_back(static_cast<std::int32_t>(text_.size()));
    return true;
  }

 private:
  // The words at hand are a run; `opens`, `closes`: at the beginning, at the end of its line.
  void run(bool opens, bool closes) {
    auto first = words_.begin();
    auto last = words_.end();
    while (!opens && first != last && first->number) ++first;
    while (!closes && first != last && (last - 1)->number) --last;
    Word all;
    for (auto word = first; word != last; ++word) {
      all.letters += word->letters;
      all.late += word->late;
      all.vowels += word->vowels;
      all.han += word->han;
      all.others += word->others;
    }
    const bool latin = all.letters >= 4 && all.late >= 2 && all.vowels > 0;
    const bool mixed = all.han >= 3 && all.letters + all.others > 0 && all.han + all.letters + all.others >= 6;
    if (latin || mixed || all.han >= 10) {
      for (auto word = first; word != last; ++word) {
        if (word == first) {
          copy(word->start);
        } else {
          blanks(word->start);
        }
        glyphs(word->end);
      }
    }
    words_.clear();
  }

  void put(std::size_t from, std::size_t size) {
    for (std::size_t at = from; at < from + size; ++at) places_.push_back(static_cast<std::int32_t>(at));
    read_.append(text_.substr(from, size));
  }

  void copy(std::size_t end) {
    put(at_, end - at_);
    at_ = end;
  }

  // What stands between two words of a run: half as many blanks, all else as it is.
  void blanks(std::size_t end) {
    while (at_ < end) {
      put(at_, 1);
      at_ += text_[at_] == ' ' && at_ + 1 < end && text_[at_ + 1] == ' ' ? 2 : 1;
    }
  }

  void glyphs(std::size_t end) {
    while (at_ < end) {
      std::size_t next = at_;
      next_code_point(text_, next);
      put(at_, next - at_);
      at_ = next + (next - at_);
    }
  }

  std::string_view text_;
  std::string& read_;
  std::vector<std::int32_t>& places_;
  std::size_t at_ = 0;  // what stands before it is read
  std::vector<Word> words_;
};

}  // namespace

bool undouble_glyphs(std::string_view text, std::string& read, std::vector<std::int32_t>& places) {
  if (text.size() < kLeastBytes) return false;
  Finder finder(text);
  std::size_t at = finder.next(0);
  if (at == text.size()) return false;
  std::string found_text;
  std::vector<std::int32_t> found_places;
  Reader reader(text, found_text, found_places);
  for (; at < text.size(); at = finder.next(at + 1)) {  // behind the line that was read
    std::size_t start = at;
    while (start > 0 && text[start - 1] != '\n') --start;
    at = std::min(text.find('\n', at), text.size());
    reader.line(start, at);
  }
  if (!reader.end()) return false;
  read = std::move(found_text);
  places = std::move(found_places);
  return true;
}

}  // namespace verify
