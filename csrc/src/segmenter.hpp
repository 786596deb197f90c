// The reader of segments at work: blocks by lines (structure.cpp), sentences inside them (sentences.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "byte_classes.hpp"
#include "lines.hpp"
#include "verify/lexicon.hpp"
#include "verify/rows.hpp"
#include "verify/structure.hpp"

namespace verify {

class Segmenter {
 public:
  Segmenter(std::string_view text, const std::vector<MarkerRow>& markers, const Lexicon& lexicon, SegmentMode mode,
            std::vector<SegmentRow>& out)
      : text_(text), markers_(markers), lexicon_(lexicon), mode_(mode), out_(out) {
    strokes_ = mode == SegmentMode::kSource && text.find('|') != std::string_view::npos;
  }

  void run(std::int32_t inside);

 private:
  unsigned char byte(std::size_t at) const { return at < text_.size() ? static_cast<unsigned char>(text_[at]) : 0; }

  // The line that starts at `at`. Where one block ends, the next one begins with the line that told so.
  const Line& line_at(std::size_t at);

  // Reads one block and returns where the next one starts.
  std::size_t block(std::size_t at);

  // A whole line in bold without a stop is a heading, if something follows it.
  bool bold_line(const Line& line) const;

  std::size_t fence(const Line& open);

  std::size_t table(const Line& first);

  // How many cells of a row are parted by strokes, less one.
  std::size_t strokes(const Line& line) const;

  bool same_width(const Line& a, const Line& b) const { return strokes(a) != 0 && strokes(a) == strokes(b); }

  // In a source, a row that no stroke begins ("Rent | 850 | 900"): the next line is parted into as many cells.
  bool open_rows(const Line& line) const;

  // A paragraph, list item or quoted block: lines are joined as long as they go on, then cut into sentences.
  std::size_t paragraph(const Line& first, SegmentKind kind);

  bool goes_on(std::size_t start, const Line& line, const Line& next) const;

  void sentences(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind);

  // The first sign from `at` on at which a sentence, a clause or a title may end or begin; `end` where there is none.
  std::size_t next_stop(std::size_t at, std::size_t end);

  // Marks the stops of the next 2 KiB. A comma ends a clause behind Chinese alone.
  void find_stops(std::size_t at);

  // Where the stop that starts at `at` ends, if it ends a sentence (or, in a source, a Chinese clause); else 0.
  std::size_t stop_at(std::size_t at, std::size_t segment_start, std::size_t end) const;

  // Speech that goes on behind the closing quote: “……。”他说。 “……。”李经理说道，
  bool said_after(std::size_t at, std::size_t end) const;

  // The signs of the pronoun that starts at `at`; -1 for none.
  int speaker_signs(std::size_t at) const;

  std::size_t full_stop(std::size_t at, std::size_t segment_start, std::size_t end) const;

  // Whether a citation starts here, behind the last one that was passed.
  bool marker_at(std::size_t at) const;

  bool address(std::size_t word, std::size_t at) const;

  bool abbreviation(std::size_t word, std::size_t at) const;

  // A capitalised function word starts a sentence even behind an abbreviation.
  bool sentence_starter(std::size_t at) const;

  std::size_t skip_blanks(std::size_t at, std::size_t end) const;

  std::size_t skip_closers(std::size_t at, std::size_t end) const;

  // Behind a stop: closing signs and citation markers, which belong to the sentence before.
  std::size_t trailing(std::size_t at, std::size_t end);

  void extend(std::size_t end);

  // Adds a segment; of an answer, one that is too long in several.
  void push(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind);

  // Where a segment that starts here and is too long ends: behind its last blank, else behind a whole character.
  std::size_t cut_of(std::size_t start) const;

  void push_one(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind);

  bool starts_line(std::size_t at) const;

  std::uint16_t end_flags(std::size_t start, std::size_t end) const;

  std::string_view text_;
  const std::vector<MarkerRow>& markers_;
  const Lexicon& lexicon_;
  SegmentMode mode_;
  bool strokes_ = false;  // a source that has tables, perhaps
  std::vector<SegmentRow>& out_;
  std::size_t marker_ = 0;
  Line ahead_{};  // the line that was read last; its `next` is 0 before the first
  std::int32_t block_ = 0;
  static constexpr std::size_t kChunkBlocks = 32;  // blocks in which stops are looked for at once
  std::uint64_t stops_[kChunkBlocks];
  std::size_t chunk_ = static_cast<std::size_t>(-1);  // where the blocks of stops_ start; none are known at first
};

}  // namespace verify
