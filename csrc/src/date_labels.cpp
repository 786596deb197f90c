#include "date_labels.hpp"

#include "lines.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostTurns = 16;  // dates and values of one sentence
constexpr std::uint32_t kParts = kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;

struct Turn {
  DateLabel date;  // no parts: a value
  std::size_t row;
};

bool dated(const Turn& turn) { return turn.date.parts != 0; }

// Dates that stand side by side and agree are one: "in 2022 (FY2022)". False where the sentence has too many turns or
// a range of dates.
bool read_turns(const QuantityRow* rows, std::size_t count, const QuantityRow& value, Turn* turns, std::size_t& size) {
  size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const QuantityRow& row = rows[i];
    const auto kind = static_cast<QuantityKind>(row.kind);
    if (kind == QuantityKind::kRange && static_cast<QuantityKind>(row.range_kind) == QuantityKind::kDate) return false;
    const DateLabel date = date_label(row);
    if (date.parts == 0 && (row.kind != value.kind || row.unit != value.unit)) continue;
    if (date.parts != 0 && size > 0 && dated(turns[size - 1]) && !apart(turns[size - 1].date, date)) {
      complete(turns[size - 1].date, date);
      continue;
    }
    if (size == kMostTurns) return false;
    turns[size++] = {date, i};
  }
  return true;
}

// The date of the value at `place`, where the turns are as many dates in one run as values in another, and nothing
// stands between those of a run.
DateLabel respectively(const Turn* turns, std::size_t size, std::size_t place) {
  const std::size_t half = size / 2;
  if (size % 2 != 0) return {};
  for (std::size_t i = 0; i < size; ++i) {
    if (dated(turns[i]) != dated(turns[i < half ? 0 : half])) return {};
    if (i % half != 0 && turns[i].row != turns[i - 1].row + 1) return {};
  }
  return turns[place < half ? place + half : place - half].date;
}

}  // namespace

DateLabel date_label(const QuantityRow& row) {
  DateLabel label;
  if (static_cast<QuantityKind>(row.kind) != QuantityKind::kDate) return label;
  label.parts = row.flags & kParts;
  label.year = row.year;
  label.month = row.month;
  label.day = row.day;
  label.quarter = row.quarter;
  return label;
}

void complete(DateLabel& label, const DateLabel& other) {
  const std::uint32_t missing = other.parts & ~label.parts;
  if ((missing & kQuantityHasYear) != 0) label.year = other.year;
  if ((missing & kQuantityHasMonth) != 0) label.month = other.month;
  if ((missing & kQuantityHasDay) != 0) label.day = other.day;
  if ((missing & kQuantityHasQuarter) != 0) label.quarter = other.quarter;
  label.parts |= missing;
}

bool apart(const DateLabel& a, const DateLabel& b) {
  const std::uint32_t both = a.parts & b.parts;
  const auto differ = [both](std::uint32_t part, std::int32_t x, std::int32_t y) {
    return (both & part) != 0 && x != y;
  };
  return differ(kQuantityHasYear, a.year, b.year) || differ(kQuantityHasMonth, a.month, b.month) ||
         differ(kQuantityHasDay, a.day, b.day) || differ(kQuantityHasQuarter, a.quarter, b.quarter);
}

bool covers(const DateLabel& finer, const DateLabel& coarser) {
  return coarser.parts != 0 && (coarser.parts & ~finer.parts) == 0 && !apart(finer, coarser);
}

DateLabel date_of_value(const QuantityRow* rows, std::size_t count, std::size_t which) {
  Turn turns[kMostTurns];
  std::size_t size = 0;
  if (!read_turns(rows, count, rows[which], turns, size)) return {};
  std::size_t place = size;
  std::size_t first_date = size;
  bool one = true;   // all dates agree
  bool lone = true;  // no two of them stand side by side
  for (std::size_t i = 0; i < size; ++i) {
    if (turns[i].row == which) place = i;
    if (!dated(turns[i])) continue;
    if (first_date == size) first_date = i;
    one = one && !apart(turns[i].date, turns[first_date].date);
    lone = lone && (i == 0 || !dated(turns[i - 1]));
  }
  if (place == size || first_date == size) return {};
  const bool date_first = dated(turns[0]);
  if (!lone) return respectively(turns, size, place);
  if (one && date_first) return turns[0].date;
  if (one || (!date_first && dated(turns[size - 1])))  // each value right before its date
    return place + 1 < size ? turns[place + 1].date : DateLabel{};
  if (!date_first || dated(turns[size - 1])) return {};
  while (!dated(turns[place])) --place;
  return turns[place].date;
}

bool compares_times(std::string_view sentence, std::int32_t sentence_start, const QuantityRow* rows, std::size_t count,
                    std::size_t which, const Lexicon& lexicon) {
  const auto place = [sentence_start](std::int32_t byte) { return static_cast<std::size_t>(byte - sentence_start); };
  for (std::size_t i = 0; i < count; ++i) {
    if (i != which && date_label(rows[i]).parts == 0) continue;
    std::size_t start = place(rows[i].start_byte);
    while (start > 0 && blank(static_cast<unsigned char>(sentence[start - 1]))) --start;
    if (lexicon.longest_back(Section::kOtherTimeBefore, sentence, start)) return true;
    std::size_t end = place(rows[i].end_byte);
    while (end < sentence.size() && blank(static_cast<unsigned char>(sentence[end]))) ++end;
    if (i != which && lexicon.longest(Section::kOtherTimeBehind, sentence, end)) return true;
  }
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto byte = static_cast<unsigned char>(sentence[at]);
    if (at > 0 && ascii_letter(byte) && ascii_letter(static_cast<unsigned char>(sentence[at - 1]))) continue;
    if (lexicon.longest(Section::kOtherTime, sentence, at)) return true;
  }
  return false;
}

}  // namespace verify
