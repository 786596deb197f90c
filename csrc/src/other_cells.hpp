// The cell of a table that a claim names, where the cell that holds its value is another one: "Cloud made 525 in 2022"
// beside a table whose 525 stands in the row of Cloud, below 2023. Likewise the value that a sentence gives to the
// claim's date: "410 in 2022 and 525 in 2023".
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "date_labels.hpp"
#include "table_cells.hpp"

namespace verify {

struct LabelWord {
  std::uint64_t key;
  std::string_view text;
};

// What a claim says of one of its values.
struct NamedLabels {
  std::vector<LabelWord> words;       // all words of the claim, stop words too
  std::vector<std::uint64_t> beside;  // those next to the value, sorted
  DateLabel date;                     // of the value; no parts where the claim leaves it open
};

class OtherCells {
 public:
  explicit OtherCells(const SourceIndex& index) : index_(index) {}

  // The date of a value of the evidence: of its cell's column and row, or by the order of its sentence.
  DateLabel date_of(std::int32_t evidence);

  // The quantity in the cell that `named` means, where that is clearly not the cell of `evidence`: another date or
  // other words, on at least one of the two axes. `same(quantity)` says of a quantity of the evidence that it bears the
  // claim's value out. Each label that is looked at costs some of `work`. -1: none, or it cannot be told.
  std::int32_t find(const NamedLabels& named, std::int32_t evidence, const std::function<bool(std::int32_t)>& same,
                    std::int64_t& work);

 private:
  struct Labels {
    std::vector<LabelWord> words;  // content words
    std::vector<LabelWord> stops;  // "Other" has no more than these, "2023" no words at all
    DateLabel date;
  };
  bool read_cell(const QuantityRow& quantity, TableCell& cell);
  std::int32_t find_in_sentence(std::int32_t evidence, const std::function<bool(std::int32_t)>& same);
  TextRange row_range(std::int32_t unit) const;
  void read_label(TextRange range, Labels& out) const;
  void read_header(std::size_t column, Labels& out) const;
  TextRange cell_above(std::size_t row, std::size_t column) const;
  bool alike_above(std::size_t column, std::size_t other) const;
  std::int32_t value_in(std::int32_t unit, std::size_t column) const;
  bool another(const Labels& own, const Labels& other) const;
  std::int32_t named_row(std::int32_t unit, std::size_t column, const Labels& own, bool by_date);
  std::int32_t named_column(std::int32_t unit, std::size_t column, const Labels& own, bool by_date);

  const SourceIndex& index_;
  const NamedLabels* named_ = nullptr;
  std::int64_t* work_ = nullptr;
  std::int32_t source_ = 0;
  TextRange header_[kMostHeaderRows];
  std::size_t header_count_ = 0;
  std::size_t label_column_ = 0;
};

}  // namespace verify
