#include <algorithm>
#include <string>

#include "verify/quantities.hpp"

namespace verify {

void mark_quantities(std::vector<TokenRow>& tokens, const std::vector<QuantityRow>& quantities) {
  std::size_t at = 0;
  auto next = tokens.begin();
  while (at < quantities.size()) {
    // No token ends before the one that precedes it: what ends before the quantity is left out in one step.
    const std::int32_t start = quantities[at].start_byte;
    next = std::partition_point(next, tokens.end(), [start](const TokenRow& row) { return row.end_byte <= start; });
    if (next == tokens.end()) return;
    if (quantities[at].end_byte <= next->start_byte) {
      ++at;
      continue;
    }
    TokenRow& token = *next++;
    const auto kind = static_cast<QuantityKind>(quantities[at].kind);
    if (kind == QuantityKind::kLabel) {
      token.flags |= kTokenMarker;
    } else if (kind != QuantityKind::kIdentifier) {  // which stays a word: it is compared as one
      token.flags |= kTokenQuantity;
    }
  }
}

namespace {

// The number of a list label at this quantity, if it stands like one: "1. Clean", "Steps:1. Clean", "barn.2. Milk".
std::uint64_t label_number(std::string_view text, const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  if (kind == QuantityKind::kLabel) {
    std::uint64_t number = 0;
    for (auto at = static_cast<std::size_t>(row.start_byte); at < text.size() && number < 100; ++at) {
      if (text[at] < '0' || text[at] > '9') break;
      number = number * 10 + static_cast<std::uint64_t>(text[at] - '0');
    }
    return number;
  }
  if (kind != QuantityKind::kNumber || row.value_high != 0 || row.exponent != 0) return 0;
  if (row.denominator != 1 || row.value_low == 0 || row.value_low > 99 || (row.flags & kQuantitySpelled) != 0) return 0;
  const auto end = static_cast<std::size_t>(row.end_byte);
  if (end + 1 >= text.size() || (text[end] != '.' && text[end] != ')') || text[end + 1] != ' ') return 0;
  std::size_t before = static_cast<std::size_t>(row.start_byte);
  while (before > 0 && text[before - 1] == ' ') --before;
  if (before == 0) return row.value_low;
  const char sign = text[before - 1];
  return sign == '.' || sign == ':' || sign == ';' || sign == '!' || sign == '?' || sign == '\n' ? row.value_low : 0;
}

// "40.2. Pay" where the label 2 is due: the number is 40, and its last digits are the label.
bool cut_glued_label(std::string_view text, std::uint64_t label, QuantityRow& row) {
  const auto end = static_cast<std::size_t>(row.end_byte);
  if (static_cast<QuantityKind>(row.kind) != QuantityKind::kNumber || row.value_high != 0 || row.denominator != 1)
    return false;
  if (end + 1 >= text.size() || text[end] != '.' || text[end + 1] != ' ' || row.number_end != row.end_byte)
    return false;
  const std::string digits = std::to_string(label);
  const std::string_view written =
      text.substr(static_cast<std::size_t>(row.number_start), end - static_cast<std::size_t>(row.number_start));
  if (written.size() < digits.size() + 2 || written.substr(written.size() - digits.size()) != digits) return false;
  if (written[written.size() - digits.size() - 1] != '.' || row.exponent != -static_cast<std::int32_t>(digits.size()))
    return false;
  for (std::size_t i = 0; i < digits.size(); ++i) row.value_low /= 10;
  row.upper_low = row.value_low;
  row.exponent = row.upper_exponent = row.quantum_exponent = 0;
  row.end_byte = row.number_end = static_cast<std::int32_t>(end - digits.size() - 1);
  return true;
}

// Does the quantity stand in accounting brackets, in its own span or right around it? Widens the span to them.
bool bracketed(std::string_view text, QuantityRow& row) {
  const auto start = static_cast<std::size_t>(row.start_byte);
  const auto end = static_cast<std::size_t>(row.end_byte);
  if (text[start] == '(' || text.substr(start, 3) == "（") return (row.flags & kQuantitySigned) != 0;
  if (start == 0 || text[start - 1] != '(' || end >= text.size() || text[end] != ')') return false;
  row.start_byte -= 1;
  row.end_byte += 1;
  return true;
}

}  // namespace

void negate_brackets(std::string_view text, const std::vector<SegmentRow>& segments,
                     std::vector<QuantityRow>& quantities) {
  std::size_t at = 0;
  for (const SegmentRow& segment : segments) {
    const bool table = segment.kind == static_cast<std::uint16_t>(SegmentKind::kTableRow);
    for (; at < quantities.size() && quantities[at].start_byte < segment.end_byte; ++at) {
      QuantityRow& row = quantities[at];
      if (!table) continue;
      row.flags |= kQuantityInTable;
      if (row.value_high < 0 || !bracketed(text, row)) continue;
      row.flags |= kQuantitySigned;
      const auto negate = [](std::int64_t& high, std::uint64_t& low) {
        high = static_cast<std::int64_t>(~static_cast<std::uint64_t>(high) + (low == 0 ? 1 : 0));
        low = ~low + 1;
      };
      negate(row.value_high, row.value_low);
      negate(row.upper_high, row.upper_low);
    }
  }
}

void label_lists(std::string_view text, std::vector<QuantityRow>& quantities) {
  std::vector<std::size_t> labels;
  std::uint64_t next = 1;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    if (label_number(text, quantities[i]) == next) {
      labels.push_back(i);
      ++next;
    } else if (next > 1 && cut_glued_label(text, next, quantities[i])) {
      ++next;
    }
  }
  if (next <= 2) return;  // one number before a stop is no list
  for (const std::size_t i : labels) quantities[i].kind = static_cast<std::uint8_t>(QuantityKind::kLabel);
}

}  // namespace verify
