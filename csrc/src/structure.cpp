#include "verify/structure.hpp"

#include <algorithm>
#include <cstdint>

#include "segmenter.hpp"
#include "table_cells.hpp"

namespace verify {
namespace {

constexpr std::size_t kLookAhead = kLongestLine;  // how far an unclosed fence reaches, and a segment that was cut
constexpr std::size_t kCutReach = 1024;           // how far before that a blank is looked for to cut at
constexpr std::size_t kLongestSegment = kLookAhead + kCutReach;  // of an answer
constexpr std::size_t kLongUnit = 400;  // a source's paragraph is cut at a line break after this many bytes

}  // namespace

void Segmenter::run(std::int32_t inside) {
  std::size_t at = 0;
  if (inside >= 0 && !text_.empty()) {
    Line rest = read_line(text_, 0);
    rest.label = 0;
    at = paragraph(rest, static_cast<SegmentKind>(inside));
  }
  while (at < text_.size()) at = block(at);
  if (!out_.empty()) out_.back().end_byte = static_cast<std::int32_t>(text_.size());
}

const Line& Segmenter::line_at(std::size_t at) {
  if (ahead_.next == 0 || ahead_.start != at) ahead_ = read_line(text_, at);
  return ahead_;
}

std::size_t Segmenter::block(std::size_t at) {
  const Line line = line_at(at);
  switch (line.kind) {
    case LineKind::kBlank:
      extend(line.next);
      return line.next;
    case LineKind::kFence:
      return fence(line);
    case LineKind::kHeading:
      ++block_;
      push(line.start, line.next, line.first + line.label, SegmentKind::kHeading);
      return line.next;
    case LineKind::kTable:
      return table(line);
    case LineKind::kText:
      if (open_rows(line)) return table(line);
      if (bold_line(line)) {
        ++block_;
        push(line.start, line.next, line.first, SegmentKind::kHeading);
        return line.next;
      }
      return paragraph(line, SegmentKind::kText);
    case LineKind::kItem:
      if (open_rows(line)) return table(line);
      return paragraph(line, SegmentKind::kListItem);
    case LineKind::kQuote:
      return paragraph(line, SegmentKind::kQuote);
  }
  return line.next;
}

bool Segmenter::bold_line(const Line& line) const {
  if (byte(line.first) != '*' || byte(line.first + 1) != '*') return false;
  if (line.end - line.first > kLongestLine) return false;
  if (text_.find_first_not_of(" \t\r\n", line.end) == std::string_view::npos) return false;
  std::size_t end = line.end;
  while (end > line.first && blank(byte(end - 1))) --end;
  if (end - line.first < 5 || text_.substr(end - 2, 2) != "**") return false;
  const std::string_view inner = text_.substr(line.first + 2, end - line.first - 4);
  if (inner.find("**") != std::string_view::npos || inner.find('[') != std::string_view::npos) return false;
  for (const std::string_view stop : {".", "!", "?", "。", "！", "？", "；"}) {
    if (inner.size() >= stop.size() && inner.substr(inner.size() - stop.size()) == stop) return false;
  }
  return true;
}

std::size_t Segmenter::fence(const Line& open) {
  ++block_;
  std::size_t at = open.next;
  while (at < text_.size()) {
    const Line line = read_line(text_, at);
    at = line.next;
    const bool closes = line.kind == LineKind::kFence && text_[line.first] == text_[open.first];
    if (closes || line.start - open.start > kLookAhead) break;
  }
  push(open.start, at, open.first, SegmentKind::kCode);
  return at;
}

std::size_t Segmenter::table(const Line& first) {
  ++block_;
  std::size_t header_start = 0;
  std::size_t header_end = 0;
  std::size_t at = first.next;
  if (at < text_.size()) {
    const Line rule = read_line(text_, at);
    if ((rule.kind == LineKind::kTable || same_width(first, rule)) && table_rule(text_, rule)) {
      header_start = first.first;
      header_end = first.end;
      push(first.start, rule.next, first.first, SegmentKind::kTableHeader);
      at = rule.next;
    }
  }
  const bool ruled = header_end != 0;
  if (!ruled) {
    push(first.start, first.next, first.first, SegmentKind::kTableRow);
    header_start = first.first;
    header_end = first.end;
  }
  bool head = !ruled && mode_ == SegmentMode::kSource;  // rows of the header may follow
  for (std::size_t rows = 1; at < text_.size(); ++rows) {
    const Line line = read_line(text_, at);
    if (line.kind != LineKind::kTable && !same_width(first, line)) break;
    head = head && rows < kMostHeaderRows && header_row(text_, line);
    if (head) header_end = line.end;
    push(line.start, line.next, line.first, SegmentKind::kTableRow);
    if (!head && (ruled || mode_ == SegmentMode::kSource)) {
      out_.back().header_start = static_cast<std::int32_t>(header_start);
      out_.back().header_end = static_cast<std::int32_t>(header_end);
    }
    at = line.next;
  }
  return at;
}

std::size_t Segmenter::strokes(const Line& line) const {
  const std::string_view written = text_.substr(line.start, line.end - line.start);
  return strokes_ ? static_cast<std::size_t>(std::count(written.begin(), written.end(), '|')) : 0;
}

bool Segmenter::open_rows(const Line& line) const {
  if (!strokes_ || line.next >= text_.size()) return false;
  const Line next = read_line(text_, line.next);
  return next.kind != LineKind::kBlank && same_width(line, next);
}

std::size_t Segmenter::paragraph(const Line& first, SegmentKind kind) {
  ++block_;
  std::size_t end = first.next;
  Line last = first;
  while (end < text_.size()) {
    const Line next = line_at(end);
    const bool quote_goes_on = kind == SegmentKind::kQuote && next.kind == LineKind::kQuote;
    if (next.kind != LineKind::kText && !quote_goes_on) break;
    if (open_rows(next)) break;
    if (!quote_goes_on && (bold_line(next) || !goes_on(first.start, last, next))) break;
    last = next;
    end = next.next;
  }
  sentences(first.start, end, first.first + first.label, kind);
  return end;
}

bool Segmenter::goes_on(std::size_t start, const Line& line, const Line& next) const {
  std::size_t end = line.end;
  while (end > line.first && blank(byte(end - 1))) --end;
  if (end == line.first) return false;
  const unsigned char last = byte(end - 1);
  if (mode_ == SegmentMode::kAnswer) {
    if (last == ':') return false;
    return ascii_lower(byte(next.first)) || (last == '-' && ascii_letter(byte(next.first)));
  }
  if (last == ':' || last == ';' || last == '!' || last == '?') return false;
  if (last == '.' && !ascii_lower(byte(next.first))) return false;
  for (const std::string_view stop : {"。", "！", "？", "；", "："}) {
    if (last >= 0x80 && end - line.first >= 3 && text_.substr(end - 3, 3) == stop) return false;
  }
  return next.start - start < kLongUnit || ascii_lower(byte(next.first));
}

void Segmenter::extend(std::size_t end) {
  if (!out_.empty()) {
    out_.back().end_byte = static_cast<std::int32_t>(end);
  }
}

void Segmenter::push(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind) {
  while (mode_ == SegmentMode::kAnswer && end > start + kLongestSegment) {
    const std::size_t cut = cut_of(start);
    push_one(start, cut, std::min(body, cut), kind);
    start = cut;
    body = std::max(body, cut);
  }
  push_one(start, end, body, kind);
}

std::size_t Segmenter::cut_of(std::size_t start) const {
  const std::size_t most = start + kLookAhead;
  for (std::size_t at = most; at > most - kCutReach; --at) {
    if (blank(byte(at - 1))) return at;
  }
  std::size_t at = most;
  while ((byte(at) & 0xC0u) == 0x80u) --at;
  return at;
}

void Segmenter::push_one(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind) {
  if (start >= end) return;
  std::size_t text_end = end;
  while (text_end > body && (blank(byte(text_end - 1)) || byte(text_end - 1) == '\n')) --text_end;
  std::size_t text_start = body;
  while (text_start < text_end && (blank(byte(text_start)) || byte(text_start) == '\n')) ++text_start;
  if (kind == SegmentKind::kQuote && text_start > 0 && byte(text_start) == '>' && starts_line(text_start)) {
    ++text_start;  // the sign of a line that another sentence of the same quotation starts
    while (text_start < text_end && blank(byte(text_start))) ++text_start;
  }
  SegmentRow row{};
  // Blanks before the first segment belong to it: segments tile the text.
  row.start_byte = out_.empty() ? 0 : static_cast<std::int32_t>(start);
  row.end_byte = static_cast<std::int32_t>(end);
  row.text_start = static_cast<std::int32_t>(text_start);
  row.text_end = static_cast<std::int32_t>(text_end);
  row.block = block_;
  row.kind = static_cast<std::uint16_t>(kind);
  if (out_.empty() || out_.back().block != block_) row.flags |= kSegmentBlockStart;
  if (text_end > text_start) row.flags |= end_flags(text_start, text_end);
  out_.push_back(row);
}

bool Segmenter::starts_line(std::size_t at) const {
  while (at > 0 && blank(byte(at - 1))) --at;
  return at == 0 || byte(at - 1) == '\n';
}

std::uint16_t Segmenter::end_flags(std::size_t start, std::size_t end) const {
  // The last sign that is no closing sign or marker.
  std::size_t at = end;
  while (at > start) {
    const unsigned char c = byte(at - 1);
    if (c == ']') {
      const std::size_t open = text_.substr(start, at - start).rfind('[');
      if (open == std::string_view::npos) break;
      at = start + open;
    } else if (c == '*' || c == '_' || c == '"' || c == '\'' || c == ')' || blank(c)) {
      --at;
    } else if (at - start >= 3 && (starts_with(text_, at - 3, "”") || starts_with(text_, at - 3, "）"))) {
      at -= 3;
    } else {
      break;
    }
  }
  if (at == start) return 0;
  const unsigned char last = byte(at - 1);
  if (last == '?' || (at - start >= 3 && starts_with(text_, at - 3, "？"))) return kSegmentQuestion | kSegmentClosed;
  if (last == ':' || (at - start >= 3 && starts_with(text_, at - 3, "："))) return kSegmentColon;
  if (last == '.' || last == '!' ||
      (at - start >= 3 && (starts_with(text_, at - 3, "。") || starts_with(text_, at - 3, "！")))) {
    return kSegmentClosed;
  }
  return 0;
}

void read_segments(std::string_view text, const std::vector<MarkerRow>& markers, const Lexicon& lexicon,
                   SegmentMode mode, std::vector<SegmentRow>& out, std::int32_t inside) {
  Segmenter(text, markers, lexicon, mode, out).run(inside);
  if (out.empty() && !text.empty()) {  // blanks alone
    SegmentRow row{};
    row.end_byte = static_cast<std::int32_t>(text.size());
    row.text_start = row.text_end = row.end_byte;
    row.flags = kSegmentBlockStart;
    out.push_back(row);
  }
}

void assign_segments(RowSpan<SegmentRow> segments, RowSpan<TokenRow> tokens, RowSpan<QuantityRow> quantities,
                     RowSpan<MarkerRow> markers, std::int32_t first_segment) {
  const auto give = [segments, first_segment](auto rows, auto first, auto count) {
    auto* const begin = rows.begin();
    auto* const end = rows.end();
    auto* row = begin;
    for (std::size_t segment = 0; segment < segments.size() && row != end; ++segment) {
      auto* const own = row;
      const bool last = segment + 1 == segments.size();
      const std::int32_t end_byte = last ? INT32_MAX : segments[segment].end_byte;
      const std::int32_t number = first_segment + static_cast<std::int32_t>(segment);
      for (; row != end && row->start_byte < end_byte; ++row) row->segment = number;
      if (row == own) continue;
      segments[segment].*first = static_cast<std::int32_t>(own - begin);
      segments[segment].*count = static_cast<std::int32_t>(row - own);
    }
  };
  give(tokens, &SegmentRow::first_token, &SegmentRow::token_count);
  give(quantities, &SegmentRow::first_quantity, &SegmentRow::quantity_count);
  give(markers, &SegmentRow::first_marker, &SegmentRow::marker_count);
}

}  // namespace verify
