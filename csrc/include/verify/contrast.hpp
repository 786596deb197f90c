// Words that speak against one another: "rose" where the passage has "fell", "not" where it has none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

// One word or run of words of a language table. Sides of one group exclude each other ("increase", "decrease"). A
// group of one side says something by standing there at all ("not", "unless").
struct Cue {
  std::int32_t group;  // 0: no cue, but a word that holds one ("not only", 不仅); negators are kNegation
  std::int32_t side;
  std::string text;
  std::uint32_t flags = 0;  // CueFlag
};

enum CueFlag : std::uint32_t {
  kCueOrdered = 1u << 0,  // the group relates what stands before it to what stands behind: "acquired", "longer than"
  kCueName = 1u << 1,     // the cue is what the text speaks of, too: a place
  kCuePolar = 1u << 2,    // one side of the group denies the other: "permitted", "prohibited"
};

inline constexpr std::int32_t kNoCue = 0;
inline constexpr std::int32_t kNegation = 1;  // side 0: denies what follows ("not"); side 1: may ("avoid", "without")
inline constexpr std::int32_t kTurned = 3;    // "by", 被: who acts stands behind, or has been put first
inline constexpr std::int32_t kRestricting = 4;  // "without", 未经: what is denied is allowed otherwise
inline constexpr std::int32_t kConditional = 2;  // "if", "whether": what follows is not asserted

// Built once, then only read. The longest cue at a place counts; cues do not overlap and do not span clauses.
class CueTable {
 public:
  // Throws std::invalid_argument for a negative group or side and for a cue without words.
  explicit CueTable(const std::vector<Cue>& cues);

  struct Sense {
    std::int32_t group;
    std::int32_t side;
  };
  struct Entry {
    std::vector<std::uint64_t> rest;  // keys behind the first element
    std::vector<Sense> senses;
    bool name = false;  // of a name
  };
  // The cues that begin with an element, longest first; null where there is none.
  const std::vector<Entry>* starting_with(std::uint64_t key) const {
    const std::uint64_t mixed = mix(key);
    if ((filter_[mixed >> 58] >> (mixed >> 52 & 63u) & 1u) == 0) return nullptr;
    const auto found = by_first_.find(key);
    return found == by_first_.end() ? nullptr : &found->second;
  }
  // Do the sides of the group exclude each other?
  bool opposes(std::int32_t group) const { return opposes_[static_cast<std::size_t>(group)] != 0; }
  // Does a cue of the group say something by standing there at all?
  bool lone(std::int32_t group) const { return group == kNegation || (group > kRestricting && !opposes(group)); }
  bool polar(std::int32_t group) const { return polar_[static_cast<std::size_t>(group)] != 0; }
  bool ordered(std::int32_t group) const { return ordered_[static_cast<std::size_t>(group)] != 0; }

 private:
  static std::uint64_t mix(std::uint64_t key) { return key * 0x9E3779B97F4A7C15u; }

  std::unordered_map<std::uint64_t, std::vector<Entry>> by_first_;
  std::vector<char> opposes_;
  std::vector<char> ordered_;
  std::vector<char> polar_;
  std::uint64_t filter_[64] = {};
};

class SourceIndex;
struct Comparison;

// Compares the cues of one claim with those of its passages, and appends a row for each that speaks against the claim.
// A passage and a claim are read up to 512 elements (words; characters in Han) and 32 cues; false where that was less
// than all.
bool find_contrasts(const SourceIndex& index, std::string_view answer, const Comparison& comparison,
                    const ClaimRow& claim, const CueTable& table, std::vector<ContrastRow>& out);

}  // namespace verify
