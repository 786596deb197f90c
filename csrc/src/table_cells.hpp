// Where a quantity stands in its table: its row's label, the cells of the header above it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/compare.hpp"

namespace verify {

struct TextRange {
  std::size_t start = 0;
  std::size_t end = 0;
};

inline constexpr std::size_t kMostHeaderRows = 6;

// The cell of a row that `column` strokes precede; empty where the row has fewer. `row` lies in one line.
TextRange cell_at(std::string_view text, TextRange row, std::size_t column);

// One cell of a source's table. Ranges count bytes of that source.
struct TableCell {
  std::size_t column = 0;            // strokes before it in its row
  TextRange label;                   // the first cell of its row that is not empty; empty where it is that cell itself
  TextRange header;                  // all rows of the header; empty where there is none
  TextRange above[kMostHeaderRows];  // for each of these rows the cell of its column
  std::size_t above_count = 0;
};
TableCell table_cell(const SourceIndex& index, const QuantityRow& quantity);

// The distinct keys of the content words of a cell's label and of the header cells above it, sorted: what its value is
// of. `quantity` is its row in the index.
void cell_words(const SourceIndex& index, const TableCell& cell, std::int32_t quantity,
                std::vector<std::uint64_t>& keys);

// Likewise of its label alone; of the header cells where the label says nothing but a date.
void label_words(const SourceIndex& index, const TableCell& cell, std::int32_t quantity,
                 std::vector<std::uint64_t>& keys);

}  // namespace verify
