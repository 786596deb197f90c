#include "table_cells.hpp"

#include <algorithm>

namespace verify {
namespace {

constexpr std::size_t kMostCellWords = 48;

TextRange trimmed(std::string_view text, TextRange range) {
  const auto blank = [&](std::size_t at) { return text[at] == ' ' || text[at] == '\t' || text[at] == '\r'; };
  while (range.start < range.end && blank(range.start)) ++range.start;
  while (range.start < range.end && blank(range.end - 1)) --range.end;
  return range;
}

}  // namespace

TextRange cell_at(std::string_view text, TextRange row, std::size_t column) {
  std::size_t at = row.start;
  for (; column > 0; --column) {
    at = text.find('|', at);
    if (at == std::string_view::npos || at >= row.end) return {row.end, row.end};
    ++at;
  }
  return trimmed(text, {at, std::min(text.find('|', at), row.end)});
}

TableCell table_cell(const SourceIndex& index, const QuantityRow& quantity) {
  const SegmentRow& unit = index.units[static_cast<std::size_t>(quantity.segment)];
  const std::string_view text = index.text(index.unit_source[static_cast<std::size_t>(quantity.segment)]);
  // A row's text starts at its first sign: strokes before it belong to it, too.
  const TextRange row{static_cast<std::size_t>(unit.text_start), static_cast<std::size_t>(unit.text_end)};
  TableCell cell;
  const auto start = static_cast<std::size_t>(quantity.start_byte);
  cell.column =
      static_cast<std::size_t>(std::count(text.begin() + unit.text_start, text.begin() + quantity.start_byte, '|'));
  for (std::size_t column = 0; column < cell.column; ++column) {
    cell.label = cell_at(text, row, column);
    if (cell.label.start < cell.label.end) break;
  }
  if (cell.label.end > start) cell.label = {};
  cell.header = {static_cast<std::size_t>(unit.header_start), static_cast<std::size_t>(unit.header_end)};
  for (std::size_t at = cell.header.start; at < cell.header.end && cell.above_count < kMostHeaderRows;) {
    const std::size_t end = std::min(text.find('\n', at), cell.header.end);
    cell.above[cell.above_count++] = cell_at(text, {at, end}, cell.column);
    at = end + 1;
  }
  return cell;
}

void cell_words(const SourceIndex& index, const TableCell& cell, std::int32_t quantity,
                std::vector<std::uint64_t>& keys) {
  keys.clear();
  const auto unit = static_cast<std::size_t>(index.quantities[static_cast<std::size_t>(quantity)].segment);
  const SourceRow& source = index.sources[static_cast<std::size_t>(index.unit_source[unit])];
  const auto first = index.tokens.begin() + source.first_token;
  const auto last = first + source.token_count;
  const auto take = [&](TextRange range) {
    if (range.start >= range.end) return;
    auto token = std::partition_point(
        first, last, [&](const TokenRow& row) { return static_cast<std::size_t>(row.start_byte) < range.start; });
    for (; token != last && static_cast<std::size_t>(token->end_byte) <= range.end && keys.size() < kMostCellWords;
         ++token) {
      if ((token->flags & (kTokenQuantity | kTokenMarker | kTokenJoined)) == 0 &&
          !index.lexicon().stop_word(token->key))
        keys.push_back(token->key);
    }
  };
  take(cell.label);
  for (std::size_t row = 0; row < cell.above_count; ++row) take(cell.above[row]);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace verify
