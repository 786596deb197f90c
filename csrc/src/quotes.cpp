#include "verify/quotes.hpp"

#include <algorithm>
#include <array>

#include "unicode_tables.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

enum Family : std::uint8_t { kDouble, kSingle, kCorner, kWhiteCorner, kGuillemet, kSingleGuillemet, kFamilies };
enum class Shape : std::uint8_t { kOpen, kClose, kStraight, kLow };

struct Mark {
  std::size_t start, end;
  char32_t before, behind;  // the characters beside it, 0 at the ends of its block
  Family family;
  Shape shape;
};

struct Sign {
  Family family;
  Shape shape;
};

// The first bytes of all quotation marks, and of the sign of code.
constexpr std::array<bool, 256> make_first_bytes() {
  std::array<bool, 256> table{};
  for (const unsigned char byte : {'"', '\'', '`'}) table[byte] = true;
  for (const int byte : {0xC2, 0xE2, 0xE3, 0xEF}) table[static_cast<std::size_t>(byte)] = true;
  return table;
}
constexpr std::array<bool, 256> kFirstByte = make_first_bytes();

bool read_sign(char32_t point, Sign& sign) {
  switch (point) {
    case U'"':
    case U'\uFF02':
      sign = {kDouble, Shape::kStraight};
      return true;
    case U'\u201C':
    case U'\u301D':
      sign = {kDouble, Shape::kOpen};
      return true;
    case U'\u201D':
    case U'\u301E':
    case U'\u301F':
      sign = {kDouble, Shape::kClose};
      return true;
    case U'\u201E':
      sign = {kDouble, Shape::kLow};
      return true;
    case U'\'':
    case U'\uFF07':
      sign = {kSingle, Shape::kStraight};
      return true;
    case U'\u2018':
      sign = {kSingle, Shape::kOpen};
      return true;
    case U'\u2019':
      sign = {kSingle, Shape::kClose};
      return true;
    case U'\u201A':
      sign = {kSingle, Shape::kLow};
      return true;
    case U'\u300C':
      sign = {kCorner, Shape::kOpen};
      return true;
    case U'\u300D':
      sign = {kCorner, Shape::kClose};
      return true;
    case U'\u300E':
      sign = {kWhiteCorner, Shape::kOpen};
      return true;
    case U'\u300F':
      sign = {kWhiteCorner, Shape::kClose};
      return true;
    case U'\u00AB':
      sign = {kGuillemet, Shape::kOpen};
      return true;
    case U'\u00BB':
      sign = {kGuillemet, Shape::kClose};
      return true;
    case U'\u2039':
      sign = {kSingleGuillemet, Shape::kOpen};
      return true;
    case U'\u203A':
      sign = {kSingleGuillemet, Shape::kClose};
      return true;
    default:
      return false;
  }
}

bool blank(char32_t point) {
  return point == 0 || point == U' ' || point == U'\t' || point == U'\n' || point == U'\r' || point == U'\u00A0' ||
         point == U'\u3000';
}

// A letter or digit of a script that parts its words by blanks.
bool in_word(char32_t point) {
  if (point == 0) return false;
  switch (unicode::class_of(unicode::entry(point))) {
    case unicode::kLetter:
    case unicode::kMark:
    case unicode::kDigit:
    case unicode::kNumberForm:
      return true;
    default:
      return false;
  }
}

bool opens_bracket(char32_t point) {
  return point == U'(' || point == U'[' || point == U'{' || point == U'\uFF08' || point == U'\u3010';
}

bool trimmed(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '*' || c == '_' || c == '~'; }

class Reader {
 public:
  Reader(std::string_view text, const std::vector<SegmentRow>& segments, std::vector<QuoteRow>& out, QuoteState* state)
      : text_(text), segments_(segments), out_(out), state_(state) {}

  void run() {
    for (std::size_t first = 0; first < segments_.size();) {
      std::size_t last = first;
      const bool row = static_cast<SegmentKind>(segments_[first].kind) == SegmentKind::kTableRow;
      while (!row && last + 1 < segments_.size() && segments_[last + 1].block == segments_[first].block) ++last;
      first_segment_ = first;
      read_block(segments_[first], segments_[last]);
      first = last + 1;
    }
  }

 private:
  struct Open {
    Mark mark;
    std::size_t rows;  // quotations read before it
  };

  void read_block(const SegmentRow& first, const SegmentRow& last) {
    const auto kind = static_cast<SegmentKind>(first.kind);
    if (kind == SegmentKind::kCode) return;
    begin_ = static_cast<std::size_t>(first.start_byte);
    end_ = static_cast<std::size_t>(last.end_byte);
    if (kind == SegmentKind::kQuote) return read_quoted_block(&first, &last);
    marks_.clear();
    collect_marks();
    if (!marks_.empty()) pair_marks();
  }

  // The segments of a block quotation, as many together as are not too long.
  void read_quoted_block(const SegmentRow* first, const SegmentRow* last) {
    while (first <= last) {
      const SegmentRow* final = first;
      const auto reach = first->start_byte + static_cast<std::int32_t>(kMostQuotedBytes);
      while (final < last && final[1].end_byte <= reach) ++final;
      if (state_ != nullptr && final == last && end_ == text_.size())
        state_->open_at(static_cast<std::size_t>(first->start_byte));
      const auto start = static_cast<std::size_t>(first->text_start);
      const auto end = static_cast<std::size_t>(std::max(first->text_start, final->text_end));
      push(start, end, start, end, kQuoteBlock);
      first = final + 1;
    }
  }

  void collect_marks() {
    for (std::size_t at = begin_; at < end_;) {
      if (!kFirstByte[static_cast<unsigned char>(text_[at])]) {
        ++at;
        continue;
      }
      if (text_[at] == '`') {
        const std::size_t close = text_.substr(0, std::min(end_, at + kMostQuotedBytes)).find('`', at + 1);
        if (close == std::string_view::npos) {
          if (state_ != nullptr && end_ == text_.size() && end_ < at + kMostQuotedBytes) state_->open_at(at);
          ++at;
          continue;
        }
        if (state_ != nullptr) state_->code.emplace_back(at, close + 1);
        at = close + 1;
        continue;
      }
      const std::size_t start = at;
      const char32_t point = next_code_point(text_, at);
      Sign sign{};
      if (!read_sign(point, sign)) continue;
      Mark mark{start, at, 0, 0, sign.family, sign.shape};
      std::size_t place = start;
      if (start > begin_) mark.before = previous_code_point(text_, place);
      place = at;
      if (at < end_) mark.behind = next_code_point(text_, place);
      if (sign.family == kSingle && in_word(mark.before) && in_word(mark.behind)) continue;  // an apostrophe
      marks_.push_back(mark);
    }
  }

  void pair_marks() {
    open_.clear();
    head_ = 0;
    counts_.fill(0);
    for (const Mark& mark : marks_) {
      close_overlong(mark.start);
      if (closes(mark)) {
        close(mark);
      } else if (opens(mark)) {
        open_.push_back({mark, out_.size()});
        ++counts_[mark.family];
      }
    }
    close_overlong(end_);
    if (state_ != nullptr && end_ == text_.size() && head_ < open_.size()) state_->open_at(open_[head_].mark.start);
    for (; head_ < open_.size(); ++head_) {
      if (!certain(open_[head_])) continue;
      emit(open_[head_], end_, end_, kQuoteUnclosed);
      break;
    }
  }

  const Open* nearest(Family family) const {
    if (counts_[family] == 0) return nullptr;
    for (std::size_t i = open_.size(); i-- > head_;) {
      if (open_[i].mark.family == family) return &open_[i];
    }
    return nullptr;
  }

  bool closes(const Mark& mark) {
    const Open* open = nearest(mark.family);
    if (open == nullptr) return false;
    switch (mark.shape) {
      case Shape::kOpen:
        if (open->mark.shape == Shape::kLow) return true;
        if (mark.family == kDouble) return !blank(mark.before) && !in_word(mark.behind);  // “like this“
        return mark.family >= kGuillemet && open->mark.shape == Shape::kClose;            // »...«
      case Shape::kClose:
        return !(mark.family == kSingle && in_word(mark.behind));
      case Shape::kStraight:
        if (mark.family == kSingle) return !blank(mark.before) && !in_word(mark.behind);
        return !(blank(mark.before) && !blank(mark.behind));
      case Shape::kLow:
        return false;
    }
    return false;
  }

  bool opens(const Mark& mark) const {
    if (blank(mark.behind)) return false;
    switch (mark.shape) {
      case Shape::kOpen:
        return true;
      case Shape::kLow:
        return !in_word(mark.before);
      case Shape::kClose:
        // »like this«, ”like this”
        return (mark.family >= kGuillemet || mark.family == kDouble) &&
               (blank(mark.before) || opens_bracket(mark.before));
      case Shape::kStraight:
        if (mark.family == kSingle && !blank(mark.before) && !opens_bracket(mark.before)) return han(mark.before);
        return !in_word(mark.before);
    }
    return false;
  }

  static bool han(char32_t point) { return point != 0 && unicode::class_of(unicode::entry(point)) == unicode::kHan; }

  // A mark that can only open, and no whole quotation behind it: where its end is missing, it is a quotation still.
  bool certain(const Open& one) const {
    const Mark& mark = one.mark;
    return mark.shape == Shape::kOpen && mark.family != kSingle && one.rows == out_.size();
  }

  void close(const Mark& mark) {
    while (open_.back().mark.family != mark.family) drop_last();
    const Open one = open_.back();
    drop_last();
    out_.resize(one.rows);  // quotations inside it go with it
    emit(one, mark.start, mark.end, 0);
  }

  void drop_last() {
    --counts_[open_.back().mark.family];
    open_.pop_back();
  }

  void close_overlong(std::size_t at) {
    while (head_ < open_.size() && at - open_[head_].mark.end > kMostQuotedBytes) {
      const Open one = open_[head_];
      drop_first();
      if (!certain(one)) continue;
      std::size_t end = one.mark.end + kMostQuotedBytes;
      while ((static_cast<unsigned char>(text_[end]) & 0xC0u) == 0x80u) --end;
      emit(one, end, end, kQuoteUnclosed);
      while (head_ < open_.size() && open_[head_].mark.start < end) drop_first();
    }
  }

  void drop_first() { --counts_[open_[head_++].mark.family]; }

  void emit(const Open& one, std::size_t end, std::size_t outer_end, std::uint32_t flags) {
    push(one.mark.end, end, one.mark.start, outer_end, flags);
  }

  void push(std::size_t start, std::size_t end, std::size_t outer_start, std::size_t outer_end, std::uint32_t flags) {
    while (start < end && trimmed(text_[start])) ++start;
    while (end > start && trimmed(text_[end - 1])) --end;
    if (start == end) return;
    QuoteRow row{};
    row.start_byte = static_cast<std::int32_t>(start);
    row.end_byte = static_cast<std::int32_t>(end);
    row.outer_start = static_cast<std::int32_t>(outer_start);
    row.outer_end = static_cast<std::int32_t>(outer_end);
    row.segment = segment_of(row.start_byte);
    row.last_segment = segment_of(row.end_byte - 1);
    row.flags = flags;
    out_.push_back(row);
  }

  std::int32_t segment_of(std::int32_t byte) const {
    const auto at = std::upper_bound(segments_.begin() + static_cast<std::ptrdiff_t>(first_segment_), segments_.end(),
                                     byte, [](std::int32_t b, const SegmentRow& row) { return b < row.end_byte; });
    return static_cast<std::int32_t>(at - segments_.begin());
  }

  std::string_view text_;
  const std::vector<SegmentRow>& segments_;
  std::vector<QuoteRow>& out_;
  QuoteState* state_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t first_segment_ = 0;
  std::vector<Mark> marks_;
  std::vector<Open> open_;
  std::size_t head_ = 0;  // opening marks before it were given up
  std::array<std::size_t, kFamilies> counts_{};
};

}  // namespace

void read_quotes(std::string_view answer, const std::vector<SegmentRow>& segments, std::vector<QuoteRow>& out,
                 QuoteState* state) {
  Reader(answer, segments, out, state).run();
}

bool ends_with_mark(std::string_view text) {
  if (text.empty()) return false;
  std::size_t at = text.size();
  const char32_t point = previous_code_point(text, at);
  Sign sign{};
  return point == U'`' || read_sign(point, sign);
}

}  // namespace verify
