#include "verify/contrast.hpp"

#include <algorithm>

#include "contrast_side.hpp"
#include "verify/compare.hpp"
#include "verify/match_quantities.hpp"

namespace verify {
namespace {

constexpr std::int32_t kMostMatches = 64;  // places of values that are looked through, the latest first
constexpr std::int32_t kLeastShare = 3;    // a third of the claim stands in the passage, or they are about other things
constexpr std::int32_t kSameValueFit = 16;  // added where the claim's side stands with the claim's value
constexpr std::int32_t kHanArgument = 4;    // characters behind an ordered cue that tell what it is related to

// In which order an ordered cue's two sides stand in the other text.
enum class Order { kSame, kCrossed, kUnknown };

class Contrasts {
 public:
  Contrasts(const SourceIndex& index, std::string_view answer, const Comparison& comparison, const ClaimRow& claim,
            const CueTable& table, std::vector<ContrastRow>& out)
      : index_(index), answer_(answer), comparison_(comparison), claim_row_(claim), table_(table), out_(out) {}

  bool run() {
    const SegmentRow& segment = comparison_.segments[static_cast<std::size_t>(claim_row_.segment)];
    add_elements(answer_, comparison_.tokens.data() + segment.first_token,
                 static_cast<std::size_t>(segment.token_count), kMostElements, claim_.elements);
    if (claim_.elements.empty() || claim_.elements.size() > kMostElements) return claim_.elements.empty();
    mark_clauses(answer_, claim_);
    claim_.unit.assign(claim_.elements.size(), 0);
    if (claim_.han()) claim_.unit = claim_.clause;  // as in Chinese sources
    mark_cues(table_, index_.lexicon(), claim_);
    mark_quantities(comparison_.quantities, segment.first_quantity, segment.first_quantity + segment.quantity_count, 0,
                    claim_);
    find_values(claim_);
    const bool cites = claim_row_.cited_count > 0;
    const std::int32_t best = cites ? claim_row_.best_cited : claim_row_.best_passage;
    if (best < 0) return claim_.complete;
    const PassageRow& row = comparison_.passages[static_cast<std::size_t>(best)];
    Side passage;
    const bool complete = read(row, passage) && claim_.complete;
    if (passage.elements.empty() || (passage.cues.empty() && claim_.cues.empty())) return complete;
    claim_matched_ = shared(claim_, {0, claim_.size()}, passage, {0, passage.size()}, claim_count_);
    if (claim_matched_ * kLeastShare < claim_count_) return complete;
    rows_.assign(claim_.cues.size(), ContrastRow{});
    same_fit_.assign(claim_.cues.size(), -1);
    for (std::size_t c = 0; c < claim_.cues.size(); ++c) {
      if (table_.opposes(claim_.cues[c].group)) {
        oppose(c, row, passage);
      } else if (table_.lone(claim_.cues[c].group)) {
        lone(c, row, passage);
      }
    }
    if (passage.complete) oppose_at_values(row, cites);
    dropped(row, passage);
    const bool open =
        std::any_of(rows_.begin(), rows_.end(), [](const ContrastRow& one) { return one.claim_count > 0; });
    if (open || !dropped_.empty()) support_elsewhere(best, row.matched, cites);
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      if (rows_[c].claim_count == 0 || rows_[c].fit <= same_fit_[c]) continue;
      rows_[c].same_fit = same_fit_[c];
      out_.push_back(rows_[c]);
    }
    out_.insert(out_.end(), dropped_.begin(), dropped_.end());
    return complete;
  }

 private:
  bool read(const PassageRow& row, Side& passage) const {
    const std::string_view text = index_.text(row.source);
    for (std::int32_t u = row.first_unit; u <= row.last_unit; ++u) {
      const SegmentRow& unit = index_.units[static_cast<std::size_t>(u)];
      const std::size_t begin = passage.elements.size();
      add_elements(text, index_.tokens.data() + unit.first_token, static_cast<std::size_t>(unit.token_count),
                   kMostElements, passage.elements);
      passage.unit.resize(passage.elements.size(), u);
      mark_quantities(index_.quantities, unit.first_quantity, unit.first_quantity + unit.quantity_count, begin,
                      passage);
      if (passage.elements.size() > kMostElements) {
        passage.elements.clear();
        return false;
      }
    }
    mark_clauses(text, passage);
    mark_cues(table_, index_.lexicon(), passage);
    find_values(passage);
    return passage.complete;
  }

  ContrastRow row_of(const PassageRow& passage, std::int32_t group, std::int32_t side) const {
    ContrastRow row{};
    row.segment = claim_row_.segment;
    row.source = passage.source;
    row.group = group;
    row.side = side;
    row.same_fit = -1;
    row.claim_matched = claim_matched_;
    row.claim_count = std::max(claim_count_, 1);
    if (claim_.han()) row.flags |= kContrastHan;
    return row;
  }

  // How well a cue of the claim and one of the passage stand in each other's place.
  void place(const Side& one, std::int32_t begin, std::int32_t end, const Side& other, std::int32_t there_begin,
             std::int32_t there_end, ContrastRow& row) const {
    row.left_run = run_before(one, begin, other, there_begin);
    row.right_run = run_behind(one, end, other, there_end);
    const Range range = around(one, begin, end, 0);
    const Range there = around(other, there_begin, there_end, 4);
    std::int32_t behind_count = 0;
    row.near = shared(one, {range.begin, begin}, other, there, row.near_count) +
               shared(one, {end, range.end}, other, there, behind_count);
    row.near_count += behind_count;
    row.fit = row.left_run + row.right_run + row.near;
  }

  void oppose(std::size_t number, const PassageRow& passage_row, const Side& passage) {
    const FoundCue& cue = claim_.cues[number];
    for (const FoundCue& there : passage.cues) {
      if (there.group != cue.group) continue;
      ContrastRow row = row_of(passage_row, cue.group, cue.side);
      place(claim_, cue.begin, cue.end, passage, there.begin, there.end, row);
      const std::uint32_t value = compare_values(cue, there);
      // Of an ordered group the other side in the other order agrees, and the same side in the other order does not.
      const Order order = table_.ordered(cue.group) ? order_of(cue, passage, there) : Order::kSame;
      if (order == Order::kUnknown) continue;
      if ((there.side == cue.side) == (order == Order::kSame)) {
        support(number, row.fit, value);
        continue;
      }
      if (table_.ordered(cue.group) && turned(claim_, cue) != turned(passage, there)) continue;
      if (there.side == cue.side) row.flags |= kContrastSwapped;
      row.flags |= value;
      if (rows_[number].claim_count > 0 && rank(rows_[number]) >= rank(row)) continue;
      if (cue.negated && there.negated) row.flags |= kContrastBothNegated;
      if (cue.negated != there.negated || cue_denied_twice(passage, there, claim_) ||
          cue_denied_twice(claim_, cue, passage))
        row.flags |= kContrastOtherNegated;
      for (const FoundCue& other : passage.cues) {
        if (other.group == cue.group && other.side == cue.side) row.flags |= kContrastSameInPassage;
      }
      for (const FoundCue& other : claim_.cues) {
        if (other.group == cue.group && other.side == there.side) row.flags |= kContrastOppositeKept;
      }
      set_spans(row, claim_, cue.begin, cue.end, passage, there.begin, there.end);
      rows_[number] = row;
    }
  }

  // What stands right behind the claim's cue decides, if something before it agrees: "Alpha acquired Beta in May".
  Order order_of(const FoundCue& cue, const Side& passage, const FoundCue& there) const {
    const Range whole = around(passage, there.begin, there.end, 4);
    const Range before{whole.begin, there.begin};
    const Range behind{there.end, whole.end};
    const Range range = around(claim_, cue.begin, cue.end, 0);
    std::int32_t left = claim_.han() ? kHanArgument : 1;
    std::int32_t same = 0;
    std::int32_t crossed = 0;
    for (std::int32_t i = cue.end; i < range.end && left > 0; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (claim_.content[at] == 0) continue;
      --left;
      const bool along = stands(passage, behind, claim_.elements[at].key);
      const bool across = stands(passage, before, claim_.elements[at].key);
      if (along && !across) ++same;
      if (across && !along) ++crossed;
    }
    if (same > 0 || left == (claim_.han() ? kHanArgument : 1)) return crossed > same ? Order::kUnknown : Order::kSame;
    if (crossed == 0) return Order::kUnknown;
    for (std::int32_t i = range.begin; i < cue.begin; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (claim_.content[at] != 0 && stands(passage, behind, claim_.elements[at].key) &&
          !stands(passage, before, claim_.elements[at].key))
        return Order::kCrossed;
    }
    return Order::kUnknown;
  }

  // A cue that speaks of a value is held against the place where that value stands too, if it is not in the passage.
  void oppose_at_values(const PassageRow& best, bool cites) {
    for (std::size_t c = 0; c < claim_.cues.size(); ++c) {
      if (claim_.cues[c].value < 0 || !table_.opposes(claim_.cues[c].group)) continue;
      const auto& matches = comparison_.quantity_matches;
      std::int32_t steps = kMostMatches;
      for (auto match = matches.rbegin(); match != matches.rend() && --steps > 0; ++match) {
        if (match->quantity != claim_.cues[c].value || match->source < 0 || (cites && match->source != best.source) ||
            match->relation > static_cast<std::int32_t>(Relation::kOtherSign))
          continue;
        if (match->unit >= best.first_unit && match->unit <= best.last_unit) continue;
        PassageRow place = best;
        place.source = match->source;
        place.first_unit = place.last_unit = match->unit;
        Side passage;
        if (read(place, passage) && !passage.elements.empty()) oppose(c, place, passage);
        break;
      }
    }
  }

  // A value that both speak of ties them more than any words around them; another one sets them apart.
  static std::int32_t rank(const ContrastRow& row) {
    return row.fit + ((row.flags & kContrastValueHeld) != 0 ? 100 : 0) -
           ((row.flags & kContrastValueOther) != 0 ? 100 : 0);
  }

  std::uint32_t compare_values(const FoundCue& cue, const FoundCue& there) const {
    if (cue.value < 0) return 0;
    if (there.value < 0) return kContrastValue;
    const QuantityRelation found = relate(comparison_.quantities[static_cast<std::size_t>(cue.value)],
                                          index_.quantities[static_cast<std::size_t>(there.value)], index_.lexicon());
    // "-4 %" beside "fell 4 %" has the other sign, and the opposite says just that.
    const bool held = !found.none && found.relation < Relation::kOtherSign;
    return kContrastValue | (held ? kContrastValueHeld : kContrastValueOther);
  }

  // The claim's own side stands there: it bears the claim out, unless it speaks of another value.
  void support(std::size_t number, std::int32_t fit, std::uint32_t value) {
    if ((value & kContrastValueOther) != 0) return;
    if ((value & kContrastValueHeld) != 0) fit += kSameValueFit;
    same_fit_[number] = std::max(same_fit_[number], fit);
  }

  static void set_spans(ContrastRow& row, const Side& claim, std::int32_t begin, std::int32_t end, const Side& passage,
                        std::int32_t there_begin, std::int32_t there_end) {
    row.answer_start = claim.elements[static_cast<std::size_t>(begin)].start;
    row.answer_end = claim.elements[static_cast<std::size_t>(end - 1)].end;
    row.source_start = passage.elements[static_cast<std::size_t>(there_begin)].start;
    row.source_end = passage.elements[static_cast<std::size_t>(there_end - 1)].end;
  }

  // Does a text say the same as a lone cue by another word of a side that the cue is of too (不得 and 禁止)?
  bool says_alike(const Side& one, const FoundCue& lone, const Side& other, Range there) const {
    for (const FoundCue& cue : one.cues) {
      if (!table_.opposes(cue.group) || cue.begin != lone.begin || cue.end != lone.end) continue;
      for (const FoundCue& alike : other.cues) {
        if (alike.group == cue.group && alike.side == cue.side && alike.begin >= there.begin && alike.end <= there.end)
          return true;
      }
    }
    return false;
  }

  // Is there a cue of the group, or an opposite of some word of `one`, in [range) of `other`?
  bool has(const Side& side, std::int32_t group, Range range) const {
    return std::any_of(side.cues.begin(), side.cues.end(), [&](const FoundCue& cue) {
      return cue.group == group && cue.begin >= range.begin && cue.end <= range.end;
    });
  }

  // Does `other` deny too? A weak negator that stands on both sides ("insured against") explains no difference.
  bool counterpart(const Side& one, const FoundCue& lone, const Side& other, Range there) const {
    for (const FoundCue& cue : other.cues) {
      if (cue.group != lone.group || cue.begin < there.begin || cue.end > there.end) continue;
      const bool kept = cue.side != 0 && std::any_of(one.cues.begin(), one.cues.end(), [&](const FoundCue& same) {
                          return same.group == cue.group && same.side == cue.side && same.begin != lone.begin &&
                                 one.elements[static_cast<std::size_t>(same.begin)].key ==
                                     other.elements[static_cast<std::size_t>(cue.begin)].key;
                        });
      if (!kept) return true;
    }
    return says_alike(one, lone, other, there);
  }

  bool has_antonym(const Side& one, const FoundCue& lone, const Side& other, Range there) const {
    const Range range = around(one, lone.begin, lone.end, 0);
    for (const FoundCue& cue : one.cues) {
      if (!table_.polar(cue.group) || cue.begin < range.begin || cue.end > range.end) continue;
      if (cue.begin < lone.end && cue.end > lone.begin) continue;  // 未 against 已 is what is looked at
      for (const FoundCue& against : other.cues) {
        if (against.group == cue.group && against.side != cue.side && against.begin >= there.begin &&
            against.end <= there.end)
          return true;
      }
    }
    return false;
  }

  // The place in `other` where a cue that `one` has is missing: before the element with the longest runs around it, in
  // the unit that shares most of what stands around the cue.
  struct Gap {
    std::int32_t at = -1;
    Range unit{0, 0};
    std::int32_t left_run = 0, right_run = 0, near = 0, near_count = 0;
    bool head = false;
    bool reached = true;
    bool bare = false;
  };

  Gap find_gap(const Side& one, const FoundCue& lone, const Side& other) const {
    const std::int32_t begin = lone.begin;
    const std::int32_t end = lone.end;
    Gap best;
    // Words are counted from the last one of the cue: "did not" reaches no further than "not".
    Range range = around(one, lone.group == kNegation && !one.han() ? end - 1 : begin, end, 0);
    for (const FoundCue& cue : one.cues) {  // what restricts a denial is not what is denied
      if (lone.group == kNegation && cue.group == kRestricting && cue.begin >= end)
        range.end = std::min(range.end, cue.begin);
    }
    for (std::int32_t first = 0; first < other.size();) {
      std::int32_t last = first;
      while (last < other.size() &&
             other.unit[static_cast<std::size_t>(last)] == other.unit[static_cast<std::size_t>(first)])
        ++last;
      Gap gap;
      gap.unit = {first, last};
      gap.near = shared(one, range, other, gap.unit, gap.near_count);
      for (std::int32_t at = first; at <= last; ++at) {
        const std::int32_t left = run_before(one, begin, other, at);
        const std::int32_t right = run_behind(one, end, other, at);
        if (gap.at < 0 || left + right > gap.left_run + gap.right_run) {
          gap.at = at;
          gap.left_run = left;
          gap.right_run = right;
        }
      }
      if (best.at < 0 || gap.near + gap.left_run + gap.right_run > best.near + best.left_run + best.right_run)
        best = gap;
      first = last;
    }
    std::int32_t clause_end = end;
    while (clause_end < range.end &&
           one.clause[static_cast<std::size_t>(clause_end)] == one.clause[static_cast<std::size_t>(begin)])
      ++clause_end;
    // A word such as "permitted" is a cue itself, and what is denied all the same.
    const auto idle = [&](std::int32_t at) {
      const auto place = static_cast<std::size_t>(at);
      return one.content[place] == 0 && ((one.elements[place].flags & kTokenStop) != 0 || one.quantity[place] >= 0);
    };
    std::int32_t head = end;
    while (head < clause_end && idle(head)) ++head;
    std::int32_t heads = 0;
    best.reached = shared(one, {end, around(one, end - 1, end, 4).end}, other, best.unit, heads) > 0 || heads == 0;
    best.bare = heads == 0;
    best.head = head < clause_end && stands(other, best.unit, one.elements[static_cast<std::size_t>(head)].key);
    return best;
  }

  // What shows where a cue is missing: the elements before and behind, or the unit where nothing there is the same.
  static Range shown(const Gap& gap) {
    if (gap.left_run + gap.right_run == 0) return gap.unit;
    return {std::max(gap.unit.begin, gap.at - 1), std::min(gap.unit.end, gap.at + 1)};
  }

  void fill(ContrastRow& row, const Gap& gap) const {
    row.left_run = gap.left_run;
    row.right_run = gap.right_run;
    row.near = gap.near;
    row.near_count = gap.near_count;
    if (gap.head) row.flags |= kContrastHead;
    if (gap.reached) row.flags |= kContrastReached;
    if (gap.bare) row.flags |= kContrastBare;
    row.fit = gap.left_run + gap.right_run + gap.near;
  }

  // A cue of the claim that says something by standing there: the passage has none.
  void lone(std::size_t number, const PassageRow& passage_row, const Side& read_passage) {
    const FoundCue& cue = claim_.cues[number];
    Side passage = read_passage;
    if (cue.group == kNegation) align_verb(claim_, answer_, cue, passage, index_.text(passage_row.source));
    const Gap gap = find_gap(claim_, cue, passage);
    ContrastRow row = row_of(passage_row, cue.group, cue.side);
    row.claim_matched = shared(claim_, {0, claim_.size()}, passage, {0, passage.size()}, row.claim_count);
    row.claim_count = std::max(row.claim_count, 1);
    fill(row, gap);
    if (rows_[number].claim_count > 0 && rows_[number].fit >= row.fit) return;
    if (conditional(claim_, cue)) row.flags |= kContrastConditional;
    if (counterpart(claim_, cue, passage, gap.unit) || denied_twice(claim_, cue, passage))
      row.flags |= kContrastCounterpart;
    if (has_antonym(claim_, cue, passage, gap.unit)) row.flags |= kContrastAntonym;
    support_beside(number, passage, gap.unit);
    const Range place = shown(gap);
    set_spans(row, claim_, cue.begin, cue.end, passage, place.begin, std::max(place.end, place.begin + 1));
    rows_[number] = row;
  }

  // Another sentence of the passage that has the lone cue too bears the claim out as far as it shares its words.
  void support_beside(std::size_t number, const Side& passage, Range unit) {
    const FoundCue& cue = claim_.cues[number];
    const Range range = around(claim_, cue.end - 1, cue.end, 0);
    for (const FoundCue& there : passage.cues) {
      if (there.group != cue.group || there.side != cue.side || (there.begin >= unit.begin && there.end <= unit.end))
        continue;
      Range sentence{there.begin, there.end};
      const std::int32_t own = passage.unit[static_cast<std::size_t>(there.begin)];
      while (sentence.begin > 0 && passage.unit[static_cast<std::size_t>(sentence.begin - 1)] == own) --sentence.begin;
      while (sentence.end < passage.size() && passage.unit[static_cast<std::size_t>(sentence.end)] == own)
        ++sentence.end;
      std::int32_t count = 0;
      support(number, shared(claim_, range, passage, sentence, count), 0);
    }
  }

  // Lone cues of the passage where the claim has none.
  void dropped(const PassageRow& passage_row, const Side& passage) {
    for (const FoundCue& cue : passage.cues) {
      if (!table_.lone(cue.group)) continue;
      Side claim = claim_;
      if (cue.group == kNegation) align_verb(passage, index_.text(passage_row.source), cue, claim, answer_);
      const Gap gap = find_gap(passage, cue, claim);
      ContrastRow row = row_of(passage_row, cue.group, cue.side);
      row.claim_matched = shared(claim, {0, claim.size()}, passage, {0, passage.size()}, row.claim_count);
      row.claim_count = std::max(row.claim_count, 1);
      row.flags |= kContrastDropped;
      fill(row, gap);
      if (row.fit == 0) continue;
      if (conditional(passage, cue)) row.flags |= kContrastConditional;
      if (counterpart(passage, cue, claim_, gap.unit) || denied_twice(passage, cue, claim_))
        row.flags |= kContrastCounterpart;
      if (has_antonym(passage, cue, claim_, gap.unit)) row.flags |= kContrastAntonym;
      const Range place = shown(gap);
      set_spans(row, claim_, place.begin, std::max(place.end, place.begin + 1), passage, cue.begin, cue.end);
      dropped_.push_back(row);
    }
  }

  // Other passages of the claim that have its own side, or the lone cue; or lack what it leaves out.
  void support_elsewhere(std::int32_t best, std::int32_t matched, bool cites) {
    for (std::int32_t p = 0; p < claim_row_.passage_count; ++p) {
      const std::int32_t number = claim_row_.first_passage + p;
      const PassageRow& row = comparison_.passages[static_cast<std::size_t>(number)];
      if (number == best || (cites && row.cited == 0)) continue;
      Side passage;
      if (!read(row, passage) || passage.elements.empty()) continue;
      for (std::size_t c = 0; c < claim_.cues.size(); ++c) {
        const FoundCue& cue = claim_.cues[c];
        if (rows_[c].claim_count == 0) continue;
        for (const FoundCue& there : passage.cues) {
          if (there.group != cue.group || there.side != cue.side) continue;
          ContrastRow found{};
          if (table_.ordered(cue.group) && order_of(cue, passage, there) != Order::kSame) continue;
          place(claim_, cue.begin, cue.end, passage, there.begin, there.end, found);
          support(c, found.fit, compare_values(cue, there));
        }
      }
      if (row.matched < matched) continue;
      const auto lacks = [&](const ContrastRow& one) { return !has(passage, one.group, {0, passage.size()}); };
      dropped_.erase(std::remove_if(dropped_.begin(), dropped_.end(), lacks), dropped_.end());
    }
  }

  const SourceIndex& index_;
  std::string_view answer_;
  const Comparison& comparison_;
  const ClaimRow& claim_row_;
  const CueTable& table_;
  std::vector<ContrastRow>& out_;
  Side claim_;
  std::vector<ContrastRow> rows_;  // for each cue of the claim the best so far; claim_count 0: none
  std::vector<std::int32_t> same_fit_;
  std::vector<ContrastRow> dropped_;
  std::int32_t claim_matched_ = 0;
  std::int32_t claim_count_ = 0;
};

}  // namespace

bool find_contrasts(const SourceIndex& index, std::string_view answer, const Comparison& comparison,
                    const ClaimRow& claim, const CueTable& table, std::vector<ContrastRow>& out) {
  if (claim.segment < 0 || claim.best_passage < 0) return true;
  return Contrasts(index, answer, comparison, claim, table, out).run();
}

}  // namespace verify
