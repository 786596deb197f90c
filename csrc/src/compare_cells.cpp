#include <algorithm>

#include "comparer.hpp"

namespace verify {
namespace {

std::string_view part_of(std::string_view text, std::int32_t start, std::int32_t end) {
  return text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start));
}

// A value that may be of a date: no date, time or ordinal itself.
bool counted(const QuantityRow& row) {
  auto kind = static_cast<QuantityKind>(row.kind);
  if (kind == QuantityKind::kRange) kind = static_cast<QuantityKind>(row.range_kind);
  return kind != QuantityKind::kDate && kind != QuantityKind::kTime && kind != QuantityKind::kOrdinal;
}

}  // namespace

// The date that the claim (for a bare value: the question) gives to one of its values.
DateLabel Comparer::own_date(std::int32_t quantity) const {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(row.segment)];
  const Lexicon& lexicon = index_.lexicon();
  if (!counted(row)) return {};
  if (bare_goal_.bare) {
    std::vector<QuantityRow> rows = question_quantities_;
    rows.push_back(row);  // what is asked for stands nowhere: behind all dates
    const DateLabel date = date_of_value(rows.data(), rows.size(), rows.size() - 1);
    const std::size_t count = question_quantities_.size();
    if (date.parts == 0 || compares_times(options_.question, 0, rows.data(), count, count, lexicon)) return {};
    return date;
  }
  const QuantityRow* const rows = out_.quantities.data() + segment.first_quantity;
  const auto count = static_cast<std::size_t>(segment.quantity_count);
  const auto which = static_cast<std::size_t>(quantity - segment.first_quantity);
  const DateLabel date = date_of_value(rows, count, which);
  if (date.parts == 0) return {};
  const std::string_view sentence = part_of(answer_, segment.start_byte, segment.end_byte);
  return compares_times(sentence, segment.start_byte, rows, count, which, lexicon) ? DateLabel{} : date;
}

// Whether its claim has no other quantity than dates.
bool Comparer::only_value(std::int32_t quantity) const {
  const SegmentRow& segment =
      out_.segments[static_cast<std::size_t>(out_.quantities[static_cast<std::size_t>(quantity)].segment)];
  for (std::int32_t at = segment.first_quantity; at < segment.first_quantity + segment.quantity_count; ++at) {
    if (at != quantity && date_label(out_.quantities[static_cast<std::size_t>(at)]).parts == 0) return false;
  }
  return true;
}

void Comparer::read_labels(std::int32_t quantity) {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  labels_.words.clear();
  const auto add = [this](const TokenRow& token, std::string_view text) {
    if ((token.flags & (kTokenQuantity | kTokenMarker | kTokenJoined)) != 0) return;
    labels_.words.push_back({token.key, part_of(text, token.start_byte, token.end_byte)});
  };
  if (bare_goal_.bare) {
    for (const TokenRow& token : question_tokens_) add(token, options_.question);
  } else {
    const SegmentRow& segment = out_.segments[static_cast<std::size_t>(row.segment)];
    for (std::int32_t t = 0; t < segment.token_count; ++t)
      add(out_.tokens[static_cast<std::size_t>(segment.first_token + t)], answer_);
  }
  read_value_words(quantity);
  labels_.beside = value_words_;
  if (!bare_goal_.bare && only_value(quantity)) {  // all that is said is said of it
    for (const LabelWord& word : labels_.words) labels_.beside.push_back(word.key);
    std::sort(labels_.beside.begin(), labels_.beside.end());
  }
  labels_.date = own_date(quantity);
}

// Where of each place in scope that holds a value the claim clearly names another one, a cell or a date: appends a row
// of kOtherValue with the first of those. `first` to `last` are the candidates of the value.
void Comparer::find_other_cell(std::int32_t quantity, const Candidate* first, const Candidate* last) {
  const QuantityRow& row = out_.quantities[static_cast<std::size_t>(quantity)];
  if (!counted(row)) return;
  if (bare_goal_.bare && bare_goal_.operations != 0) return;  // a computed value stands in no cell
  const auto in_scope = [this](const Candidate& one) {
    return holds(one.relation) && (cited_.empty() || std::binary_search(cited_.begin(), cited_.end(), source_of(one)));
  };
  // In prose only dates tell.
  const std::int32_t dates = out_.segments[static_cast<std::size_t>(row.segment)].quantity_count - 1;
  const auto may_differ = [&](const Candidate& one) {
    const QuantityRow& place = index_.quantities[static_cast<std::size_t>(one.evidence)];
    if ((place.flags & kQuantityInTable) != 0) return true;
    return dates > 0 && index_.units[static_cast<std::size_t>(place.segment)].quantity_count >= 4;
  };
  bool any = false;
  for (const Candidate* at = first; at != last; ++at) {
    if (!in_scope(*at)) continue;
    if (!may_differ(*at)) return;
    any = true;
  }
  if (!any) return;
  read_labels(quantity);
  const auto same = [&](std::int32_t evidence) {
    const QuantityRow& other = index_.quantities[static_cast<std::size_t>(evidence)];
    const QuantityRelation relation = noted(row, other, relate(row, other, index_.lexicon()));
    return !relation.none && holds(relation);
  };
  std::int32_t other = -1;
  for (const Candidate* at = first; at != last; ++at) {
    if (!in_scope(*at)) continue;
    const std::int32_t found = cells_.find(labels_, at->evidence, same, work_);
    if (work_ < 0) out_.truncated = true;
    if (found < 0) return;
    if (other < 0) other = found;
  }
  const QuantityRow& there = index_.quantities[static_cast<std::size_t>(other)];
  const Place place{near_of(other), context_of(there.segment)};
  push_quantity_match({quantity, other, {Relation::kOtherValue, kMatchOtherCell, false}},
                      index_.unit_source[static_cast<std::size_t>(there.segment)], place);
}

}  // namespace verify
