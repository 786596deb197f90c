#include "marker_ids.hpp"

#include <algorithm>

#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::int32_t kLongestRange = 50;  // a range over more sources than this is no citation
constexpr std::size_t kMostOfOneName = 64;  // a name that more sources bear says nothing about where to look
constexpr std::size_t kLeastBareId = 4;     // (file-1) may be an id, (a1) is a note
constexpr int kMostCuts = 12;               // places looked at where a title may end
constexpr auto kNoWord = static_cast<CitationWord>(255);

bool digit(char c) { return c >= '0' && c <= '9'; }
bool blank(char c) { return c == ' ' || c == '\t'; }
bool year(std::int32_t value) { return value >= 1000 && value <= 2999; }

}  // namespace

bool MarkerIds::unresolved() const {
  return std::any_of(items.begin(), items.end(), [](const MarkerItem& item) { return item.source < 0; });
}

bool MarkerIds::numbers() const {
  return std::all_of(items.begin(), items.end(), [](const MarkerItem& item) { return item.number >= 0; });
}

void MarkerIds::trim(std::size_t& start, std::size_t& end) const {
  while (start < end && blank(text_[start])) ++start;
  while (end > start && blank(text_[end - 1])) --end;
}

CitationWord MarkerIds::word(std::size_t at, std::size_t& end) const {
  const Match match = lexicon_.longest(Section::kCitation, text_, at);
  if (!match) return kNoWord;
  end = match.end;
  return static_cast<CitationWord>(match.entry->kind);
}

Reading MarkerIds::read(std::size_t start, std::size_t end, Envelope envelope) {
  items.clear();
  prefix_ = {};
  malformed_ = vague_ = false;
  trim(start, end);
  if (start >= end) return envelope == Envelope::kSure ? Reading::kMalformed : Reading::kNone;
  std::size_t title = end;  // 【4:0†name】: what follows the dagger is the title
  const std::size_t dagger = text_.substr(start, end - start).find("†");
  const std::size_t title_end = end;
  if (dagger != std::string_view::npos && dagger > 0) {
    end = start + dagger;
    title = end + std::string_view("†").size();
  }
  const bool round = envelope == Envelope::kRound;
  if (!round || token(start, end, kLeastBareId)) {
    const std::int32_t whole = exact(start, end);
    const bool near =
        round && options_.kind != MarkerKind::kNumber && names_.resembles(text_.substr(start, end - start));
    if (whole >= 0 || near) {
      items.push_back({start, end, -1, whole});
      return Reading::kMarker;
    }
  }
  const bool footnote = text_[start] == '^';
  bool placeholder = false;
  Prefix prefix = Prefix::kNone;
  if (footnote) {
    ++start;
    if (start < end && text_[end - 1] == '^') --end;
    prefix = Prefix::kColon;
  } else if (envelope == Envelope::kSquare && text_[start] == '@') {
    ++start;
    prefix = Prefix::kColon;
  } else if (round || !names_.resembles(text_.substr(start, end - start))) {
    prefix = skip_prefix(start, end, envelope, placeholder);
  }
  trim(start, end);
  if (start >= end) {
    return footnote || envelope == Envelope::kSure || (placeholder && envelope == Envelope::kSquare)
               ? Reading::kMalformed
               : Reading::kNone;
  }
  const bool prefixed = prefix != Prefix::kNone || envelope == Envelope::kSure;
  if (round && prefix == Prefix::kNone && !file_name(start, end)) return Reading::kNone;
  const bool counted = number(start, start + 1) >= 0;
  if (!counted && titled(start, end)) return vague_ ? Reading::kVague : Reading::kMarker;
  if (prefixed || envelope == Envelope::kSquare) {
    if (list(start, end, prefixed)) {
      const bool far = round && unresolved() && numbers() && items.front().number >= 1000;
      if (far) items.clear();
      return far ? Reading::kNone : vague_ ? Reading::kVague : Reading::kMarker;
    }
    items.clear();
    if (malformed_) return Reading::kMalformed;
  }
  if ((counted && titled(start, end)) || (title < title_end && titled(title, title_end))) {
    return vague_ ? Reading::kVague : Reading::kMarker;
  }
  const bool sure = envelope == Envelope::kSure || prefix == Prefix::kColon;
  if (footnote) return Reading::kMalformed;
  const bool named = options_.kind != MarkerKind::kNumber &&
                     ((sure && token(start, end, 2)) || envelope == Envelope::kSure || title < title_end ||
                      ((sure || envelope == Envelope::kSquare) && file_name(start, end)));
  if (named) {
    items.push_back({start, end, -1, -1});
    return Reading::kMarker;
  }
  return sure ? Reading::kVague : Reading::kNone;
}

// Words that say "what follows names a source"; a sign behind them makes it sure.
MarkerIds::Prefix MarkerIds::skip_prefix(std::size_t& start, std::size_t end, Envelope envelope, bool& placeholder) {
  std::size_t at = start;
  std::size_t behind = 0;
  CitationWord found = word(at, behind);
  while (found == CitationWord::kSee && behind < end) {
    at = behind;
    while (at < end && blank(text_[at])) ++at;
    found = at < end ? word(at, behind) : kNoWord;
  }
  // ow-source:token
  if (found == kNoWord && envelope == Envelope::kSquare) {
    const std::size_t dash = text_.substr(at, end - at).find('-');
    if (dash != std::string_view::npos && dash <= 8 && at + dash + 1 < end) found = word(at + dash + 1, behind);
    if (found != kNoWord && (behind >= end || text_[behind] != ':')) found = kNoWord;
  }
  if (at != start && at < end) start = at;  // (see lease.pdf)
  if (found == CitationWord::kSquare && envelope == Envelope::kRound) return Prefix::kNone;
  const bool prefix =
      found == CitationWord::kPrefix || found == CitationWord::kPlaceholder || found == CitationWord::kSquare;
  if (!prefix || behind > end) return Prefix::kNone;
  const std::string_view skipped = text_.substr(at, behind - at);
  bool sign = false;
  at = behind;
  while (at < end) {
    if (text_[at] == ' ') {
      ++at;
    } else if (text_[at] == ':' || text_[at] == '#' || text_[at] == '=') {
      sign = true;
      ++at;
    } else if (starts(at, "：")) {
      sign = true;
      at += 3;
    } else if ((text_[at] == '-' || text_[at] == '_') && at + 1 < end && digit(text_[at + 1])) {
      ++at;
    } else {
      break;
    }
  }
  if (at >= end) {
    placeholder = found == CitationWord::kPlaceholder || sign;
    start = end;
    return Prefix::kWord;
  }
  if (at == behind && !digit(text_[at])) {
    std::size_t next = at;
    const char32_t point = next_code_point(text_, next);
    if (point < U'０' || point > U'９') return Prefix::kNone;
  }
  prefix_ = skipped;
  start = at;
  return sign ? Prefix::kColon : Prefix::kWord;
}

// [Source 1, Source 2]: the word that stands before the first id, whatever the case.
bool MarkerIds::prefix_again(std::size_t at, std::size_t end) const {
  const std::string_view here = text_.substr(at, std::min(prefix_.size(), end - at));
  return !prefix_.empty() && std::equal(here.begin(), here.end(), prefix_.begin(), prefix_.end(), [](char a, char b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; };
    return small(a) == small(b);
  });
}

bool MarkerIds::list(std::size_t start, std::size_t end, bool prefixed) {
  while (start < end) {
    std::size_t stop = start;
    while (stop < end && separator(stop) == 0) ++stop;
    std::size_t item_start = start;
    std::size_t item_end = stop;
    trim(item_start, item_end);
    if (!items.empty() && prefix_again(item_start, item_end)) {
      bool placeholder = false;
      skip_prefix(item_start, item_end, Envelope::kSquare, placeholder);
    }
    if (item_start >= item_end) return false;
    std::string_view page;
    if (!item(item_start, item_end, prefixed)) {
      if (malformed_ || items.empty() || !place(item_start, item_end, page)) return false;
    }
    start = stop < end ? stop + separator(stop) : end;
    if (stop < end && start >= end) return false;
  }
  return !items.empty();
}

std::size_t MarkerIds::separator(std::size_t at) const {
  const char c = text_[at];
  if (c == ',' || c == ';' || c == '&') return 1;
  for (const std::string_view sign : {"，", "、", "；"}) {
    if (starts(at, sign)) return sign.size();
  }
  const Match match = lexicon_.longest(Section::kJoiner, text_, at);
  if (!match || match.entry->kind != 2 || at == 0) return 0;  // and, 和
  const bool latin = static_cast<unsigned char>(c) < 0x80;
  return !latin || blank(text_[at - 1]) ? match.end - at : 0;
}

std::int32_t MarkerIds::number(std::size_t start, std::size_t end) const {
  std::int32_t value = 0;
  int digits = 0;
  std::size_t at = start;
  while (at < end) {
    const char32_t point = next_code_point(text_, at);
    std::int32_t here;
    if (point >= U'0' && point <= U'9') {
      here = static_cast<std::int32_t>(point - U'0');
    } else if (point >= U'０' && point <= U'９') {
      here = static_cast<std::int32_t>(point - U'０');
    } else {
      return -1;
    }
    if (++digits > 6) return -1;
    value = value * 10 + here;
  }
  return digits > 0 ? value : -1;
}

std::int32_t MarkerIds::by_number(std::int32_t value) const {
  if (options_.kind == MarkerKind::kId) return -1;
  const std::int32_t ordinal = value - options_.base;
  return ordinal >= 0 && ordinal < names_.size() ? ordinal : -1;
}

std::int32_t MarkerIds::exact(std::size_t start, std::size_t end) const {
  return options_.kind == MarkerKind::kNumber ? -1 : names_.find(text_.substr(start, end - start));
}

bool MarkerIds::item(std::size_t start, std::size_t end, bool prefixed) {
  const std::int32_t named = exact(start, end);
  if (named >= 0) {
    items.push_back({start, end, -1, named});
    return true;
  }
  if (text_[start] == '(' && text_[end - 1] == ')' && end - start > 2) return item(start + 1, end - 1, prefixed);
  const std::int32_t value = number(start, end);
  if (value >= 0) {
    if (options_.kind == MarkerKind::kId) return false;
    const std::int32_t source = by_number(value);
    if (source < 0 && !prefixed && year(value)) return false;  // [2004] is a year before it is out of range
    items.push_back({start, end, value, source});
    return true;
  }
  if (range(start, end)) return true;
  if (malformed_) return false;
  const std::string_view written = text_.substr(start, end - start);
  if (options_.kind != MarkerKind::kNumber && names_.resembles(written)) {
    items.push_back({start, end, -1, -1});
    return true;
  }
  if (options_.kind == MarkerKind::kId) return false;
  // [#1], [S1]: signs and letters before a number that names a source
  if (text_[start] == '#' || text_[start] == 'S' || text_[start] == 'E' || text_[start] == 'D') {
    const std::int32_t labeled = number(start + 1, end);
    if (labeled >= 0 && (by_number(labeled) >= 0 || text_[start] == '#')) {
      items.push_back({start, end, labeled, by_number(labeled)});
      return true;
    }
  }
  if (text_[start] == '-' && number(start + 1, end) >= 0) {
    malformed_ = items.empty();
    return false;
  }
  // [1: lease.pdf], [source 1 p. 4]: a number, then what it stands for
  std::size_t digits = start;
  while (digits < end && digit(text_[digits])) ++digits;
  if (digits > start && digits < end) {
    const std::int32_t first = number(start, digits);
    std::string_view page;
    const bool title =
        (text_[digits] == ':' && digits + 1 < end && (blank(text_[digits + 1]) || prefixed)) || starts(digits, "：");
    if (first >= 0 && (by_number(first) >= 0 || prefixed) && (title || place(digits, end, page))) {
      items.push_back({start, digits, first, by_number(first)});
      return true;
    }
  }
  return options_.labels != nullptr && titled(start, end);
}

bool MarkerIds::range(std::size_t start, std::size_t end) {
  static constexpr std::string_view kDashes[] = {"-", "–", "—", "~", "～", "至"};
  for (const std::string_view dash : kDashes) {
    const std::size_t at = text_.substr(start, end - start).find(dash);
    if (at == std::string_view::npos || at == 0) continue;
    std::size_t low_start = start;
    std::size_t low_end = start + at;
    std::size_t high_start = low_end + dash.size();
    std::size_t high_end = end;
    trim(low_start, low_end);
    trim(high_start, high_end);
    const std::int32_t low = number(low_start, low_end);
    const std::int32_t high = number(high_start, high_end);
    if (low < 0 || high < 0 || options_.kind == MarkerKind::kId) return false;
    if (by_number(low) < 0 && low >= 1000) return false;
    if (high < low || high - low > kLongestRange) {
      malformed_ = high < 1000;
      return false;
    }
    for (std::int32_t value = low; value <= high; ++value) items.push_back({start, end, value, by_number(value)});
    return true;
  }
  return false;
}

// A place inside a source ("p. 4", "chunk 3", "第4页", a quotation); `page` is its number where it is a page.
bool MarkerIds::place(std::size_t start, std::size_t end, std::string_view& page) const {
  while (start < end && (blank(text_[start]) || text_[start] == '#' || text_[start] == ',' || text_[start] == '('))
    ++start;
  if (start >= end) return false;
  if (text_[start] == '"' || starts(start, "“") || starts(start, "「")) return true;
  if (text_[start] == 'L' && start + 1 < end && digit(text_[start + 1])) return true;
  std::size_t at = start;
  const CitationWord kind = word(start, at);
  const bool part = kind == CitationWord::kPage || kind == CitationWord::kPart || kind == CitationWord::kPrefix;
  if (!part || at > end) return false;
  while (at < end && (blank(text_[at]) || text_[at] == '.' || text_[at] == '=' || text_[at] == ':')) ++at;
  std::size_t stop = at;
  while (stop < end && digit(text_[stop])) ++stop;
  if (kind != CitationWord::kPage) return true;
  std::size_t behind = stop;
  const bool numbered = stop > at;
  const bool other = stop < end && word(stop, behind) == CitationWord::kBehind;
  if (numbered && !other) page = text_.substr(at, stop - at);
  return numbered;
}

bool MarkerIds::titled(std::size_t start, std::size_t end) {
  if (options_.kind == MarkerKind::kNumber || end - start < 2) return false;
  if (options_.labels == nullptr) {
    names_wanted = true;
    return false;
  }
  if (by_name(text_.substr(start, end - start), start, end)) return true;
  int cuts = 0;
  for (std::size_t cut = end; cut-- > start + 1 && cuts < kMostCuts;) {
    const char c = text_[cut];
    const bool sign = c == ' ' || c == ',' || c == '#' || c == ':' || c == '(' || starts(cut, "，") ||
                      starts(cut, "第") || starts(cut, "、");
    if (!sign) continue;
    std::string_view page;
    std::size_t rest = cut;
    while (rest < end && (starts(rest, "，") || starts(rest, "、"))) rest += 3;
    if (!place(rest, end, page)) continue;
    ++cuts;
    std::size_t name_end = cut;
    for (;;) {
      const std::size_t before = name_end;
      while (name_end > start &&
             (blank(text_[name_end - 1]) || text_[name_end - 1] == ',' || text_[name_end - 1] == '-' ||
              text_[name_end - 1] == ';' || text_[name_end - 1] == ':'))
        --name_end;
      for (const std::string_view sign_before : {"—", "–", "，", "："}) {
        if (name_end - start >= 3 && starts(name_end - 3, sign_before)) name_end -= 3;
      }
      if (name_end == before) break;
    }
    // "lease.pdf — p. 4, “...”": the page may stand before another place
    const std::string_view name = text_.substr(start, name_end - start);
    const std::vector<std::int32_t>* found = options_.labels->titled(name);
    if (found == nullptr) continue;
    if (!page.empty()) found = options_.labels->on_page(name, page);
    add(*found, start, name_end);
    if (found->empty()) items.push_back({start, end, -1, -1});
    return true;
  }
  return false;
}

bool MarkerIds::by_name(std::string_view name, std::size_t start, std::size_t end) {
  if (options_.labels == nullptr || options_.kind == MarkerKind::kNumber) {
    names_wanted = names_wanted || options_.labels == nullptr;
    return false;
  }
  const std::vector<std::int32_t>* found = options_.labels->titled(name);
  if (found == nullptr) return false;
  add(*found, start, end);
  return true;
}

void MarkerIds::add(const std::vector<std::int32_t>& sources, std::size_t start, std::size_t end) {
  if (sources.size() > kMostOfOneName) {
    vague_ = true;
    return;
  }
  for (const std::int32_t source : sources) items.push_back({start, end, -1, source});
}

// One word of ASCII that no one would write in prose: an id.
bool MarkerIds::token(std::size_t start, std::size_t end, std::size_t least) const {
  bool sign = false;
  for (std::size_t at = start; at < end; ++at) {
    const char c = text_[at];
    if (blank(c) || static_cast<unsigned char>(c) >= 0x80) return false;
    sign = sign || digit(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '/' || c == '#';
  }
  return sign && end - start >= least;
}

bool MarkerIds::file_name(std::size_t start, std::size_t end) const {
  for (std::size_t at = start + 1; at + 2 < end; ++at) {
    std::size_t behind = 0;
    if (text_[at] == '.' && word(at, behind) == CitationWord::kFile && behind <= end &&
        (behind == end || !digit(text_[behind])))
      return true;
  }
  return false;
}

}  // namespace verify
