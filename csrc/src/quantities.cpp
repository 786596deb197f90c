#include "verify/quantities.hpp"

#include "quantities/forms.hpp"

namespace verify {
namespace {

QuantityRow empty_row() {
  QuantityRow row{};
  row.denominator = 1;
  row.unit = -1;
  row.per_unit = -1;
  return row;
}

// Tries the forms in order. Returns the place where reading goes on, `at` where nothing was read.
std::size_t read_at(Scan& scan, std::size_t at, std::vector<QuantityRow>& out) {
  QuantityRow plain = empty_row();
  if (read_plain(scan, at, plain)) {
    out.push_back(plain);
    return scan.floor = static_cast<std::size_t>(plain.end_byte);
  }
  if (starts_nothing(scan, at)) return at;
  for (std::size_t index = 0; index < sizeof(kForms) / sizeof(kForms[0]); ++index) {
    QuantityRow row = empty_row();
    const Reading reading = kForms[index].read(scan, at, row);
    if (reading == Reading::kNothing) continue;
    if (reading == Reading::kQuantity) {
      row.form = static_cast<std::uint16_t>(index);
      read_context(scan, row);
      out.push_back(row);
    }
    scan.floor = static_cast<std::size_t>(row.end_byte);
    return scan.floor;
  }
  return at;
}

// Every run of digits in a token, and number forms as ½.
void read_digit_token(Scan& scan, const TokenRow& token, std::vector<QuantityRow>& out) {
  std::size_t at = static_cast<std::size_t>(token.start_byte);
  const auto end = static_cast<std::size_t>(token.end_byte);
  if (at < scan.floor) at = scan.floor;
  while (at < end) {
    const char32_t point = scan.point(at);
    if (scan.lexicon.digit_value(point) < 0 && !number_form(point)) {
      at = scan.after(at);
      continue;
    }
    const std::size_t next = read_at(scan, at, out);
    if (next > at) {
      at = next;
      continue;
    }
    at = scan.after(at);
    while (at < end && scan.digit(at) >= 0) at = scan.after(at);
  }
}

// Whether no bigram goes on where this one ends: its last character starts none of its own.
bool ends_run(RowSpan<const TokenRow> tokens, std::size_t index) {
  return index + 1 == tokens.size() || tokens[index + 1].start_byte >= tokens[index].end_byte;
}

// The first token from `index` on that has one of the flags, or is a word at which a quantity may start; most are
// neither. Of the bigrams with no other flag than that of Han, the last of a run alone.
std::size_t next_number(RowSpan<const TokenRow> tokens, std::size_t index, std::uint32_t flags,
                        const Lexicon& lexicon) {
  for (; index < tokens.size(); ++index) {
    const std::uint32_t found = tokens[index].flags & flags;
    if (found == 0 ? lexicon.number_word(tokens[index].key) : found != kTokenHan || ends_run(tokens, index)) break;
  }
  return index;
}

}  // namespace

void read_quantities(std::string_view text, RowSpan<const TokenRow> tokens, const Lexicon& lexicon,
                     std::vector<QuantityRow>& out) {
  Memory memory;
  Scan scan{text, lexicon, 0, &memory};
  const std::size_t count = tokens.size();
  constexpr std::uint32_t kRead = kTokenMarker | kTokenDigit | kTokenHan;
  const bool glued = lexicon.glues_numbers();
  for (std::size_t index = 0; index < count; ++index) {
    if (!glued) index = next_number(tokens, index, kRead | kTokenHanNumeral, lexicon);
    if (index == count) break;
    const TokenRow& token = tokens[index];
    if ((token.flags & kRead) == 0) {
      const auto start = static_cast<std::size_t>(token.start_byte);
      const bool number = lexicon.number_word(token.key) || (glued && lexicon.number_part(text, start));
      if (number && start >= scan.floor) read_at(scan, static_cast<std::size_t>(token.start_byte), out);
      continue;
    }
    if ((token.flags & kTokenMarker) != 0) {
      if (static_cast<std::size_t>(token.end_byte) > scan.floor) scan.floor = static_cast<std::size_t>(token.end_byte);
      continue;
    }
    if ((token.flags & kTokenDigit) != 0) {
      read_digit_token(scan, token, out);
      continue;
    }
    const auto start = static_cast<std::size_t>(token.start_byte);
    if ((token.flags & kTokenHanNumeral) != 0 && start >= scan.floor) read_at(scan, start, out);
    if (!ends_run(tokens, index) || token.end_byte - token.start_byte < 4) continue;
    auto place = static_cast<std::size_t>(token.end_byte);
    scan.before(place, place);
    if (place > start && place >= scan.floor && lexicon.longest(Section::kHanNumeral, text, place)) {
      read_at(scan, place, out);
    }
  }
}

}  // namespace verify
