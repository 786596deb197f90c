// The whole path on any bytes: rows point at rows that exist, spans lie inside their texts.
#include "check.hpp"
#include "verify/compare.hpp"

namespace verify::fuzz {
namespace {

// The first line is the question, the second one the answer, each further one a source.
std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size() && out.size() < 6;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.emplace_back(text.substr(at, out.size() < 5 ? end - at : std::string_view::npos));
    at = end + 1;
  }
  out.resize(6);
  return out;
}

// Single letters and characters, so that any text has some.
const CueTable& cues() {
  static const CueTable table({{kNegation, 0, "n"},
                               {kNegation, 1, "不"},
                               {kConditional, 0, "i"},
                               {kTurned, 0, "b"},
                               {kRestricting, 0, "w"},
                               {kRestricting, 0, "不 的"},
                               {kNoCue, 0, "n o"},
                               {5, 0, "a"},
                               {5, 1, "c"},
                               {6, 0, "的", kCueOrdered},
                               {6, 1, "了", kCueOrdered},
                               {7, 0, "the", kCueName | kCuePolar},
                               {7, 1, "of", kCueName | kCuePolar},
                               {8, 0, "to"}});
  return table;
}

void check_rows(const SourceIndex& index, std::string_view answer, const Comparison& rows) {
  const auto in_source = [&index](std::int32_t source, std::int32_t start, std::int32_t end) {
    return start <= end && boundary(index.text(source), start) && boundary(index.text(source), end);
  };
  for (const PassageRow& row : rows.passages) {
    CHECK(row.segment >= -1 && row.segment < static_cast<std::int32_t>(rows.segments.size()));
    CHECK(row.first_unit <= row.last_unit && in_source(row.source, row.start_byte, row.end_byte));
    CHECK(index.unit_source[static_cast<std::size_t>(row.first_unit)] == row.source);
    CHECK(index.unit_source[static_cast<std::size_t>(row.last_unit)] == row.source);
  }
  for (const ClaimRow& row : rows.claims) {
    CHECK(row.cited_matched <= row.word_count);
    const std::int32_t end = row.first_passage + row.passage_count;
    CHECK(end <= static_cast<std::int32_t>(rows.passages.size()));
    CHECK(row.best_passage == -1 || (row.best_passage >= row.first_passage && row.best_passage < end));
    for (std::int32_t i = row.first_passage; i < end; ++i) {
      CHECK(rows.passages[static_cast<std::size_t>(i)].matched <= row.word_count);
    }
  }
  for (const QuantityMatchRow& row : rows.quantity_matches) {
    CHECK(row.quantity >= 0 && row.quantity < static_cast<std::int32_t>(rows.quantities.size()));
    CHECK(row.source == -1 || in_source(row.source, row.start_byte, row.end_byte));
  }
  for (const SourceMatchRow& row : rows.source_matches) CHECK(in_source(row.source, row.start_byte, row.end_byte));
  for (const SubstitutionRow& row : rows.substitutions) {
    CHECK(row.answer_start < row.answer_end && boundary(answer, row.answer_start) && boundary(answer, row.answer_end));
    CHECK(row.source_start < row.source_end && in_source(row.source, row.source_start, row.source_end));
  }
  for (const NameRow& row : rows.names) {
    CHECK(row.start_byte <= row.word_start && row.word_start < row.word_end && row.word_end <= row.end_byte);
    CHECK(boundary(answer, row.start_byte) && boundary(answer, row.word_start) && boundary(answer, row.word_end));
    CHECK(boundary(answer, row.end_byte) && row.others >= 0);
  }
  for (const ContrastRow& row : rows.contrasts) {
    CHECK(row.answer_start < row.answer_end && boundary(answer, row.answer_start) && boundary(answer, row.answer_end));
    CHECK(row.source_start < row.source_end && in_source(row.source, row.source_start, row.source_end));
    CHECK(row.near <= row.near_count && row.claim_matched <= row.claim_count && row.fit > row.same_fit);
  }
  CHECK(rows.found_count <= rows.word_count && rows.distinct_count <= rows.word_count);
}

}  // namespace
}  // namespace verify::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  std::vector<std::string> parts = lines(text);
  const verify::test::Tight question(parts[0]);
  const verify::test::Tight answer(parts[1]);
  // A near copy of the answer is always among the evidence.
  std::vector<std::string> sources(parts.begin() + 2, parts.end());
  sources.push_back(parts[1].substr(0, parts[1].rfind(' ') == std::string::npos ? 0 : parts[1].rfind(' ')));
  const SourceIndex index({"a", "b", "c", "d", "e"}, std::move(sources), lexicon());
  CompareOptions options;
  options.question = question;
  options.cues = &cues();
  Comparison rows;
  compare(index, answer, options, rows);
  check_rows(index, answer, rows);
  return 0;
}
