#include "references.hpp"

#include <algorithm>

#include "marker_ids.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

constexpr std::size_t kLongestTitle = 300;
constexpr int kMostTitleWords = 8;
constexpr std::size_t kMostSources = 64;  // a name that more sources bear says nothing about where to look
constexpr std::size_t kMostNumbers = 8;
constexpr std::size_t kMostDigits = 3;
constexpr std::string_view kOpen = "《", kClose = "》";

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool capital(char c) { return c >= 'A' && c <= 'Z'; }

class ReferenceReader {
 public:
  ReferenceReader(std::string_view text, const Lexicon& lexicon, const SourceNames& names, const MarkerOptions& options)
      : text_(text),
        lexicon_(lexicon),
        labels_(options.labels),
        by_number_(options.kind != MarkerKind::kId),
        by_name_(options.kind != MarkerKind::kNumber),
        inside_(text, lexicon, names, options) {}

  bool run(std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids) {
    std::size_t next = 0;  // marker
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const char c = text_[at];
      if (at > 0 && letter(c) && letter(text_[at - 1])) continue;
      while (next < markers.size() && static_cast<std::size_t>(markers[next].end_byte) <= at) ++next;
      if (next < markers.size() && static_cast<std::size_t>(markers[next].start_byte) <= at) continue;
      std::size_t end = 0;
      const Match cue = lexicon_.longest(Section::kCue, text_, at);
      if (!cue) continue;
      end = cue.end;
      const std::size_t limit =
          next < markers.size() ? static_cast<std::size_t>(markers[next].start_byte) : text_.size();
      if (behind_cue(end, std::min(limit, end + kLongestTitle), ids))
        at = static_cast<std::size_t>(rows_.back().end_byte) - 1;
    }
    if (!rows_.empty()) {
      markers.insert(markers.end(), rows_.begin(), rows_.end());
      std::sort(markers.begin(), markers.end(),
                [](const MarkerRow& a, const MarkerRow& b) { return a.start_byte < b.start_byte; });
    }
    return wanted_;
  }

 private:
  bool starts(std::size_t at, std::string_view prefix) const { return text_.substr(at, prefix.size()) == prefix; }
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  CitationWord word(std::size_t at, std::size_t& end) const {
    const Match match = lexicon_.longest(Section::kCitation, text_, at);
    if (!match) return static_cast<CitationWord>(255);
    end = match.end;
    return static_cast<CitationWord>(match.entry->kind);
  }

  // What a word that cites is followed by: the number of a source, a title in 《》, a section, or a title that some
  // source has.
  bool behind_cue(std::size_t at, std::size_t limit, std::vector<MarkerIdRow>& ids) {
    if (by_number_ && numbered(skip_small_words(at, limit), limit, ids)) return true;
    if (!by_name_) return false;
    if (starts(at, kOpen)) {
      const std::size_t inner = at + kOpen.size();
      const std::size_t close =
          inner < limit ? text_.substr(inner, limit - inner).find(kClose) : std::string_view::npos;
      if (close == std::string_view::npos) return false;
      const std::size_t end = inner + close + kClose.size();
      const std::size_t part = han_part(end, limit);
      return add(at, part, text_.substr(inner, close), text_.substr(end, part - end), true, ids);
    }
    at = skip_small_words(at, limit);
    if (at >= limit) return false;
    std::size_t behind = 0;
    if (word(at, behind) == CitationWord::kPart) {
      std::size_t number = behind;
      while (number < limit && text_[number] == ' ') ++number;
      std::size_t end = number;
      while (end < limit &&
             (digit(text_[end]) || letter(text_[end]) || text_[end] == '.' || text_[end] == '(' || text_[end] == ')'))
        ++end;
      while (end > number && text_[end - 1] == '.') --end;
      if (end == number || !digit(text_[number])) return false;
      const std::size_t title = skip_small_words(end, limit);
      const std::size_t title_end = title > end + 1 ? longest_title(title, limit) : 0;
      const std::string_view name = title_end != 0 ? text_.substr(title, title_end - title) : std::string_view();
      section_number_ = text_.substr(number, end - number);
      return add(at, title_end != 0 ? title_end : end, name, text_.substr(at, end - at), true, ids);
    }
    const std::size_t end = longest_title(at, limit);
    return end != 0 && add(at, end, text_.substr(at, end - at), {}, false, ids);
  }

  // "source 2", "documents 1 and 3", 资料2和资料3. A number that no source has may be of somebody else's list: it names
  // nothing that can be told.
  bool numbered(std::size_t at, std::size_t limit, std::vector<MarkerIdRow>& ids) {
    const std::size_t first_id = ids.size();
    std::size_t end = 0;
    bool known = true;
    std::size_t next = behind_prefix(at, limit);
    while (next != 0 && ids.size() < first_id + kMostNumbers) {
      const std::size_t first = next;
      while (next < limit && digit(text_[next])) ++next;
      if (next == first || next - first > kMostDigits) break;
      end = next;
      ids.push_back({static_cast<std::int32_t>(first), static_cast<std::int32_t>(end), inside_.number(first, end), -1});
      ids.back().source = inside_.by_number(ids.back().number);
      known = known && ids.back().source >= 0;
      while (next < limit && text_[next] == ' ') ++next;
      if (next >= limit || text_[next] == ',' || starts(next, "，")) break;  // "in source 2, 30 days"
      const std::size_t join = inside_.separator(next);
      if (join == 0) break;
      next += join;
      while (next < limit && text_[next] == ' ') ++next;
      const std::size_t again = behind_prefix(next, limit);
      if (again != 0) next = again;
    }
    const char behind = byte(end);
    const bool goes_on = letter(behind) || digit(behind) || behind == '-' || behind == '/' || behind == '%' ||
                         (behind == '.' && digit(byte(end + 1))) ||
                         lexicon_.longest(Section::kUnitAfter, text_, end);  // 根据文件3天内
    if (end == 0 || goes_on || !known) ids.resize(first_id);
    if (end == 0 || goes_on) return false;
    push(at, end, first_id, ids);
    return true;
  }

  // Behind "source", "documents", 资料 and what may part it from a number; 0 where no such word stands.
  std::size_t behind_prefix(std::size_t at, std::size_t limit) const {
    std::size_t next = 0;
    const CitationWord kind = at < limit ? word(at, next) : static_cast<CitationWord>(255);
    if (kind != CitationWord::kPrefix && kind != CitationWord::kPlaceholder) return 0;
    while (next < limit && (text_[next] == ' ' || text_[next] == '#')) ++next;
    return next;
  }

  // A reference to the sources of `ids` from `first_id` on; to none of them: it names something else.
  void push(std::size_t start, std::size_t end, std::size_t first_id, const std::vector<MarkerIdRow>& ids) {
    MarkerRow row{};
    row.start_byte = static_cast<std::int32_t>(start);
    row.end_byte = static_cast<std::int32_t>(end);
    row.first_id = static_cast<std::int32_t>(first_id);
    row.id_count = static_cast<std::int32_t>(ids.size() - first_id);
    row.wrapped_start = -1;
    row.flags = kMarkerInline | (row.id_count == 0 ? kMarkerVague | kMarkerUnresolved : 0u);
    rows_.push_back(row);
  }

  // 第三条, 第3条第2款
  std::size_t han_part(std::size_t at, std::size_t limit) const {
    std::size_t end = at;
    std::size_t behind = 0;
    while (end < limit && word(end, behind) == CitationWord::kPage && behind > end) {
      std::size_t stop = behind;
      int signs = 0;
      while (stop < limit && signs < 8 && word(stop, behind) != CitationWord::kBehind) {
        const Match numeral = lexicon_.longest(Section::kHanNumeral, text_, stop);
        if (digit(text_[stop])) {
          ++stop;
        } else if (numeral) {
          stop = numeral.end;
        } else {
          return end;
        }
        ++signs;
      }
      if (stop >= limit || signs == 0 || word(stop, behind) != CitationWord::kBehind || behind > limit) return end;
      end = behind;
    }
    return end;
  }

  // Blanks and function words: "of the".
  std::size_t skip_small_words(std::size_t at, std::size_t limit) const {
    for (int words = 0; words < 3; ++words) {
      while (at < limit && text_[at] == ' ') ++at;
      std::size_t end = at;
      while (end < limit && letter(text_[end])) ++end;
      if (end == at || !lexicon_.stop_word(word_key(fold(text_.substr(at, end - at))))) break;
      at = end;
    }
    return at;
  }

  // The end of the longest run of words from `at` that is a title; 0 for none.
  std::size_t longest_title(std::size_t at, std::size_t limit) {
    if (labels_ == nullptr) {
      wanted_ = wanted_ || capital(byte(at));
      return 0;
    }
    std::size_t found = 0;
    std::size_t end = at;
    for (int words = 0; words < kMostTitleWords && end < limit; ++words) {
      while (end < limit && text_[end] == ' ') ++end;
      while (end < limit && text_[end] != ' ' && text_[end] != '\n' && text_[end] != ',') ++end;
      std::size_t bare = end;
      while (bare > at && (text_[bare - 1] == '.' || text_[bare - 1] == ':' || text_[bare - 1] == ';')) --bare;
      if (bare > at && labels_->titled(text_.substr(at, bare - at)) != nullptr) found = bare;
      if (bare != end || byte(end) != ' ') break;
    }
    return found;
  }

  bool add(std::size_t start, std::size_t end, std::string_view title, std::string_view section, bool always,
           std::vector<MarkerIdRow>& ids) {
    if (labels_ == nullptr) {
      wanted_ = true;
      return false;
    }
    const std::vector<std::int32_t>* titled = title.empty() ? nullptr : labels_->titled(title);
    const std::vector<std::int32_t>* in_section = section.empty() ? nullptr : labels_->in_section(section);
    if (in_section == nullptr && !section_number_.empty()) in_section = labels_->in_section(section_number_);
    section_number_ = {};
    std::vector<std::int32_t> sources;
    if (titled != nullptr && in_section != nullptr) {
      const bool fewer = titled->size() <= in_section->size();
      const std::vector<std::int32_t>& few = fewer ? *titled : *in_section;
      const std::vector<std::int32_t>& many = fewer ? *in_section : *titled;
      if (few.size() <= kMostSources) {
        std::copy_if(few.begin(), few.end(), std::back_inserter(sources),
                     [&many](std::int32_t one) { return std::binary_search(many.begin(), many.end(), one); });
      }
    }
    const std::vector<std::int32_t>* all = title.empty() ? in_section : titled;
    if (sources.empty() && all != nullptr && all->size() <= kMostSources) sources = *all;
    if (sources.empty() && !always) return false;
    const std::size_t first_id = ids.size();
    for (const std::int32_t source : sources) {
      ids.push_back({static_cast<std::int32_t>(start), static_cast<std::int32_t>(end), -1, source});
    }
    push(start, end, first_id, ids);
    return true;
  }

  std::string_view text_;
  const Lexicon& lexicon_;
  const SourceLabels* labels_;
  bool by_number_, by_name_;
  MarkerIds inside_;
  std::string_view section_number_;
  std::vector<MarkerRow> rows_;
  bool wanted_ = false;
};

}  // namespace

bool read_references(std::string_view text, const Lexicon& lexicon, const SourceNames& names,
                     const MarkerOptions& options, std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids) {
  return ReferenceReader(text, lexicon, names, options).run(markers, ids);
}

}  // namespace verify
