#include "lines.hpp"

#include <algorithm>

namespace verify {
namespace {

// Length in bytes of the list label that starts at `at` ("- ", "1. ", "(2) ", "①", "（一）", "一、"), else 0.
std::size_t list_label(std::string_view text, std::size_t at, std::size_t end) {
  const auto byte = [&](std::size_t i) { return i < end ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  if (first < 0x80 && ascii_letter(static_cast<unsigned char>(first))) return 0;
  if ((first == '-' || first == '*' || first == '+') && blank(static_cast<unsigned char>(byte(at + 1)))) return 2;
  for (const std::string_view bullet : {"\xE2\x80\xA2", "\xC2\xB7", "\xE2\x97\x8F", "\xE2\x96\xAA", "\xE2\x80\x93"}) {
    if (starts_with(text.substr(0, end), at, bullet) &&
        (bullet != "\xE2\x80\x93" || blank(static_cast<unsigned char>(byte(at + 3))))) {
      return bullet.size();
    }
  }
  std::size_t i = at;
  const bool ascii_open = first == '(';
  const bool wide_open = starts_with(text.substr(0, end), at, "\xEF\xBC\x88");
  if (ascii_open) i += 1;
  if (wide_open) i += 3;
  const std::size_t digits = i;
  while (i < end && ascii_digit(static_cast<unsigned char>(byte(i)))) ++i;
  std::size_t count = i - digits;
  bool han_number = false;
  if (count == 0) {
    static constexpr std::string_view kNumerals = "一二三四五六七八九十";
    while (i + 3 <= end && kNumerals.find(text.substr(i, 3)) != std::string_view::npos && (i - digits) < 9) i += 3;
    han_number = i > digits;
    count = (i - digits) / 3;
  }
  if (count == 0 && !ascii_open && !wide_open) {
    // ① .. ⑳
    if (first == 0xE2 && byte(at + 1) == 0x91 && byte(at + 2) >= 0xA0 && byte(at + 2) <= 0xB3) return 3;
    return 0;
  }
  if (count == 0 && ascii_letter(static_cast<unsigned char>(byte(i)))) {
    ++i;
    count = 1;
  }
  if (count == 0 || count > 3) return 0;
  if (ascii_open || wide_open) {
    if (ascii_open && byte(i) == ')') return i + 1 - at;
    if (starts_with(text.substr(0, end), i, "\xEF\xBC\x89")) return i + 3 - at;
    return 0;
  }
  if (starts_with(text.substr(0, end), i, "\xE3\x80\x81")) return i + 3 - at;  // 一、 1、
  if (starts_with(text.substr(0, end), i, "\xEF\xBC\x8E")) return i + 3 - at;  // 1．
  if (!han_number && (byte(i) == '.' || byte(i) == ')') &&
      (blank(static_cast<unsigned char>(byte(i + 1))) || han_at(text, i + 1))) {
    return i + 1 - at;
  }
  return 0;
}

}  // namespace

Line read_line(std::string_view text, std::size_t start) {
  Line line{};
  line.start = start;
  const void* found = std::memchr(text.data() + start, '\n', text.size() - start);
  line.end = found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : text.size();
  line.next = found != nullptr ? line.end + 1 : text.size();
  std::size_t at = start;
  while (at < line.end && blank(static_cast<unsigned char>(text[at]))) ++at;
  line.first = at;
  line.kind = LineKind::kText;
  if (at == line.end) {
    line.kind = LineKind::kBlank;
    return line;
  }
  const char c = text[at];
  if (starts_with(text, at, "```") || starts_with(text, at, "~~~")) {
    line.kind = LineKind::kFence;
  } else if (c == '#') {
    std::size_t hashes = at;
    while (hashes < line.end && text[hashes] == '#') ++hashes;
    if (hashes - at <= 6 && hashes < line.end && blank(static_cast<unsigned char>(text[hashes]))) {
      line.kind = LineKind::kHeading;
      line.label = hashes - at;
    }
  } else if (c == '|') {
    const std::size_t reach = std::min(line.end - at - 1, kLongestLine);
    if (std::memchr(text.data() + at + 1, '|', reach) != nullptr) line.kind = LineKind::kTable;
  } else if (c == '>') {
    line.kind = LineKind::kQuote;
    line.label = 1;
  } else {
    line.label = list_label(text, at, line.end);
    if (line.label != 0) line.kind = LineKind::kItem;
  }
  return line;
}

bool table_rule(std::string_view text, const Line& line) {
  bool dash = false;
  if (line.end - line.first > kLongestLine) return false;
  for (std::size_t at = line.first; at < line.end; ++at) {
    if (text[at] == '-') dash = true;
    if (std::strchr("|-: \t\r", text[at]) == nullptr) return false;
  }
  return dash;
}

bool header_row(std::string_view text, const Line& line) {
  std::size_t at = line.first;
  if (at < line.end && text[at] == '|') ++at;
  at = std::min(text.find('|', at), line.end);
  while (at < line.end) {
    const std::size_t cell = at + 1;
    at = std::min(text.find('|', cell), line.end);
    std::size_t digits = 0;
    std::size_t letters = 0;
    std::size_t first_digit = cell;
    for (std::size_t i = cell; i < at; ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (ascii_digit(c) && digits++ == 0) first_digit = i;
      if (ascii_letter(c) || c >= 0x80) ++letters;
    }
    // Q1 and H2 name a column, 5m does not.
    const bool named =
        letters > 0 && first_digit > cell && ascii_letter(static_cast<unsigned char>(text[first_digit - 1]));
    const std::string_view century = text.substr(first_digit, 2);
    const bool year = digits == 4 && (century == "19" || century == "20");
    if (digits > 0 && letters < 2 && !year && !named) return false;
  }
  return true;
}

}  // namespace verify
