#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "doubled_glyphs.hpp"
#include "parted_cells.hpp"
#include "unicode_tables.hpp"
#include "verify/compare.hpp"
#include "verify/quantities.hpp"
#include "verify/structure.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

// Glyph soup: more than a fifth of the signs are replacement, private-use or control characters.
bool unreadable(std::string_view text) {
  // Nothing bad is written with other lead bytes than these; most texts have none of them.
  std::size_t suspects = 0;
  for (std::size_t start = 0; start < text.size(); start += 128) {
    std::uint8_t count = 0;  // of few enough bytes to fit: compilers count these side by side
    for (const char c : text.substr(start, 128)) {
      // From 0xEE on or below 0x20, which are one run once 0x20 is taken away.
      count = static_cast<std::uint8_t>(count + (static_cast<unsigned char>(c - 0x20) >= 0xEE - 0x20));
    }
    suspects += count;
  }
  if (suspects * 20 < text.size()) return false;
  std::size_t bad = 0;
  std::size_t all = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = next_code_point(text, at);
    if (point == U'\n' || point == U'\t' || point == U'\r') continue;
    ++all;
    if (point < 0x20 || point == 0xFFFD || (point >= 0xE000 && point <= 0xF8FF) || point >= 0xF0000) ++bad;
  }
  return bad * 5 > all;
}

// (cid:12)(cid:45): numbers of glyphs, where a PDF does not tell their characters. Half of the text is of them, and one
// stands at its head: most texts are looked at no further.
bool numbered_glyphs(std::string_view text) {
  constexpr std::string_view kSign = "(cid:";
  constexpr std::size_t kHead = 256;
  constexpr std::size_t kLongest = 12;
  std::size_t covered = 0;
  for (std::size_t at = text.substr(0, kHead).find(kSign); at != std::string_view::npos;
       at = text.find(kSign, at + kSign.size())) {
    const std::size_t size = text.substr(at, kLongest).find(')');
    if (size != std::string_view::npos) covered += size + 1;
  }
  return covered * 2 > text.size();
}

}  // namespace

namespace {

// The rows of the last index that ended on this thread, for the next one: fresh pages cost more than what is read into
// them. Bounded: a large index takes its memory with it.
constexpr std::size_t kMostSpareBytes = std::size_t{4} << 20;
struct SpareRows {
  std::vector<TokenRow> tokens;
  std::vector<SegmentRow> units;
  std::vector<QuantityRow> quantities;
  std::vector<SegmentRow> text_units;
};
thread_local SpareRows spare;

// An index may be kept for long: it takes no more than four times what it needs.
template <typename Row>
void take(std::vector<Row>& rows, std::vector<Row>& spare_rows, std::size_t count) {
  if (spare_rows.capacity() / 4 <= count) rows.swap(spare_rows);
  rows.clear();
  rows.reserve(count);
}

template <typename Row>
void give_back(std::vector<Row>& rows, std::vector<Row>& spare_rows) {
  if (rows.capacity() * sizeof(Row) <= kMostSpareBytes) spare_rows.swap(rows);
}

}  // namespace

SourceIndex::SourceIndex(std::vector<std::string> ids, std::vector<std::string> texts, const Lexicon& lexicon)
    : lexicon_(lexicon), texts_(std::move(texts)), names_(std::move(ids)) {
  auto& [source_rows, unit_rows, source_of_units, token_rows, quantity_rows, probe_rows] = built_;
  std::size_t bytes = 0;
  for (const std::string& text : texts_) bytes += text.size();
  take(token_rows, spare.tokens, bytes / 5 + 16);
  take(unit_rows, spare.units, bytes / 80 + 16);
  take(quantity_rows, spare.quantities, bytes / 400 + 16);
  source_rows.reserve(texts_.size());
  std::vector<SegmentRow> text_units;
  take(text_units, spare.text_units, bytes / 80 + 16);
  std::vector<MarkerRow> no_markers;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (find_invalid_utf8(texts_[i]) != std::string_view::npos) {
      throw std::invalid_argument("source " + std::to_string(i) + " is not valid UTF-8");
    }
    undouble_text(i);
  }
  part_texts();
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::string_view text = read_text(static_cast<std::int32_t>(i));
    SourceRow row{};
    row.byte_count = static_cast<std::int32_t>(text.size());
    row.first_unit = static_cast<std::int32_t>(unit_rows.size());
    row.first_token = static_cast<std::int32_t>(token_rows.size());
    row.first_quantity = static_cast<std::int32_t>(quantity_rows.size());
    const std::size_t first_token = token_rows.size();
    const std::size_t first_quantity = quantity_rows.size();

    tokenize(text, nullptr, token_rows);
    const RowSpan<TokenRow> text_tokens(token_rows, first_token);
    text_units.clear();
    read_segments(text, no_markers, lexicon, SegmentMode::kSource, text_units);
    read_wrapped_quantities(text, text_tokens, text_units, lexicon, quantity_rows);
    const RowSpan<QuantityRow> text_quantities(quantity_rows, first_quantity);
    negate_brackets(text, text_units, text_quantities);
    mark_quantities(text_tokens, text_quantities);
    assign_segments(text_units, text_tokens, text_quantities, no_markers, row.first_unit);

    row.unit_count = static_cast<std::int32_t>(text_units.size());
    row.token_count = static_cast<std::int32_t>(text_tokens.size());
    row.quantity_count = static_cast<std::int32_t>(text_quantities.size());
    if (unreadable(text) || numbered_glyphs(text)) {
      row.flags |= kSourceUnreadable;
    } else if (text_tokens.size() == 0) {
      row.flags |= kSourceEmpty;
    }
    if (!places_.empty() && !places_[i].empty()) row.flags |= kSourceDoubled;
    for (SegmentRow& unit : text_units) {
      unit.first_token += row.first_token;
      unit.first_quantity += row.first_quantity;
    }
    for (const QuantityRow& quantity : text_quantities) probe_rows.push_back(probe(quantity, lexicon));
    unit_rows.insert(unit_rows.end(), text_units.begin(), text_units.end());
    source_of_units.insert(source_of_units.end(), text_units.size(), static_cast<std::int32_t>(i));
    source_rows.push_back(row);
  }
  give_back(text_units, spare.text_units);
  sources = source_rows;
  units = unit_rows;
  unit_source = source_of_units;
  tokens = token_rows;
  quantities = quantity_rows;
  probes = probe_rows;
}

SourceIndex::~SourceIndex() {
  give_back(built_.tokens, spare.tokens);
  give_back(built_.units, spare.units);
  give_back(built_.quantities, spare.quantities);
}

std::size_t SourceIndex::allocated_bytes() const {
  const auto bytes = [](const auto& rows) { return rows.capacity() * sizeof(rows[0]); };
  return bytes(built_.sources) + bytes(built_.units) + bytes(built_.unit_source) + bytes(built_.tokens) +
         bytes(built_.quantities) + bytes(built_.probes);
}

void SourceIndex::undouble_text(std::size_t source) {
  std::vector<std::int32_t> places;
  if (!undouble_glyphs(texts_[source], texts_[source], places)) return;
  places_.resize(texts_.size());
  places_[source] = std::move(places);
}

void SourceIndex::part_texts() {
  parted_.resize(texts_.size());
  for (std::size_t i = 0; i < texts_.size(); ++i) part_cells(texts_[i], parted_[i]);
}

bool SourceIndex::contains(std::string_view words) const {
  const auto equal = [](char a, char b) {
    const auto lower = [](char byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; };
    return lower(a) == lower(b);
  };
  return std::any_of(texts_.begin(), texts_.end(), [&](const std::string& text) {
    return std::search(text.begin(), text.end(), words.begin(), words.end(), equal) != text.end();
  });
}

}  // namespace verify
