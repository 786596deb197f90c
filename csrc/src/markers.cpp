#include "verify/markers.hpp"

#include <cstring>

#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::size_t kLongestMarker = 256;
constexpr std::int32_t kLongestRange = 50;  // a range over more sources than this is no citation

bool digit(char c) { return c >= '0' && c <= '9'; }

std::string shape_of(std::string_view id) {
  std::string shape;
  for (const char c : id) {
    if (digit(c)) {
      if (shape.empty() || shape.back() != '0') shape.push_back('0');
    } else {
      shape.push_back(c);
    }
  }
  return shape;
}

struct Brackets {
  std::string_view open, close;
};
constexpr Brackets kBrackets[] = {{"[", "]"}, {"【", "】"}, {"［", "］"}, {"(", ")"}, {"（", "）"}};

struct Item {
  std::size_t start, end;
  std::int32_t number;
  std::int32_t source;
};

class MarkerReader {
 public:
  MarkerReader(std::string_view text, const SourceNames& names, const MarkerOptions& options,
               std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids)
      : text_(text), names_(names), options_(options), markers_(markers), ids_(ids) {}

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const unsigned char c = static_cast<unsigned char>(text_[at]);
      if (c == '`') {
        at = skip_code(at);
        continue;
      }
      std::size_t end = 0;
      if (c == '[' || c == '(' || c == 0xE3 || c == 0xEF) {
        for (const Brackets& brackets : kBrackets) {
          if (starts(at, brackets.open)) {
            end = bracketed(at, brackets);
            break;
          }
        }
      }
      at = end != 0 ? end : at + 1;
    }
  }

 private:
  bool starts(std::size_t at, std::string_view prefix) const {
    return text_.size() - at >= prefix.size() && std::memcmp(text_.data() + at, prefix.data(), prefix.size()) == 0;
  }

  // Inline code and fences hold no citations; an unclosed sign is just a sign.
  std::size_t skip_code(std::size_t at) const {
    std::size_t ticks = at;
    while (ticks < text_.size() && text_[ticks] == '`') ++ticks;
    const std::size_t count = ticks - at;
    const std::size_t reach = count >= 3 ? 4096 : kLongestMarker;
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

  std::size_t find_close(std::size_t from, std::string_view close) const {
    const std::size_t limit = from + kLongestMarker < text_.size() ? from + kLongestMarker : text_.size();
    const std::string_view window = text_.substr(from, limit - from);
    const std::size_t found = window.find(close);
    if (found == std::string_view::npos || window.substr(0, found).find('\n') != std::string_view::npos) {
      return std::string_view::npos;
    }
    return from + found;
  }

  // Reads a marker that opens at `at`; its end, or 0 where there is none.
  std::size_t bracketed(std::size_t at, const Brackets& brackets) {
    const bool round = brackets.open == "(" || brackets.open == "（";
    std::size_t inner = at + brackets.open.size();
    bool doubled = false;
    if (brackets.open == "[" && starts(inner, "[")) {
      doubled = true;
      ++inner;
    }
    const std::size_t close = find_close(inner, brackets.close);
    if (close == std::string_view::npos) return 0;
    std::size_t end = close + brackets.close.size();
    if (doubled) {
      if (!starts(end, "]")) return 0;
      ++end;
    }
    if (at > 0 && text_[at - 1] == '\\') return 0;
    std::size_t link_end = 0;
    if (brackets.open == "[" && starts(end, "(")) {
      const std::size_t link_close = find_close(end + 1, ")");
      if (link_close != std::string_view::npos) link_end = link_close + 1;
    }
    const std::size_t first_item = items_.size();
    const Reading reading = read(inner, close, round);
    if (reading == Reading::kNone) {
      items_.resize(first_item);
      return link_end;  // a link's text is no marker, and neither is anything in its address
    }
    bool unresolved = reading == Reading::kMalformed;
    bool numbers = true;
    for (const Item& item : items_) {
      if (item.source < 0) unresolved = true;
      if (item.number < 0) numbers = false;
    }
    // A link whose text is no id of ours is an ordinary link; so is an index into an array: list[0].
    if (link_end != 0 && unresolved && !doubled && !numbers) {
      items_.clear();
      return link_end;
    }
    if (numbers && unresolved && index_like(at)) {
      items_.clear();
      return 0;
    }
    if (link_end != 0) end = link_end;
    MarkerRow row{};
    row.start_byte = static_cast<std::int32_t>(at);
    row.end_byte = static_cast<std::int32_t>(end);
    row.first_id = static_cast<std::int32_t>(ids_.size());
    row.id_count = static_cast<std::int32_t>(items_.size());
    if (reading == Reading::kMalformed) row.flags |= kMarkerMalformed;
    if (numbers && !items_.empty()) row.flags |= kMarkerNumber;
    if (unresolved) row.flags |= kMarkerUnresolved;
    for (const Item& item : items_) {
      ids_.push_back(
          {static_cast<std::int32_t>(item.start), static_cast<std::int32_t>(item.end), item.number, item.source});
    }
    items_.clear();
    markers_.push_back(row);
    return end;
  }

  // name[0]: glued to a name that ends in a letter or sign of code, with a number below the base.
  bool index_like(std::size_t at) const {
    if (at == 0) return false;
    const char before = text_[at - 1];
    // Behind a marker another one is a citation, however wrong: [1][0].
    const bool bracket =
        before == ']' && (markers_.empty() || markers_.back().end_byte != static_cast<std::int32_t>(at));
    const bool glued = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') || before == '_' || bracket;
    return glued && items_.size() == 1 && items_[0].number >= 0 && items_[0].number < options_.base;
  }

  enum class Reading { kNone, kMarker, kMalformed };

  Reading read(std::size_t start, std::size_t end, bool round) {
    trim(start, end);
    if (start >= end) return Reading::kNone;
    // 【4:0†name】: what follows the dagger is the title
    const std::size_t dagger = text_.substr(start, end - start).find("†");
    if (dagger != std::string_view::npos && dagger > 0) end = start + dagger;
    if (!round && options_.kind != MarkerKind::kNumber) {
      const std::int32_t whole = names_.find(text_.substr(start, end - start));
      if (whole >= 0) {
        items_.push_back({start, end, -1, whole});
        return Reading::kMarker;
      }
    }
    const bool footnote = text_[start] == '^';
    bool prefixed = false;
    if (footnote) {
      ++start;
      if (start < end && text_[end - 1] == '^') --end;
      prefixed = true;
    } else {
      const std::size_t after = skip_prefix(start, end);
      prefixed = after != start;
      start = after;
    }
    if (round && !prefixed) return Reading::kNone;
    trim(start, end);
    if (start >= end) return footnote ? Reading::kMalformed : Reading::kNone;
    bool any = false;
    while (start < end) {
      std::size_t stop = start;
      while (stop < end && !separator(stop)) ++stop;
      std::size_t item_start = start;
      std::size_t item_end = stop;
      trim(item_start, item_end);
      if (item_start >= item_end || !item(item_start, item_end, prefixed)) {
        items_.clear();
        return footnote ? Reading::kMalformed : Reading::kNone;
      }
      any = true;
      start = stop < end ? stop + separator(stop) : end;
    }
    return any ? Reading::kMarker : Reading::kNone;
  }

  std::size_t separator(std::size_t at) const {
    if (text_[at] == ',' || text_[at] == ';') return 1;
    for (const std::string_view sign : {"，", "、", "；"}) {
      if (starts(at, sign)) return sign.size();
    }
    return 0;
  }

  void trim(std::size_t& start, std::size_t& end) const {
    while (start < end && (text_[start] == ' ' || text_[start] == '\t')) ++start;
    while (end > start && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
  }

  // Words that say "what follows names a source".
  std::size_t skip_prefix(std::size_t start, std::size_t end) const {
    static constexpr std::string_view kWords[] = {"citation", "document", "passage", "excerpt", "context", "source",
                                                  "chunk",    "cite",     "doc",     "ref",     "id",      "来源",
                                                  "资料",     "文献",     "参考",    "段落",    "片段",    "文档"};
    for (const std::string_view word : kWords) {
      if (end - start <= word.size()) continue;
      bool same = true;
      for (std::size_t i = 0; i < word.size() && same; ++i) {
        const char c = text_[start + i];
        same = (c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c) == word[i];
      }
      if (!same) continue;
      std::size_t at = start + word.size();
      while (at < end && (text_[at] == ' ' || text_[at] == ':' || text_[at] == '#')) ++at;
      if (starts(at, "：")) at += 3;
      const bool parted = at > start + word.size();
      if (at < end && (parted || digit(text_[at]))) return at;
    }
    return start;
  }

  // The decimal number written in [start, end) in ASCII or full-width digits, -1 where it is none.
  std::int32_t number(std::size_t start, std::size_t end) const {
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

  std::int32_t by_number(std::int32_t value) const {
    if (options_.kind == MarkerKind::kId) return -1;
    const std::int32_t ordinal = value - options_.base;
    return ordinal >= 0 && ordinal < names_.size() ? ordinal : -1;
  }

  bool item(std::size_t start, std::size_t end, bool prefixed) {
    const std::string_view written = text_.substr(start, end - start);
    if (options_.kind != MarkerKind::kNumber) {
      const std::int32_t exact = names_.find(written);
      if (exact >= 0) {
        items_.push_back({start, end, -1, exact});
        return true;
      }
    }
    const std::int32_t value = number(start, end);
    if (value >= 0) {
      if (options_.kind == MarkerKind::kId) return false;
      const std::int32_t source = by_number(value);
      // [2004] is a year before it is a citation out of range.
      if (source < 0 && !prefixed && value >= 1000 && value <= 2999) return false;
      items_.push_back({start, end, value, source});
      return true;
    }
    if (range(start, end)) return true;
    if (names_.resembles(written) && options_.kind != MarkerKind::kNumber) {
      items_.push_back({start, end, -1, -1});
      return true;
    }
    return false;
  }

  bool range(std::size_t start, std::size_t end) {
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
      if (low < 0 || high < low || high - low > kLongestRange || options_.kind == MarkerKind::kId) return false;
      if (by_number(low) < 0 && low >= 1000) return false;
      for (std::int32_t value = low; value <= high; ++value) items_.push_back({start, end, value, by_number(value)});
      return true;
    }
    return false;
  }

  std::string_view text_;
  const SourceNames& names_;
  const MarkerOptions& options_;
  std::vector<MarkerRow>& markers_;
  std::vector<MarkerIdRow>& ids_;
  std::vector<Item> items_;
};

}  // namespace

SourceNames::SourceNames(const std::vector<std::string>& ids) : size_(static_cast<std::int32_t>(ids.size())) {
  ordinals_.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ordinals_.emplace(ids[i], static_cast<std::int32_t>(i));
    const std::string shape = shape_of(ids[i]);
    if (shape.size() > 1 && shape.find('0') != std::string::npos) shapes_.emplace(shape, true);
  }
}

std::int32_t SourceNames::find(std::string_view id) const {
  if (id.empty()) return -1;
  const auto found = ordinals_.find(std::string(id));
  return found != ordinals_.end() ? found->second : -1;
}

bool SourceNames::resembles(std::string_view id) const { return shapes_.find(shape_of(id)) != shapes_.end(); }

void read_markers(std::string_view text, const SourceNames& names, const MarkerOptions& options,
                  std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids) {
  MarkerReader(text, names, options, markers, ids).run();
}

}  // namespace verify
