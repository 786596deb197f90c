// Markers lie in order, never overlap, and name sources that exist.
#include "check.hpp"
#include "verify/markers.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  static const SourceNames names({"a", "b", "doc-1"});
  static const SourceLabels labels([] {
    std::vector<SourceLabel> rows(3);
    rows[0].title = rows[1].title = "fee";
    rows[0].page = 1;
    rows[2].title = "运费";
    rows[2].sections = {"1.2 fee", "退货"};
    return rows;
  }());
  for (const MarkerKind kind : {MarkerKind::kAny, MarkerKind::kNumber, MarkerKind::kId}) {
    MarkerOptions options;
    options.kind = kind;
    options.templates = {{"<<", ">>"}, {"#", ""}};
    if (kind != MarkerKind::kNumber) options.labels = &labels;
    std::vector<MarkerRow> rows;
    std::vector<MarkerIdRow> ids;
    read_markers(text, lexicon(), names, options, rows, ids);
    std::int32_t end = 0;
    std::size_t id_count = 0;
    for (const MarkerRow& row : rows) {
      CHECK(row.start_byte >= end && row.end_byte > row.start_byte);
      CHECK(boundary(text, row.start_byte) && boundary(text, row.end_byte));
      CHECK(row.first_id >= 0 && row.first_id + row.id_count <= static_cast<std::int32_t>(ids.size()));
      id_count += static_cast<std::size_t>(row.id_count);
      CHECK(row.wrapped_start >= -1 && row.wrapped_start <= row.start_byte);
      end = row.end_byte;
    }
    CHECK(id_count == ids.size());
    for (const MarkerIdRow& id : ids) {
      CHECK(id.source >= -1 && id.source < names.size());
      CHECK(boundary(text, id.start_byte) && boundary(text, id.end_byte) && id.start_byte < id.end_byte);
    }
  }
  return 0;
}
