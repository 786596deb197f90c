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
  // A trie over words: node 0 is the start, and a step leads from a node by a word to the next one.
  struct Step {
    std::uint64_t word;
    std::int32_t node;
    bool operator==(const Step& other) const { return word == other.word && node == other.node; }
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const {
      return static_cast<std::size_t>(step.word ^ static_cast<std::uint64_t>(step.node) * 0x9E3779B97F4A7C15u);
    }
  };
  std::unordered_map<Step, std::int32_t, StepHash> steps_;
  std::vector<std::uint32_t> classes_{0};  // of each node, the bits of the classes whose phrases end there
  std::vector<std::uint64_t> joiners_;     // sorted, as the titles
  std::vector<std::uint64_t> titles_;
  std::uint64_t filter_[64] = {};
};

}  // namespace verify
