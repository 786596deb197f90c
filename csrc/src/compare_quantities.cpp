#include <algorithm>
#include <cmath>
#include <utility>

#include "comparer.hpp"
#include "value_words.hpp"
#include "verify/exact.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostCandidates = 4096;  // places kept for one quantity of the answer
constexpr std::int64_t kValueWork = 16;        // what one look at another value counts as
constexpr double kMostCounted = 12;            // "how many": so small a number may be met by chance
constexpr std::int64_t kPairsPerToken = 32;    // pairs of quantities looked at, for each token of answer and evidence

constexpr std::size_t kMostRanges = 32;  // of one answer that are looked for end by end

// The two ends of a range as values of their own.
std::pair<QuantityRow, QuantityRow> ends_of(const QuantityRow& range) {
  QuantityRow low = range;
  low.kind = range.range_kind;
  QuantityRow high = low;
  high.value_high = range.upper_high;
  high.value_low = range.upper_low;
  high.exponent = range.upper_exponent;
  high.year = range.upper_year;
  high.month = range.upper_month;
  high.day = range.upper_day;
  high.hour = range.upper_hour;
  high.minute = range.upper_minute;
  high.second = range.upper_second;
  low.upper_high = low.value_high, low.upper_low = low.value_low, low.upper_exponent = low.exponent;
  return {low, high};
}

bool dated(const QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  return kind == QuantityKind::kDate ||
         (kind == QuantityKind::kRange && static_cast<QuantityKind>(row.range_kind) == QuantityKind::kDate);
}

}  // namespace

// A bare answer to a question for a computation ("the change", "the average"): a value that the evidence does not call
// so is at best one of the operands.
bool Comparer::beside_the_point(const QuantityRow& evidence, const Place& place) const {
  constexpr std::uint32_t kSum = 1u << static_cast<int>(Operation::kSum);
  constexpr std::uint32_t kCount = 1u << static_cast<int>(Operation::kCount);
  const std::uint32_t asked = bare_goal_.operations & ~kSum;  // a total is as often read as computed
  if (asked == 0) return false;
  if ((asked & kCount) != 0)
    return place.near < 2 || std::fabs(approximate(exact_value(evidence, false))) <= kMostCounted;
  const SegmentRow& unit = index_.units[static_cast<std::size_t>(evidence.segment)];
  const std::string_view text = index_.read_text(index_.unit_source[static_cast<std::size_t>(evidence.segment)]);
  const auto names = [&](TextRange range) {
    return (named_operations(text.substr(range.start, range.end - range.start), index_.lexicon()) & asked) != 0;
  };
  if ((evidence.flags & kQuantityInTable) == 0)
    return !names({static_cast<std::size_t>(unit.text_start), static_cast<std::size_t>(unit.text_end)});
  const TableCell cell = table_cell(index_, evidence);
  bool named = names(cell.label);
  for (std::size_t above = 0; above < cell.above_count; ++above) named = named || names(cell.above[above]);
  return !named;
}

int Comparer::rank_of(const QuantityRelation& relation) {
  // A match that lacks a unit on one side is weaker than any conversion; the wrong ones come last.
  int rank = static_cast<int>(relation.relation) * 4;
  if ((relation.flags & (kMatchUnitMissing | kMatchPerMissing)) != 0) rank += 2;
  if ((relation.flags & kMatchFiner) != 0) rank += 1;
  return rank;
}

void Comparer::stream_quantities() {
  QuantityMatcher matcher(out_.quantities, index_.lexicon());
  std::vector<std::size_t> counts(out_.quantities.size(), 0);
  // Answer and evidence that repeat one number have as many pairs as the product of their lengths.
  std::int64_t budget = kPairsPerToken * static_cast<std::int64_t>(index_.tokens.size() + out_.tokens.size() + 64);
  const auto keep = [&](std::int32_t quantity, std::int32_t evidence, const QuantityRelation& relation) {
    std::size_t& count = counts[static_cast<std::size_t>(quantity)];
    if (count >= kMostCandidates) {
      out_.truncated = true;
      return;
    }
    ++count;
    candidates_.push_back({quantity, evidence, relation});
  };
  if (!out_.quantities.empty()) {
    for (std::size_t e = 0; e < index_.quantities.size(); ++e) {
      const auto take = [&](std::int32_t quantity, const QuantityRelation& relation) {
        const QuantityRelation read =
            noted(out_.quantities[static_cast<std::size_t>(quantity)], index_.quantities[e], relation);
        if (!read.none) keep(quantity, static_cast<std::int32_t>(e), read);
      };
      if (!matcher.match(index_.quantities[e], index_.probes[e], budget, take)) out_.truncated = true;
    }
    for (std::size_t e = 0; e < question_quantities_.size(); ++e) {
      const QuantityRow& row = question_quantities_[e];
      const auto take = [&](std::int32_t quantity, const QuantityRelation& relation) {
        if (relation.none || !holds(relation)) return;
        out_.quantity_matches.push_back({quantity, -1, static_cast<std::int32_t>(e), -1,
                                         static_cast<std::int32_t>(relation.relation), 0, 0, 0, 0, row.start_byte,
                                         row.end_byte, relation.flags});
      };
      if (!matcher.match(row, probe(row, index_.lexicon()), budget, take)) out_.truncated = true;
    }
  }
  find_both_ends(counts);
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.quantity < b.quantity; });
}

// A range whose ends stand in the evidence one by one: two dates of one source, two values of one sentence or row.
void Comparer::find_both_ends(const std::vector<std::size_t>& counts) {
  std::size_t looked = 0;
  for (std::size_t i = 0; i < out_.quantities.size() && looked < kMostRanges; ++i) {
    const QuantityRow& row = out_.quantities[i];
    if (static_cast<QuantityKind>(row.kind) != QuantityKind::kRange || counts[i] != 0) continue;
    ++looked;
    const auto [low, high] = ends_of(row);
    const bool date = dated(row);
    std::int32_t low_place = -1;  // of the last value that is its lower end
    std::int32_t high_place = -1;
    for (std::size_t e = 0; e < index_.quantities.size(); ++e) {
      const QuantityRow& evidence = index_.quantities[e];
      const std::int32_t here =
          date ? index_.unit_source[static_cast<std::size_t>(evidence.segment)] : evidence.segment;
      const auto is = [&](const QuantityRow& end) {
        const QuantityRelation relation = relate(end, evidence, index_.lexicon());
        return !relation.none && relation.relation <= Relation::kConverted;
      };
      const bool last = is(high);
      if (is(low)) low_place = here;
      if (last) high_place = here;
      // "In 2023 ..., up from ... in 2022": dates are put in order; other values stand in it.
      if (low_place != here || high_place != here || (!date && !last)) continue;
      candidates_.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(e), {Relation::kEqual, 0, false}});
      break;
    }
  }
}

// How the answer stands to a cell when the scale that its table notes is applied. A note of the table, or of its
// source, decides; one of another source may only confirm, so that unrelated sources change no verdict against the
// answer.
QuantityRelation Comparer::noted(const QuantityRow& answer, const QuantityRow& evidence,
                                 const QuantityRelation& plain) {
  const bool open = plain.none || plain.relation == Relation::kOtherUnit;
  if (!open) return plain;
  const bool cell = (evidence.flags & kQuantityInTable) != 0;
  // In running text the digits must be the same: "$88,848" in a page whose amounts are in thousands.
  if (cell ? !scale_may_be_noted(evidence, index_.lexicon())
           : plain.none || (evidence.flags & kQuantityScaled) != 0 || (answer.flags & kQuantityScaled) == 0) {
    return plain;
  }
  const ScaleNotes notes = cell ? scales_.of_cell(evidence) : scales_.of_text(evidence);
  const std::uint32_t all = notes.table | notes.source | notes.elsewhere;
  QuantityRelation left = plain;
  for (std::int32_t exponent = 0; exponent < 32; ++exponent) {
    if ((all >> exponent & 1u) == 0) continue;
    QuantityRow scaled = evidence;
    scaled.exponent += exponent;
    scaled.upper_exponent += exponent;
    scaled.quantum_exponent += exponent;
    scaled.flags |= kQuantityScaled;
    QuantityRelation relation = relate(answer, scaled, index_.lexicon());
    if (!relation.none && relation.relation == Relation::kOtherSign && ((notes.table | notes.source) >> exponent & 1u))
      left = relation;
    if (relation.none || !holds(relation)) continue;
    relation.flags |= kMatchScaleNoted;
    return relation;
  }
  if (cell && !plain.none && (notes.table | notes.source) == 0) left.flags |= kMatchScaleUnstated;
  return left;
}

// The best place of each quantity of the claim in each source; windows learn which quantities they hold.
void Comparer::match_claim_quantities(std::int32_t index, std::int32_t units) {
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(index)];
  held_units_.clear();
  const std::size_t first_match = out_.quantity_matches.size();
  bare_goal_.bare = false;
  if (segment.quantity_count > 0 && !question_words_.empty() && claim_words_[static_cast<std::size_t>(index)].empty())
    bare_goal_ = goal_of(index);
  const auto begin = std::lower_bound(candidates_.begin(), candidates_.end(), segment.first_quantity,
                                      [](const Candidate& c, std::int32_t quantity) { return c.quantity < quantity; });
  const std::int32_t end = segment.quantity_count > 0 ? segment.first_quantity + segment.quantity_count : 0;
  for (auto at = begin; at != candidates_.end() && at->quantity < end;) {
    const std::int32_t quantity = at->quantity;
    const Candidate* const own = &*at;
    read_value_words(quantity);
    std::int32_t last_held = -1;
    while (at != candidates_.end() && at->quantity == quantity) {
      const std::int32_t source = source_of(*at);
      const Candidate* best = nullptr;
      Place best_place{-1, -1};
      for (; at != candidates_.end() && at->quantity == quantity && source_of(*at) == source; ++at) {
        const std::int32_t unit = index_.quantities[static_cast<std::size_t>(at->evidence)].segment;
        const Place place{near_of(at->evidence), context_of(unit)};
        if (best == nullptr || better(*at, place, *best, best_place)) {
          best = &*at;
          best_place = place;
        }
        if (!holds(at->relation)) continue;
        const std::int32_t first_unit = index_.sources[static_cast<std::size_t>(source)].first_unit;
        for (std::int32_t window = std::max({first_unit, unit - units + 1, last_held + 1}); window <= unit; ++window) {
          touch(window);
          ++window_held_[static_cast<std::size_t>(window)];
        }
        last_held = std::max(last_held, unit);
      }
      push_quantity_match(*best, source, best_place);
    }
    find_other_cell(quantity, own, candidates_.data() + (at - candidates_.begin()));
  }
  find_exchanges(index, units, first_match);
  std::sort(held_units_.begin(), held_units_.end());
  held_.clear();
  for (auto at = begin; at != candidates_.end() && at->quantity < end; ++at) {
    if (holds(at->relation)) held_.push_back(at->evidence);
  }
  std::sort(held_.begin(), held_.end());
  for (std::int32_t i = 0; i < segment.quantity_count; ++i) {
    find_other_value(segment.first_quantity + i);
    find_other_year(segment.first_quantity + i);
  }
}

// The quantity of the same kind and another value that stands nearest to the claim's words; one that bears out
// some quantity of the claim is in its own place there and conflicts with nothing.
void Comparer::find_other_value(std::int32_t quantity) {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  read_value_words(quantity);
  std::int32_t best[2] = {-1, -1};  // among all sources; among the cited ones
  Place best_place[2] = {{-1, -1}, {-1, -1}};
  for (const std::int32_t unit : touched_units_) {
    const SegmentRow& units = index_.units[static_cast<std::size_t>(unit)];
    if (units.quantity_count == 0) continue;
    const bool cited =
        std::binary_search(cited_.begin(), cited_.end(), index_.unit_source[static_cast<std::size_t>(unit)]);
    for (std::int32_t evidence = units.first_quantity; evidence < units.first_quantity + units.quantity_count;
         ++evidence) {
      work_ -= kValueWork;
      if (work_ < 0) {
        out_.truncated = true;
        return;
      }
      const QuantityRow& other = index_.quantities[static_cast<std::size_t>(evidence)];
      if (!same_kind(row, other, index_.lexicon()) || std::binary_search(held_.begin(), held_.end(), evidence))
        continue;
      const Place place{near_of(evidence), context_of(unit)};
      const auto nearer = [&](int scope) {
        return best[scope] < 0 || best_place[scope] < place ||
               (!(place < best_place[scope]) && evidence <= best[scope]);
      };
      const bool takes[2] = {nearer(0), cited && nearer(1)};
      if (!takes[0] && !takes[1]) continue;
      const QuantityRelation coarser = relate(other, row, index_.lexicon());
      if (!coarser.none && holds(coarser)) continue;  // the same value, written with fewer digits
      for (int scope = 0; scope < 2; ++scope) {
        if (!takes[scope]) continue;
        best[scope] = evidence;
        best_place[scope] = place;
      }
    }
  }
  for (int scope = 0; scope < 2; ++scope) {
    if (best[scope] < 0 || (scope == 1 && best[1] == best[0])) continue;
    Candidate candidate{quantity, best[scope], {Relation::kOtherValue, 0, false}};
    push_quantity_match(candidate, source_of(candidate), best_place[scope]);
  }
}

void Comparer::read_value_words(std::int32_t quantity) {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(row.segment)];
  if (bare_goal_.bare) {  // a bare value is of what was asked
    value_words_ = bare_goal_.words;
    return;
  }
  value_words(answer_, out_.tokens.data() + segment.first_token, static_cast<std::size_t>(segment.token_count), row,
              index_.lexicon(), value_words_);
}

// How many of the words nearest to the claim's value are nearest to this one of the evidence too.
std::int32_t Comparer::near_of(std::int32_t evidence) {
  if (value_words_.empty()) return 0;
  const KeyRange words = evidence_words(evidence);
  const std::uint64_t* const begin = evidence_keys_.data() + words.first;
  return shared_words(value_words_.data(), value_words_.data() + value_words_.size(), begin, begin + words.count);
}

// The words nearest to a value of the evidence, read once however many values of the answer it is compared with.
Comparer::KeyRange Comparer::evidence_words(std::int32_t evidence) {
  if (evidence_ranges_.empty()) evidence_ranges_.resize(index_.quantities.size());
  KeyRange& range = evidence_ranges_[static_cast<std::size_t>(evidence)];
  if (range.count < 0) {
    const QuantityRow& row = index_.quantities[static_cast<std::size_t>(evidence)];
    const SegmentRow& unit = index_.units[static_cast<std::size_t>(row.segment)];
    if ((row.flags & kQuantityInTable) != 0) {
      cell_words(index_, table_cell(index_, row), evidence, evidence_words_);
    } else {
      const std::string_view text = index_.read_text(index_.unit_source[static_cast<std::size_t>(row.segment)]);
      value_words(text, index_.tokens.data() + unit.first_token, static_cast<std::size_t>(unit.token_count), row,
                  index_.lexicon(), evidence_words_);
    }
    range = {evidence_keys_.size(), static_cast<std::int32_t>(evidence_words_.size())};
    evidence_keys_.insert(evidence_keys_.end(), evidence_words_.begin(), evidence_words_.end());
  }
  return range;
}

std::int32_t Comparer::source_of(const Candidate& candidate) const {
  const std::int32_t unit = index_.quantities[static_cast<std::size_t>(candidate.evidence)].segment;
  return index_.unit_source[static_cast<std::size_t>(unit)];
}

// Words of the claim in the unit and the one beside it that holds more.
std::int32_t Comparer::context_of(std::int32_t unit) const {
  const SourceRow& source =
      index_.sources[static_cast<std::size_t>(index_.unit_source[static_cast<std::size_t>(unit)])];
  std::int32_t best = unit_words_[static_cast<std::size_t>(unit)];
  if (unit > source.first_unit) best = std::max(best, window_words_[static_cast<std::size_t>(unit - 1)]);
  return std::max(best, window_words_[static_cast<std::size_t>(unit)]);
}

bool Comparer::better(const Candidate& a, const Place& a_place, const Candidate& b, const Place& b_place) {
  const bool a_holds = holds(a.relation);
  if (a_holds != holds(b.relation)) return a_holds;
  if (a_place < b_place || b_place < a_place) return b_place < a_place;
  return rank_of(a.relation) < rank_of(b.relation);
}

void Comparer::push_quantity_match(const Candidate& candidate, std::int32_t source, const Place& place) {
  const QuantityRow& row = index_.quantities[static_cast<std::size_t>(candidate.evidence)];
  if (holds(candidate.relation)) held_units_.push_back(row.segment);
  std::uint32_t flags = candidate.relation.flags;
  if (std::binary_search(cited_.begin(), cited_.end(), source)) flags |= kMatchCited;
  if ((row.flags & kQuantityInTable) != 0) flags |= kMatchInTable;
  if (bare_goal_.bare && holds(candidate.relation) && !dated(row) && beside_the_point(row, place)) flags |= kMatchWeak;
  out_.quantity_matches.push_back({candidate.quantity, source, candidate.evidence, row.segment,
                                   static_cast<std::int32_t>(candidate.relation.relation), place.context,
                                   unit_words_[static_cast<std::size_t>(row.segment)], place.near,
                                   static_cast<std::int32_t>(value_words_.size()), row.start_byte, row.end_byte,
                                   flags});
}

}  // namespace verify
