// The ordered list of forms: at each place where a quantity may start, the first that fits reads it.
#pragma once

#include <cstddef>

#include "quantities/scan.hpp"
#include "verify/rows.hpp"

namespace verify {

enum class Reading {
  kNothing,   // this form does not fit here
  kQuantity,  // `row` holds a quantity, a label or an identifier
  kSkip,      // what stands here up to row.end_byte is no quantity at all
};

using Form = Reading (*)(const Scan& scan, std::size_t at, QuantityRow& row);

Reading read_skipped(const Scan& scan, std::size_t at, QuantityRow& row);     // 统一, 两会, "no one", 星期三
Reading read_identifier(const Scan& scan, std::size_t at, QuantityRow& row);  // labels, URLs, versions, ids, phones
Reading read_date(const Scan& scan, std::size_t at, QuantityRow& row);
Reading read_time(const Scan& scan, std::size_t at, QuantityRow& row);
Reading read_range(const Scan& scan, std::size_t at, QuantityRow& row);  // amounts, alone or in a range

struct NamedForm {
  const char* name;
  Form read;
};

// QuantityRow::form is the index here.
inline constexpr NamedForm kForms[] = {
    {"skipped", read_skipped}, {"identifier", read_identifier}, {"date", read_date},
    {"time", read_time},       {"amount", read_range},
};

// Where the first of two joined numbers ends and the second starts.
inline void set_ends(QuantityRow& row, std::size_t lower_end, std::size_t upper_start) {
  row.lower_end = static_cast<std::int32_t>(lower_end);
  row.upper_start = static_cast<std::int32_t>(upper_start);
}

// The forms that read dates, and amounts and with them plain numbers.
inline constexpr std::uint16_t kDateForm = 2;
inline constexpr std::uint16_t kAmountForm = 4;

// plain.cpp: a short cut to what the forms read where a plain number stands among plain words: the same row, hedges and
// bounds of which there are none. False, with `row` untouched, where any form may have more to say.
bool read_plain(const Scan& scan, std::size_t at, QuantityRow& row);

// plain.cpp: whether the word at `at` is neither a number nor a month as it is written, so that no form reads anything:
// the verb "may", whose letters are those of a month.
bool starts_nothing(const Scan& scan, std::size_t at);

// context.cpp: hedges and bounds around a row that was read; may move nothing but flags.
void read_context(const Scan& scan, QuantityRow& row);

}  // namespace verify
