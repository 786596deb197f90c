// Quantities of a text with wrapped lines: a line end inside a sentence parts no number from its unit.
#include <algorithm>
#include <string>

#include "unicode_tables.hpp"
#include "verify/quantities.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

// What was left out of the copy: behind `position` of it, `removed` bytes of the text have gone in all.
struct Cut {
  std::int32_t position;
  std::int32_t removed;
};

bool line_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

enum class Side { kHan, kDigit, kOther };

Side side_of(char32_t point) {
  const unicode::Class kind = unicode::class_of(unicode::entry(point));
  if (kind == unicode::kHan || kind == unicode::kKana) return Side::kHan;
  return kind == unicode::kDigit ? Side::kDigit : Side::kOther;
}

// A copy of a text in which line ends inside its segments, with the blanks beside them, are one blank, or gone where
// Chinese goes on behind them.
class Unwrapped {
 public:
  Unwrapped(std::string_view text, RowSpan<const SegmentRow> segments) : text_(text) {
    std::size_t next = text.find('\n');  // no line end stands between what was read and this one
    for (const SegmentRow& segment : segments) {
      const auto kind = static_cast<SegmentKind>(segment.kind);
      if (kind != SegmentKind::kText && kind != SegmentKind::kListItem) continue;
      const auto end = static_cast<std::size_t>(segment.text_end);
      const auto start = static_cast<std::size_t>(segment.text_start);
      if (next < start) next = text.find('\n', start);
      for (; next < end; next = text.find('\n', next + 1)) line_end(next, end);
    }
    if (wrapped()) copy_.append(text.substr(taken_));
  }

  bool wrapped() const { return taken_ > 0; }
  const std::string& copy() const { return copy_; }
  const std::vector<Cut>& cuts() const { return cuts_; }

 private:
  void line_end(std::size_t at, std::size_t end) {
    std::size_t left = at;
    while (left > taken_ && line_blank(text_[left - 1])) --left;
    std::size_t right = at + 1;
    while (right < end && line_blank(text_[right])) ++right;
    if (left == 0 || left < taken_ || right >= end) return;
    std::size_t before = left;
    std::size_t behind = right;
    const Side a = side_of(previous_code_point(text_, before));
    const Side b = side_of(next_code_point(text_, behind));
    copy_.append(text_.substr(taken_, left - taken_));
    const bool chinese = a != Side::kOther && b != Side::kOther && (a == Side::kHan || b == Side::kHan);
    // Between digits a tab, which is a blank and never parts groups of one number.
    if (!chinese) copy_.push_back(a == Side::kDigit && b == Side::kDigit ? '\t' : ' ');
    const auto gone = static_cast<std::int32_t>(right - left) - (chinese ? 0 : 1);
    if (gone > 0)
      cuts_.push_back({static_cast<std::int32_t>(copy_.size()), gone + (cuts_.empty() ? 0 : cuts_.back().removed)});
    taken_ = right;
  }

  std::string_view text_;
  std::string copy_;
  std::vector<Cut> cuts_;
  std::size_t taken_ = 0;
};

// The place in the text of a place in the copy; where a cut lies right there, a span's end stays before it.
std::int32_t place_of(const std::vector<Cut>& cuts, std::int32_t place, bool end) {
  const auto next = std::partition_point(
      cuts.begin(), cuts.end(), [&](const Cut& cut) { return end ? cut.position < place : cut.position <= place; });
  return next == cuts.begin() ? place : place + (next - 1)->removed;
}

}  // namespace

void read_wrapped_quantities(std::string_view text, RowSpan<const TokenRow> tokens, RowSpan<const SegmentRow> segments,
                             const Lexicon& lexicon, std::vector<QuantityRow>& out) {
  const Unwrapped unwrapped(text, segments);
  if (!unwrapped.wrapped()) return read_quantities(text, tokens, lexicon, out);
  if (unwrapped.cuts().empty()) return read_quantities(unwrapped.copy(), tokens, lexicon, out);
  std::vector<TokenRow> words;
  tokenize(unwrapped.copy(), nullptr, words);
  std::size_t marked = 0;
  for (TokenRow& word : words) {
    const std::int32_t start = place_of(unwrapped.cuts(), word.start_byte, false);
    while (marked < tokens.size() && (tokens[marked].end_byte <= start || (tokens[marked].flags & kTokenMarker) == 0))
      ++marked;
    if (marked < tokens.size() && tokens[marked].start_byte <= start) word.flags |= kTokenMarker;
  }
  const std::size_t first = out.size();
  read_quantities(unwrapped.copy(), words, lexicon, out);
  for (std::size_t i = first; i < out.size(); ++i) {
    QuantityRow& row = out[i];
    for (std::int32_t* start : {&row.start_byte, &row.number_start, &row.unit_start, &row.upper_start}) {
      *start = place_of(unwrapped.cuts(), *start, false);
    }
    for (std::int32_t* end : {&row.end_byte, &row.number_end, &row.unit_end, &row.lower_end}) {
      *end = place_of(unwrapped.cuts(), *end, true);
    }
    if (row.unit_end < row.unit_start) row.unit_end = row.unit_start;
  }
}

}  // namespace verify
