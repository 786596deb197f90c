#include "parted_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lines.hpp"
#include "table_cells.hpp"

namespace verify {
namespace {

constexpr std::size_t kLongestLine = 1024;
constexpr std::size_t kLongestName = 64;   // of a column, in bytes
constexpr std::size_t kLongestValue = 32;  // of a cell with a value
constexpr int kMostLetters = 4;            // of a unit beside it
constexpr int kLeastRows = 2;
constexpr int kNearLines = 6;  // behind a header's first line: the rest of it, and a row without values

enum class Parting { kTab, kComma, kBlanks };

struct Row {
  std::vector<TextRange> cells;
  std::vector<std::size_t> between;  // the byte before each cell but the first
};

bool ends_with_value(std::string_view text, std::size_t end) {
  if (end > 0 && text[end - 1] == '\r') --end;
  if (end == 0) return false;
  const char last = text[end - 1];
  return ascii_digit(static_cast<unsigned char>(last)) || last == '%' || last == ')' || last == '"';
}

// Do two of the few lines from `at` on end as a row of values may, or with an empty cell?
bool rows_follow(std::string_view text, std::size_t at) {
  int rows = 0;
  for (int lines = 0; lines < kNearLines && at < text.size() && rows < kLeastRows; ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end == at) return false;
    const char last = text[text[end - 1] == '\r' && end - 1 > at ? end - 2 : end - 1];
    rows += ends_with_value(text, end) || last == '\t' || last == ',' || last == '-' || last == '\x94';  // – —
    at = end + 1;
  }
  return rows >= kLeastRows;
}

// Few texts have two lines that end as a row of values may.
bool may_have_rows(std::string_view text) {
  int rows = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos && rows < kLeastRows;
       at = text.find('\n', at + 1))
    rows += ends_with_value(text, at);
  return rows + ends_with_value(text, text.size()) >= kLeastRows;
}

TextRange trimmed(std::string_view text, TextRange range) {
  const auto idle = [&](std::size_t at) { return blank(static_cast<unsigned char>(text[at])); };
  while (range.start < range.end && idle(range.start)) ++range.start;
  while (range.start < range.end && idle(range.end - 1)) --range.end;
  return range;
}

// "$    152": the sign of a currency in a column of its own.
bool lone_sign(std::string_view cell) {
  return cell == "$" || cell == "£" || cell == "€" || cell == "¥" || cell == "￥";
}

// The cells of one line; false where it is no row: too long, with strokes, or of a sentence ("rent, fees").
bool read_row(std::string_view text, const Line& line, Parting parting, Row& row) {
  row.cells.clear();
  row.between.clear();
  if (line.end - line.start > kLongestLine) return false;
  TextRange whole{line.start, line.end};
  if (parting == Parting::kBlanks) whole = trimmed(text, whole);
  std::size_t start = whole.start;
  bool quoted = false;
  const auto part = [&](std::size_t end, std::size_t next) {
    row.cells.push_back(trimmed(text, {start, end}));
    row.between.push_back(next - 1);
    start = next;
  };
  for (std::size_t at = whole.start; at < whole.end; ++at) {
    const char c = text[at];
    if (c == '|') return false;
    if (parting == Parting::kComma && c == '"') quoted = !quoted;
    if (quoted) continue;
    if (parting == Parting::kComma && c == ',') {
      if (at + 1 < whole.end && text[at + 1] == ' ') return false;
      part(at, at + 1);
    } else if (parting == Parting::kTab && c == '\t') {
      part(at, at + 1);
    } else if (parting == Parting::kBlanks && c == ' ' && text[at + 1] == ' ') {
      std::size_t next = at;
      while (text[next] == ' ') ++next;  // `whole` ends with another byte
      if (!lone_sign(text.substr(start, at - start))) part(at, next);
      at = next - 1;
    }
  }
  row.cells.push_back(trimmed(text, {start, whole.end}));
  return !quoted && !row.between.empty();
}

// A cell that names a column: words, or a year.
bool names_column(std::string_view cell) {
  if (cell.empty() || cell.size() > kLongestName || cell.back() == '.' || cell.back() == ',') return false;
  int digits = 0;
  int letters = 0;
  for (const char c : cell) {
    const auto byte = static_cast<unsigned char>(c);
    digits += ascii_digit(byte);
    letters += ascii_letter(byte) || byte >= 0x80;
  }
  const bool year = digits == 4 && (cell.find("19") != cell.npos || cell.find("20") != cell.npos);
  return year || (letters > 0 && (digits == 0 || letters > 1 || ascii_letter(static_cast<unsigned char>(cell[0]))));
}

bool value(std::string_view cell) {
  int digits = 0;
  int letters = 0;
  for (const char c : cell) {
    const auto byte = static_cast<unsigned char>(c);
    digits += ascii_digit(byte);
    letters += ascii_letter(byte) || byte >= 0xC0;
  }
  return digits > 0 && letters <= kMostLetters && cell.size() <= kLongestValue;
}

std::string_view cell_text(std::string_view text, TextRange cell) {
  return text.substr(cell.start, cell.end - cell.start);
}

// Behind its first cell a header names a column, and nothing but columns; in front of one all but aligned tables may
// leave cells empty that a wider one below or beside it fills.
bool header(std::string_view text, const Row& row, Parting parting, bool labelled) {
  std::size_t names = 0;
  for (std::size_t i = labelled ? 0 : 1; i < row.cells.size(); ++i) {
    const std::string_view cell = cell_text(text, row.cells[i]);
    if (cell.empty() && parting != Parting::kBlanks) continue;
    if (!names_column(cell)) return false;
    ++names;
  }
  return names > 0;
}

// Cells behind the first: has one a value? Blanks part words, too: there all others must be dashes.
bool values(std::string_view text, const Row& row, Parting parting) {
  std::size_t found = 0;
  for (std::size_t i = 1; i < row.cells.size(); ++i) {
    const std::string_view cell = cell_text(text, row.cells[i]);
    if (value(cell)) {
      ++found;
    } else if (parting == Parting::kBlanks && cell != "-" && cell != "–" && cell != "—") {
      return false;
    }
  }
  return found > 0;
}

// Reads the table whose header is `first`; returns where it ends, `first.next` where there is none.
std::size_t part_table(std::string_view text, const Line& first, Parting parting, Row& head, Row& row,
                       std::string& parted) {
  if (!read_row(text, first, parting, head)) return first.next;
  // Above the labels of an aligned table there may be nothing.
  const bool indented = parting == Parting::kBlanks && first.first >= first.start + 2;
  if (!header(text, head, parting, indented)) return first.next;
  std::size_t width = head.cells.size();
  std::vector<std::size_t> strokes = head.between;
  int rows = 0;
  std::size_t at = first.next;
  while (at < text.size()) {
    const Line line = read_line(text, at);
    if (line.kind == LineKind::kBlank || !read_row(text, line, parting, row)) break;
    if (rows == 0 && indented && row.cells.size() == width + 1) {
      strokes.push_back(first.first - 1);
      ++width;
    }
    if (row.cells.size() != width) break;
    const bool valued = values(text, row, parting);
    if (!valued && parting == Parting::kBlanks) break;
    strokes.insert(strokes.end(), row.between.begin(), row.between.end());
    rows += valued;
    at = line.next;
  }
  if (rows < kLeastRows) return first.next;
  if (parted.empty()) parted = text;
  for (const std::size_t stroke : strokes) parted[stroke] = '|';
  return at;
}

}  // namespace

bool part_cells(std::string_view text, std::string& parted) {
  if (!may_have_rows(text)) return false;
  std::string out;
  Row head;
  Row row;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = read_line(text, at);
    std::size_t next = line.next;
    if ((line.kind == LineKind::kText || line.kind == LineKind::kItem) && rows_follow(text, line.next)) {
      for (const Parting parting : {Parting::kTab, Parting::kComma, Parting::kBlanks}) {
        next = part_table(text, line, parting, head, row, out);
        if (next != line.next) break;
      }
    }
    at = next;
  }
  if (out.empty()) return false;
  parted = std::move(out);
  return true;
}

}  // namespace verify
