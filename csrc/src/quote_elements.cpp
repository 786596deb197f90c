#include "quote_elements.hpp"

#include <algorithm>
#include <string>

#include "unicode_tables.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::uint64_t kPossessive = 0xA24BAED4963EE407u;  // tells "company's" from "company"

unicode::Class class_at(char32_t point) { return unicode::class_of(unicode::entry(point)); }

bool digit(char32_t point) {
  const unicode::Class kind = class_at(point);
  return kind == unicode::kDigit || kind == unicode::kNumberForm;
}

bool letter(char32_t point) { return class_at(point) == unicode::kLetter || class_at(point) == unicode::kMark; }

char32_t folded(char32_t point) {
  switch (point) {
    case U'\u2010':
    case U'\u2011':
    case U'\u2012':
    case U'\u2013':
    case U'\u2212':
      return U'-';
    default:
      break;
  }
  const std::uint32_t row = unicode::entry(point);
  return unicode::fold_kind(row) == unicode::kPoint ? static_cast<char32_t>(unicode::payload(row)) : point;
}

class ElementReader {
 public:
  ElementReader(std::string_view text, std::vector<QuoteElement>& out) : text_(text), out_(out), first_(out.size()) {}

  void token(const TokenRow& row, bool goes_on) {
    if ((row.flags & kTokenHan) != 0) {
      if ((row.flags & kTokenJoined) == 0) han(row, goes_on);
      return;
    }
    std::uint64_t key = row.key;
    if ((row.flags & kTokenJoined) != 0) {
      while (out_.size() > first_ && out_.back().start >= row.start_byte) out_.pop_back();
    } else if (digit(behind(static_cast<std::size_t>(row.start_byte)))) {
      return number(row);
    }
    if (possessive(row)) key ^= kPossessive;
    out_.push_back({key, row.start_byte, row.end_byte, 0});
  }

  // The signs between two words.
  void gap(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t start = at;
      char32_t sign = folded(next_code_point(text_, at));
      if (sign == U' ') continue;
      if (sign == U'\u2014' && digit(before(start))) sign = U'-';  // a range; elsewhere it parts sentences
      if (!counts(sign, start, at)) continue;
      out_.push_back({sign, static_cast<std::int32_t>(start), static_cast<std::int32_t>(at), kElementSign});
    }
  }

 private:
  std::string_view written(const TokenRow& row) const {
    return text_.substr(static_cast<std::size_t>(row.start_byte),
                        static_cast<std::size_t>(row.end_byte - row.start_byte));
  }

  // Bigrams overlap: the first character of each, and the second of the last one of a run.
  void han(const TokenRow& row, bool goes_on) {
    for (auto at = static_cast<std::size_t>(row.start_byte); at < static_cast<std::size_t>(row.end_byte);) {
      const std::size_t start = at;
      const char32_t point = next_code_point(text_, at);
      if (class_at(point) != unicode::kHan && class_at(point) != unicode::kKana) continue;
      out_.push_back({folded(point), static_cast<std::int32_t>(start), static_cast<std::int32_t>(at), kElementHan});
      if (goes_on) return;
    }
  }

  // One number without its separators of thousands; "1,2,3" is a list of three.
  void number(const TokenRow& row) {
    const std::string_view text = written(row);
    if (text.find(',') == std::string_view::npos) {
      out_.push_back({row.key, row.start_byte, row.end_byte, kElementDigit});
      return;
    }
    const bool one = grouped(text);
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = one ? text.size() : std::min(text.find(',', begin), text.size());
      buffer_ = fold(text.substr(begin, end - begin));
      buffer_.erase(std::remove(buffer_.begin(), buffer_.end(), ','), buffer_.end());
      out_.push_back({word_key(buffer_), row.start_byte + static_cast<std::int32_t>(begin),
                      row.start_byte + static_cast<std::int32_t>(end), kElementDigit});
      begin = end + 1;
    }
  }

  // 1,234,567.8: up to three digits, then groups of three.
  static bool grouped(std::string_view text) {
    std::size_t at = digits(text, 0);
    if (at == 0 || at > 3) return false;
    while (at < text.size() && text[at] == ',') {
      if (digits(text, at + 1) != 3) return false;
      at += 4;
    }
    return text.find(',', at) == std::string_view::npos;
  }

  static std::size_t digits(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    return end - at;
  }

  bool possessive(const TokenRow& row) const {
    const std::string_view text = written(row);
    if (text.size() < 3 || (text.back() | 0x20) != 's') return false;
    const std::string_view before = text.substr(0, text.size() - 1);
    return before.back() == '\'' || (before.size() > 3 && before.substr(before.size() - 3) == "\xE2\x80\x99");
  }

  char32_t before(std::size_t at) const { return at == 0 ? 0 : previous_code_point(text_, at); }
  char32_t behind(std::size_t at) const { return at >= text_.size() ? 0 : next_code_point(text_, at); }

  // Whether a sign that stands at [start, end) carries meaning.
  bool counts(char32_t sign, std::size_t start, std::size_t end) const {
    switch (sign) {
      case U'%':
      case U'\u2030':
      case U'&':
      case U'\u00B1':
      case U'\u00D7':
      case U'\u00F7':
      case U'\u00B0':
      case U'\u00A7':
      case U'(':
      case U')':
      case U'$':
      case U'\u00A2':
      case U'\u00A3':
      case U'\u00A5':
        return true;
      case U'-':
        return digit(behind(end)) && !letter(before(start));
      case U'+':
        return digit(behind(end));
      case U':':
      case U'/':
      case U'.':
      case U',':
        return digit(behind(end)) && digit(before(start));
      case U'<':
      case U'>': {
        std::size_t next = end;
        while (next < text_.size() && text_[next] == ' ') ++next;
        return digit(behind(next)) && before(start) != 0 && before(start) != U'\n';
      }
      default:
        return sign >= U'\u20A0' && sign <= U'\u20CF';  // currencies
    }
  }

  std::string_view text_;
  std::vector<QuoteElement>& out_;
  const std::size_t first_;  // of out_ that this text gave
  std::string buffer_;
};

}  // namespace

void read_elements(std::string_view text, std::size_t begin, std::size_t end, const TokenRow* tokens, std::size_t count,
                   std::vector<QuoteElement>& out) {
  ElementReader reader(text.substr(0, end), out);
  std::size_t at = begin;
  for (std::size_t i = 0; i < count; ++i) {
    const TokenRow& row = tokens[i];
    const auto start = static_cast<std::size_t>(row.start_byte);
    const auto stop = static_cast<std::size_t>(row.end_byte);
    if (start < begin || stop > end) continue;
    if (start > at && !(start == at + 1 && text[at] == ' ')) reader.gap(at, start);
    at = std::max(at, stop);
    if ((row.flags & kTokenMarker) != 0) continue;
    const bool goes_on = i + 1 < count && tokens[i + 1].start_byte < row.end_byte &&
                         (tokens[i + 1].flags & (kTokenHan | kTokenJoined)) == kTokenHan;
    reader.token(row, goes_on);
  }
  if (end > at) reader.gap(at, end);
}

}  // namespace verify
