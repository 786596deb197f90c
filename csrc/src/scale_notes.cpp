#include "scale_notes.hpp"

#include <algorithm>

#include "lines.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::int32_t kCaptionUnits = 2;  // sentences before a table that speak of it

bool word_sign(unsigned char c) { return ascii_letter(c) || ascii_digit(c); }

std::size_t skip_back(std::string_view text, std::size_t at, std::size_t least) {
  while (at > least &&
         (blank(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '\'' || text[at - 1] == '\n'))
    --at;
  return at;
}

bool ends_with(std::string_view text, std::size_t end, std::string_view sign) {
  return end >= sign.size() && text.substr(end - sign.size(), sign.size()) == sign;
}

bool opened(std::string_view text, std::size_t at) {
  for (const std::string_view sign : {"(", "（", ":", "：", "["}) {
    if (ends_with(text, at, sign)) return true;
  }
  return false;
}

bool closed(std::string_view text, std::size_t at, std::size_t end) {
  if (at >= end) return true;
  for (const std::string_view sign : {")", "）", "]", "】", "\n", "|", " ", "，", "。", "；", ",", "、"}) {
    if (text.substr(at, sign.size()) == sign) return true;
  }
  return false;
}

bool cued(std::string_view text, std::size_t at, std::size_t least, const Lexicon& lexicon) {
  const std::size_t before = skip_back(text, at, least);
  return opened(text, before) || lexicon.longest_back(Section::kScaleCue, text, before) ||
         lexicon.longest_back(Section::kUnitBefore, text, before);
}

// £m, US$'000; in a header ($) m; "in 000's".
bool beside_currency(std::string_view text, std::size_t at, std::size_t least, bool prose, const Lexicon& lexicon) {
  const std::size_t before = skip_back(text, at, least);
  if (lexicon.longest_back(Section::kUnitBefore, text, before)) return true;
  const bool letter = ascii_letter(static_cast<unsigned char>(text[at]));
  if (!prose && opened(text, before)) return true;
  return !letter && lexicon.longest_back(Section::kScaleCue, text, before);
}

// 万元, （亿）, 千股: a Han scale and its unit, or alone in its brackets. 千瓦 is a unit of its own.
bool han_note(std::string_view text, std::size_t at, std::size_t note_end, std::size_t end, const Lexicon& lexicon) {
  const Match whole = lexicon.longest(Section::kUnitAfter, text, at);
  if (whole && whole.end > note_end) return false;
  const Match unit = lexicon.longest(Section::kUnitAfter, text, note_end);
  return closed(text, unit ? unit.end : note_end, end);
}

bool numbered(std::string_view text, std::size_t at, std::size_t least, const Lexicon& lexicon) {
  const std::size_t before = skip_back(text, at, least);
  if (before == 0) return false;
  const auto last = static_cast<unsigned char>(text[before - 1]);
  return ascii_digit(last) || last == '.' || (last >= 0x80 && lexicon.longest_back(Section::kHanNumeral, text, before));
}

}  // namespace

std::uint32_t scale_notes(std::string_view text, TextRange range, bool prose, const Lexicon& lexicon) {
  std::uint32_t notes = 0;
  for (std::size_t at = range.start; at < range.end; ++at) {
    if (at > range.start && word_sign(static_cast<unsigned char>(text[at])) &&
        word_sign(static_cast<unsigned char>(text[at - 1]))) {
      continue;
    }
    const Match note = lexicon.longest(Section::kScaleNote, text, at);
    if (!note || note.end > range.end) continue;
    const bool han = static_cast<unsigned char>(text[at]) >= 0xE3;
    if (numbered(text, at, range.start, lexicon)) continue;
    if (han && !han_note(text, at, note.end, range.end, lexicon)) continue;
    if (note.entry->kind == 1 ? !beside_currency(text, at, range.start, prose, lexicon)
                              : prose && !cued(text, at, range.start, lexicon)) {
      continue;
    }
    notes |= 1u << note.entry->exponent;
    at = note.end - 1;
  }
  return notes;
}

ScaleNotes ScaleReader::of_cell(const QuantityRow& quantity) {
  const auto unit = static_cast<std::size_t>(quantity.segment);
  const std::string_view text = index_.read_text(index_.unit_source[unit]);
  const TableCell cell = table_cell(index_, quantity);
  const auto exempt = [&](TextRange range) {
    for (std::size_t at = range.start; at < range.end; ++at) {
      if (index_.lexicon().longest(Section::kScaleExempt, text, at)) return true;
    }
    return false;
  };
  ScaleNotes notes;
  if (exempt(cell.label)) return notes;
  for (std::size_t row = 0; row < cell.above_count; ++row) {
    const TextRange above = cell.above[row];
    if (exempt(above) && scale_notes(text, above, false, index_.lexicon()) == 0) return notes;
  }
  notes.table = table_notes(cell, text, unit);
  return notes.table != 0 ? notes : of_text(quantity);
}

ScaleNotes ScaleReader::of_text(const QuantityRow& quantity) {
  const auto unit = static_cast<std::size_t>(quantity.segment);
  ScaleNotes notes;
  notes.source = source_notes(static_cast<std::size_t>(index_.unit_source[unit]));
  if (notes.source != 0) return notes;
  if (!all_read_) {
    all_read_ = true;
    for (std::size_t other = 0; other < index_.sources.size(); ++other) everywhere_ |= source_notes(other);
  }
  notes.elsewhere = everywhere_;
  return notes;
}

// The nearest note wins: of the column, of the row, of the header, of the sentences before the table.
std::uint32_t ScaleReader::table_notes(const TableCell& cell, std::string_view text, std::size_t unit) {
  const Lexicon& lexicon = index_.lexicon();
  std::uint32_t notes = 0;
  for (std::size_t row = 0; row < cell.above_count; ++row) notes |= scale_notes(text, cell.above[row], false, lexicon);
  if (notes == 0) notes = scale_notes(text, cell.label, true, lexicon);
  if (notes == 0) notes = scale_notes(text, cell.header, false, lexicon);
  if (notes != 0 || cell.header.start == cell.header.end) return notes;
  const SourceRow& source = index_.sources[static_cast<std::size_t>(index_.unit_source[unit])];
  const auto first = index_.units.begin() + source.first_unit;
  const auto header = std::partition_point(first, first + source.unit_count, [&](const SegmentRow& row) {
    return static_cast<std::size_t>(row.text_end) <= cell.header.start;
  });
  auto caption = header;
  for (std::int32_t i = 0; i < kCaptionUnits && caption != first && notes == 0; ++i) {
    --caption;
    const TextRange range{static_cast<std::size_t>(caption->text_start), static_cast<std::size_t>(caption->text_end)};
    notes = scale_notes(text, range, true, lexicon);
  }
  return notes;
}

std::uint32_t ScaleReader::source_notes(std::size_t source) {
  if (sources_.empty()) sources_.assign(index_.sources.size(), -1);
  if (sources_[source] < 0) {
    const std::string_view text = index_.read_text(static_cast<std::int32_t>(source));
    sources_[source] = scale_notes(text, {0, text.size()}, true, index_.lexicon());
  }
  return static_cast<std::uint32_t>(sources_[source]);
}

}  // namespace verify
