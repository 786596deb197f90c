// Words that are more than a run of ASCII letters: folded, joined, Han; and numbers.
#include "han_numerals.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"
#include "word_scanner.hpp"

namespace verify {

std::size_t Scanner::read_run(std::size_t at) {
  while (at < text_.size()) {
    const unsigned char c = byte(at);
    if (ascii_alpha(c)) {
      at = ascii_word(at);
    } else if (ascii_numeral(c)) {
      at = ascii_number(at);
    } else if (c >= 0x80) {
      const std::uint32_t row = HanTable::three_bytes(c) ? han_.row(text_.data() + at) : 0;
      at = (row & HanTable::kBreak) != 0 ? at + 3 : (row & HanTable::kKnown) != 0 ? han_run(at) : other(at);
    } else if (joined_start_ == kNone) {
      return at;
    } else {
      ++at;
    }
  }
  return at;
}

std::size_t Scanner::letters_end(std::size_t at) const {
  while (at < text_.size() && ascii_alpha(byte(at))) ++at;
  return at;
}

std::size_t Scanner::ascii_word(std::size_t start) {
  const std::size_t size = text_.size();
  std::size_t at = start + 1;
  std::uint32_t flags = 0;
  for (;;) {
    at = letters_end(at);
    if (at >= size) break;
    const unsigned char c = byte(at);
    if (ascii_numeral(c)) {
      flags |= kTokenDigit;
      ++at;
      continue;
    }
    if (c == '\'' && at + 1 < size && ascii_alpha(byte(at + 1))) {
      at += 2;
      continue;
    }
    if ((c >= 0x80 || c == '\'') && joins_word(at)) return folded_word(start);
    break;
  }
  std::size_t key_end = at;
  if (at - start > 2 && (byte(at - 1) | 0x20) == 's' && byte(at - 2) == '\'') key_end = at - 2;
  flags |= case_flags(start, at);
  emit(ascii_key(start, key_end), start, at, flags);
  after_word(start, at);
  return at;
}

std::size_t Scanner::ascii_number(std::size_t start) {
  const std::size_t size = text_.size();
  std::size_t at = start + 1;
  for (;;) {
    while (at < size && ascii_numeral(byte(at))) ++at;
    if (at + 1 < size && (text_[at] == '.' || text_[at] == ',') && ascii_numeral(byte(at + 1))) {
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

bool Scanner::joins_word(std::size_t at) const {
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

bool Scanner::apostrophe_before_letter(char32_t point, std::size_t next) const {
  if (point != U'\'' && point != U'\u2019' && point != U'\u2018' && point != U'\uFF07') return false;
  if (next >= text_.size()) return false;
  return unicode::class_of(unicode::entry(next_code_point(text_, next))) == unicode::kLetter;
}

void Scanner::fold_into_buffer(char32_t point) {
  unicode::fold_point(point, [this](char32_t folded) { append_utf8(buffer_, folded); });
}

void Scanner::drop_possessive() {
  const std::size_t length = buffer_.size();
  if (length > 2 && buffer_[length - 1] == 's' && buffer_[length - 2] == '\'') buffer_.resize(length - 2);
}

std::size_t Scanner::folded_word(std::size_t start) {
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

std::size_t Scanner::folded_number(std::size_t start) {
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

void Scanner::fold_digit(char32_t point, unicode::Class kind) {
  if (kind == unicode::kDigit && point >= 0x80) {
    // Decimal digits of every script stand in runs of ten that start at a multiple of their zero.
    char32_t zero = point;
    for (int back = 0; back < 9 && zero > 0 && unicode::class_of(unicode::entry(zero - 1)) == unicode::kDigit; ++back) {
      --zero;
    }
    if (unicode::fold_kind(unicode::entry(point)) == unicode::kSelf && point - zero <= 9) {
      buffer_.push_back(static_cast<char>('0' + (point - zero)));
      return;
    }
  }
  fold_into_buffer(point);
}

std::size_t Scanner::other(std::size_t start) {
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

bool Scanner::read_han(std::size_t at, HanCharacter& character) const {
  character.start = at;
  if (HanTable::three_bytes(byte(at))) {
    const std::uint32_t row = han_.row(text_.data() + at);
    if ((row & HanTable::kBreak) != 0) return false;
    if ((row & HanTable::kKnown) != 0) {
      character.bytes = row & HanTable::kBytes;
      character.size = 3;
      character.numeral = (row & HanTable::kNumeral) != 0;
      character.end = at + 3;
      return true;
    }
  }
  std::size_t next = at;
  const char32_t point = next_code_point(text_, next);
  const unicode::Class kind = unicode::class_of(unicode::entry(point));
  if (kind != unicode::kHan && kind != unicode::kKana) return false;
  const char32_t folded = HanTable::fold(point);
  char bytes[4];
  character.size = write_utf8(folded, bytes);
  character.bytes = load_part(bytes, character.size);
  character.numeral = han_numeral(folded);
  character.end = next;
  return true;
}

void Scanner::emit_han(const HanCharacter& first, const HanCharacter* second, std::uint32_t flags) {
  const std::uint64_t bytes = second != nullptr ? first.bytes | second->bytes << (8 * first.size) : first.bytes;
  const std::size_t size = first.size + (second != nullptr ? second->size : 0);
  if (first.numeral) flags |= kTokenHanNumeral;
  emit(finish(multiply_fold(kSeed ^ bytes, kMultiplier), size), first.start,
       second != nullptr ? second->end : first.end, flags | kTokenHan);
}

std::size_t Scanner::common_han(HanCharacter& before, std::size_t at) {
  if (before.size != 3) return at;
  std::size_t start = before.start;
  std::uint64_t left = before.bytes;
  std::uint32_t flags = before.numeral ? kTokenHan | kTokenHanNumeral : kTokenHan;
  for (bool more = true; more;) {
    TokenRow* row = room(kBlockBytes);
    const TokenRow* const first = row;
    const std::size_t stop = std::min(text_.size(), at + 3 * kBlockBytes);
    while ((more = at < stop && HanTable::three_bytes(byte(at)))) {
      const std::uint32_t here = han_.row(text_.data() + at);
      if (!(more = (here & HanTable::kKnown) != 0)) break;
      const std::uint64_t right = here & HanTable::kBytes;
      const std::uint64_t key = finish(multiply_fold(kSeed ^ (left | right << 24), kMultiplier), 6);
      *row++ = row_of(key, start, at + 3, flags);
      left = right;
      flags = (here & HanTable::kNumeral) != 0 ? kTokenHan | kTokenHanNumeral : kTokenHan;
      start = at;
      at += 3;
    }
    staged_ += static_cast<std::size_t>(row - first);
    more = at == stop && at < text_.size();
  }
  if (start != before.start) before = {left, 3, (flags & kTokenHanNumeral) != 0, start, at};
  return at;
}

std::size_t Scanner::han_run(std::size_t start) {
  HanCharacter before{};
  read_han(start, before);
  std::size_t at = before.end;
  bool single = true;
  while (at < text_.size() && byte(at) >= 0x80) {
    const std::size_t end = common_han(before, at);
    single = single && end == at;
    at = end;
    if (at == text_.size() || byte(at) < 0x80) break;
    if (HanTable::three_bytes(byte(at)) && (han_.row(text_.data() + at) & HanTable::kBreak) != 0) break;
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

void Scanner::after_word(std::size_t start, std::size_t end) {
  if (joined_start_ != kNone && start == joined_next_) {
    buffer_ = fold(text_.substr(joined_start_, joined_end_ - joined_start_));
    buffer_ += fold(text_.substr(start, end - start));
    drop_possessive();
    emit(word_key(buffer_), joined_start_, end, kTokenJoined);
  }
  joined_start_ = kNone;
  std::size_t at = end;
  if (at >= text_.size()) return;
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

}  // namespace verify
