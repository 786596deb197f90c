// Quotations lie in order and apart, inside their texts, and stand where their rows say that they stand.
#include <numeric>

#include "check.hpp"
#include "verify/quotes.hpp"

namespace verify::fuzz {
namespace {

void check_quotes(const SourceIndex& index, std::string_view answer, const Comparison& rows) {
  std::int32_t end = 0;
  for (const QuoteRow& row : rows.quotes) {
    CHECK(row.outer_start >= end && row.outer_start <= row.start_byte && row.end_byte <= row.outer_end);
    CHECK(row.start_byte < row.end_byte && boundary(answer, row.start_byte) && boundary(answer, row.end_byte));
    CHECK(boundary(answer, row.outer_start) && boundary(answer, row.outer_end));
    CHECK(row.segment >= 0 && row.segment <= row.last_segment);
    CHECK(row.last_segment < static_cast<std::int32_t>(rows.segments.size()));
    const auto relation = static_cast<QuoteRelation>(row.relation);
    const bool placed = relation != QuoteRelation::kNone && relation != QuoteRelation::kUnsearched;
    CHECK(placed == (row.place_count > 0));
    CHECK((relation == QuoteRelation::kNear) == (row.change_count > 0));
    end = row.outer_end;
  }
  for (const QuotePlaceRow& row : rows.quote_places) {
    CHECK(row.start_byte < row.end_byte);
    CHECK(boundary(index.text(row.source), row.start_byte) && boundary(index.text(row.source), row.end_byte));
  }
  for (const QuoteChangeRow& row : rows.quote_changes) {
    CHECK(row.answer_start <= row.answer_end && row.source_start <= row.source_end);
    CHECK(row.answer_start < row.answer_end || row.source_start < row.source_end);
    CHECK(boundary(answer, row.answer_start) && boundary(answer, row.answer_end));
    CHECK(boundary(index.text(row.source), row.source_start) && boundary(index.text(row.source), row.source_end));
  }
}

}  // namespace
}  // namespace verify::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  // Halves of the text are the sources; the answer quotes the middle of it, which runs over their break.
  std::size_t half = text.size() / 2;
  while (half > 0 && !boundary(text, static_cast<std::int32_t>(half))) --half;
  std::size_t from = half / 2;
  while (from > 0 && !boundary(text, static_cast<std::int32_t>(from))) --from;
  const std::string quoting = std::string(text) + "\n\n“" + std::string(text.substr(from, half)) + "”";
  if (!valid(quoting)) return 0;
  const verify::test::Tight answer(quoting);
  const SourceIndex index({"a", "b"}, {std::string(text.substr(0, half)), std::string(text.substr(half))}, lexicon());
  Comparison rows;
  compare(index, answer, CompareOptions{}, rows);
  DocumentOrder documents{{0, 1}, {1, 0}};
  const std::vector<std::vector<std::int32_t>> scopes(rows.quotes.size(), std::vector<std::int32_t>{1});
  match_quotes(index, answer, documents, scopes, rows);
  check_quotes(index, answer, rows);
  return 0;
}
