// A text of a contrast: its elements with their clauses, cues and values, and what stands around them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "elements.hpp"
#include "verify/compare.hpp"
#include "verify/contrast.hpp"

namespace verify {

inline constexpr std::size_t kMostElements = 512;

struct FoundCue {
  std::int32_t begin, end;  // elements
  std::int32_t group, side;
  bool negated;
  std::int32_t value;  // row of the quantity that it speaks of, -1 for none
};

// A text as elements with its clauses, units and cues.
struct Side {
  std::vector<Element> elements;
  std::vector<std::int32_t> clause;    // of each element; clauses are counted through
  std::vector<std::int32_t> unit;      // of each element: sentence, or clause of a Chinese source
  std::vector<char> content;           // neither stop word, quantity nor part of a cue
  std::vector<std::int32_t> quantity;  // of each element: row of the quantity that it lies in, -1 for none
  std::vector<FoundCue> cues;
  bool complete = true;

  // Do the element before `at` and the one at `from` (or before it, at the end of all) stand in one unit?
  bool joined(std::int32_t at, std::int32_t from) const {
    return unit[static_cast<std::size_t>(at - 1)] == unit[static_cast<std::size_t>(std::min(from, size() - 1))];
  }
  std::int32_t size() const { return static_cast<std::int32_t>(elements.size()); }
  bool han() const { return !elements.empty() && (elements[elements.size() / 2].flags & kTokenHan) != 0; }
};

struct Range {
  std::int32_t begin, end;
};

void mark_clauses(std::string_view text, Side& side);

void mark_cues(const CueTable& table, const Lexicon& lexicon, Side& side);

// Marks the elements that lie in one of the quantities [first, last).
void mark_quantities(RowSpan<const QuantityRow> quantities, std::int32_t first, std::int32_t last, std::size_t begin,
                     Side& side);

// The quantity that each cue speaks of: the next one behind it in its clause, else one right before it.
void find_values(Side& side);

// Gives the words of `other` that are regular forms of the verb right behind a negator of `one` the verb's key:
// "covers" beside "does not cover". `text` and `there` are the texts of the two.
void align_verb(const Side& one, std::string_view text, const FoundCue& negator, Side& other, std::string_view there);

// Equal elements right before `a` and `b`, at most kMostRun.
std::int32_t run_before(const Side& one, std::int32_t a, const Side& other, std::int32_t b);

std::int32_t run_behind(const Side& one, std::int32_t a, const Side& other, std::int32_t b);

// The elements around [begin, end) that still speak of it: of its unit, at most a window away.
Range around(const Side& side, std::int32_t begin, std::int32_t end, std::int32_t extra);

bool stands(const Side& side, Range range, std::uint64_t key);

// Of the content elements of `one` in `range`, how many stand in `other` between begin and end; `count` is their
// number.
std::int32_t shared(const Side& one, Range range, const Side& other, Range there, std::int32_t& count);

// Does a word that turns the order around stand in the cue's clause?
bool turned(const Side& side, const FoundCue& cue);

// "May not, without consent" says what "may, with consent" says: a negator of `one` beside a word that restricts what
// is denied, where `other` has neither, and has half of what stands behind that word.
bool denied_twice(const Side& one, const FoundCue& negator, const Side& other);

// ... and does such a negator deny, or hold, a cue?
bool cue_denied_twice(const Side& one, const FoundCue& cue, const Side& other);

// Does a word that asserts nothing stand before the cue in its clause?
bool conditional(const Side& side, const FoundCue& cue);

}  // namespace verify
