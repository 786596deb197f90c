// Citations in tags, templates, directives and signs of their own.
#include <cstring>

#include "marker_reader.hpp"

namespace verify {
namespace {

constexpr std::string_view kCiteNext = "\xEE\x88\x82", kCiteEnd = "\xEE\x88\x81";

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Tags whose body or attribute names a source.
constexpr std::string_view kTags[] = {"cite", "citation", "ref", "sup", "source", "co", "oai-mem-citation", "c"};
// Attributes of tags that hold ids.
constexpr std::string_view kAttributes[] = {"id",      "ids", "ref",   "refs", "source",
                                            "sources", "doc", "index", "name", "n"};

}  // namespace

std::size_t MarkerReader::of_template(std::size_t at, const MarkerTemplate& form) {
  if (!starts(at, form.before)) return 0;
  const std::size_t inner = at + form.before.size();
  std::size_t close = inner;
  if (form.after.empty()) {
    while (letter(byte(close)) || digit(byte(close)) || byte(close) == '_' || byte(close) == '-') ++close;
    if (close == inner || close - inner > kLongestMarker) return 0;
  } else {
    close = find(inner, form.after);
    if (close == std::string_view::npos) return 0;
  }
  return add(at, close + form.after.size(), inside_.read(inner, close, Envelope::kSure));
}

std::size_t MarkerReader::enclosed(std::size_t at, std::string_view open, std::string_view close, Envelope envelope) {
  const std::size_t inner = at + open.size();
  const std::size_t end = find(inner, close);
  if (end == std::string_view::npos ||
      text_.substr(inner, end - inner).find_first_of(" \t") != std::string_view::npos) {
    return 0;
  }
  const Reading reading = inside_.read(inner, end, envelope);
  return reading == Reading::kNone ? 0 : add(at, end + close.size(), reading);
}

std::size_t MarkerReader::prefixed(std::size_t at, std::string_view open, std::string_view close) {
  const std::size_t inner = at + open.size();
  const std::size_t end = find(inner, close);
  if (end == std::string_view::npos) return 0;
  const Reading reading = inside_.read(inner, end, Envelope::kRound);
  return reading == Reading::kNone ? 0 : add(at, end + close.size(), reading);
}

std::size_t MarkerReader::percent_signs(std::size_t at) {
  if (!starts(at + 1, "[")) return 0;
  const std::size_t close = find(at + 2, "]");
  if (close == std::string_view::npos || byte(close + 1) != '%') return 0;
  const Reading reading = inside_.read(at + 2, close, Envelope::kSquare);
  return reading == Reading::kNone ? 0 : add(at, close + 2, reading);
}

std::size_t MarkerReader::private_use(std::size_t at) {
  const std::size_t end = find(at, kCiteEnd);
  if (end == std::string_view::npos) return 0;
  std::size_t next = text_.substr(at, end - at).find(kCiteNext);
  if (next == std::string_view::npos) return 0;
  std::vector<MarkerItem> all;
  bool malformed = false;
  next += at;
  while (next < end) {
    const std::size_t start = next + kCiteNext.size();
    const std::size_t found = text_.substr(start, end - start).find(kCiteNext);
    next = found == std::string_view::npos ? end : start + found;
    malformed = inside_.read(start, next, Envelope::kSure) == Reading::kMalformed || malformed;
    all.insert(all.end(), inside_.items.begin(), inside_.items.end());
  }
  inside_.items = std::move(all);
  return add(at, end + kCiteEnd.size(), malformed ? Reading::kMalformed : Reading::kMarker);
}

std::size_t MarkerReader::directive(std::size_t at) {
  const std::size_t inner = at + std::string_view(":cit[").size();
  const std::size_t middle = find(inner, "]{");
  const std::size_t end = middle == std::string_view::npos ? middle : find(middle + 2, "}");
  if (end == std::string_view::npos) return 0;
  std::size_t start = middle + 2;
  const std::size_t equals = text_.substr(start, end - start).find('=');
  if (equals != std::string_view::npos) start += equals + 1;
  const std::size_t stop = end - (byte(end - 1) == '"' && byte(start) == '"' && end - start > 1 ? 1 : 0);
  if (stop != end) ++start;
  const Reading reading = inside_.read(start, stop, Envelope::kSure);
  const std::vector<MarkerItem> items = inside_.items;
  opening(at, inner);
  inside_.items = items;
  return add(middle, end + 1, reading, 0, static_cast<std::int32_t>(inner));
}

std::size_t MarkerReader::tag(std::size_t at) {
  if (byte(at + 1) == '/') return closing_tag(at);
  std::size_t name_end = at + 1;
  while (letter(byte(name_end)) || byte(name_end) == '-') ++name_end;
  const std::string_view name = text_.substr(at + 1, name_end - at - 1);
  bool known = false;
  for (const std::string_view one : kTags) known = known || one == name;
  if (!known) return 0;
  const std::size_t open_end = find(name_end, ">");
  if (open_end == std::string_view::npos) return 0;
  std::size_t start = name_end;
  std::size_t stop = open_end;
  const bool alone = byte(open_end - 1) == '/' && open_end - 1 >= name_end;
  if (alone) --stop;
  const bool named = attribute(start, stop);
  if (alone) return named ? add(at, open_end + 1, inside_.read(start, stop, Envelope::kSure)) : 0;
  const std::size_t body = open_end + 1;
  if (!named) {
    const std::size_t close = find(body, "</");
    const bool same =
        close != std::string_view::npos && starts(close + 2, name) && byte(close + 2 + name.size()) == '>';
    const Reading reading = same ? inside_.read(body, close, Envelope::kSquare) : Reading::kNone;
    if (reading != Reading::kNone) return add(at, close + name.size() + 3, reading);
    if (name != "co") return 0;
  }
  open_tags_.push_back({name, named ? start : 0, named ? stop : 0, body});
  return opening(at, body);
}

std::size_t MarkerReader::closing_tag(std::size_t at) {
  if (open_tags_.empty() || !starts(at + 2, open_tags_.back().name)) return 0;
  const OpenTag tag = open_tags_.back();
  if (at - tag.body > kLongestWrapped) {  // so are all that opened before it: they count as closed
    open_tags_.clear();
    return 0;
  }
  std::size_t start = at + 2 + tag.name.size();
  const std::size_t end = find(start, ">");
  if (end == std::string_view::npos || (byte(start) != ':' && start != end)) return 0;
  open_tags_.pop_back();
  const bool here = byte(start) == ':';
  std::size_t stop = end;
  if (!here) {
    start = tag.ids_start;
    stop = tag.ids_end;
  } else {
    ++start;
  }
  return add(at, end + 1, grouped(start, stop), 0, static_cast<std::int32_t>(tag.body));
}

Reading MarkerReader::grouped(std::size_t start, std::size_t end) {
  std::size_t open = text_.substr(start, end - start).find('[');
  if (open == std::string_view::npos) return inside_.read(start, end, Envelope::kSure);
  std::vector<MarkerItem> all;
  while (open != std::string_view::npos) {
    const std::size_t inner = start + open + 1;
    std::size_t close = text_.substr(inner, end - inner).find(']');
    if (close == std::string_view::npos) return Reading::kMalformed;
    close += inner;
    if (inside_.read(inner, close, Envelope::kSure) != Reading::kMarker) return Reading::kMalformed;
    all.insert(all.end(), inside_.items.begin(), inside_.items.end());
    start = close;
    open = text_.substr(start, end - start).find('[');
  }
  inside_.items = std::move(all);
  return Reading::kMarker;
}

bool MarkerReader::attribute(std::size_t& start, std::size_t& stop) const {
  if (byte(start) == ':') {  // <co: 0,1>
    ++start;
    return start < stop;
  }
  std::size_t at = start;
  while (at < stop) {
    while (at < stop && byte(at) == ' ') ++at;
    std::size_t name_end = at;
    while (name_end < stop && (letter(byte(name_end)) || byte(name_end) == '-' || byte(name_end) == '_')) ++name_end;
    if (name_end == at || byte(name_end) != '=') return false;
    const std::string_view name = text_.substr(at, name_end - at);
    std::size_t value = name_end + 1;
    const char quote = byte(value);
    std::size_t value_end = value;
    if (quote == '"' || quote == '\'') {
      value_end = text_.substr(0, stop).find(quote, ++value);
      if (value_end == std::string_view::npos) return false;
      at = value_end + 1;
    } else {
      while (value_end < stop && byte(value_end) != ' ') ++value_end;
      at = value_end;
    }
    for (const std::string_view one : kAttributes) {
      if (one != name) continue;
      start = value;
      stop = value_end;
      return true;
    }
  }
  return false;
}

}  // namespace verify
