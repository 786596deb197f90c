// Hedges and bounds beside a quantity: about, at least, 约, 以上.
#include "quantities/forms.hpp"

namespace verify {
namespace {

std::uint32_t flag_of(const Entry& entry) {
  switch (static_cast<PhraseKind>(entry.kind)) {
    case PhraseKind::kHedge:
      return kQuantityHedged;
    case PhraseKind::kAtLeast:
      return kQuantityAtLeast;
    case PhraseKind::kAtMost:
      return kQuantityAtMost;
    case PhraseKind::kMoreThan:
      return kQuantityMoreThan;
    case PhraseKind::kLessThan:
      return kQuantityLessThan;
  }
  return 0;
}

}  // namespace

void read_context(const Scan& scan, QuantityRow& row) {
  const auto kind = static_cast<QuantityKind>(row.kind);
  if (kind == QuantityKind::kLabel || kind == QuantityKind::kIdentifier) return;
  // Up to two phrases before: "at least about 40".
  std::size_t left = static_cast<std::size_t>(row.start_byte);
  for (int round = 0; round < 2; ++round) {
    std::size_t start = 0;
    const Entry* entry = entry_before(scan, Section::kPhraseBefore, skip_blanks_back(scan, left, 2), start);
    if (entry == nullptr) break;
    const bool during = kind == QuantityKind::kDuration && (entry->flags & kEntryGuardAfter) != 0;  // over 3 years
    if (!during) row.flags |= flag_of(*entry);
    left = start;
  }
  const std::size_t right = static_cast<std::size_t>(row.end_byte);
  if (right >= scan.size()) return;
  std::size_t place = skip_blanks(scan, right, 2);
  if (scan.point(place) == 0xFF08 || scan.point(place) == '(') {  // 50万元（含）以上
    const std::size_t inside = scan.after(place);
    if (scan.point(inside) == U'含') {
      const std::size_t close = scan.after(inside);
      if (scan.point(close) == 0xFF09 || scan.point(close) == ')') place = scan.after(close);
    }
  }
  const Match behind = scan.lexicon.longest(Section::kPhraseAfter, scan.text, place);
  if (behind) row.flags |= flag_of(*behind.entry);
}

}  // namespace verify
