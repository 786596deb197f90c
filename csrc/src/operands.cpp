#include "operands.hpp"

#include <algorithm>
#include <cstdlib>

#include "lines.hpp"
#include "table_cells.hpp"
#include "value_words.hpp"
#include "verify/exact.hpp"

namespace verify {
namespace {

constexpr std::int32_t kMostTurns = 16;
constexpr std::int32_t kMostClauses = 8;
constexpr int128 kMostMantissa = 1'000'000'000'000'000;

std::int32_t year_in(const SourceIndex& index, const SourceRow& source, TextRange range) {
  const auto first = index.quantities.begin() + source.first_quantity;
  const auto last = first + source.quantity_count;
  auto at = std::partition_point(
      first, last, [&](const QuantityRow& row) { return static_cast<std::size_t>(row.start_byte) < range.start; });
  for (; at != last && static_cast<std::size_t>(at->end_byte) <= range.end; ++at) {
    if (static_cast<QuantityKind>(at->kind) == QuantityKind::kDate && (at->flags & kQuantityHasYear) != 0)
      return at->year;
  }
  return 0;
}

// The year of a sentence that names one alone.
std::int32_t only_year(const SourceIndex& index, const SegmentRow& unit) {
  std::int32_t year = 0;
  for (std::int32_t i = 0; i < unit.quantity_count; ++i) {
    const QuantityRow& row = index.quantities[static_cast<std::size_t>(unit.first_quantity + i)];
    if (static_cast<QuantityKind>(row.kind) != QuantityKind::kDate || (row.flags & kQuantityHasYear) == 0) continue;
    if (year != 0 && year != row.year) return 0;
    year = row.year;
  }
  return year;
}

// The year of a value whose sentence gives each of its values one, in turns: "48 in 2023, up from 41 in 2022".
std::int32_t year_in_turn(const SourceIndex& index, const SegmentRow& unit, std::int32_t number) {
  const std::int32_t kind = index.quantities[static_cast<std::size_t>(number)].kind;
  std::int32_t turns = 0;
  std::int32_t before = 0;  // the year, 0 for a value, of the turn before
  std::int32_t found = 0;
  bool next = false;
  if (unit.quantity_count > kMostTurns) return 0;
  for (std::int32_t i = unit.first_quantity; i < unit.first_quantity + unit.quantity_count; ++i) {
    const QuantityRow& row = index.quantities[static_cast<std::size_t>(i)];
    const bool date = static_cast<QuantityKind>(row.kind) == QuantityKind::kDate;
    if (date ? (row.flags & kQuantityHasYear) == 0 : row.kind != kind) continue;
    const std::int32_t year = date ? row.year : 0;
    if (turns > 0 && (year != 0) == (before != 0)) return 0;
    const bool second = ++turns % 2 == 0;
    if (i == number && second) found = before;
    if (next) found = year;
    next = i == number && !second;
    before = year;
  }
  return turns % 2 == 0 ? found : 0;
}

// The first unit of the sentence of a unit: Chinese ones are clauses, which a comma ends.
std::int32_t sentence_of(const SourceIndex& index, std::string_view text, std::int32_t unit) {
  for (std::int32_t clauses = 0; unit > 0 && clauses < kMostClauses; ++clauses, --unit) {
    const SegmentRow& before = index.units[static_cast<std::size_t>(unit - 1)];
    const SegmentRow& row = index.units[static_cast<std::size_t>(unit)];
    if (before.block != row.block || before.end_byte > row.start_byte) break;
    const std::string_view said = text.substr(0, static_cast<std::size_t>(before.text_end));
    if (said.size() < 3 || said.substr(said.size() - 3) != "，") break;
  }
  return unit;
}

// "Revenue was 48, up from 41": of two values of a sentence the words next to one name both.
void share_names(std::vector<Operand>& operands, std::size_t first) {
  if (operands.size() != first + 2) return;
  Operand& a = operands[first];
  Operand& b = operands[first + 1];
  if (a.unit != b.unit || a.per_unit != b.per_unit || a.named == b.named) return;
  Operand& other = a.named < b.named ? a : b;
  other.named = std::max(a.named, b.named);
  other.shared = true;
}

double share_named(const std::vector<std::uint64_t>& words, const DerivationGoal& goal) {
  return words.empty() ? 0.0 : static_cast<double>(shared_words(words, goal.words)) / static_cast<double>(words.size());
}

}  // namespace

bool computable(const QuantityRow& row) {
  if ((row.flags & (kQuantityTooLong | kQuantityOpenRange)) != 0 || row.denominator != 1) return false;
  switch (static_cast<QuantityKind>(row.kind)) {
    case QuantityKind::kNumber:
    case QuantityKind::kPercent:
    case QuantityKind::kMoney:
    case QuantityKind::kMeasure:
    case QuantityKind::kCount:
    case QuantityKind::kDuration:
    case QuantityKind::kRatio:
      break;
    default:
      return false;
  }
  const int128 value = join(row.value_high, row.value_low);
  if (value > kMostMantissa || value < -kMostMantissa || value == 0) return false;
  const bool four_digits = row.number_end - row.number_start == 4 && row.exponent == 0;
  return !(four_digits && row.unit < 0 && value >= 1900 && value <= 2099);
}

bool collect_operands(const SourceIndex& index, std::int32_t source, const DerivationGoal& goal, std::size_t most,
                      std::vector<Operand>& out) {
  const SourceRow& of_source = index.sources[static_cast<std::size_t>(source)];
  std::vector<std::uint64_t> words;
  std::size_t first = out.size();  // of the sentence at hand
  for (std::int32_t i = 0; i < of_source.quantity_count; ++i) {
    const std::int32_t number = of_source.first_quantity + i;
    const QuantityRow& row = index.quantities[static_cast<std::size_t>(number)];
    if (!computable(row)) continue;
    if (out.size() >= most) return false;
    const SegmentRow& unit = index.units[static_cast<std::size_t>(row.segment)];
    const bool cell_row = (row.flags & kQuantityInTable) != 0;
    const std::int32_t line = cell_row ? row.segment : sentence_of(index, index.text(source), row.segment);
    if (out.size() > first && out[first].line != line) {
      if (out[first].table < 0) share_names(out, first);
      first = out.size();
    }
    Operand operand;
    operand.row = number;
    operand.value = approximate(exact_value(row, false));
    operand.mantissa = static_cast<std::int64_t>(join(row.value_high, row.value_low));
    operand.exponent = row.exponent;
    operand.unit = row.unit;
    operand.per_unit = row.per_unit;
    operand.line = line;
    if (cell_row) {
      const TableCell cell = table_cell(index, row);
      operand.table = (std::int64_t{source} << 32) + unit.block;
      operand.column = static_cast<std::int32_t>(cell.column);
      for (std::size_t above = cell.above_count; above-- > 0 && operand.year == 0;)
        operand.year = year_in(index, of_source, cell.above[above]);
      if (operand.year == 0) operand.year = year_in(index, of_source, cell.label);
      label_words(index, cell, number, words);
    } else {
      operand.year = only_year(index, unit);
      if (operand.year == 0) operand.year = year_in_turn(index, unit, number);
      value_words(index.text(source), index.tokens.data() + unit.first_token,
                  static_cast<std::size_t>(unit.token_count), row, index.lexicon(), words);
    }
    operand.named = share_named(words, goal);
    out.push_back(operand);
  }
  if (out.size() > first && out[first].table < 0) share_names(out, first);
  return true;
}

std::uint32_t named_operations(std::string_view text, const Lexicon& lexicon) {
  std::uint32_t found = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (at > 0 && ascii_letter(byte) && ascii_letter(static_cast<unsigned char>(text[at - 1]))) continue;
    const Match match = lexicon.longest(Section::kOperation, text, at);
    if (!match) continue;
    found |= static_cast<std::uint32_t>(match.entry->number);
    at = match.end - 1;
  }
  return found;
}

}  // namespace verify
