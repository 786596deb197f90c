#include "verify/growing.hpp"

#include <algorithm>

#include "lines.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

// What decides the end of a sentence stands so near behind it: a word, a speaker's name, a mark, a number.
constexpr std::size_t kNear = 48;
constexpr std::size_t kLongestMarker = 256;    // on one line, from what opens it
constexpr std::size_t kLongestTitle = 300;     // 《title》
constexpr std::size_t kLongestWrapped = 4096;  // by a tag

struct Pair {
  std::string_view open, close;
};
constexpr Pair kPairs[] = {{"[", "]"},   {"(", ")"},   {"{", "}"},   {"【", "】"},
                           {"［", "］"}, {"〔", "〕"}, {"（", "）"}, {"\xEE\x88\x80", "\xEE\x88\x81"}};

class Openers {
 public:
  Openers(std::string_view text, const MarkerOptions& options) : text_(text), first_(text.size()) {
    const std::size_t reach = kLongestMarker + 8;
    std::size_t start = text.size() > reach ? text.size() - reach : 0;
    const std::size_t line = text.rfind('\n');
    if (line != std::string_view::npos && line + 1 > start) start = line + 1;
    while (start < text.size() && (static_cast<unsigned char>(text[start]) & 0xC0u) == 0x80u) ++start;
    for (const Pair& pair : kPairs) bracket(start, pair);
    tag(start);
    doubled(start);
    math(start);
    for (const MarkerTemplate& form : options.templates) custom(start, form);
    const std::size_t titles = text.size() > kLongestTitle ? text.size() - kLongestTitle : 0;
    unclosed(titles, "《", "》");
  }

  // Where the first sign stands that opens what may still become a citation or a title.
  std::size_t first() const { return first_; }

 private:
  void open_at(std::size_t at) { first_ = std::min(first_, at); }

  // The outermost of these brackets that is not closed; one that stands behind another kind's end belongs to that:
  // [label](address.
  void bracket(std::size_t start, const Pair& pair) {
    std::vector<std::size_t> open;
    for (std::size_t at = start; at < text_.size(); ++at) {
      if (starts_with(text_, at, pair.open)) open.push_back(at);
      if (starts_with(text_, at, pair.close) && !open.empty()) open.pop_back();
    }
    if (open.empty()) return;
    std::size_t at = open.front();
    while (at > start && (text_[at - 1] == ']' || text_[at - 1] == '}')) {
      const std::size_t before = text_.rfind(text_[at - 1] == ']' ? '[' : '{', at - 1);
      if (before == std::string_view::npos || before < start) break;
      at = before;
    }
    open_at(at);
  }

  // <cite>1</cite>: a tag is open up to the end of the closing one.
  void tag(std::size_t start) {
    for (std::size_t at = text_.find('<', start); at != std::string_view::npos; at = text_.find('<', at + 1)) {
      if (at + 1 < text_.size() && !ascii_letter(static_cast<unsigned char>(text_[at + 1])) && text_[at + 1] != '|' &&
          text_[at + 1] != '/')
        continue;
      const std::string_view rest = text_.substr(at);
      const bool bar = starts_with(rest, 0, "<|");
      const std::size_t close = rest.find(bar ? "|>" : "</", 1);
      const std::size_t end = close == std::string_view::npos ? close : rest.find('>', close);
      const std::size_t alone = rest.find('>');
      const bool lone = alone != std::string_view::npos && (rest[alone - 1] == '/' || rest[1] == '/');
      if (end == std::string_view::npos && !lone) return open_at(at);
    }
  }

  // ##id$$ and %[1]%, which hold no blank.
  void doubled(std::size_t start) {
    for (const Pair& pair : {Pair{"##", "$$"}, Pair{"%[", "%"}}) {
      const std::size_t at = text_.rfind(pair.open);
      if (at == std::string_view::npos || at < start) continue;
      const std::string_view rest = text_.substr(at + pair.open.size());
      if (rest.find(pair.close) == std::string_view::npos && rest.find(' ') == std::string_view::npos) open_at(at);
    }
  }

  // A formula ends with its sentence at the latest.
  void math(std::size_t start) {
    for (std::size_t at = text_.find('$', start); at != std::string_view::npos; at = text_.find('$', at + 1)) {
      const std::string_view rest = text_.substr(at + 1);
      if (rest.empty() || (rest[0] != ' ' && rest.find(". ") == std::string_view::npos)) return open_at(at);
    }
  }

  void custom(std::size_t start, const MarkerTemplate& form) {
    if (form.after.empty()) {
      const std::size_t at = text_.rfind(form.before);
      if (at == std::string_view::npos || at < start) return;
      const std::string_view rest = text_.substr(at + form.before.size());
      if (rest.find_first_of(" \n.,;") == std::string_view::npos) open_at(at);
      return;
    }
    unclosed(start, form.before, form.after);
  }

  // The first of these signs behind the last one that closes.
  void unclosed(std::size_t start, std::string_view open, std::string_view close) {
    const std::size_t last = text_.rfind(close);
    if (last != std::string_view::npos && last >= start) start = last + close.size();
    const std::size_t at = text_.find(open, start);
    if (at != std::string_view::npos) open_at(at);
  }

  std::string_view text_;
  std::size_t first_;
};

// The start of the last line where its rest decides what it is: a table row, a heading in bold.
std::size_t open_line(std::string_view text) {
  const std::size_t before = text.rfind('\n');
  std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  while (start < text.size() && blank(static_cast<unsigned char>(text[start]))) ++start;
  if (start == text.size() || text.size() - start > kLongestLine) return text.size();
  if (text[start] == '|') return start;
  if (!starts_with(text, start, "**")) return text.size();
  const std::size_t close = text.find("**", start + 2);
  const bool decided =
      close != std::string_view::npos && text.find_first_not_of(" \t\r", close + 2) != std::string_view::npos;
  return decided ? text.size() : start;
}

// Code in which no citation is looked for: runs of as many ticks, on one line or, from three on, over several.
void read_code(std::string_view text, QuoteState& state) {
  for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    std::size_t inner = at;
    while (inner < text.size() && text[inner] == '`') ++inner;
    const std::size_t count = inner - at;
    const std::string_view rest = text.substr(inner, count >= 3 ? kLongestWrapped : kLongestMarker);
    std::size_t close = rest.find('`');
    std::size_t behind = close;
    while (close != std::string_view::npos) {
      behind = std::min(rest.find_first_not_of('`', close), rest.size());
      if (behind - close == count) break;
      close = rest.find('`', behind);
    }
    const bool line = count >= 3 || rest.substr(0, close).find('\n') == std::string_view::npos;
    if (close != std::string_view::npos && line) {
      state.code.emplace_back(at, inner + behind);
      at = inner + behind;
      continue;
    }
    if (line && inner + rest.size() == text.size()) state.open_at(at);
    at = inner;
  }
}

// The first tag that wraps text and has no end yet, as long as one may come.
std::size_t open_tag(std::string_view text, const std::vector<MarkerRow>& markers) {
  std::vector<const MarkerRow*> open;
  for (const MarkerRow& row : markers) {
    if ((row.flags & kMarkerOpening) != 0 && text[static_cast<std::size_t>(row.start_byte)] == '<')
      open.push_back(&row);
    if (row.wrapped_start < 0) continue;
    while (!open.empty() && open.back()->end_byte >= row.wrapped_start) open.pop_back();
  }
  for (const MarkerRow* row : open) {
    if (text.size() - static_cast<std::size_t>(row->end_byte) <= kLongestWrapped + kLongestMarker)
      return static_cast<std::size_t>(row->start_byte);
  }
  return text.size();
}

bool is_row(const SegmentRow& segment) {
  const auto kind = static_cast<SegmentKind>(segment.kind);
  return kind == SegmentKind::kTableRow || kind == SegmentKind::kTableHeader;
}

}  // namespace

std::size_t count_settled(std::string_view text, const std::vector<SegmentRow>& segments,
                          const std::vector<MarkerRow>& markers, QuoteState& quotes, const MarkerOptions& options,
                          std::size_t known) {
  if (segments.size() < 2 || ends_with_mark(text)) return 0;
  read_code(text, quotes);
  const std::size_t open =
      std::min({known, quotes.open, Openers(text, options).first(), open_tag(text, markers), open_line(text)});
  for (std::size_t count = segments.size() - 1; count > 0; --count) {
    auto behind = static_cast<std::size_t>(segments[count - 1].end_byte);
    while (behind < text.size() && (blank(static_cast<unsigned char>(text[behind])) || text[behind] == '\n')) ++behind;
    if (open <= behind) continue;
    const bool line = text.find('\n', behind) != std::string_view::npos;
    if (!line && (is_row(segments[count - 1]) || text.size() - behind < kNear)) continue;
    return count;
  }
  return 0;
}

bool restarts_behind(std::size_t segment, const std::vector<SegmentRow>& segments,
                     const std::vector<MarkerRow>& markers, const std::vector<QuoteRow>& quotes,
                     const QuoteState& state) {
  const SegmentRow& row = segments[segment];
  if (segment + 1 < segments.size() && segments[segment + 1].block == row.block) {
    const auto kind = static_cast<SegmentKind>(row.kind);
    if (kind != SegmentKind::kText && kind != SegmentKind::kListItem && kind != SegmentKind::kQuote) return false;
  }
  const std::int32_t end = row.end_byte;
  for (const QuoteRow& quote : quotes) {
    if (quote.outer_start < end && end < quote.outer_end) return false;
  }
  for (const auto& [open, close] : state.code) {
    if (open < static_cast<std::size_t>(end) && static_cast<std::size_t>(end) < close) return false;
  }
  return std::none_of(markers.begin(), markers.end(), [end](const MarkerRow& marker) {
    return (marker.wrapped_start >= 0 ? marker.wrapped_start : marker.start_byte) < end && end < marker.end_byte;
  });
}

}  // namespace verify
