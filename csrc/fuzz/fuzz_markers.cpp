// Markers lie in order, never overlap, and name sources that exist.
#include "check.hpp"
#include "verify/markers.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  static const SourceNames names({"a", "b", "doc-1"});
  for (const MarkerKind kind : {MarkerKind::kAny, MarkerKind::kNumber, MarkerKind::kId}) {
    MarkerOptions options;
    options.kind = kind;
    std::vector<MarkerRow> rows;
    std::vector<MarkerIdRow> ids;
    read_markers(text, names, options, rows, ids);
    std::int32_t end = 0;
    std::size_t id_count = 0;
    for (const MarkerRow& row : rows) {
      CHECK(row.start_byte >= end && row.end_byte > row.start_byte);
      CHECK(boundary(text, row.start_byte) && boundary(text, row.end_byte));
      CHECK(row.first_id == static_cast<std::int32_t>(id_count));
      id_count += static_cast<std::size_t>(row.id_count);
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
