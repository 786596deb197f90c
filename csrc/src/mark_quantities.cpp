#include <algorithm>
#include <string>

#include "lines.hpp"
#include "verify/quantities.hpp"

namespace verify {

namespace {

// The first token from `next` on that ends behind `start`. No token ends before the one that precedes it, and the one
// that is looked for is not far: the steps double until it is passed.
TokenRow* first_behind(TokenRow* next, TokenRow* end, std::int32_t start) {
  std::ptrdiff_t step = 1;
  while (step < end - next && next[step - 1].end_byte <= start) {
    next += step;
    step *= 2;
  }
  return std::partition_point(next, next + std::min(step, end - next),
                              [start](const TokenRow& row) { return row.end_byte <= start; });
}

}  // namespace

void mark_quantities(RowSpan<TokenRow> tokens, RowSpan<const QuantityRow> quantities) {
  std::size_t at = 0;
  TokenRow* next = tokens.begin();
  while (at < quantities.size()) {
    next = first_behind(next, tokens.end(), quantities[at].start_byte);
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

void negate(QuantityRow& row) {
  row.flags |= kQuantitySigned;
  for (const auto& [high, low] : {std::pair{&row.value_high, &row.value_low}, {&row.upper_high, &row.upper_low}}) {
    *high = static_cast<std::int64_t>(~static_cast<std::uint64_t>(*high) + (*low == 0 ? 1 : 0));
    *low = ~*low + 1;
  }
}

// "(16,086) thousand": the scale word behind the bracket was read as a number of its own.
bool take_scale(std::string_view text, QuantityRow& row, const QuantityRow& scale) {
  const auto from = static_cast<std::size_t>(row.end_byte);
  const auto to = static_cast<std::size_t>(scale.start_byte);
  if (to <= from || to - from > 1 || text[from] != ' ' || scale.value_low % 1000 != 0 || scale.unit >= 0) return false;
  if ((scale.flags & kQuantitySpelled) == 0 || scale.value_high != 0 || scale.value_low == 0) return false;
  std::int32_t exponent = scale.exponent;
  std::uint64_t rest = scale.value_low;
  for (; rest % 10 == 0; rest /= 10) ++exponent;
  if (rest != 1) return false;
  row.exponent += exponent;
  row.upper_exponent += exponent;
  row.quantum_exponent += exponent;
  row.flags |= kQuantityScaled;
  row.end_byte = scale.end_byte;
  return true;
}

}  // namespace

void read_bare_amounts(std::string_view text, const std::vector<TokenRow>& tokens,
                       const std::vector<SegmentRow>& segments, std::vector<QuantityRow>& quantities) {
  auto segment = segments.begin();
  auto token = tokens.begin();
  auto judged = segments.end();
  bool bare = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < quantities.size(); ++i, ++kept) {
    if (kept != i) quantities[kept] = quantities[i];
    QuantityRow& row = quantities[kept];
    const auto start = static_cast<std::size_t>(row.start_byte);
    const bool open = text[start] == '(' || (start > 0 && text[start - 1] == '(') ||
                      text[static_cast<std::size_t>(row.end_byte) - 1] == ')';
    if (!open || (row.flags & kQuantityInTable) != 0) continue;
    while (segment != segments.end() && segment->end_byte <= row.start_byte) ++segment;
    if (segment == segments.end()) continue;
    if (segment != judged) {
      judged = segment;
      while (token != tokens.end() && token->start_byte < segment->start_byte) ++token;
      while (token != tokens.end() && token->start_byte < segment->end_byte && (token->flags & kTokenQuantity) != 0)
        ++token;
      bare = token == tokens.end() || token->start_byte >= segment->end_byte;
    }
    if (!bare) continue;  // in a sentence (1,250) may be an aside
    if (row.value_high >= 0) {
      if (!bracketed(text, row)) continue;
      negate(row);
    }
    if (i + 1 < quantities.size() && take_scale(text, row, quantities[i + 1])) ++i;
  }
  quantities.resize(kept);
}

namespace {

constexpr std::int32_t kListReach = 4096;  // bytes from one label of a list to the next

constexpr std::int32_t kLeastLedgerDigits = 3;  // a shorter number in brackets may be a label

// "Net income: (412)": an amount in brackets that is all a label in running text has behind it.
bool labeled_loss(std::string_view text, const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  if (kind != QuantityKind::kNumber && kind != QuantityKind::kMoney) return false;
  if (row.number_end - row.number_start < kLeastLedgerDigits) return false;
  auto open = static_cast<std::size_t>(row.start_byte);
  auto end = static_cast<std::size_t>(row.end_byte);
  if (open == 0 || text[open - 1] != '(' || end >= text.size() || text[end] != ')') return false;
  --open;
  while (open > 0 && text[open - 1] == ' ') --open;
  if (open == 0 || text[open - 1] != ':') return false;
  ++end;
  while (end < text.size() && (text[end] == ' ' || text[end] == '.')) ++end;
  return end == text.size() || text[end] == '\n' || text[end] == ';';
}

// "Audit fees (1)": one or two digits in brackets behind the words of their own cell.
bool footnote(std::string_view text, const QuantityRow& row, std::size_t row_start) {
  auto at = static_cast<std::size_t>(row.start_byte);
  if (row.number_end - row.number_start > 2 || row.unit >= 0 || at == 0 || text[at - 1] != '(') return false;
  for (--at; at > row_start && text[at - 1] == ' '; --at) {
  }
  if (at == row_start) return false;
  const auto before = static_cast<unsigned char>(text[at - 1]);
  return ascii_letter(before) || before >= 0x80;
}

}  // namespace

void negate_brackets(std::string_view text, RowSpan<const SegmentRow> segments, RowSpan<QuantityRow> quantities) {
  std::size_t at = 0;
  for (const SegmentRow& segment : segments) {
    const bool table = segment.kind == static_cast<std::uint16_t>(SegmentKind::kTableRow);
    for (; at < quantities.size() && quantities[at].start_byte < segment.end_byte; ++at) {
      QuantityRow& row = quantities[at];
      if (!table) {
        if (row.start_byte > 0 && text[static_cast<std::size_t>(row.start_byte) - 1] == '(' && row.value_high >= 0 &&
            labeled_loss(text, row) && bracketed(text, row))
          negate(row);
        continue;
      }
      row.flags |= kQuantityInTable;
      if (row.value_high < 0) continue;
      if (footnote(text, row, static_cast<std::size_t>(segment.start_byte))) {
        row.kind = static_cast<std::uint8_t>(QuantityKind::kLabel);
      } else if (bracketed(text, row)) {
        negate(row);
      }
    }
  }
}

std::size_t label_lists(std::string_view text, std::vector<QuantityRow>& quantities, ListPlace place,
                        std::vector<ListPlace>* places) {
  std::vector<std::size_t> labels;  // of the list at hand, in this text
  const auto finish = [&] {
    if (place.next > 2) {  // one number before a stop is no list
      for (const std::size_t i : labels) quantities[i].kind = static_cast<std::uint8_t>(QuantityKind::kLabel);
    }
    labels.clear();
  };
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    QuantityRow& row = quantities[i];
    if (place.next > 1 && row.start_byte - place.end > kListReach) {
      finish();
      place.next = 1;
    }
    const std::uint64_t due = static_cast<std::uint64_t>(place.next);
    const bool label = label_number(text, row) == due;
    if (label) labels.push_back(i);
    if (label || (place.next > 1 && cut_glued_label(text, due, row))) {
      ++place.next;
      place.end = row.end_byte;
    }
    if (places != nullptr) places->push_back(place);
  }
  std::size_t open = text.size();
  const bool reached = static_cast<std::int32_t>(text.size()) - place.end <= kListReach;
  if (place.next == 2 && labels.size() == 1 && reached) {
    const QuantityRow& first = quantities[labels[0]];
    if (static_cast<QuantityKind>(first.kind) != QuantityKind::kLabel)
      open = static_cast<std::size_t>(first.start_byte);
  }
  finish();
  return open;
}

}  // namespace verify
