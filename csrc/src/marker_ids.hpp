// What stands inside a citation marker, read to ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/lexicon.hpp"
#include "verify/markers.hpp"

namespace verify {

// How sure the signs around it make that something is a citation.
enum class Envelope {
  kRound,   // (1) is none, (source 1) is one
  kSquare,  // [1] is one, [km/h] is none
  kSure,    // ##1$$, a template of the caller: whatever stands inside is meant as an id
};

enum class Reading {
  kNone,
  kMarker,
  kMalformed,  // a marker that names nothing readable
  kVague,      // a marker that names something in words that may be a source
};

struct MarkerItem {
  std::size_t start, end;
  std::int32_t number;  // as written, -1 where it is none
  std::int32_t source;  // ordinal, -1 for none
};

class MarkerIds {
 public:
  MarkerIds(std::string_view text, const Lexicon& lexicon, const SourceNames& names, const MarkerOptions& options)
      : text_(text), lexicon_(lexicon), names_(names), options_(options) {}

  // Reads [start, end); its ids are `items` then, for kNone there are none.
  Reading read(std::size_t start, std::size_t end, Envelope envelope);
  // The title in [start, end), with a page or a part behind it; whether some source has it.
  bool titled(std::size_t start, std::size_t end);
  // The sources that `name` (a title or an address) names, over the bytes [start, end).
  bool by_name(std::string_view name, std::size_t start, std::size_t end);
  // The decimal number written in [start, end) in ASCII or full-width digits, -1 where it is none.
  std::int32_t number(std::size_t start, std::size_t end) const;
  std::int32_t by_number(std::int32_t value) const;
  // The bytes of what parts two items of a list at `at`: a comma, "and", 和; 0 for none.
  std::size_t separator(std::size_t at) const;
  std::int32_t exact(std::size_t start, std::size_t end) const;
  bool file_name(std::size_t start, std::size_t end) const;
  void trim(std::size_t& start, std::size_t& end) const;
  bool starts(std::size_t at, std::string_view prefix) const { return text_.substr(at, prefix.size()) == prefix; }

  std::vector<MarkerItem> items;
  bool unresolved() const;
  bool numbers() const;
  bool names_wanted = false;  // a title was looked for where none are known

 private:
  enum class Prefix { kNone, kWord, kColon };

  Prefix skip_prefix(std::size_t& start, std::size_t end, Envelope envelope, bool& placeholder);
  bool prefix_again(std::size_t at, std::size_t end) const;
  bool list(std::size_t start, std::size_t end, bool prefixed);
  bool item(std::size_t start, std::size_t end, bool prefixed);
  bool range(std::size_t start, std::size_t end);
  bool place(std::size_t start, std::size_t end, std::string_view& page) const;
  bool token(std::size_t start, std::size_t end, std::size_t least) const;
  void add(const std::vector<std::int32_t>& sources, std::size_t start, std::size_t end);
  CitationWord word(std::size_t at, std::size_t& end) const;

  std::string_view text_;
  const Lexicon& lexicon_;
  const SourceNames& names_;
  const MarkerOptions& options_;
  std::string_view prefix_;  // the word that was skipped before the ids
  bool malformed_ = false;
  bool vague_ = false;
};

}  // namespace verify
