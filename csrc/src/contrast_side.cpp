#include "contrast_side.hpp"

#include <algorithm>
#include <cstdlib>

#include "inflection.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostCues = 32;
constexpr std::int32_t kMostRun = 4;      // a longer run of equal elements says no more
constexpr std::int32_t kWindow = 6;       // words on each side of a cue that are looked at
constexpr std::int32_t kHanWindow = 10;   // ... or Han characters
constexpr std::int32_t kValueReach = 14;  // a cue's value stands at most so many elements behind it
constexpr std::int32_t kValueWords = 5;   // ... with at most so many of them words that say something
constexpr std::int32_t kHanValueReach = 12;
constexpr std::int32_t kValueReachBefore = 3;  // ... or before it
constexpr std::int32_t kNegatorReach = 3;      // a negator counts for an opposite up to so many elements behind it

// Can a word say of it that it rose or fell, or what it measures?
bool valued(const QuantityRow& row) {
  switch (static_cast<QuantityKind>(row.kind)) {
    case QuantityKind::kDate:
    case QuantityKind::kTime:
    case QuantityKind::kOrdinal:
    case QuantityKind::kIdentifier:
    case QuantityKind::kLabel:
      return false;
    default:
      return true;
  }
}

}  // namespace

void mark_clauses(std::string_view text, Side& side) {
  side.clause.resize(side.elements.size());
  std::int32_t clause = 0;
  for (std::size_t i = 0; i < side.elements.size(); ++i) {
    if (i > 0) {
      const auto from = static_cast<std::size_t>(side.elements[i - 1].end);
      const auto to = static_cast<std::size_t>(side.elements[i].start);
      if (to > from && clause_sign(text.substr(from, to - from))) ++clause;
    }
    side.clause[i] = clause;
  }
}

void mark_cues(const CueTable& table, const Lexicon& lexicon, Side& side) {
  const std::int32_t size = side.size();
  side.content.resize(side.elements.size());
  for (std::size_t i = 0; i < side.elements.size(); ++i) {
    const Element& element = side.elements[i];
    const bool stop = (element.flags & kTokenHan) == 0 && lexicon.stop_word(element.key);
    side.content[i] = !stop && (element.flags & kTokenQuantity) == 0;
  }
  std::int32_t next = 0;
  for (std::int32_t i = 0; i < size; i = std::max(i + 1, next)) {
    const auto at = static_cast<std::size_t>(i);
    const std::vector<CueTable::Entry>* entries = table.starting_with(side.elements[at].key);
    if (entries == nullptr) continue;
    for (const CueTable::Entry& entry : *entries) {
      const std::size_t end = at + 1 + entry.rest.size();
      if (end > side.elements.size() || side.clause[end - 1] != side.clause[at]) continue;
      std::size_t k = 0;
      while (k < entry.rest.size() && side.elements[at + 1 + k].key == entry.rest[k]) ++k;
      if (k < entry.rest.size()) continue;
      const bool overlay = entry.senses.size() == 1 && entry.senses.front().group == kRestricting;
      if (overlay && side.cues.size() < kMostCues) {  // 未经 restricts, and its 未 denies
        side.cues.push_back({i, static_cast<std::int32_t>(end), kRestricting, 0, false, -1});
        continue;
      }
      next = static_cast<std::int32_t>(end);
      for (std::size_t e = at; e < end && !entry.name; ++e) side.content[e] = 0;
      for (const CueTable::Sense& sense : entry.senses) {
        if (sense.group == kNoCue) continue;
        if (side.cues.size() == kMostCues) {
          side.complete = false;
          break;
        }
        side.cues.push_back({i, next, sense.group, sense.side, false, -1});
      }
      break;
    }
  }
  for (FoundCue& cue : side.cues) {
    if (cue.group == kNegation) continue;
    for (const FoundCue& other : side.cues) {
      if (other.group != kNegation || other.end > cue.begin || cue.begin - other.end > kNegatorReach) continue;
      cue.negated = cue.negated || side.clause[static_cast<std::size_t>(other.end - 1)] ==
                                       side.clause[static_cast<std::size_t>(cue.begin)];
    }
  }
}

void mark_quantities(RowSpan<const QuantityRow> quantities, std::int32_t first, std::int32_t last, std::size_t begin,
                     Side& side) {
  side.quantity.resize(side.elements.size(), -1);
  for (std::size_t i = begin; i < side.elements.size() && first < last; ++i) {
    while (first < last && quantities[static_cast<std::size_t>(first)].end_byte <= side.elements[i].start) ++first;
    if (first < last && quantities[static_cast<std::size_t>(first)].start_byte < side.elements[i].end &&
        valued(quantities[static_cast<std::size_t>(first)]))
      side.quantity[i] = first;
  }
}

void find_values(Side& side) {
  const std::int32_t reach = side.han() ? kHanValueReach : kValueReach;
  for (FoundCue& cue : side.cues) {
    const std::int32_t clause = side.clause[static_cast<std::size_t>(cue.begin)];
    const auto quantity_at = [&](std::int32_t i) {
      const auto at = static_cast<std::size_t>(i);
      return side.clause[at] == clause ? side.quantity[at] : -1;
    };
    std::int32_t words = 0;
    for (std::int32_t i = cue.end; i < std::min(side.size(), cue.end + reach) && cue.value < 0; ++i) {
      cue.value = quantity_at(i);
      words += side.content[static_cast<std::size_t>(i)];
      if (!side.han() && words > kValueWords) break;
    }
    for (std::int32_t i = cue.begin - 1; i >= std::max(0, cue.begin - kValueReachBefore) && cue.value < 0; --i)
      cue.value = quantity_at(i);
  }
}

void align_verb(const Side& one, std::string_view text, const FoundCue& negator, Side& other, std::string_view there) {
  const auto at = static_cast<std::size_t>(negator.end);
  if (at >= one.elements.size() || one.clause[at] != one.clause[at - 1]) return;
  const Element& verb = one.elements[at];
  if ((verb.flags & kTokenHan) != 0) return;
  const auto start = static_cast<std::size_t>(verb.start);
  const std::string_view base = text.substr(start, static_cast<std::size_t>(verb.end) - start);
  for (Element& element : other.elements) {
    const auto from = static_cast<std::size_t>(element.start);
    if (inflects(base, there.substr(from, static_cast<std::size_t>(element.end) - from))) element.key = verb.key;
  }
}

std::int32_t run_before(const Side& one, std::int32_t a, const Side& other, std::int32_t b) {
  std::int32_t run = 0;
  while (run < kMostRun && a - run > 0 && b - run > 0 && one.joined(a - run, a) && other.joined(b - run, b) &&
         one.elements[static_cast<std::size_t>(a - run - 1)].key ==
             other.elements[static_cast<std::size_t>(b - run - 1)].key)
    ++run;
  return run;
}

std::int32_t run_behind(const Side& one, std::int32_t a, const Side& other, std::int32_t b) {
  std::int32_t run = 0;
  while (run < kMostRun && a + run < one.size() && b + run < other.size() && one.joined(a + run + 1, a) &&
         other.joined(b + run + 1, b) &&
         one.elements[static_cast<std::size_t>(a + run)].key == other.elements[static_cast<std::size_t>(b + run)].key)
    ++run;
  return run;
}

Range around(const Side& side, std::int32_t begin, std::int32_t end, std::int32_t extra) {
  const std::int32_t window = (side.han() ? kHanWindow : kWindow) + extra;
  const std::int32_t unit = side.unit[static_cast<std::size_t>(std::min(begin, side.size() - 1))];
  Range out{begin, end};
  while (out.begin > 0 && begin - out.begin < window && side.unit[static_cast<std::size_t>(out.begin - 1)] == unit)
    --out.begin;
  while (out.end < side.size() && out.end - end < window && side.unit[static_cast<std::size_t>(out.end)] == unit)
    ++out.end;
  return out;
}

bool stands(const Side& side, Range range, std::uint64_t key) {
  for (std::int32_t i = range.begin; i < range.end; ++i) {
    if (side.elements[static_cast<std::size_t>(i)].key == key) return true;
  }
  return false;
}

std::int32_t shared(const Side& one, Range range, const Side& other, Range there, std::int32_t& count) {
  std::int32_t found = 0;
  count = 0;
  for (std::int32_t i = range.begin; i < range.end; ++i) {
    if (one.content[static_cast<std::size_t>(i)] == 0) continue;
    ++count;
    if (stands(other, there, one.elements[static_cast<std::size_t>(i)].key)) ++found;
  }
  return found;
}

bool turned(const Side& side, const FoundCue& cue) {
  return std::any_of(side.cues.begin(), side.cues.end(), [&](const FoundCue& other) {
    return other.group == kTurned &&
           side.clause[static_cast<std::size_t>(other.begin)] == side.clause[static_cast<std::size_t>(cue.begin)];
  });
}

bool denied_twice(const Side& one, const FoundCue& negator, const Side& other) {
  if (negator.group != kNegation) return false;
  for (const FoundCue& cue : other.cues) {
    if (cue.group == kRestricting || cue.group == kNegation) return false;
  }
  for (const FoundCue& restricting : one.cues) {
    if (restricting.group != kRestricting) continue;
    const auto clause_of = [&](const FoundCue& cue) { return one.clause[static_cast<std::size_t>(cue.begin)]; };
    const bool paired = std::any_of(one.cues.begin(), one.cues.end(), [&](const FoundCue& cue) {
      return cue.group == kNegation && (cue.end <= restricting.begin || cue.begin >= restricting.end) &&
             std::abs(clause_of(cue) - clause_of(restricting)) <= 1;
    });
    if (!paired || std::abs(clause_of(negator) - clause_of(restricting)) > 1) continue;
    Range behind = around(one, restricting.begin, restricting.end, 0);
    behind.begin = restricting.end;
    while (behind.end > behind.begin && one.clause[static_cast<std::size_t>(behind.end - 1)] != clause_of(restricting))
      --behind.end;
    std::int32_t count = 0;
    const std::int32_t held = shared(one, behind, other, {0, other.size()}, count);
    if (held > 0 && held * 2 >= count) return true;
  }
  return false;
}

bool cue_denied_twice(const Side& one, const FoundCue& cue, const Side& other) {
  return std::any_of(one.cues.begin(), one.cues.end(), [&](const FoundCue& negator) {
    return negator.group == kNegation && negator.begin <= cue.begin &&
           one.clause[static_cast<std::size_t>(negator.begin)] == one.clause[static_cast<std::size_t>(cue.begin)] &&
           denied_twice(one, negator, other);
  });
}

bool conditional(const Side& side, const FoundCue& cue) {
  return std::any_of(side.cues.begin(), side.cues.end(), [&](const FoundCue& other) {
    return other.group == kConditional && other.begin < cue.begin &&
           side.clause[static_cast<std::size_t>(other.begin)] == side.clause[static_cast<std::size_t>(cue.begin)];
  });
}

}  // namespace verify
