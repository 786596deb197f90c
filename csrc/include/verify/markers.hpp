// Citation markers of an answer, and the sources that they name.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

class Lexicon;

// The ids of the sources of one request, and the shapes that those ids have.
class SourceNames {
 public:
  explicit SourceNames(std::vector<std::string> ids) : ids_(std::move(ids)) {}

  // The ordinal of the source with exactly this id, -1 where there is none.
  std::int32_t find(std::string_view id) const;
  // Does `id` look like the ids in use (their letters and signs, other digits; of ids of eight signs and more with a
  // digit in them, the same signs in the same places) without being one of them?
  bool resembles(std::string_view id) const;
  std::int32_t size() const { return static_cast<std::int32_t>(ids_.size()); }

 private:
  // Most answers name no source: what finds one is made when the first is looked for, by whichever thread that is.
  struct Finder {
    std::unordered_map<std::string_view, std::int32_t> ordinals;
    std::unordered_set<std::string> shapes;
  };
  const Finder& finder() const;

  std::vector<std::string> ids_;
  mutable std::once_flag once_;
  mutable Finder finder_;
};

// What else one source is called. Absent texts are empty, an absent page is -1.
struct SourceLabel {
  std::string title, uri, page_label;
  std::vector<std::string> sections;
  std::int32_t page = -1;
};

// Titles, addresses and sections of the sources, for markers that name a source by them. Presentation is folded, a
// folder and a file's ending may be left out, `-` and `_` count as blanks.
class SourceLabels {
 public:
  explicit SourceLabels(const std::vector<SourceLabel>& labels);

  // The ordinals of the sources with this title or address, ascending; null for none.
  const std::vector<std::int32_t>* titled(std::string_view name) const;
  // The ordinals of the sources with this section: the whole entry of a path, or the number that it starts with.
  const std::vector<std::int32_t>* in_section(std::string_view name) const;
  // Those of them with this page (as counted or as printed); all where none of them has a page; empty for another page.
  const std::vector<std::int32_t>* on_page(std::string_view name, std::string_view page) const;

 private:
  using Map = std::unordered_map<std::string, std::vector<std::int32_t>>;
  Map titles_;
  Map pages_;  // by title, U+001F and page; by title and U+001F alone where it has pages
  Map sections_;
};

enum class MarkerKind : std::int32_t { kAny = 1, kNumber = 2, kId = 3 };

// A literal of the caller around an id: `{id}` stands between `before` (never empty) and `after`.
struct MarkerTemplate {
  std::string before, after;
};

struct MarkerOptions {
  std::int32_t base = 1;  // the number of the first source
  MarkerKind kind = MarkerKind::kAny;
  std::vector<MarkerTemplate> templates;
  const SourceLabels* labels = nullptr;  // null: no source is found by its title
};

// Finds every marker of `text` in order; docs/citations.md lists the syntaxes. An exact id wins over a number, a number
// over a title. Brackets that name nothing that could be a source ([km/h], [2004], link texts, code) are left alone.
// Returns whether something may name a source by its title: worth another call with `labels`, if there were none.
// Linear: a marker is at most 256 bytes long, what it wraps 4 KiB.
bool read_markers(std::string_view text, const Lexicon& lexicon, const SourceNames& names, const MarkerOptions& options,
                  std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids);

}  // namespace verify
