// The whole native path: an index over the sources of a request, and the comparison of one answer with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/contrast.hpp"
#include "verify/lexicon.hpp"
#include "verify/markers.hpp"
#include "verify/match_quantities.hpp"
#include "verify/phrases.hpp"
#include "verify/relative_dates.hpp"
#include "verify/row_span.hpp"
#include "verify/rows.hpp"

namespace verify {

// Everything read of the sources, once. Immutable after building; compare() may run on it from any thread.
// Unit, token and quantity rows of all sources stand behind one another; their byte offsets count in their own
// source. Unit rows count their tokens and quantities in the common tables.
// The rows hold no pointers: their image can be kept, and another process can work on it where it lies.
class SourceIndex {
 public:
  // `ids` and `texts` run in parallel; texts must be valid UTF-8 (else std::invalid_argument names the source).
  SourceIndex(std::vector<std::string> ids, std::vector<std::string> texts, const Lexicon& lexicon);
  // The index whose image this is, of the same ids and texts, read by the same build with the same lexicon. The image
  // is not copied: it outlives the index and begins at a multiple of 8 bytes. Of its content only the sizes of the
  // tables are looked at (else std::invalid_argument); whoever keeps an image keeps a checksum with it.
  SourceIndex(std::vector<std::string> ids, std::vector<std::string> texts, std::string_view image,
              const Lexicon& lexicon);
  ~SourceIndex();
  SourceIndex(const SourceIndex&) = delete;
  SourceIndex& operator=(const SourceIndex&) = delete;

  const Lexicon& lexicon() const { return lexicon_; }
  const SourceNames& names() const { return names_; }
  // Whether some source has these bytes, whatever the case of ASCII letters. Linear in the texts.
  bool contains(std::string_view words) const;
  // The text of a source as it is read: the caller's own, but that glyphs which stand twice, as the bold type of some
  // PDFs does, are read once. Rows, and all who work with them, count in it.
  std::string_view text(std::int32_t source) const { return texts_[static_cast<std::size_t>(source)]; }
  // Where a byte 0..size of it stands in the text that the caller gave.
  std::int32_t given_place(std::int32_t source, std::int32_t byte) const {
    if (places_.empty() || places_[static_cast<std::size_t>(source)].empty()) return byte;
    return places_[static_cast<std::size_t>(source)][static_cast<std::size_t>(byte)];
  }
  // The same bytes, but for a stroke between any two cells of a table whose cells something else parts (CSV, tabs,
  // blanks): what the rows were read from.
  std::string_view read_text(std::int32_t source) const {
    const std::string& parted = parted_[static_cast<std::size_t>(source)];
    return parted.empty() ? text(source) : std::string_view(parted);
  }
  // All rows, one table behind another; equal indexes have equal images.
  std::string image() const;
  // What the tables keep allocated; 0 for an index that works on an image.
  std::size_t allocated_bytes() const;

  RowSpan<const SourceRow> sources;
  RowSpan<const SegmentRow> units;
  RowSpan<const std::int32_t> unit_source;  // for each unit, its source
  RowSpan<const TokenRow> tokens;           // `segment` is the row of the unit in `units`
  RowSpan<const QuantityRow> quantities;    // `segment` likewise
  RowSpan<const QuantityProbe> probes;      // for each quantity

 private:
  void undouble_text(std::size_t source);
  void part_texts();

  // The tables as they are built; empty where an image has them.
  struct Built {
    std::vector<SourceRow> sources;
    std::vector<SegmentRow> units;
    std::vector<std::int32_t> unit_source;
    std::vector<TokenRow> tokens;
    std::vector<QuantityRow> quantities;
    std::vector<QuantityProbe> probes;
  };

  const Lexicon& lexicon_;
  Built built_;
  std::vector<std::string> texts_;
  std::vector<std::string> parted_;                // for each text, empty where it is read as it is
  std::vector<std::vector<std::int32_t>> places_;  // given_place of each byte; empty where no text is doubled
  SourceNames names_;
};

struct CompareOptions {
  MarkerOptions markers;
  const PhraseTable* phrases = nullptr;
  const CueTable* cues = nullptr;   // null: contrasts are not looked for
  std::string_view question;        // what is asked, without the phrases that ask it
  std::string_view whole_question;  // as written: it may name a computation
  AsOf as_of;                       // what "today" means in the answer; year 0: not said
  // Claims of a structured answer: for each, the byte where it starts, and the sources it cites. Empty for prose.
  std::vector<std::int32_t> claim_starts;
  std::vector<std::vector<std::int32_t>> claim_sources;
  bool derive = true;  // whether computed figures are looked for
  // The text is a piece of an answer that is still being written, and `carried` what stood before it hands on; its
  // counts hold the first `known` segments too. It is compared only where more than these are settled.
  bool growing = false;
  CarriedRow carried;
  std::int32_t known = 0;
};

// An answer read and compared. All spans of answer rows count bytes of the answer.
struct Comparison {
  std::vector<SegmentRow> segments;
  std::vector<TokenRow> tokens;
  std::vector<MarkerRow> markers;
  std::vector<MarkerIdRow> marker_ids;
  std::vector<QuantityRow> quantities;
  std::vector<ClaimRow> claims;  // one for each segment; then one for the question, if there is one
  std::vector<PassageRow> passages;
  std::vector<QuantityMatchRow> quantity_matches;  // by quantity, then by source
  std::vector<SourceMatchRow> source_matches;      // sources with at least one word or quantity, in order
  std::vector<SubstitutionRow> substitutions;
  std::vector<ContrastRow> contrasts;     // cues that passages speak against
  std::vector<NameRow> names;             // words of possible names that stand nowhere, in order
  std::vector<NamePlaceRow> name_places;  // other names in the place of the answer's
  std::vector<QuoteRow> quotes;
  std::vector<QuotePlaceRow> quote_places;
  std::vector<QuoteChangeRow> quote_changes;
  std::vector<DerivationRow> derivations;         // of quantities that no source holds
  std::vector<std::int32_t> derivation_operands;  // rows of the evidence's quantity table
  bool derivation_truncated = false;              // ... looked for among the first operands alone
  std::int32_t word_count = 0;                    // content words of the answer, with repetitions, quantities in
  std::int32_t found_count = 0;                   // those of them that stand in the evidence
  std::int32_t distinct_count = 0;                // distinct content words of the answer, quantities out
  bool contrasts_truncated = false;               // ... the contrasts alone
  bool names_wanted = false;  // a source may be cited by its title, and no titles were given: nothing is compared
  bool truncated = false;     // a bounded search ended before it had seen everything
  // Of a piece of a growing answer: the segments that were settled before; those that later text cannot change; behind
  // each of its segments what is handed on, and whether reading may start anew there. Nothing was compared where no
  // more than the known are settled.
  std::int32_t known_count = 0;
  std::int32_t settled_count = 0;
  std::vector<CarriedRow> carried;
  std::vector<std::uint8_t> restarts;
  std::int64_t most_work = 0;        // steps that the searches of a growing answer may take, CarriedRow those they took
  std::int64_t quote_work = 0;       // steps that the search for quotations took, for those not known before,
  std::int64_t most_quote_work = 0;  // and might have taken
};

// Reads `answer` (valid UTF-8, else std::invalid_argument) and compares it. Linear in answer and evidence: the work
// for pairs of claims and places is bounded, and `truncated` says when the bound was met.
void compare(const SourceIndex& index, std::string_view answer, const CompareOptions& options, Comparison& out);

// Aligns one segment with one passage and appends the substitutions that it finds. Both sides are bounded to 256
// elements; longer ones are left alone.
void align(const SourceIndex& index, std::string_view answer, const Comparison& comparison, const PassageRow& passage,
           std::vector<SubstitutionRow>& out);

}  // namespace verify
