// The rows that cross from the core to Python: fixed width, no pointers, no implicit padding.
// Every offset counts bytes of the text that the row was read from; ranges are half-open.
// The dtypes in sidecar/tables.py mirror these structs; sizes are asserted on both sides.
#pragma once

#include <cstdint>

namespace verify {

// Token flags.
enum TokenFlag : std::uint32_t {
  kTokenStop = 1u << 0,        // a stop word of its language
  kTokenHan = 1u << 1,         // a Han bigram, or one Han character that stands alone
  kTokenDigit = 1u << 2,       // holds a decimal digit of any script, or is a number form as ½ or ②
  kTokenHanNumeral = 1u << 3,  // its first character is a Han numeral (一, 壹, 两, 半, ...)
  kTokenCapital = 1u << 4,     // starts with an upper-case letter
  kTokenAllCaps = 1u << 5,     // at least two letters, all upper-case
  kTokenJoined = 1u << 6,      // a word put together again over a hyphen at a line's end; its parts precede it
  kTokenQuantity = 1u << 7,    // lies in a quantity; set by the quantity reader, judged there and not as a word
  kTokenMarker = 1u << 8,      // lies in a citation marker or a label: no word of what is said
  kTokenFound = 1u << 9,       // answer: its word stands in the evidence, or it lies in a quantity that does
  kTokenAsked = 1u << 10,      // answer: its word stands in the question and not in the evidence
};

// One word: `key` is the hash of its folded form (case, width, ligatures, typographic signs, composition,
// traditional to simplified Han), the span is the word as written.
struct TokenRow {
  std::uint64_t key;
  std::int32_t start_byte;
  std::int32_t end_byte;
  std::int32_t segment;  // row of the segment (answer) or unit (source) that holds it
  std::uint32_t flags;
};
static_assert(sizeof(TokenRow) == 24);

enum class SegmentKind : std::uint16_t {
  kText = 0,
  kHeading = 1,
  kCode = 2,
  kTableRow = 3,
  kTableHeader = 4,
  kListItem = 5,
  kQuote = 6
};

enum SegmentFlag : std::uint16_t {
  kSegmentQuestion = 1u << 0,    // ends with a question mark
  kSegmentColon = 1u << 1,       // ends with a colon
  kSegmentHan = 1u << 2,         // more Han characters than Latin letters
  kSegmentBlockStart = 1u << 3,  // first segment of its block
  kSegmentClosed = 1u << 4,      // ends with a sentence end mark
};

// One segment of an answer (segments tile the text) or one unit of a source (sentence; clause in Chinese).
// [start_byte, end_byte) tiles; [text_start, text_end) leaves out blanks and list labels.
struct SegmentRow {
  std::int32_t start_byte, end_byte;
  std::int32_t text_start, text_end;
  std::int32_t first_token, token_count;
  std::int32_t first_quantity, quantity_count;
  std::int32_t first_marker, marker_count;
  std::int32_t block;                     // running number of its block (paragraph, list item, table, fence)
  std::int32_t header_start, header_end;  // table rows: the header row; else equal
  std::uint16_t kind;                     // SegmentKind
  std::uint16_t flags;                    // SegmentFlag
  std::uint32_t phrases;                  // bits of the classes of phrases that stand in it (answers alone)
  std::uint32_t whole_phrases;            // ... of those that are all it says
};
static_assert(sizeof(SegmentRow) == 64);

enum class QuantityKind : std::uint8_t {
  kNumber = 0,
  kPercent = 1,
  kMoney = 2,
  kMeasure = 3,
  kCount = 4,
  kDuration = 5,
  kDate = 6,
  kTime = 7,
  kRange = 8,
  kOrdinal = 9,
  kFraction = 10,
  kRatio = 11,
  kIdentifier = 12,
  kLabel = 13,
};

enum QuantityFlag : std::uint32_t {
  kQuantityHedged = 1u << 0,     // about, nearly, 约, 左右, ...
  kQuantityAtLeast = 1u << 1,    // at least, >=, 以上, 不少于
  kQuantityAtMost = 1u << 2,     // at most, <=, within, 以内, 不超过
  kQuantityMoreThan = 1u << 3,   // more than, over, >, 超过
  kQuantityLessThan = 1u << 4,   // less than, under, <, 不到
  kQuantitySigned = 1u << 5,     // a sign or accounting brackets are written (also for negative values)
  kQuantityScaled = 1u << 6,     // a scale word or letter was applied (million, k, 万)
  kQuantitySpelled = 1u << 7,    // written in words or Han numerals
  kQuantityTooLong = 1u << 8,    // more digits than the row holds: compare its text, never its value
  kQuantityAmbiguous = 1u << 9,  // a second reading exists (1,234 in a text with decimal commas; 03/04/2024)
  kQuantityFiscal = 1u << 10,    // date: a fiscal year or quarter
  kQuantityHasYear = 1u << 11,   // date parts that are written
  kQuantityHasMonth = 1u << 12,
  kQuantityHasDay = 1u << 13,
  kQuantityHasQuarter = 1u << 14,
  kQuantityHasSecond = 1u << 15,  // time: seconds are written
  kQuantityOpenRange = 1u << 16,  // 几十, 十多: the value is a lower end only
  kQuantityInTable = 1u << 17,    // stands in a table row
  kQuantityCited = 1u << 19,      // the year of a work that is cited: Hauser et al. 1998
  kQuantityTolerance = 1u << 18,  // a ± b: range [a-b, a+b]
  kQuantityDecade = 1u << 20,     // range of years, written as one: the 1990s
};

// One quantity, exact. value = (value_high * 2^64 + value_low) * 10^exponent / denominator, two's complement.
// A range holds its lower end in value and its upper end in upper; elsewhere upper equals value.
// Dates and times hold their parts instead; their value is 0.
struct QuantityRow {
  std::int64_t value_high;
  std::uint64_t value_low;
  std::int64_t upper_high;
  std::uint64_t upper_low;
  std::int64_t denominator;  // >= 1; other than 1 for fractions alone
  std::int32_t exponent;
  std::int32_t upper_exponent;
  std::int32_t quantum_exponent;          // power of ten of the last written digit, scale applied: 4.5 million -> 5
  std::int32_t unit;                      // row of the unit table, -1 where none
  std::int32_t per_unit;                  // row of the unit below the stroke (km/h, mg per day), -1 where none
  std::int32_t start_byte, end_byte;      // everything: sign, currency, digits, scale, unit, hedge left out
  std::int32_t number_start, number_end;  // the digits or words alone
  std::int32_t unit_start, unit_end;      // the unit as written; equal where none
  std::int32_t segment;                   // filled in by the caller
  std::int32_t year;                      // dates; upper_year for year ranges
  std::int32_t upper_year;
  std::uint8_t month, day, quarter, weekday;
  std::uint8_t hour, minute, second, upper_month;
  std::uint8_t upper_day, upper_hour, upper_minute, upper_second;
  std::uint8_t kind;                    // QuantityKind
  std::uint8_t range_kind;              // of a range: the QuantityKind of its ends
  std::uint16_t form;                   // which form read it; for tests and docs
  std::uint32_t flags;                  // QuantityFlag
  std::int32_t lower_end, upper_start;  // of two numbers that make a range or tolerance; 0 where only one is written
  std::int32_t reserved;                // 0; spells out the padding
};
static_assert(sizeof(QuantityRow) == 128);

// One unit of the unit table (built from the language tables; ordered, the same on every machine).
// A quantity in this unit times factor_numerator/factor_denominator is in its dimension's base unit, exactly.
struct UnitRow {
  std::int64_t factor_numerator;
  std::int64_t factor_denominator;
  std::uint64_t meaning_set;     // a bit for each currency or unit that its sign may mean; 0: itself alone
  std::int32_t factor_exponent;  // the factor is also times 10^factor_exponent
  std::int32_t dimension;        // running number; -1: comparable with itself alone (a counter)
};
static_assert(sizeof(UnitRow) == 32);

enum MarkerFlag : std::uint32_t {
  kMarkerMalformed = 1u << 0,   // looks like a marker and names nothing readable
  kMarkerNumber = 1u << 1,      // names sources by number
  kMarkerUnresolved = 1u << 2,  // at least one of its ids names no source
  kMarkerVague = 1u << 3,       // names something in words of which cannot be told whether it is a source
  kMarkerOpening = 1u << 4,     // where a text that a later marker wraps starts: cites nothing itself
  kMarkerInline = 1u << 5,      // a reference in the prose of a sentence: its words are part of what is said
};

// One occurrence of a citation marker in an answer.
struct MarkerRow {
  std::int32_t start_byte, end_byte;
  std::int32_t segment;  // the segment that it belongs to
  std::int32_t first_id, id_count;
  std::int32_t wrapped_start;  // where the text that it stands for starts (<co>text</co: 1>); -1: its segment
  std::uint32_t flags;         // MarkerFlag
};
static_assert(sizeof(MarkerRow) == 28);

// One id inside a marker; a range 3-5 gives three rows over the same bytes.
struct MarkerIdRow {
  std::int32_t start_byte, end_byte;
  std::int32_t number;  // as written, -1 where it is no number
  std::int32_t source;  // ordinal of the source that it names, -1 where it names none
};
static_assert(sizeof(MarkerIdRow) == 16);

enum SourceFlag : std::uint32_t {
  kSourceEmpty = 1u << 0,       // blanks alone
  kSourceUnreadable = 1u << 1,  // mostly replacement, private-use or control characters
  kSourceDoubled = 1u << 2,     // glyphs that stand twice were read once
};

// What was read of one source.
struct SourceRow {
  std::int32_t byte_count;
  std::int32_t first_unit, unit_count;
  std::int32_t first_token, token_count;
  std::int32_t first_quantity, quantity_count;
  std::uint32_t flags;  // SourceFlag
};
static_assert(sizeof(SourceRow) == 32);

// How one segment of the answer (or the question: segment -1) lies against the evidence.
struct ClaimRow {
  std::int32_t segment;
  std::int32_t word_count;     // distinct content words, quantities and markers left out
  std::int32_t cited_count;    // sources that its markers name
  std::int32_t cited_matched;  // words that stand in the best passages of the cited sources, taken together
  std::int32_t first_passage, passage_count;  // PassageRow, the cited sources first, then by matched words
  std::int32_t best_passage;                  // the row with the most words and quantities of all sources, -1 for none
  std::int32_t best_cited;                    // the same among the cited sources
  std::int32_t best_matched;                  // most words in one passage of any source
  std::int32_t found;  // words that stand anywhere in the evidence: for the score, never a verdict
};
static_assert(sizeof(ClaimRow) == 40);

// The passage of one source that holds most of a claim's words: adjoining units of that source.
struct PassageRow {
  std::int32_t segment;
  std::int32_t source;
  std::int32_t matched;                // distinct content words of the claim that stand in it
  std::int32_t held;                   // quantities of the claim that stand in it
  std::int32_t first_unit, last_unit;  // rows of the unit table, inclusive
  std::int32_t start_byte, end_byte;   // in the source's text
  std::int32_t cited;                  // 1 where a marker of the claim names the source
};
static_assert(sizeof(PassageRow) == 36);

enum class Relation : std::int32_t {
  kEqual = 1,       // the same value and unit
  kConverted = 2,   // equal after exact conversion
  kRangeEnd = 3,    // equal to one end of a range
  kRounded = 4,     // the evidence rounds to it at its last written digit
  kOtherSign = 5,   // the same magnitude with the other sign
  kOtherUnit = 6,   // the same digits with another unit, currency or scale
  kOtherValue = 7,  // another value of the same kind, where the claim's words stand
};

enum QuantityMatchFlag : std::uint32_t {
  kMatchUnitMissing = 1u << 0,    // one side has no unit, or another counter
  kMatchConverted = 1u << 1,      // a conversion came before the rounding
  kMatchHedged = 1u << 2,         // rounded to the last non-zero digit, because the answer hedges
  kMatchCited = 1u << 3,          // the source is named by a marker of the claim
  kMatchFiner = 1u << 4,          // the answer's date states more than the evidence's
  kMatchInTable = 1u << 6,        // the evidence's quantity stands in a table row
  kMatchScaleNoted = 1u << 7,     // the scale of a note ("in thousands") was applied to the evidence's cell
  kMatchScaleUnstated = 1u << 8,  // the digits of a cell with a scale that no note states or denies
  kMatchWeak = 1u << 9,           // a bare answer to a question for a computation: the value stands by other words
  kMatchExchanged = 1u << 10,     // kOtherValue: another value of the claim stands here, and this one in its place
  kMatchInstead = 1u << 11,       // kOtherValue: what a copied passage, or a date of another year, has in its place
  kMatchOtherCell = 1u << 12,     // kOtherValue: the cell of the table that the claim names, instead of this value's
  kMatchPerMissing = 1u << 5,     // one side has nothing below the stroke: 850 euros, 850 euros per month
};

// A quantity of the answer beside one of a source. At most one row for each quantity and source: the best one; and
// two of kOtherValue, the one nearest to the claim's words in all sources and in the cited ones. Source -1 is the
// question.
struct QuantityMatchRow {
  std::int32_t quantity;
  std::int32_t source;
  std::int32_t evidence;              // row of the evidence's quantity table
  std::int32_t unit;                  // row of the unit table that holds it
  std::int32_t relation;              // Relation
  std::int32_t context;               // distinct content words of the claim in its unit and one beside it
  std::int32_t own;                   // ... in its unit alone
  std::int32_t near;                  // words nearest to the claim's value that are nearest to this one too
  std::int32_t near_count;            // words nearest to the claim's value; 0: it stands among other values alone
  std::int32_t start_byte, end_byte;  // in the source's text
  std::uint32_t flags;                // QuantityMatchFlag
};
static_assert(sizeof(QuantityMatchRow) == 48);

enum class Operation : std::int32_t {
  kNone = 0,
  kSum = 1,
  kDifference = 2,
  kProduct = 3,
  kRatio = 4,
  kShare = 5,          // a ratio in percent
  kPercentChange = 6,  // of the second operand to the first
  kMean = 7,
  kCount = 8,
  kRise = 9,  // no operations of their own: which way a value changed
  kFall = 10,
};

// How a quantity of the answer follows from quantities of the evidence.
struct DerivationRow {
  std::int32_t quantity;
  std::int32_t operation;  // Operation
  std::int32_t first_operand, operand_count;
  std::int32_t terms;     // what a mean divides by: empty cells count, too
  std::int32_t accepted;  // 1: within the chance budget; 0: for a person to look at
};
static_assert(sizeof(DerivationRow) == 24);

// The whole answer against one source.
struct SourceMatchRow {
  std::int32_t source;
  std::int32_t matched;               // distinct content words of the answer that stand in it
  std::int32_t held;                  // quantities of the answer that stand in it
  std::int32_t adjacent;              // most words of one claim in one passage of it
  std::int32_t start_byte, end_byte;  // that passage
  std::int32_t cited;                 // markers that name it
};
static_assert(sizeof(SourceMatchRow) == 28);

enum SubstitutionFlag : std::uint32_t {
  kSubstitutionHan = 1u << 0,
  kSubstitutionClauseStart = 1u << 1,  // nothing of the claim's clause stands before it
  kSubstitutionClauseEnd = 1u << 2,
  kSubstitutionInPassage = 1u << 3,   // the answer's word stands elsewhere in the passage
  kSubstitutionInEvidence = 1u << 4,  // ... or elsewhere in the evidence
  kSubstitutionSourceKept = 1u << 5,  // the source's word stands elsewhere in the claim
  kSubstitutionQuantity = 1u << 6,    // a quantity is part of it
};

// One run of words of a claim that stands where its passage has another run, between words that are the same.
// Elements are words in Latin scripts and characters in Han.
struct SubstitutionRow {
  std::int32_t segment;
  std::int32_t source;
  std::int32_t answer_start, answer_end;    // bytes of the answer
  std::int32_t source_start, source_end;    // bytes of the source
  std::int32_t answer_count, source_count;  // elements on each side
  std::int32_t left_run, right_run;         // equal elements right before and right behind
  std::int32_t aligned;                     // equal elements in the whole alignment
  std::int32_t claim_count, passage_count;
  std::uint32_t flags;  // SubstitutionFlag
};
static_assert(sizeof(SubstitutionRow) == 56);

enum NameFlag : std::uint32_t {
  kNameHan = 1u << 0,      // a run of Han characters; else capitalized words
  kNameOpens = 1u << 1,    // capitals: due here anyway (a sentence starts); Han: no Han character stands right before
  kNameLabel = 1u << 2,    // a colon follows at its sentence's start, or a list item holds titles alone: no name
  kNameAllCaps = 1u << 3,  // the word is written in capitals throughout
};

// A word of the answer that may be (part of) a name and stands neither in the evidence nor in the question.
struct NameRow {
  std::int32_t segment;
  std::int32_t start_byte, end_byte;  // the whole name, bytes of the answer
  std::int32_t word_start, word_end;  // the word of it that stands nowhere
  std::int32_t word_count;            // capitalized words of the name
  std::int32_t others;                // Han: other runs of the segment that are new
  std::uint32_t flags;                // NameFlag
};
static_assert(sizeof(NameRow) == 32);

enum NamePlaceFlag : std::uint32_t {
  kNamePlaceBeside = 1u << 0,  // the claim's name stands in that sentence too
};

// A name of a claim, and another one that stands between the same words in one of its passages.
struct NamePlaceRow {
  std::int32_t segment;
  std::int32_t source;
  std::int32_t answer_start, answer_end;  // bytes of the answer
  std::int32_t source_start, source_end;  // bytes of the source
  std::int32_t left_run, right_run;       // equal words right before and right behind
  std::int32_t content;                   // how many of them are no stop words
  std::int32_t matched;                   // content words of the claim that stand in the passage
  std::int32_t word_count;                // content words of the claim
  std::uint32_t flags;                    // NamePlaceFlag
};
static_assert(sizeof(NamePlaceRow) == 48);

enum class QuoteRelation : std::int32_t {
  kNone = 0,        // neither it nor anything near it stands anywhere
  kEqual = 1,       // word for word
  kElided = 2,      // its pieces stand in order, a bounded gap between each and the next
  kNear = 3,        // most of its words stand in one place, others were changed
  kStitched = 4,    // its pieces stand in places that do not belong together
  kUnsearched = 5,  // the bound on work was met before it was looked for
};

enum QuoteFlag : std::uint32_t {
  kQuoteBlock = 1u << 0,     // a block quotation (> ...), without marks
  kQuoteUnclosed = 1u << 1,  // its closing mark is missing: it ends with its block, or at the bound
  kQuoteJoined = 1u << 2,    // it runs on from one source into the next of the same document
};

// One quotation of an answer. Elements are words, numbers and signs in other scripts, characters in Han.
struct QuoteRow {
  std::int32_t start_byte, end_byte;    // what is quoted, marks and blanks left out
  std::int32_t outer_start, outer_end;  // with its marks
  std::int32_t segment, last_segment;
  std::int32_t word_count, han_count;  // elements that are no Han characters, and that are
  std::int32_t relation;               // QuoteRelation
  std::int32_t matched;                // of kNear: elements that stand unchanged in its place
  std::int32_t first_place, place_count;
  std::int32_t first_change, change_count;
  std::uint32_t flags;  // QuoteFlag
};
static_assert(sizeof(QuoteRow) == 60);

// Where a quotation or one piece of it stands, in the order of the answer.
struct QuotePlaceRow {
  std::int32_t source;
  std::int32_t start_byte, end_byte;  // in the source's text
};
static_assert(sizeof(QuotePlaceRow) == 12);

// One change of a quotation: bytes of the answer in the place of bytes of a source; one of them may be empty.
struct QuoteChangeRow {
  std::int32_t answer_start, answer_end;
  std::int32_t source;
  std::int32_t source_start, source_end;
};
static_assert(sizeof(QuoteChangeRow) == 20);

// What the text before a place hands on to the reading of the text behind it.
struct CarriedRow {
  std::int64_t work = 0;             // steps of the bounded searches
  std::int32_t inside = -1;          // the kind of the block that goes on at the place; -1: a block starts there
  std::int32_t next_label = 1;       // the label that is due in the running list
  std::int32_t label_end = 0;        // behind its last label, in bytes of the text at hand: below 0 before it
  std::int32_t word_count = 0;       // words that count for whether capitals mark names
  std::int32_t stop_word_count = 0;  // the stop words among them
  std::int32_t derived_count = 0;    // figures whose computation was looked for
  std::int32_t year_count = 0;       // dates whose year was looked for
  std::int32_t token_count = 0;      // all words
};
static_assert(sizeof(CarriedRow) == 40);

enum ContrastFlag : std::uint32_t {
  kContrastHan = 1u << 0,
  kContrastDropped = 1u << 1,        // the cue stands in the passage, and the claim has none
  kContrastBothNegated = 1u << 2,    // opposites: a negator stands before both
  kContrastOtherNegated = 1u << 3,   // opposites: a negator stands before one of them
  kContrastSameInPassage = 1u << 4,  // opposites: the claim's side stands somewhere in the passage too
  kContrastOppositeKept = 1u << 5,   // opposites: the passage's side stands in the claim too
  kContrastCounterpart = 1u << 6,    // a lone cue: the other text has one of its group in what is compared
  kContrastAntonym = 1u << 7,        // a lone cue: some opposite of a word of the claim stands where it is compared
  kContrastValue = 1u << 8,          // the claim's cue has a value
  kContrastValueHeld = 1u << 9,      // ... and the passage's cue the same
  kContrastValueOther = 1u << 10,    // ... and the passage's cue another
  kContrastConditional = 1u << 11,   // a lone cue: its clause is a condition ("if the latch does not catch")
  kContrastHead = 1u << 12,          // a lone cue: the content element right behind it stands in the other unit
  kContrastSwapped = 1u << 13,       // an ordered group: the same side, with what it relates in the other order
  kContrastReached = 1u << 14,       // a lone cue: some of what stands near behind it, if any, is in the other unit
  kContrastBare = 1u << 15,          // a lone cue: nothing that says something stands near behind it
};

// A cue of a claim against its passage, or a lone cue of a passage that the claim leaves out. Elements are words in
// Latin scripts and characters in Han; `near` counts among those around the cue, in the clause or at most some away.
struct ContrastRow {
  std::int32_t segment;
  std::int32_t source;
  std::int32_t group;
  std::int32_t side;                        // of the claim's cue (dropped: of the passage's)
  std::int32_t answer_start, answer_end;    // bytes of the answer: the cue, or where it is missing
  std::int32_t source_start, source_end;    // bytes of the source: the opposite, or where it is missing
  std::int32_t left_run, right_run;         // equal elements right before and right behind both
  std::int32_t near, near_count;            // content elements around the cue: those around the other too, and all
  std::int32_t same_fit;                    // opposites: how well the claim's own side fits elsewhere; else -1
  std::int32_t fit;                         // left_run + right_run (each at most 4) + near
  std::int32_t claim_matched, claim_count;  // content elements of the claim that stand in the passage, and all
  std::uint32_t flags;                      // ContrastFlag
};
static_assert(sizeof(ContrastRow) == 68);

}  // namespace verify
