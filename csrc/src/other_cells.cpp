#include "other_cells.hpp"

#include <algorithm>

#include "lines.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostColumns = 64;
constexpr std::int64_t kCellWork = 16;  // what one look at a label counts as
constexpr std::size_t kCognate = 5;     // first letters that two forms of a word share: operating, operations
constexpr std::size_t kShort = 3;       // ... all but one of a short form's: Aug, August; study, studies

std::size_t shared_start(std::string_view a, std::string_view b) {
  std::size_t at = 0;
  while (at < std::min(a.size(), b.size()) && ascii_letter(static_cast<unsigned char>(a[at])) &&
         (a[at] | 0x20) == (b[at] | 0x20)) {
    ++at;
  }
  return at;
}

// Two forms of one word: expense and expenses, August and Aug.
bool forms_of_one(const LabelWord& a, const LabelWord& b) {
  const std::size_t shared = shared_start(a.text, b.text);
  return a.key == b.key || shared >= kCognate ||
         (shared >= kShort && shared + 1 >= std::min(a.text.size(), b.text.size()));
}

bool has_form(const std::vector<LabelWord>& words, const LabelWord& word) {
  return std::any_of(words.begin(), words.end(), [&](const LabelWord& one) { return forms_of_one(one, word); });
}

bool has(const std::vector<LabelWord>& words, std::uint64_t key) {
  return std::any_of(words.begin(), words.end(), [key](const LabelWord& word) { return word.key == key; });
}

bool inside(const std::vector<LabelWord>& some, const std::vector<LabelWord>& all) {
  return std::all_of(some.begin(), some.end(), [&](const LabelWord& word) { return has(all, word.key); });
}

bool same_words(const std::vector<LabelWord>& a, const std::vector<LabelWord>& b) {
  return inside(a, b) && inside(b, a);
}

// The one row or column that a claim names. Of "Cloud" and "Cloud services" it is the longer; two others leave it open.
class Choice {
 public:
  void offer(std::int32_t place, const std::vector<LabelWord>& words) {
    const bool longer = words.size() > words_.size() && inside(words_, words);
    const bool shorter = words.size() < words_.size() && inside(words, words_);
    if (place_ >= 0 && shorter) return;
    if (place_ >= 0 && !longer) open_ = true;
    place_ = place;
    words_ = words;
  }
  std::int32_t place() const { return open_ ? -1 : place_; }

 private:
  std::int32_t place_ = -1;
  std::vector<LabelWord> words_;
  bool open_ = false;
};

// Values of one table: often the first row alone writes the currency, and 1,616 is no year.
bool alike(const QuantityRow& a, const QuantityRow& b, const Lexicon& lexicon) {
  const auto plain = [&](const QuantityRow& row) {
    const auto kind = static_cast<QuantityKind>(row.kind);
    return kind == QuantityKind::kNumber || kind == QuantityKind::kMoney;
  };
  return (plain(a) && plain(b) && (a.unit < 0 || b.unit < 0)) || same_kind(a, b, lexicon);
}

}  // namespace

TextRange OtherCells::row_range(std::int32_t unit) const {
  const SegmentRow& row = index_.units[static_cast<std::size_t>(unit)];
  return {static_cast<std::size_t>(row.text_start), static_cast<std::size_t>(row.text_end)};
}

// The content words of a label and the parts of its dates, added to what is there.
void OtherCells::read_label(TextRange range, Labels& out) const {
  if (range.start >= range.end) return;
  const std::string_view text = index_.read_text(source_);
  const SourceRow& source = index_.sources[static_cast<std::size_t>(source_)];
  const auto begins = [&](const auto& row) { return static_cast<std::size_t>(row.start_byte) < range.start; };
  const TokenRow* const tokens = index_.tokens.data() + source.first_token;
  const TokenRow* const tokens_end = tokens + source.token_count;
  for (const TokenRow* at = std::partition_point(tokens, tokens_end, begins);
       at != tokens_end && static_cast<std::size_t>(at->end_byte) <= range.end; ++at) {
    if ((at->flags & (kTokenQuantity | kTokenMarker | kTokenJoined)) != 0) continue;
    std::vector<LabelWord>& words = index_.lexicon().stop_word(at->key) ? out.stops : out.words;
    if (has(words, at->key)) continue;
    words.push_back({at->key, text.substr(static_cast<std::size_t>(at->start_byte),
                                          static_cast<std::size_t>(at->end_byte - at->start_byte))});
  }
  const QuantityRow* const rows = index_.quantities.data() + source.first_quantity;
  const QuantityRow* const rows_end = rows + source.quantity_count;
  for (const QuantityRow* at = std::partition_point(rows, rows_end, begins);
       at != rows_end && static_cast<std::size_t>(at->end_byte) <= range.end; ++at) {
    complete(out.date, date_label(*at));
  }
}

// What stands above a column, the lowest row of the header first: its dates count before those above it.
void OtherCells::read_header(std::size_t column, Labels& out) const {
  for (std::size_t row = header_count_; row > 0; --row) read_label(cell_above(row - 1, column), out);
}

TextRange OtherCells::cell_above(std::size_t row, std::size_t column) const {
  return cell_at(index_.read_text(source_), header_[row], column);
}

// Whether two columns differ by their dates alone. A cell above or below the dates that spans several columns is
// written in one of them: only words against words tell columns apart.
bool OtherCells::alike_above(std::size_t column, std::size_t other) const {
  for (std::size_t row = 0; row < header_count_; ++row) {
    Labels here;
    Labels there;
    read_label(cell_above(row, column), here);
    read_label(cell_above(row, other), there);
    if (!here.words.empty() && !there.words.empty() && !same_words(here.words, there.words)) return false;
  }
  return true;
}

// The one number of a cell, -1 where it has none or several.
std::int32_t OtherCells::value_in(std::int32_t unit, std::size_t column) const {
  const TextRange cell = cell_at(index_.read_text(source_), row_range(unit), column);
  const SegmentRow& row = index_.units[static_cast<std::size_t>(unit)];
  std::int32_t found = -1;
  for (std::int32_t at = row.first_quantity; at < row.first_quantity + row.quantity_count; ++at) {
    const QuantityRow& quantity = index_.quantities[static_cast<std::size_t>(at)];
    if (static_cast<std::size_t>(quantity.start_byte) < cell.start) continue;
    if (static_cast<std::size_t>(quantity.end_byte) > cell.end) break;
    if (found >= 0) return -1;
    found = at;
  }
  return found;
}

// Whether the claim names `other` and not `own`: all words that only `other` has stand next to its value, and it says
// none that only `own` has.
bool OtherCells::another(const Labels& own, const Labels& other) const {
  if ((own.words.empty() && own.stops.empty()) || (named_->date.parts != 0 && apart(other.date, named_->date)))
    return false;
  bool more = false;
  for (const LabelWord& word : other.words) {
    if (has_form(own.words, word)) continue;
    if (!std::binary_search(named_->beside.begin(), named_->beside.end(), word.key)) return false;
    more = true;
  }
  const std::vector<LabelWord>& distinct = own.words.empty() ? own.stops : own.words;
  return more && std::none_of(distinct.begin(), distinct.end(), [&](const LabelWord& word) {
           return !has_form(other.words, word) && has_form(named_->words, word);
         });
}

// The row of the same table that the claim names, by the date or by the words of its label; -1 where none is, or two.
std::int32_t OtherCells::named_row(std::int32_t unit, std::size_t column, const Labels& own, bool by_date) {
  const SourceRow& source = index_.sources[static_cast<std::size_t>(source_)];
  const auto in_table = [&](std::int32_t at) {
    if (at < source.first_unit || at >= source.first_unit + source.unit_count) return false;
    const SegmentRow& row = index_.units[static_cast<std::size_t>(at)];
    return row.block == index_.units[static_cast<std::size_t>(unit)].block && row.header_start < row.header_end;
  };
  std::int32_t first = unit;
  while (in_table(first - 1)) --first;
  Choice choice;
  for (std::int32_t at = first; in_table(at); ++at) {
    if ((*work_ -= kCellWork) < 0) return -1;
    if (at == unit) continue;
    Labels other;
    read_label(cell_at(index_.read_text(source_), row_range(at), label_column_), other);
    const bool fits =
        by_date ? covers(other.date, named_->date) && same_words(own.words, other.words) : another(own, other);
    if (fits && value_in(at, column) >= 0) choice.offer(at, other.words);
  }
  return choice.place();
}

// Likewise the column.
std::int32_t OtherCells::named_column(std::int32_t unit, std::size_t column, const Labels& own, bool by_date) {
  const TextRange row = row_range(unit);
  const std::string_view text = index_.read_text(source_).substr(row.start, row.end - row.start);
  const auto columns = std::min(static_cast<std::size_t>(std::count(text.begin(), text.end(), '|')) + 1, kMostColumns);
  Choice choice;
  for (std::size_t at = label_column_ + 1; at < columns; ++at) {
    if ((*work_ -= kCellWork) < 0) return -1;
    if (at == column || value_in(unit, at) < 0) continue;
    Labels other;
    read_header(at, other);
    if (by_date) other.words.clear();
    const bool fits = by_date ? covers(other.date, named_->date) && alike_above(column, at) : another(own, other);
    if (fits) choice.offer(static_cast<std::int32_t>(at), other.words);
  }
  return choice.place();
}

// Reads the header of the table that a quantity stands in; false where it has none, or the row no label.
bool OtherCells::read_cell(const QuantityRow& quantity, TableCell& cell) {
  const SegmentRow& segment = index_.units[static_cast<std::size_t>(quantity.segment)];
  if (segment.header_start == segment.header_end) return false;
  source_ = index_.unit_source[static_cast<std::size_t>(quantity.segment)];
  cell = table_cell(index_, quantity);
  if (cell.label.start >= cell.label.end) return false;
  const std::string_view text = index_.read_text(source_);
  label_column_ = static_cast<std::size_t>(
      std::count(text.begin() + segment.text_start, text.begin() + static_cast<std::ptrdiff_t>(cell.label.start), '|'));
  header_count_ = 0;
  for (std::size_t at = cell.header.start; at < cell.header.end && header_count_ < kMostHeaderRows;) {
    const std::size_t end = std::min(text.find('\n', at), cell.header.end);
    header_[header_count_++] = {at, end};
    at = end + 1;
  }
  return true;
}

DateLabel OtherCells::date_of(std::int32_t evidence) {
  const QuantityRow& quantity = index_.quantities[static_cast<std::size_t>(evidence)];
  const SegmentRow& segment = index_.units[static_cast<std::size_t>(quantity.segment)];
  if ((quantity.flags & kQuantityInTable) == 0) {
    return date_of_value(index_.quantities.data() + segment.first_quantity,
                         static_cast<std::size_t>(segment.quantity_count),
                         static_cast<std::size_t>(evidence - segment.first_quantity));
  }
  TableCell cell;
  if (!read_cell(quantity, cell)) return {};
  Labels labels;
  read_header(cell.column, labels);
  read_label(cell.label, labels);
  return labels.date;
}

// "410 in 2022 and 525 in 2023": the value that a sentence gives to the claim's date.
std::int32_t OtherCells::find_in_sentence(std::int32_t evidence, const std::function<bool(std::int32_t)>& same) {
  const QuantityRow& quantity = index_.quantities[static_cast<std::size_t>(evidence)];
  const SegmentRow& segment = index_.units[static_cast<std::size_t>(quantity.segment)];
  if (named_->date.parts == 0 || segment.quantity_count < 4 || !apart(date_of(evidence), named_->date)) return -1;
  for (std::int32_t at = segment.first_quantity; at < segment.first_quantity + segment.quantity_count; ++at) {
    if ((*work_ -= kCellWork) < 0) return -1;
    const QuantityRow& other = index_.quantities[static_cast<std::size_t>(at)];
    if (at != evidence && same_kind(quantity, other, index_.lexicon()) && covers(date_of(at), named_->date))
      return same(at) ? -1 : at;
  }
  return -1;
}

std::int32_t OtherCells::find(const NamedLabels& named, std::int32_t evidence,
                              const std::function<bool(std::int32_t)>& same, std::int64_t& work) {
  const QuantityRow& quantity = index_.quantities[static_cast<std::size_t>(evidence)];
  named_ = &named;
  work_ = &work;
  if ((quantity.flags & kQuantityInTable) == 0) return find_in_sentence(evidence, same);
  TableCell cell;
  if (!read_cell(quantity, cell)) return -1;
  Labels label;
  Labels above;
  read_label(cell.label, label);
  read_header(cell.column, above);
  std::int32_t unit = quantity.segment;
  std::size_t column = cell.column;
  bool moved = false;
  if (named.date.parts != 0) {
    if (apart(above.date, named.date)) {
      const std::int32_t at = named_column(unit, column, above, true);
      if (at < 0) return -1;
      column = static_cast<std::size_t>(at);
      moved = true;
    } else if (apart(label.date, named.date)) {
      unit = named_row(unit, column, label, true);
      if (unit < 0) return -1;
      moved = true;
    }
  }
  if (unit == quantity.segment) {
    const std::int32_t at = named_row(unit, column, label, false);
    if (at >= 0) unit = at, moved = true;
  }
  if (column == cell.column) {
    const std::int32_t at = named_column(unit, column, above, false);
    if (at >= 0) column = static_cast<std::size_t>(at), moved = true;
  }
  if (!moved) return -1;
  const std::int32_t other = value_in(unit, column);
  if (other < 0 || same(other)) return -1;
  return alike(quantity, index_.quantities[static_cast<std::size_t>(other)], index_.lexicon()) ? other : -1;
}

}  // namespace verify
