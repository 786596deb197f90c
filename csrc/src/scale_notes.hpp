// What the figures of a table count in, as its header, its caption or the text around it says: "(in thousands)", 万元.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "table_cells.hpp"
#include "verify/compare.hpp"

namespace verify {

// Powers of ten, as bits.
struct ScaleNotes {
  std::uint32_t table = 0;      // said in the header cell of its column, its row's label, the header or the caption
  std::uint32_t source = 0;     // elsewhere in its source
  std::uint32_t elsewhere = 0;  // in another source
};

// The notes in a piece of text. In running text (`prose`) a word such as "thousands" is one only behind a cue, a
// bracket, a colon or a currency, and never behind a number.
std::uint32_t scale_notes(std::string_view text, TextRange range, bool prose, const Lexicon& lexicon);

// Finds the notes for cells. Texts are read when they are first asked for, each once: linear in the evidence.
class ScaleReader {
 public:
  explicit ScaleReader(const SourceIndex& index) : index_(index) {}
  ScaleNotes of_cell(const QuantityRow& quantity);
  // What is said anywhere in the source of a quantity, else in the others.
  ScaleNotes of_text(const QuantityRow& quantity);

 private:
  std::uint32_t table_notes(const TableCell& cell, std::string_view text, std::size_t unit);
  std::uint32_t source_notes(std::size_t source);

  const SourceIndex& index_;
  std::vector<std::int64_t> sources_;  // -1: not read yet
  std::uint32_t everywhere_ = 0;       // of all sources, once all are read
  bool all_read_ = false;
};

}  // namespace verify
