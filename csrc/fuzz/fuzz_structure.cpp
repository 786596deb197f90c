// Segments tile any text, in both modes, and each word and marker gets the segment that holds its start.
#include "check.hpp"
#include "verify/markers.hpp"
#include "verify/structure.hpp"
#include "verify/tokenize.hpp"

namespace verify::fuzz {
namespace {

void check_tiling(std::string_view text, const std::vector<SegmentRow>& rows) {
  std::int32_t end = 0;
  std::int32_t block = -1;
  for (const SegmentRow& row : rows) {
    CHECK(row.start_byte == end && row.end_byte > row.start_byte);
    CHECK(row.text_start >= row.start_byte && row.text_end >= row.text_start && row.text_end <= row.end_byte);
    for (const std::int32_t at : {row.start_byte, row.end_byte, row.text_start, row.text_end})
      CHECK(boundary(text, at));
    CHECK(row.header_start <= row.header_end && row.header_end <= row.start_byte);
    CHECK(row.block >= block);
    CHECK(((row.flags & kSegmentBlockStart) != 0) == (block < 0 || row.block != block));
    block = row.block;
    end = row.end_byte;
  }
  CHECK(end == static_cast<std::int32_t>(text.size()));
}

}  // namespace
}  // namespace verify::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  static const SourceNames names({"a", "b", "doc-1"});
  for (const SegmentMode mode : {SegmentMode::kAnswer, SegmentMode::kSource}) {
    std::vector<MarkerRow> markers;
    std::vector<MarkerIdRow> ids;
    std::vector<SegmentRow> rows;
    std::vector<TokenRow> tokens;
    std::vector<QuantityRow> quantities;
    if (mode == SegmentMode::kAnswer) read_markers(text, lexicon(), names, {}, markers, ids);
    read_segments(text, markers, lexicon(), mode, rows);
    check_tiling(text, rows);
    tokenize(text, &lexicon(), tokens);
    assign_segments(rows, tokens, quantities, markers);
    std::size_t token_count = 0;
    for (const SegmentRow& row : rows) token_count += static_cast<std::size_t>(row.token_count);
    CHECK(token_count == tokens.size());
    for (const MarkerRow& marker : markers) {
      const SegmentRow& row = rows[static_cast<std::size_t>(marker.segment)];
      CHECK(marker.start_byte >= row.start_byte && marker.start_byte < row.end_byte);
    }
  }
  return 0;
}
