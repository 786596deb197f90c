// Validity, decoding and offset units agree with one another on any bytes.
#include "check.hpp"

namespace verify::fuzz {
namespace {

void check_offsets(std::string_view text) {
  std::vector<std::int32_t> bytes;
  std::vector<std::int32_t> units;
  std::vector<std::int32_t> points;
  offset_table(text, OffsetUnit::kUtf8Bytes, bytes);
  offset_table(text, OffsetUnit::kUtf16CodeUnits, units);
  offset_table(text, OffsetUnit::kCodePoints, points);
  std::int32_t point_count = 0;
  std::int32_t unit_count = 0;
  for (std::size_t at = 0; at < text.size();) {
    CHECK(bytes[at] == static_cast<std::int32_t>(at) && units[at] == unit_count && points[at] == point_count);
    const std::size_t start = at;
    const char32_t point = next_code_point(text, at);
    std::string written;
    append_utf8(written, point);
    CHECK(written == text.substr(start, at - start));
    ++point_count;
    unit_count += point >= 0x10000 ? 2 : 1;
  }
  CHECK(units[text.size()] == unit_count && points[text.size()] == point_count);
}

}  // namespace
}  // namespace verify::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  const std::size_t bad = verify::find_invalid_utf8(text);
  CHECK(bad == std::string_view::npos || bad < size);
  // What stands before the first bad byte is valid by itself.
  const std::string_view good = text.substr(0, bad);
  CHECK(valid(good));
  check_offsets(good);
  return 0;
}
