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

// Adds the content words of some ranges of a quantity's source; sorts them, each once.
class WordTaker {
 public:
  WordTaker(const SourceIndex& index, std::int32_t quantity, std::vector<std::uint64_t>& keys)
      : index_(index), keys_(keys) {
    const auto unit = static_cast<std::size_t>(index.quantities[static_cast<std::size_t>(quantity)].segment);
    const SourceRow& source = index.sources[static_cast<std::size_t>(index.unit_source[unit])];
    first_ = index.tokens.data() + source.first_token;
    last_ = first_ + source.token_count;
    keys.clear();
  }

  void take(TextRange range) {
    if (range.start >= range.end) return;
    const TokenRow* token = std::partition_point(
        first_, last_, [&](const TokenRow& row) { return static_cast<std::size_t>(row.start_byte) < range.start; });
    for (; token != last_ && static_cast<std::size_t>(token->end_byte) <= range.end; ++token) {
      if (keys_.size() == kMostCellWords) return;
      if ((token->flags & (kTokenQuantity | kTokenMarker | kTokenJoined)) != 0) continue;
      if (!index_.lexicon().stop_word(token->key)) keys_.push_back(token->key);
    }
  }

  void finish() {
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  }

 private:
  const SourceIndex& index_;
  std::vector<std::uint64_t>& keys_;
  const TokenRow* first_;
  const TokenRow* last_;
};

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
  const std::string_view text = index.read_text(index.unit_source[static_cast<std::size_t>(quantity.segment)]);
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
  WordTaker words(index, quantity, keys);
  words.take(cell.label);
  for (std::size_t row = 0; row < cell.above_count; ++row) words.take(cell.above[row]);
  words.finish();
}

void label_words(const SourceIndex& index, const TableCell& cell, std::int32_t quantity,
                 std::vector<std::uint64_t>& keys) {
  WordTaker words(index, quantity, keys);
  words.take(cell.label);
  for (std::size_t row = 0; keys.empty() && row < cell.above_count; ++row) words.take(cell.above[row]);
  words.finish();
}

}  // namespace verify
