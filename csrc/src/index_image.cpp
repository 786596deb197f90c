// The rows of an index as one run of bytes, and an index that works on such bytes where they lie.
//
// For each table, in the order of the class: the count of its rows and the size of one, 8 bytes each. Then the rows,
// each table from a multiple of 8 bytes on.
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "verify/compare.hpp"

namespace verify {
namespace {

constexpr std::size_t kAlignment = 8;
struct TableSize {
  std::uint64_t row_count;
  std::uint64_t row_bytes;
};

std::size_t padded(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

class ImageReader {
 public:
  ImageReader(std::string_view image, std::size_t table_count)
      : image_(image), rows_at_(table_count * sizeof(TableSize)) {
    if (reinterpret_cast<std::uintptr_t>(image.data()) % kAlignment != 0 || image.size() < rows_at_) refuse();
  }

  template <typename Row>
  void operator()(RowSpan<const Row>& rows) {
    static_assert(std::is_trivially_copyable_v<Row> && alignof(Row) <= kAlignment);
    TableSize size;
    std::memcpy(&size, image_.data() + size_at_, sizeof(size));
    size_at_ += sizeof(size);
    if (size.row_bytes != sizeof(Row) || size.row_count > (image_.size() - rows_at_) / sizeof(Row)) refuse();
    rows = RowSpan<const Row>(reinterpret_cast<const Row*>(image_.data() + rows_at_), size.row_count);
    rows_at_ += padded(size.row_count * sizeof(Row));
    if (rows_at_ > image_.size()) refuse();
  }

  void end() const {
    if (rows_at_ != image_.size()) refuse();
  }

  [[noreturn]] static void refuse() { throw std::invalid_argument("this is no image of an index"); }

 private:
  std::string_view image_;
  std::size_t size_at_ = 0;
  std::size_t rows_at_;
};

constexpr std::size_t kTableCount = 6;

// Calls `act` with each table of an index, always in the same order.
template <typename Index, typename Act>
void for_each_table(Index& index, Act&& act) {
  act(index.sources);
  act(index.units);
  act(index.unit_source);
  act(index.tokens);
  act(index.quantities);
  act(index.probes);
}

}  // namespace

SourceIndex::SourceIndex(std::vector<std::string> ids, std::vector<std::string> texts, std::string_view image,
                         const Lexicon& lexicon)
    : lexicon_(lexicon), texts_(std::move(texts)), names_(std::move(ids)) {
  ImageReader read(image, kTableCount);
  for_each_table(*this, read);
  read.end();
  bool fits =
      sources.size() == texts_.size() && unit_source.size() == units.size() && probes.size() == quantities.size();
  for (std::size_t i = 0; fits && i < texts_.size(); ++i) {
    if ((sources[i].flags & kSourceDoubled) != 0) undouble_text(i);
    fits = static_cast<std::size_t>(sources[i].byte_count) == texts_[i].size();
  }
  if (!fits) ImageReader::refuse();
  part_texts();
}

std::string SourceIndex::image() const {
  std::string out;
  std::size_t bytes = kTableCount * sizeof(TableSize);
  for_each_table(*this, [&](const auto& rows) { bytes += padded(rows.size() * sizeof(rows[0])); });
  out.reserve(bytes);
  for_each_table(*this, [&](const auto& rows) {
    const TableSize size{rows.size(), sizeof(rows[0])};
    out.append(reinterpret_cast<const char*>(&size), sizeof(size));
  });
  for_each_table(*this, [&](const auto& rows) {
    out.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(rows[0]));
    out.resize(padded(out.size()));
  });
  return out;
}

}  // namespace verify
