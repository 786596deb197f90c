#include "verify/structure.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "byte_classes.hpp"
#include "lines.hpp"
#include "table_cells.hpp"
#include "verify/lexicon.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::size_t kLookAhead = 4096;  // how far an unclosed fence or title mark reaches
constexpr std::size_t kTitleReach = 300;  // longest 《title》 inside which a stop ends nothing

constexpr int kLongestSpeaker = 4;      // Han characters of a name before “says”
constexpr std::size_t kLongUnit = 400;  // a source's paragraph is cut at a line break after this many bytes

constexpr std::size_t kChunkBlocks = 32;  // blocks in which stops are looked for at once

class Segmenter {
 public:
  Segmenter(std::string_view text, const std::vector<MarkerRow>& markers, const Lexicon& lexicon, SegmentMode mode,
            std::vector<SegmentRow>& out)
      : text_(text), markers_(markers), lexicon_(lexicon), mode_(mode), out_(out) {
    strokes_ = mode == SegmentMode::kSource && text.find('|') != std::string_view::npos;
  }

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) at = block(at);
    if (!out_.empty()) out_.back().end_byte = static_cast<std::int32_t>(text_.size());
  }

 private:
  unsigned char byte(std::size_t at) const { return at < text_.size() ? static_cast<unsigned char>(text_[at]) : 0; }

  // The line that starts at `at`. Where one block ends, the next one begins with the line that told so.
  const Line& line_at(std::size_t at) {
    if (ahead_.next == 0 || ahead_.start != at) ahead_ = read_line(text_, at);
    return ahead_;
  }

  // Reads one block and returns where the next one starts.
  std::size_t block(std::size_t at) {
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

  // A whole line in bold without a stop is a heading, if something follows it.
  bool bold_line(const Line& line) const {
    if (byte(line.first) != '*' || byte(line.first + 1) != '*') return false;
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

  std::size_t fence(const Line& open) {
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

  std::size_t table(const Line& first) {
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

  // How many cells of a row are parted by strokes, less one.
  std::size_t strokes(const Line& line) const {
    const std::string_view written = text_.substr(line.start, line.end - line.start);
    return strokes_ ? static_cast<std::size_t>(std::count(written.begin(), written.end(), '|')) : 0;
  }

  bool same_width(const Line& a, const Line& b) const { return strokes(a) != 0 && strokes(a) == strokes(b); }

  // In a source, a row that no stroke begins ("Rent | 850 | 900"): the next line is parted into as many cells.
  bool open_rows(const Line& line) const {
    if (!strokes_ || line.next >= text_.size()) return false;
    const Line next = read_line(text_, line.next);
    return next.kind != LineKind::kBlank && same_width(line, next);
  }

  // A paragraph, list item or quoted block: lines are joined as long as they go on, then cut into sentences.
  std::size_t paragraph(const Line& first, SegmentKind kind) {
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

  bool goes_on(std::size_t start, const Line& line, const Line& next) const {
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

  void sentences(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind) {
    std::size_t segment_start = start;
    std::size_t segment_body = body;
    std::size_t title_end = 0;  // inside 《...》 no stop ends anything
    std::size_t at = body;
    while ((at = next_stop(at, end)) < end) {
      if (at < title_end) {
        ++at;
        continue;
      }
      while (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].end_byte) <= at) ++marker_;
      if (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].start_byte) < at) {
        at = static_cast<std::size_t>(markers_[marker_].end_byte);  // a stop inside a marker ends nothing
        continue;
      }
      if (starts_with(text_, at, "\xE3\x80\x8A")) {  // 《
        const std::size_t close = text_.substr(at, kTitleReach).find("\xE3\x80\x8B");
        if (close != std::string_view::npos) title_end = at + close;
        at += 3;
        continue;
      }
      const std::size_t stop_end = stop_at(at, segment_body, end);
      if (stop_end == 0) {
        ++at;
        continue;
      }
      std::size_t next = trailing(stop_end, end);
      while (next < end && (blank(byte(next)) || byte(next) == '\n')) ++next;
      if (next >= end) break;
      push(segment_start, next, segment_body, kind);
      segment_start = segment_body = next;
      at = next;
    }
    push(segment_start, end, segment_body, kind);
  }

  // The first sign from `at` on at which a sentence, a clause or a title may end or begin; `end` where there is none.
  std::size_t next_stop(std::size_t at, std::size_t end) {
    while (at < end) {
      if (at < chunk_ || at - chunk_ >= kChunkBlocks * kBlockBytes) find_stops(at);
      const std::size_t block = (at - chunk_) / kBlockBytes;
      const std::uint64_t left = stops_[block] >> ((at - chunk_) % kBlockBytes);
      if (left != 0) return std::min(end, at + static_cast<std::size_t>(__builtin_ctzll(left)));
      at = chunk_ + (block + 1) * kBlockBytes;
    }
    return end;
  }

  // Marks the stops of the next 2 KiB. A comma ends a clause behind Chinese alone.
  void find_stops(std::size_t at) {
    ByteMasks masks[kChunkBlocks];
    const std::string_view part = text_.substr(at, kChunkBlocks * kBlockBytes);
    classify_bytes(part, masks);
    std::uint64_t wide_before = 1;  // what stands before the chunk is not looked at
    for (std::size_t block = 0; block * kBlockBytes < part.size(); ++block) {
      const ByteMasks& row = masks[block];
      stops_[block] = row.stops | row.stop_leads | (row.commas & (row.wide << 1 | wide_before));
      wide_before = row.wide >> 63;
    }
    chunk_ = at;
  }

  // Where the stop that starts at `at` ends, if it ends a sentence (or, in a source, a Chinese clause); else 0.
  std::size_t stop_at(std::size_t at, std::size_t segment_start, std::size_t end) const {
    const unsigned char c = byte(at);
    if (c == '.') return full_stop(at, segment_start, end);
    if (c == '!' || c == '?') {
      std::size_t after = at + 1;
      while (after < end && (byte(after) == '!' || byte(after) == '?')) ++after;
      const std::size_t next = skip_closers(after, end);
      if (next >= end || han_at(text_, next)) return after;
      if (blank(byte(next)) || byte(next) == '\n') {
        return ascii_lower(byte(skip_blanks(next, end))) ? 0 : after;  // "Really?" he said
      }
      return byte(next) == '[' || marker_at(next) || (ascii_upper(byte(next)) && ascii_lower(byte(next + 1))) ? after
                                                                                                              : 0;
    }
    if (c == ',') {
      return mode_ == SegmentMode::kSource && han_before(text_, at) && han_at(text_, at + 1) ? at + 1 : 0;
    }
    if (starts_with(text_, at, "。") || starts_with(text_, at, "！") || starts_with(text_, at, "？")) {
      std::size_t after = at + 3;
      for (;;) {
        if (starts_with(text_, after, "！") || starts_with(text_, after, "？") || starts_with(text_, after, "。")) {
          after += 3;
        } else if (byte(after) == '!' || byte(after) == '?') {
          ++after;
        } else {
          break;
        }
      }
      return said_after(skip_closers(after, end), end) ? 0 : after;
    }
    if (mode_ == SegmentMode::kSource && (starts_with(text_, at, "；") || starts_with(text_, at, "，"))) return at + 3;
    return 0;
  }

  // Speech that goes on behind the closing quote: “……。”他说。 “……。”李经理说道，
  bool said_after(std::size_t at, std::size_t end) const {
    if (at < 3 || !(starts_with(text_, at - 3, "”") || starts_with(text_, at - 3, "」"))) return false;
    std::size_t next = at;
    for (int signs = 0; signs <= kLongestSpeaker && next < end && han_at(text_, next); ++signs) {
      const Match verb = lexicon_.longest(Section::kSpeech, text_, next);
      if (verb && verb.entry->kind == 1) {
        // "He says" goes with whatever is said; another speaker's verb must end its clause: 这说明 is none.
        return verb.end >= end || signs == speaker_signs(at) || !han_at(text_, verb.end);
      }
      next_code_point(text_, next);
    }
    return false;
  }

  // The signs of the pronoun that starts at `at`; -1 for none.
  int speaker_signs(std::size_t at) const {
    const Match speaker = lexicon_.longest(Section::kSpeech, text_, at);
    return speaker && speaker.entry->kind == 0 ? static_cast<int>((speaker.end - at) / 3) : -1;
  }

  std::size_t full_stop(std::size_t at, std::size_t segment_start, std::size_t end) const {
    std::size_t after = at + 1;
    while (after < end && byte(after) == '.') ++after;
    const bool dots = after - at > 1;
    const std::size_t closed = skip_closers(after, end);
    std::size_t word = at;
    while (word > segment_start && (ascii_letter(byte(word - 1)) || byte(word - 1) >= 0x80)) --word;
    const std::size_t word_size = at - word;
    const unsigned char before = at > segment_start ? byte(at - 1) : 0;
    if (closed >= end) return after;
    const unsigned char next = byte(closed);
    if (!blank(next) && next != '\n') {
      if (word_size != 1 && marker_at(closed)) return after;
      if (closed == after && ascii_digit(next)) {
        // "barn.2. Milk": a list glued to the sentence before it
        std::size_t digits = closed;
        while (digits < end && ascii_digit(byte(digits)) && digits - closed < 3) ++digits;
        const bool label = (byte(digits) == '.' || byte(digits) == ')') && blank(byte(digits + 1));
        return label && ascii_lower(before) && word_size > 1 ? after : 0;
      }
      if (han_at(text_, closed)) return dots || word_size == 1 ? 0 : after;
      if (next == '[' && word_size != 1) return after;
      // No blank after the stop: a new sentence when a capital follows a word of at least two small letters.
      const bool word_ends = word_size >= 2 && ascii_lower(before) && ascii_lower(byte(at - 2));
      return word_ends && !address(word, at) && ascii_upper(next) &&
                     (ascii_lower(byte(closed + 1)) || blank(byte(closed + 1)))
                 ? after
                 : 0;
    }
    const std::size_t follow = skip_blanks(closed, end);
    if (follow >= end) return after;
    if (ascii_lower(byte(follow))) return 0;
    if (dots) return ascii_upper(byte(follow)) || byte(follow) >= 0x80 ? after : 0;
    if (word_size == 0 && ascii_digit(before)) {
      // "1. Pay": a label at the segment's start is no sentence
      std::size_t digits = at;
      while (digits > segment_start && ascii_digit(byte(digits - 1))) --digits;
      return digits == segment_start && at - digits <= 3 ? 0 : after;
    }
    if (word_size >= 1 && abbreviation(word, at)) return sentence_starter(follow) ? after : 0;
    return after;
  }

  // Whether a citation starts here, behind the last one that was passed.
  bool marker_at(std::size_t at) const {
    std::size_t next = marker_;
    while (next < markers_.size() && static_cast<std::size_t>(markers_[next].end_byte) <= at) ++next;
    return next < markers_.size() && static_cast<std::size_t>(markers_[next].start_byte) == at &&
           (markers_[next].flags & kMarkerOpening) == 0;
  }

  bool address(std::size_t word, std::size_t at) const {
    std::size_t start = word;
    while (start > 0 && !blank(byte(start - 1)) && byte(start - 1) != '\n' && at - start < 128) --start;
    const std::string_view run = text_.substr(start, at - start);
    return run.find("://") != std::string_view::npos || run.find('@') != std::string_view::npos ||
           starts_with(run, 0, "www.");
  }

  bool abbreviation(std::size_t word, std::size_t at) const {
    const std::string_view written = text_.substr(word, at - word);
    if (written.size() == 1 &&
        (ascii_upper(static_cast<unsigned char>(written[0])) || (word > 0 && byte(word - 1) == '.')))
      return true;
    if (written.size() > 12) return false;
    char lowered[12];  // ASCII is folded by lowering alone
    for (std::size_t i = 0; i < written.size(); ++i) {
      const auto c = static_cast<unsigned char>(written[i]);
      if (c >= 0x80) return lexicon_.abbreviation(fold(written));
      lowered[i] = static_cast<char>(ascii_upper(c) ? c | 0x20 : c);
    }
    return lexicon_.abbreviation(std::string_view(lowered, written.size()));
  }

  // A capitalised function word starts a sentence even behind an abbreviation.
  bool sentence_starter(std::size_t at) const {
    std::size_t end = at;
    while (ascii_letter(byte(end))) ++end;
    return end - at >= 2 && ascii_upper(byte(at)) && lexicon_.stop_word(word_key(fold(text_.substr(at, end - at))));
  }

  std::size_t skip_blanks(std::size_t at, std::size_t end) const {
    while (at < end && (blank(byte(at)) || byte(at) == '\n')) ++at;
    return at;
  }

  std::size_t skip_closers(std::size_t at, std::size_t end) const {
    static constexpr std::string_view kWide[] = {"”", "’", "」", "』", "）", "》", "】", "〕", "›", "»"};
    while (at < end) {
      const unsigned char c = byte(at);
      if (c == '"' || c == '\'' || c == ')' || c == ']' || c == '}' || c == '*' || c == '_') {
        ++at;
        continue;
      }
      std::size_t size = 0;
      if (c >= 0x80) {
        for (const std::string_view closer : kWide) {
          if (starts_with(text_, at, closer)) size = closer.size();
        }
      }
      if (size == 0) break;
      at += size;
    }
    return at;
  }

  // Behind a stop: closing signs and citation markers, which belong to the sentence before.
  std::size_t trailing(std::size_t at, std::size_t end) {
    for (;;) {
      at = skip_closers(at, end);
      std::size_t next = at;
      while (next < end && blank(byte(next))) ++next;
      while (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].end_byte) <= at) ++marker_;
      if (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].start_byte) == next &&
          (markers_[marker_].flags & kMarkerOpening) == 0) {
        at = static_cast<std::size_t>(markers_[marker_].end_byte);
        if (byte(at) == '.' || byte(at) == ',') ++at;
        if (starts_with(text_, at, "。")) at += 3;
        continue;
      }
      return at;
    }
  }

  void extend(std::size_t end) {
    if (!out_.empty()) {
      out_.back().end_byte = static_cast<std::int32_t>(end);
    }
  }

  void push(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind) {
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

  bool starts_line(std::size_t at) const {
    while (at > 0 && blank(byte(at - 1))) --at;
    return at == 0 || byte(at - 1) == '\n';
  }

  std::uint16_t end_flags(std::size_t start, std::size_t end) const {
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

  std::string_view text_;
  const std::vector<MarkerRow>& markers_;
  const Lexicon& lexicon_;
  SegmentMode mode_;
  bool strokes_ = false;  // a source that has tables, perhaps
  std::vector<SegmentRow>& out_;
  std::size_t marker_ = 0;
  Line ahead_{};  // the line that was read last; its `next` is 0 before the first
  std::int32_t block_ = 0;
  std::uint64_t stops_[kChunkBlocks];
  std::size_t chunk_ = static_cast<std::size_t>(-1);  // where the blocks of stops_ start; none are known at first
};

}  // namespace

void read_segments(std::string_view text, const std::vector<MarkerRow>& markers, const Lexicon& lexicon,
                   SegmentMode mode, std::vector<SegmentRow>& out) {
  Segmenter(text, markers, lexicon, mode, out).run();
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
    std::size_t at = 0;
    for (std::size_t segment = 0; segment < segments.size() && at < rows.size(); ++segment) {
      const std::size_t begin = at;
      const bool last = segment + 1 == segments.size();
      const std::int32_t end = last ? INT32_MAX : segments[segment].end_byte;
      const std::int32_t number = first_segment + static_cast<std::int32_t>(segment);
      for (; at < rows.size() && rows[at].start_byte < end; ++at) rows[at].segment = number;
      if (at == begin) continue;
      segments[segment].*first = static_cast<std::int32_t>(begin);
      segments[segment].*count = static_cast<std::int32_t>(at - begin);
    }
  };
  give(tokens, &SegmentRow::first_token, &SegmentRow::token_count);
  give(quantities, &SegmentRow::first_quantity, &SegmentRow::quantity_count);
  give(markers, &SegmentRow::first_marker, &SegmentRow::marker_count);
}

}  // namespace verify
