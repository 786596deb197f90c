// Values in each other's place: a claim that copies a passage, but for a value.
#include <algorithm>
#include <vector>

#include "alignment.hpp"
#include "comparer.hpp"
#include "verify/match_quantities.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostElements = 256;
constexpr std::size_t kMostMisplaced = 2;  // more values that differ: another sentence, not a changed copy
constexpr std::int32_t kLeastAligned = 3;  // words of a claim that stand in the passage's order
constexpr std::int32_t kLeastHan = 8;      // ... or characters in Han
constexpr std::int32_t kCopiedShare = 80;  // percent of the claim's words that do
constexpr std::int32_t kLeastShare = 50;   // ... where two values are exchanged within copied clauses
constexpr std::int32_t kClauseWords = 2;   // ... of so many words
constexpr std::int32_t kClearContext = 2;  // words that the passage holds, and the value's own place does not
constexpr std::int32_t kClearShare = 70;   // ... which holds at most so many percent of them
constexpr std::int32_t kClearNear = 3;     // words next to the value that stand next to the other one alone
constexpr std::uint64_t kValueKey = 1ull << 63;
constexpr std::uint64_t kLostKey = 1ull << 62;  // of a value that the passage does not hold

bool measures(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind != QuantityKind::kIdentifier && kind != QuantityKind::kLabel;
}

// The elements of a text, each of its quantities one of them; `values` has its row, -1 for a word.
struct Slots {
  std::vector<Element> elements;
  std::vector<std::int32_t> values;

  void read(const std::vector<Element>& words, RowSpan<const QuantityRow> quantities, const SegmentRow& segment) {
    std::int32_t first = segment.first_quantity;
    const std::int32_t last = first + segment.quantity_count;
    for (const Element& word : words) {
      while (first < last && quantities[static_cast<std::size_t>(first)].end_byte <= word.start) ++first;
      const bool inside = first < last && quantities[static_cast<std::size_t>(first)].start_byte < word.end &&
                          measures(quantities[static_cast<std::size_t>(first)]);
      if (!inside) {
        elements.push_back(word);
        values.push_back(-1);
      } else if (values.empty() || values.back() != first) {
        elements.push_back({kValueKey | static_cast<std::uint32_t>(first), word.start, word.end, kElementValue});
        values.push_back(first);
      }
    }
  }
};

// Which values of the passage bear out which of the claim's.
using Held = std::vector<HeldInPassage>;

bool bears_out(const Held& held, std::int32_t quantity, std::int32_t evidence) {
  return std::any_of(held.begin(), held.end(),
                     [&](const HeldInPassage& one) { return one.quantity == quantity && one.evidence == evidence; });
}

// Do the claim's values stand in the passage in the claim's order? Then none of them is in another's place. `held` is
// in the claim's order.
bool in_order(const Held& held, RowSpan<const QuantityRow> quantities, const SegmentRow& segment) {
  std::int32_t last = -1;
  auto at = held.begin();
  for (std::int32_t i = 0; i < segment.quantity_count; ++i) {
    const std::int32_t quantity = segment.first_quantity + i;
    if (!measures(quantities[static_cast<std::size_t>(quantity)])) continue;
    std::int32_t next = -1;
    for (; at != held.end() && at->quantity <= quantity; ++at) {
      if (at->quantity == quantity && at->evidence > last && (next < 0 || at->evidence < next)) next = at->evidence;
    }
    if (next < 0) return false;
    last = next;
  }
  return true;
}

// Gives values that bear each other out one key; an equal one goes before a rounded one.
void key_values(const Held& held, Slots& mine, Slots& theirs) {
  for (std::size_t i = 0; i < mine.elements.size(); ++i) {
    if (mine.values[i] < 0) continue;
    std::uint64_t key = 0;
    for (const bool equal : {true, false}) {
      for (const HeldInPassage& one : held) {
        if (key != 0 && !equal) break;
        if (one.quantity != mine.values[i] || one.equal != equal) continue;
        const auto place = std::find(theirs.values.begin(), theirs.values.end(), one.evidence);
        if (place == theirs.values.end()) continue;
        const std::uint64_t other = theirs.elements[static_cast<std::size_t>(place - theirs.values.begin())].key;
        if (key == 0) key = other;
        for (Element& element : theirs.elements) {
          if (element.key == other) element.key = key;
        }
      }
    }
    mine.elements[i].key = key != 0 ? key : kLostKey | static_cast<std::uint32_t>(mine.values[i]);
  }
}

// Of one kind, as exact as one another, and different; values that round to each other count as different where
// `rounded` says so.
bool instead(const QuantityRow& a, const QuantityRow& b, const Lexicon& lexicon, bool rounded) {
  constexpr std::uint32_t kParts = kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;
  if ((a.flags & kParts) != (b.flags & kParts) || !same_kind(a, b, lexicon)) return false;
  const auto apart = [rounded](const QuantityRelation& relation) {
    return relation.none || (rounded && relation.relation == Relation::kRounded);
  };
  return apart(relate(a, b, lexicon)) && apart(relate(b, a, lexicon));
}

// Do the words of a value's clause, and its values but for the misplaced ones, stand in the passage in their order?
bool clause_copied(std::string_view text, const Slots& mine, const std::vector<char>& paired,
                   const std::vector<Misplaced>& found, std::int32_t quantity, std::int32_t share, std::int32_t least) {
  const auto parted = [&](std::size_t at) {  // before the element `at`
    const auto from = static_cast<std::size_t>(mine.elements[at - 1].end);
    const auto to = static_cast<std::size_t>(mine.elements[at].start);
    return to > from && clause_sign(text.substr(from, to - from));
  };
  std::size_t begin = 0;
  while (mine.values[begin] != quantity) ++begin;
  std::size_t end = begin + 1;
  while (begin > 0 && !parted(begin)) --begin;
  while (end < mine.elements.size() && !parted(end)) ++end;
  std::int32_t count = 0;
  std::int32_t copied = 0;
  for (; begin < end; ++begin) {
    const std::int32_t value = mine.values[begin];
    const auto is = [value](const Misplaced& one) { return one.quantity == value; };
    if ((mine.elements[begin].flags & kTokenStop) != 0 || std::any_of(found.begin(), found.end(), is)) continue;
    ++count;
    copied += paired[begin];
  }
  return copied * 100 >= count * share && copied >= least;
}

}  // namespace

// Which values of the passage bear out which of the segment's, in the order of the segment.
std::vector<HeldInPassage> Comparer::held_in(const SegmentRow& segment, const PassageRow& passage) const {
  std::vector<HeldInPassage> held;
  const std::int32_t last = segment.first_quantity + segment.quantity_count;
  for (auto at = first_candidate(segment.first_quantity); at != candidates_.end() && at->quantity < last; ++at) {
    const std::int32_t unit = index_.quantities[static_cast<std::size_t>(at->evidence)].segment;
    if (unit < passage.first_unit || unit > passage.last_unit || !holds(at->relation)) continue;
    held.push_back({at->quantity, at->evidence, at->relation.relation == Relation::kEqual});
  }
  return held;
}

std::vector<Comparer::Candidate>::const_iterator Comparer::first_candidate(std::int32_t quantity) const {
  return std::lower_bound(candidates_.begin(), candidates_.end(), quantity,
                          [](const Candidate& c, std::int32_t wanted) { return c.quantity < wanted; });
}

// A claim that copies a passage word for word, but for a value: what the passage has in its place is what the evidence
// says, wherever else the claim's value stands. Two values may stand in each other's place. Appends a row of
// kOtherValue for each.
void Comparer::find_misplaced(const ClaimRow& claim) {
  const std::int32_t best = claim.cited_count > 0 ? claim.best_cited : claim.best_passage;
  if (best < 0 || bare_goal_.bare) return;
  const PassageRow& passage = out_.passages[static_cast<std::size_t>(best)];
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(claim.segment)];
  if (passage.matched * 100 < claim.word_count * kLeastShare) return;
  const Held held = held_in(segment, passage);
  if (in_order(held, out_.quantities, segment)) return;

  std::vector<Element> words;
  add_elements(answer_, out_.tokens.data() + segment.first_token, static_cast<std::size_t>(segment.token_count),
               kMostElements, words);
  if (words.size() > kMostElements) return;
  Slots mine;
  mine.read(words, out_.quantities, segment);
  Slots theirs;
  for (std::int32_t u = passage.first_unit; u <= passage.last_unit; ++u) {
    const SegmentRow& unit = index_.units[static_cast<std::size_t>(u)];
    words.clear();
    add_elements(index_.text(passage.source), index_.tokens.data() + unit.first_token,
                 static_cast<std::size_t>(unit.token_count), kMostElements, words);
    theirs.read(words, index_.quantities, unit);
    if (theirs.elements.size() > kMostElements) return;
  }
  key_values(held, mine, theirs);

  const std::vector<std::pair<std::size_t, std::size_t>> pairs = Alignment(mine.elements, theirs.elements).pairs();
  std::vector<char> paired(mine.elements.size(), 0);
  for (const auto& pair : pairs) paired[pair.first] = 1;
  std::int32_t aligned = 0;
  std::int32_t all = 0;
  bool han = false;
  for (std::size_t i = 0; i < mine.elements.size(); ++i) {
    han = han || (mine.elements[i].flags & kTokenHan) != 0;
    if ((mine.elements[i].flags & (kTokenStop | kElementValue)) != 0) continue;
    ++all;
    aligned += paired[i];
  }
  if (aligned < (han ? kLeastHan : kLeastAligned) || aligned * 100 < all * kLeastShare) return;

  // Values of the claim that stand where the passage has another one of their kind, between the same words.
  std::vector<Misplaced> found;
  std::size_t i = 0;
  std::size_t j = 0;
  for (std::size_t p = 0; p <= pairs.size(); ++p) {
    const std::size_t next_i = p < pairs.size() ? pairs[p].first : mine.elements.size();
    const std::size_t next_j = p < pairs.size() ? pairs[p].second : theirs.elements.size();
    for (; i < next_i && found.size() <= kMostMisplaced; ++i) {
      if (mine.values[i] < 0) continue;
      const QuantityRow& row = out_.quantities[static_cast<std::size_t>(mine.values[i])];
      for (std::size_t at = j; at < next_j; ++at) {
        if (theirs.values[at] < 0) continue;
        const QuantityRow& other = index_.quantities[static_cast<std::size_t>(theirs.values[at])];
        if ((other.flags & kQuantityInTable) != 0 || !instead(row, other, index_.lexicon(), true)) continue;
        found.push_back({mine.values[i], theirs.values[at]});
        j = at + 1;
        break;
      }
    }
    i = next_i + 1;
    j = next_j + 1;
  }
  const bool copy = aligned * 100 >= all * kCopiedShare;
  const bool exchanged = found.size() == 2 && bears_out(held, found[0].quantity, found[1].other) &&
                         bears_out(held, found[1].quantity, found[0].other);
  // In Chinese a clause leaves out what it is about: that few of the claim's words stand there says nothing.
  if (!exchanged && (found.size() != 1 || !copy || han)) return;
  // Any other value that the passage holds in another place: the claim has an order of its own.
  for (const HeldInPassage& one : held) {
    const auto value = std::find(mine.values.begin(), mine.values.end(), one.quantity);
    const auto same = [&one](const Misplaced& other) { return other.quantity == one.quantity; };
    if (value != mine.values.end() && paired[static_cast<std::size_t>(value - mine.values.begin())] == 0 &&
        std::none_of(found.begin(), found.end(), same))
      return;
  }
  for (const Misplaced& one : found) {
    const std::int32_t share = exchanged && copy ? kCopiedShare : 100;
    if (!clause_copied(answer_, mine, paired, found, one.quantity, share, copy ? 0 : kClauseWords)) return;
    if (!exchanged && !stands_clearly(one, passage, aligned == all)) return;
  }
  for (const Misplaced& one : found) {
    const QuantityRow& row = index_.quantities[static_cast<std::size_t>(one.other)];
    read_value_words(one.quantity);
    out_.quantity_matches.push_back(
        {one.quantity, passage.source, one.other, row.segment, static_cast<std::int32_t>(Relation::kOtherValue),
         context_of(row.segment), unit_words_[static_cast<std::size_t>(row.segment)], near_of(one.other),
         static_cast<std::int32_t>(value_words_.size()), row.start_byte, row.end_byte, kMatchInstead});
  }
}

// Does the passage speak of the value more than any other place where the claim's value stands: much more, unless each
// word of the claim stands in it in order?
bool Comparer::stands_clearly(const Misplaced& one, const PassageRow& passage, bool whole_copy) {
  const QuantityRow& other = index_.quantities[static_cast<std::size_t>(one.other)];
  if (!instead(out_.quantities[static_cast<std::size_t>(one.quantity)], other, index_.lexicon(), false)) return false;
  read_value_words(one.quantity);
  const std::int32_t near = near_of(one.other);
  for (auto at = first_candidate(one.quantity); at != candidates_.end() && at->quantity == one.quantity; ++at) {
    if (!holds(at->relation)) continue;
    const std::int32_t unit = index_.quantities[static_cast<std::size_t>(at->evidence)].segment;
    const bool inside = unit >= passage.first_unit && unit <= passage.last_unit;
    const std::int32_t here = inside ? unit_words_[static_cast<std::size_t>(other.segment)] : passage.matched;
    const std::int32_t there = inside || whole_copy ? unit_words_[static_cast<std::size_t>(unit)] : context_of(unit);
    const std::int32_t own_near = near_of(at->evidence);
    if (near < own_near) return false;
    if (near - own_near >= kClearNear) continue;
    if (here - there < (whole_copy && near > own_near ? 1 : kClearContext)) return false;
    if (!whole_copy && there * 100 > here * kClearShare) return false;
  }
  return true;
}

}  // namespace verify
