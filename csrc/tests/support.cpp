#include "support.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "verify/quantities.hpp"
#include "verify/tokenize.hpp"

namespace verify::test {

const Lexicon& lexicon() {
  static const Lexicon tables = [] {
    std::ifstream file(LEXICON_PATH, std::ios::binary);
    const std::string blob{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (blob.empty()) throw std::runtime_error("cannot read " LEXICON_PATH);
    return Lexicon::parse(Tight(blob));
  }();
  return tables;
}

std::string words(std::string_view text) {
  const Tight tight(text);
  std::vector<TokenRow> tokens;
  tokenize(tight, nullptr, tokens);
  std::string out;
  for (const TokenRow& token : tokens) {
    if (!out.empty()) out += '|';
    out += text.substr(static_cast<std::size_t>(token.start_byte),
                       static_cast<std::size_t>(token.end_byte - token.start_byte));
  }
  return out;
}

std::vector<SegmentRow> segments(std::string_view text, SegmentMode mode) {
  const Tight tight(text);
  const SourceNames names({"a", "b", "c", "d", "e"});
  std::vector<MarkerRow> markers;
  std::vector<MarkerIdRow> ids;
  if (mode == SegmentMode::kAnswer) read_markers(tight, lexicon(), names, {}, markers, ids);
  std::vector<SegmentRow> out;
  read_segments(tight, markers, lexicon(), mode, out);
  return out;
}

std::vector<std::string> segment_texts(std::string_view text, SegmentMode mode) {
  std::vector<std::string> out;
  for (const SegmentRow& row : segments(text, mode)) {
    out.emplace_back(
        text.substr(static_cast<std::size_t>(row.text_start), static_cast<std::size_t>(row.text_end - row.text_start)));
  }
  return out;
}

QuantityRow only_quantity(std::string_view text) {
  const Tight tight(text);
  std::vector<TokenRow> tokens;
  std::vector<QuantityRow> rows;
  tokenize(tight, nullptr, tokens);
  read_quantities(tight, tokens, lexicon(), rows);
  EXPECT_EQ(rows.size(), 1u) << text;
  return rows.empty() ? QuantityRow{} : rows.front();
}

QuantityRow empty_row() {
  QuantityRow row{};
  row.denominator = 1;
  row.unit = row.per_unit = -1;
  return row;
}

bool read_by_forms(const Scan& scan, std::size_t at, QuantityRow& row) {
  std::uint16_t form = 0;
  for (const NamedForm& named : kForms) {
    row = empty_row();
    const Reading reading = named.read(scan, at, row);
    row.form = form++;
    if (reading == Reading::kNothing) continue;
    if (reading == Reading::kQuantity) read_context(scan, row);
    return reading == Reading::kQuantity;
  }
  return false;
}

}  // namespace verify::test
