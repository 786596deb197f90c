// Quantities lie in order and apart; values and units can be written out; a quantity equals itself.
#include "check.hpp"
#include "verify/match_quantities.hpp"
#include "verify/quantities.hpp"
#include "verify/tokenize.hpp"
#include "verify/units.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  std::vector<TokenRow> tokens;
  std::vector<QuantityRow> rows;
  tokenize(text, nullptr, tokens);
  read_quantities(text, tokens, lexicon(), rows);
  std::int32_t end = 0;
  for (const QuantityRow& row : rows) {
    CHECK(row.start_byte >= end && row.end_byte > row.start_byte);
    for (const std::int32_t at :
         {row.start_byte, row.end_byte, row.number_start, row.number_end, row.unit_start, row.unit_end}) {
      CHECK(boundary(text, at));
    }
    if (row.lower_end != 0) {
      CHECK(boundary(text, row.lower_end) && boundary(text, row.upper_start));
      CHECK(row.start_byte < row.lower_end && row.lower_end <= row.upper_start && row.upper_start < row.end_byte);
    }
    CHECK(row.denominator >= 1);
    CHECK(row.unit >= -1 && row.unit < static_cast<std::int32_t>(lexicon().units().size()));
    CHECK(valid(value_text(row)) && valid(unit_text(row, lexicon())));
    end = row.end_byte;
  }
  QuantityMatcher matcher(rows, lexicon());
  std::int64_t budget = std::int64_t{1} << 40;
  for (std::size_t e = 0; e < rows.size(); ++e) {
    // The matcher finds exactly what a look at every pair finds.
    std::vector<std::int32_t> found;
    matcher.match(rows[e], probe(rows[e], lexicon()), budget,
                  [&](std::int32_t index, const QuantityRelation& relation) {
                    CHECK(!relation.none);
                    found.push_back(index);
                  });
    std::vector<std::int32_t> expected;
    for (std::size_t a = 0; a < rows.size(); ++a) {
      if (!relate(rows[a], rows[e], lexicon()).none) expected.push_back(static_cast<std::int32_t>(a));
    }
    CHECK(found == expected);
  }
  return 0;
}
