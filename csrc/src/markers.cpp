#include "verify/markers.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "marker_reader.hpp"
#include "references.hpp"
#include "verify/lexicon.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool small(char c) { return c >= 'a' && c <= 'z'; }

constexpr Brackets kBrackets[] = {{"[", "]", false},   {"【", "】", false}, {"［", "］", false},
                                  {"〔", "〕", false}, {"(", ")", true},    {"（", "）", true}};

constexpr std::array<bool, 256> make_openers() {
  std::array<bool, 256> table{};
  for (const char c : {'`', '\\', '$', '[', '(', '<', '{', '#', ':', '%', '.'})
    table[static_cast<unsigned char>(c)] = true;
  for (const int c : {0xC2, 0xE2, 0xE3, 0xEE, 0xEF}) table[static_cast<std::size_t>(c)] = true;
  return table;
}
constexpr std::array<bool, 256> kOpeners = make_openers();

}  // namespace

MarkerReader::MarkerReader(std::string_view text, const Lexicon& lexicon, const SourceNames& names,
                           const MarkerOptions& options, std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids)
    : text_(text),
      lexicon_(lexicon),
      options_(options),
      inside_(text, lexicon, names, options),
      markers_(markers),
      ids_(ids) {
  opens_ = kOpeners;
  for (const MarkerTemplate& form : options.templates) opens_[static_cast<unsigned char>(form.before[0])] = true;
}

bool MarkerReader::run() {
  std::size_t at = 0;
  while (at < text_.size()) {
    if (!opens_[static_cast<unsigned char>(text_[at])]) {
      ++at;
      continue;
    }
    std::size_t end = 0;
    for (const MarkerTemplate& form : options_.templates) {
      if (end == 0) end = of_template(at, form);
    }
    if (end == 0) end = read(at);
    at = end > at ? end : at + 1;
  }
  return inside_.names_wanted;
}

bool MarkerReader::starts(std::size_t at, std::string_view prefix) const {
  return at <= text_.size() && text_.size() - at >= prefix.size() &&
         std::memcmp(text_.data() + at, prefix.data(), prefix.size()) == 0;
}

std::size_t MarkerReader::find(std::size_t from, std::string_view close, std::size_t reach) const {
  if (from > text_.size()) return std::string_view::npos;
  const std::string_view window = text_.substr(from, reach);
  const std::size_t found = window.find(close);
  if (found == std::string_view::npos) return found;
  if (reach == kLongestMarker && window.substr(0, found).find('\n') != std::string_view::npos) {
    return std::string_view::npos;
  }
  return from + found;
}

std::size_t MarkerReader::read(std::size_t at) {
  switch (text_[at]) {
    case '`':
      return skip_code(at);
    case '\\':
      return behind_backslash(at);
    case '$':
      return skip_math(at);
    case '<':
      return starts(at, "<|") ? enclosed(at, "<|", "|>", Envelope::kSquare) : tag(at);
    case '{':
      return starts(at, "{{") ? prefixed(at, "{{", "}}") : 0;
    case '#':
      return starts(at, "##") ? enclosed(at, "##", "$$", Envelope::kSure) : 0;
    case ':':
      return starts(at, ":cit[") ? directive(at) : 0;
    case '%':
      return percent_signs(at);
    case '.':
      return glued_number(at);
    case '\xC2':
    case '\xE2':
      return superscript(at);
    case '\xEE':
      return starts(at, kCiteStart) ? private_use(at) : 0;
    default:
      for (const Brackets& brackets : kBrackets) {
        if (starts(at, brackets.open)) return bracketed(at, brackets);
      }
      return 0;
  }
}

std::size_t MarkerReader::skip_code(std::size_t at) const {
  std::size_t ticks = at;
  while (ticks < text_.size() && text_[ticks] == '`') ++ticks;
  const std::size_t count = ticks - at;
  const std::size_t reach = count >= 3 ? kLongestWrapped : kLongestMarker;
  std::size_t close = ticks;
  const std::size_t limit = ticks + reach < text_.size() ? ticks + reach : text_.size();
  while (close < limit) {
    if (text_[close] != '`') {
      if (count < 3 && text_[close] == '\n') break;
      ++close;
      continue;
    }
    std::size_t run = close;
    while (run < text_.size() && text_[run] == '`') ++run;
    if (run - close == count) return run;
    close = run;
  }
  return ticks;
}

std::size_t MarkerReader::skip_math(std::size_t at) const {
  const std::size_t close = find(at + 1, "$");
  if (close == std::string_view::npos || close == at + 1) return 0;
  const std::string_view inner = text_.substr(at + 1, close - at - 1);
  if (inner[0] == ' ' || inner.find(". ") != std::string_view::npos) return 0;
  return inner.find_first_of("\\_^") != std::string_view::npos ? close + 1 : 0;
}

std::size_t MarkerReader::behind_backslash(std::size_t at) {
  if (starts(at, "\\cite")) {
    std::size_t open = at + 5;
    while (small(byte(open)) || byte(open) == '*') ++open;
    const std::size_t close = byte(open) == '{' ? find(open + 1, "}") : std::string_view::npos;
    if (close == std::string_view::npos) return 0;
    return add(at, close + 1, inside_.read(open + 1, close, Envelope::kSure));
  }
  const std::string_view close = byte(at + 1) == '(' ? "\\)" : byte(at + 1) == '[' ? "\\]" : "";
  if (close.empty()) return 0;
  const std::size_t found = find(at + 2, close);
  return found == std::string_view::npos ? at + 2 : found + 2;
}

std::size_t MarkerReader::close_of(std::size_t inner, const Brackets& brackets) const {
  std::size_t close = find(inner, brackets.close);
  if (!brackets.round || close == std::string_view::npos) return close;
  std::size_t open = text_.substr(inner, close - inner).find(brackets.open);
  if (open == std::string_view::npos) return close;
  int depth = 1;
  std::size_t at = inner;
  const std::size_t limit = text_.size() - inner < kLongestMarker ? text_.size() : inner + kLongestMarker;
  for (; at < limit && text_[at] != '\n'; ++at) {
    if (starts(at, brackets.open)) ++depth;
    if (starts(at, brackets.close) && --depth == 0) return at;
  }
  return close;
}

std::size_t MarkerReader::bracketed(std::size_t at, const Brackets& brackets) {
  std::size_t inner = at + brackets.open.size();
  const bool square = brackets.open == "[";
  const bool doubled = square && starts(inner, "[");
  if (doubled) ++inner;
  const std::size_t close = close_of(inner, brackets);
  if (close == std::string_view::npos) return 0;
  std::size_t end = close + brackets.close.size();
  if (doubled) {
    if (!starts(end, "]")) return 0;
    ++end;
  }
  if (square && !doubled && text_.substr(inner, close - inner) == "cite_start") {
    return opening(at, end);
  }
  std::size_t link = 0;
  if (square && starts(end, "(")) {
    const std::size_t link_close = find(end + 1, ")");
    if (link_close != std::string_view::npos) link = link_close + 1;
  }
  if (link != 0 && byte(end + 1) == '#') {  // [1](#id): the address says which
    const std::int32_t source = inside_.exact(end + 2, link - 1);
    if (source >= 0) {
      inside_.items.assign(1, {end + 2, link - 1, -1, source});
      return add(at, link, Reading::kMarker);
    }
  }
  Reading reading = inside_.read(inner, close, brackets.round ? Envelope::kRound : Envelope::kSquare);
  // [id](CITE): what stands in the brackets is meant as an id
  if (link != 0 && text_.substr(end, link - end) == "(CITE)" && reading != Reading::kMarker) {
    reading = inside_.read(inner, close, Envelope::kSure);
  }
  const bool unresolved = reading != Reading::kMarker || inside_.unresolved();
  const bool numbers = reading == Reading::kMarker && inside_.numbers();
  if (link != 0 && unresolved && !doubled && !numbers && text_.substr(end, link - end) != "(CITE)") {
    return linked(at, end, link, reading);
  }
  if (reading == Reading::kNone) return link;  // a link's text is no marker, and neither is anything in its address
  if (numbers && unresolved && (index_like(at) || interval(at))) return 0;
  if (reading == Reading::kMalformed && index_like(at)) return 0;
  return add(at, link != 0 ? link : end, reading);
}

std::size_t MarkerReader::linked(std::size_t at, std::size_t end, std::size_t link, Reading reading) {
  std::size_t start = end + 1;
  std::size_t stop = link - 1;
  const std::vector<MarkerItem> label = inside_.items;
  if (byte(start) == '#') ++start;
  inside_.items.clear();
  const std::int32_t source = inside_.exact(start, stop);
  if (source >= 0) {
    inside_.items.push_back({start, stop, -1, source});
    return add(at, link, Reading::kMarker);
  }
  if (stop > start && inside_.by_name(text_.substr(start, stop - start), start, stop))
    return add(at, link, Reading::kMarker);
  inside_.items = label;
  if (reading == Reading::kVague) return add(at, link, reading);
  if (reading != Reading::kMalformed) return link;
  // [source](place): it cites, and what it names is none of ours
  const bool web = text_.substr(start, stop - start).find("://") != std::string_view::npos;
  if (!web && stop > start) inside_.items.push_back({start, stop, -1, -1});
  return add(at, link, web || stop <= start ? Reading::kVague : Reading::kMarker);
}

bool MarkerReader::index_like(std::size_t at) const {
  if (at == 0) return false;
  const char before = text_[at - 1];
  // Behind a marker another one is a citation, however wrong: [1][0].
  const bool bracket = before == ']' && (markers_.empty() || markers_.back().end_byte != static_cast<std::int32_t>(at));
  if (!letter(before) && before != '_' && !bracket) return false;
  return inside_.items.empty() ||
         (inside_.items.size() == 1 && inside_.items[0].number >= 0 && inside_.items[0].number < options_.base);
}

bool MarkerReader::interval(std::size_t at) const {
  if (inside_.items.size() < 2) return false;
  std::size_t end = at;
  while (end > 0 && byte(end - 1) == ' ') --end;
  const Match match = lexicon_.longest_back(Section::kCitation, text_, end);
  return match && static_cast<CitationWord>(match.entry->kind) == CitationWord::kInterval;
}

int MarkerReader::superscript_digit(std::size_t at, std::size_t& size) const {
  if (byte(at) == '\xC2') {
    size = 2;
    return byte(at + 1) == '\xB9' ? 1 : byte(at + 1) == '\xB2' ? 2 : byte(at + 1) == '\xB3' ? 3 : -1;
  }
  size = 3;
  if (!starts(at, "\xE2\x81") || at + 2 >= text_.size()) return -1;
  const auto last = static_cast<unsigned char>(text_[at + 2]);
  if (last == 0xB0) return 0;
  return last >= 0xB4 && last <= 0xB9 ? last - 0xB0 : -1;
}

std::size_t MarkerReader::superscript(std::size_t at) {
  std::size_t size = 0;
  if (superscript_digit(at, size) < 0 || options_.kind == MarkerKind::kId || !note_may_follow(at)) return 0;
  std::vector<MarkerItem> singles;
  std::size_t end = at;
  std::int32_t value = 0;
  while (end < text_.size() && end - at < 18) {
    const int one = superscript_digit(end, size);
    if (one < 0) break;
    value = value * 10 + one;
    singles.push_back({end, end + size, one, inside_.by_number(one)});
    end += size;
  }
  inside_.items.assign(1, {at, end, value, inside_.by_number(value)});
  if (inside_.unresolved() && singles.size() > 1) {  // ¹² is 1 and 2 where there is no twelfth
    const std::vector<MarkerItem> whole = std::exchange(inside_.items, singles);
    if (inside_.unresolved()) inside_.items = whole;
  }
  return add(at, end, Reading::kMarker);
}

bool MarkerReader::note_may_follow(std::size_t at) const {
  if (at == 0) return false;
  std::size_t before = at;
  const char32_t point = previous_code_point(text_, before);
  if (point >= 0x80) return point != U'²' && point != U'³' && point != U'¹' && (point < 0x370 || point > 0x3FF);
  const char c = static_cast<char>(point);
  if (letter(c)) {
    std::size_t word = at;
    while (word > 0 && small(text_[word - 1]) && at - word < 5) --word;
    return at - word >= 4;
  }
  return c == '.' || c == ',' || c == ';' || c == '%' || c == ')' || c == ']' || c == '"' || c == '!' || c == '?' ||
         c == '*';
}

std::size_t MarkerReader::glued_number(std::size_t at) {
  if (!digit(byte(at + 1)) || options_.kind == MarkerKind::kId) return 0;
  std::size_t word = at;
  while (word > 0 && small(text_[word - 1]) && at - word < 5) --word;
  if (at - word < 4) return 0;
  inside_.items.clear();
  std::size_t end = at + 1;
  for (;;) {
    std::size_t stop = end;
    while (digit(byte(stop)) && stop - end < 3) ++stop;
    const std::int32_t value = inside_.number(end, stop);
    if (value < 0 || inside_.by_number(value) < 0) return 0;
    inside_.items.push_back({end, stop, value, inside_.by_number(value)});
    end = stop;
    if ((byte(stop) != ' ' && byte(stop) != ',') || !digit(byte(stop + 1))) break;
    end = stop + 1;
  }
  const char behind = byte(end);
  const bool ends = behind == '\0' || behind == '\n' || (behind == ' ' && byte(end + 1) >= 'A' && byte(end + 1) <= 'Z');
  return ends ? add(at + 1, end, Reading::kMarker) : 0;
}

std::size_t MarkerReader::opening(std::size_t start, std::size_t end) {
  inside_.items.clear();
  add(start, end, Reading::kMarker, kMarkerOpening);
  return end;
}

std::size_t MarkerReader::add(std::size_t start, std::size_t end, Reading reading, std::uint32_t flags,
                              std::int32_t wrapped) {
  MarkerRow row{};
  row.start_byte = static_cast<std::int32_t>(start);
  row.end_byte = static_cast<std::int32_t>(end);
  row.first_id = static_cast<std::int32_t>(ids_.size());
  row.id_count = static_cast<std::int32_t>(inside_.items.size());
  row.wrapped_start = wrapped;
  row.flags = flags;
  if (!inside_.items.empty() && inside_.numbers()) row.flags |= kMarkerNumber;
  if (reading == Reading::kMalformed) row.flags |= kMarkerMalformed;
  if (reading == Reading::kVague) row.flags |= kMarkerVague;
  if (reading != Reading::kMarker || inside_.unresolved()) row.flags |= kMarkerUnresolved;
  for (const MarkerItem& item : inside_.items) {
    ids_.push_back(
        {static_cast<std::int32_t>(item.start), static_cast<std::int32_t>(item.end), item.number, item.source});
  }
  inside_.items.clear();
  markers_.push_back(row);
  return end;
}

bool read_markers(std::string_view text, const Lexicon& lexicon, const SourceNames& names, const MarkerOptions& options,
                  std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids) {
  const bool wanted = MarkerReader(text, lexicon, names, options, markers, ids).run();
  return read_references(text, lexicon, names, options, markers, ids) || wanted;
}

}  // namespace verify
