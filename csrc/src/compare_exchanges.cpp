#include <algorithm>
#include <iterator>
#include <vector>

#include "comparer.hpp"
#include "value_words.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostHeld = 24;       // quantities of one claim that are looked at for an exchange
constexpr std::int32_t kMostApart = 600;    // bytes between two values of one passage
constexpr std::int32_t kClearMargin = 2;    // words more for the other order, where places say nothing
constexpr std::int32_t kLeastWords = 4;     // of a claim whose order says something
constexpr std::int32_t kCoverageParts = 4;  // of five parts of the claim's words that the passage must hold

// Of one kind, as exact as one another, and different.
bool exchangeable(const QuantityRow& a, const QuantityRow& b, const Lexicon& lexicon) {
  constexpr std::uint32_t kParts = kQuantityHasYear | kQuantityHasMonth | kQuantityHasDay | kQuantityHasQuarter;
  return (a.flags & kParts) == (b.flags & kParts) && same_kind(a, b, lexicon) && relate(a, b, lexicon).none;
}

// Two values stand in the evidence at the dates that the claim gives them.
bool at_own_dates(const DateLabel& a, const DateLabel& b, const DateLabel& a_there, const DateLabel& b_there) {
  return apart(a, b) && covers(a_there, a) && covers(b_there, b);
}

}  // namespace

// Whether of the words next to two values, each in a source of its own, those that tell the values apart are in the
// claim beside the other one: "Basic costs 30 [1] and pro 12 [2]".
bool Comparer::names_the_other(const HeldValue& a, const HeldValue& b) {
  std::vector<std::uint64_t> said[2];
  for (const HeldValue* value : {&a, &b}) {
    const QuantityRow& row = out_.quantities[static_cast<std::size_t>(value->quantity)];
    const SegmentRow& segment = out_.segments[static_cast<std::size_t>(row.segment)];
    const TokenRow* const tokens = out_.tokens.data() + segment.first_token;
    const auto marker = [&row](const TokenRow& token) {  // behind it the claim speaks of something else
      return token.start_byte >= row.end_byte && (token.flags & kTokenMarker) != 0;
    };
    const TokenRow* const end = std::find_if(tokens, tokens + segment.token_count, marker);
    value_words(answer_, tokens, static_cast<std::size_t>(end - tokens), row, index_.lexicon(),
                said[value == &a ? 0 : 1]);
  }
  const auto only = [](const std::vector<std::uint64_t>& words, const std::vector<std::uint64_t>& others) {
    std::vector<std::uint64_t> left;
    std::set_difference(words.begin(), words.end(), others.begin(), others.end(), std::back_inserter(left));
    return left;
  };
  const auto said_a = only(said[0], said[1]);
  const auto said_b = only(said[1], said[0]);
  const auto there_a = only(a.evidence_words, b.evidence_words);
  const auto there_b = only(b.evidence_words, a.evidence_words);
  return shared_words(said_a, there_a) + shared_words(said_b, there_b) == 0 && shared_words(said_a, there_b) > 0 &&
         shared_words(said_b, there_a) > 0;
}

// Two values of one kind that stand in the claim in each other's place: "A is 2 and B is 1" where the evidence says "A
// is 1 and B is 2". Each value is held, so the places decide: the words next to them, and where these say nothing, the
// order, if the claim follows the passage in all else. Appends to each of the two a row of kOtherValue with the other's
// place.
void Comparer::find_exchanges(std::int32_t claim, std::int32_t units, std::size_t first_match) {
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(claim)];
  if (segment.quantity_count < 2 || bare_goal_.bare) return;
  held_values_.clear();
  for (std::size_t at = first_match; at < out_.quantity_matches.size(); ++at) {
    const QuantityMatchRow& match = out_.quantity_matches[at];
    if (match.source < 0 || match.relation > static_cast<std::int32_t>(Relation::kRounded)) continue;
    if (!cited_.empty() && !std::binary_search(cited_.begin(), cited_.end(), match.source)) continue;
    const Place place{match.near, match.context};
    if (held_values_.empty() || held_values_.back().quantity != match.quantity) {
      if (held_values_.size() == kMostHeld) return;
      held_values_.push_back({match.quantity, match.evidence, match.source, match.unit, place, {}, {}, {}, {}});
    } else if (held_values_.back().place < place) {
      held_values_.back() = {match.quantity, match.evidence, match.source, match.unit, place, {}, {}, {}, {}};
    }
  }
  if (held_values_.size() < 2) return;
  const auto words = static_cast<std::int32_t>(claim_words_[static_cast<std::size_t>(claim)].size());
  const auto words_of = [&](HeldValue& held) {
    if (held.read) return;
    held.read = true;
    held.answer_date = own_date(held.quantity);
    if (held.answer_date.parts != 0) held.evidence_date = cells_.date_of(held.evidence);
    read_value_words(held.quantity);
    held.answer_words = value_words_;
    const KeyRange keys = evidence_words(held.evidence);
    const auto first = evidence_keys_.begin() + static_cast<std::ptrdiff_t>(keys.first);
    held.evidence_words.assign(first, first + keys.count);
  };
  for (std::size_t i = 0; i < held_values_.size(); ++i) {
    for (std::size_t k = i + 1; k < held_values_.size(); ++k) {
      HeldValue& a = held_values_[i];
      HeldValue& b = held_values_[k];
      if (a.evidence == b.evidence) continue;
      const QuantityRow& first = index_.quantities[static_cast<std::size_t>(a.evidence)];
      const QuantityRow& second = index_.quantities[static_cast<std::size_t>(b.evidence)];
      const bool apart = a.source != b.source;
      if (!apart && std::abs(first.start_byte - second.start_byte) > kMostApart) continue;
      if (!exchangeable(first, second, index_.lexicon())) continue;
      if (!exchangeable(out_.quantities[static_cast<std::size_t>(a.quantity)],
                        out_.quantities[static_cast<std::size_t>(b.quantity)], index_.lexicon())) {
        continue;
      }
      words_of(a);
      words_of(b);
      const std::int32_t straight =
          shared_words(a.answer_words, a.evidence_words) + shared_words(b.answer_words, b.evidence_words);
      const std::int32_t cross =
          shared_words(a.answer_words, b.evidence_words) + shared_words(b.answer_words, a.evidence_words);
      const bool turned =
          !apart && first.start_byte > second.start_byte && !stands_on_both_sides(a, b) && !stands_on_both_sides(b, a);
      if (at_own_dates(a.answer_date, b.answer_date, a.evidence_date, b.evidence_date)) continue;
      const bool dated = at_own_dates(a.answer_date, b.answer_date, b.evidence_date, a.evidence_date);
      bool exchanged = apart ? names_the_other(a, b) : dated || (straight == 0 && cross >= kClearMargin);
      if (turned && !dated) {
        // Another order of all values is another way to say the same.
        exchanged = others_in_order(i, k) && ((cross > straight && (cross >= kClearMargin || words >= kLeastWords)) ||
                                              (cross == straight && copies(claim, units, i, k)));
      }
      if (!exchanged) continue;
      for (const auto& [own, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        const QuantityRow& row = index_.quantities[static_cast<std::size_t>(other->evidence)];
        out_.quantity_matches.push_back({own->quantity, other->source, other->evidence, other->unit,
                                         static_cast<std::int32_t>(Relation::kOtherValue), other->place.context,
                                         unit_words_[static_cast<std::size_t>(other->unit)], cross, cross,
                                         row.start_byte, row.end_byte, kMatchExchanged});
      }
    }
  }
}

// Whether a value stands elsewhere in the passage as near to its words, but on the other side of the other value.
bool Comparer::stands_on_both_sides(const HeldValue& value, const HeldValue& other) {
  const std::int32_t there = index_.quantities[static_cast<std::size_t>(other.evidence)].start_byte;
  const bool before = index_.quantities[static_cast<std::size_t>(value.evidence)].start_byte < there;
  read_value_words(value.quantity);
  auto at = std::lower_bound(candidates_.begin(), candidates_.end(), value.quantity,
                             [](const Candidate& c, std::int32_t quantity) { return c.quantity < quantity; });
  for (; at != candidates_.end() && at->quantity == value.quantity; ++at) {
    if (!holds(at->relation) || source_of(*at) != value.source) continue;
    const std::int32_t here = index_.quantities[static_cast<std::size_t>(at->evidence)].start_byte;
    if (std::abs(here - there) > kMostApart || (here < there) == before) continue;
    if (near_of(at->evidence) >= value.place.near) return true;
  }
  return false;
}

// Does one passage around two values hold nearly all words of the claim?
bool Comparer::copies(std::int32_t claim, std::int32_t units, std::size_t i, std::size_t k) const {
  const auto words = static_cast<std::int32_t>(claim_words_[static_cast<std::size_t>(claim)].size());
  const std::int32_t unit = std::min(held_values_[i].unit, held_values_[k].unit);
  std::int32_t held = 0;
  for (std::int32_t window = std::max(unit - units + 1, 0); window <= unit; ++window) {
    if (index_.unit_source[static_cast<std::size_t>(window)] == held_values_[i].source)
      held = std::max(held, window_words_[static_cast<std::size_t>(window)]);
  }
  return words >= kLeastWords && held * 5 >= words * kCoverageParts;
}

// Do the claim's other values stand in its order around these two?
bool Comparer::others_in_order(std::size_t i, std::size_t k) const {
  const std::int32_t here = index_.quantities[static_cast<std::size_t>(held_values_[i].evidence)].start_byte;
  std::int32_t last = -1;
  for (std::size_t at = 0; at < held_values_.size(); ++at) {
    if (at == i || at == k || held_values_[at].source != held_values_[i].source) continue;
    const std::int32_t start = index_.quantities[static_cast<std::size_t>(held_values_[at].evidence)].start_byte;
    if (std::abs(start - here) > kMostApart) continue;
    if (start < last) return false;
    last = start;
  }
  return true;
}

}  // namespace verify
