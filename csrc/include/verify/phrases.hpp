// Fixed phrases, found as runs of words: what says "nothing was found", what greets, what offers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

// Built once, then only read. A phrase matches where its words follow one another, whatever signs stand between them
// and however they are written (case, width, apostrophes).
class PhraseTable {
 public:
  // Each phrase with its class, 0..31; single words that join the parts of a name ("of") and that stand at a name
  // without being one ("Dr", "Inc"). Throws std::invalid_argument for a class outside or a phrase without words.
  explicit PhraseTable(const std::vector<std::pair<std::int32_t, std::string>>& phrases,
                       const std::vector<std::string>& name_joiners = {},
                       const std::vector<std::string>& name_titles = {});

  bool joins_names(std::uint64_t key) const;
  bool titles_name(std::uint64_t key) const;

  // Sets `phrases` and `whole_phrases` of each segment; `tokens` are those of the segments.
  void mark(const std::vector<TokenRow>& tokens, std::vector<SegmentRow>& segments) const;

 private:
  struct Phrase {
    std::vector<std::uint64_t> rest;  // keys behind the first word
    std::int32_t phrase_class;
  };
  std::unordered_map<std::uint64_t, std::vector<Phrase>> by_first_;
  std::vector<std::uint64_t> joiners_;  // sorted, as the titles
  std::vector<std::uint64_t> titles_;
  std::uint64_t filter_[64] = {};
};

}  // namespace verify
