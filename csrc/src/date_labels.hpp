// Which date a value is of: "In 2022 it was 410", "410 in 2022 and 525 in 2023", "410 and 525 in 2022 and 2023".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verify/lexicon.hpp"
#include "verify/rows.hpp"

namespace verify {

// The parts of a date that are written; `parts` holds the flags kQuantityHasYear ... kQuantityHasQuarter, 0: no date.
struct DateLabel {
  std::uint32_t parts = 0;
  std::int32_t year = 0;
  std::uint8_t month = 0, day = 0, quarter = 0;
};

// Of one date alone; no parts for anything else, ranges of dates too.
DateLabel date_label(const QuantityRow& row);

// Adds the parts of `other` that `label` lacks: "Q2" below "2023".
void complete(DateLabel& label, const DateLabel& other);

// Whether some part that both write differs.
bool apart(const DateLabel& a, const DateLabel& b);

// Whether `finer` writes every part of `coarser`, and the same; false for a `coarser` without parts.
bool covers(const DateLabel& finer, const DateLabel& coarser);

// The date of rows[which], of the `count` quantities of one sentence, by the order of its dates and of its values of
// that kind; no parts where the order leaves it open.
DateLabel date_of_value(const QuantityRow* rows, std::size_t count, std::size_t which);

// Whether a sentence names a time only to compare with it or to name a document ("than in 2022", "up from 410", "the
// 2022 annual report"): then its dates do not say which date rows[which] is of.
bool compares_times(std::string_view sentence, std::int32_t sentence_start, const QuantityRow* rows, std::size_t count,
                    std::size_t which, const Lexicon& lexicon);

}  // namespace verify
