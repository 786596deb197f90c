from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp cimport bool as cpp_bool
from libcpp.string cimport string
from libcpp.utility cimport pair
from libcpp.vector cimport vector


cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char*, size_t)
        const char* data()
        size_t size()


cdef extern from "verify/simd.hpp" namespace "verify" nogil:
    cdef enum class SimdLevel:
        kScalar
    SimdLevel simd_level()
    const char* simd_level_name(SimdLevel level)
    vector[SimdLevel] simd_level_rows "verify::simd_levels"()
    void set_simd_level "verify::force_simd_level"(SimdLevel level)


cdef extern from "verify/rows.hpp" namespace "verify" nogil:
    cdef struct TokenRow:
        uint64_t key
        int32_t start_byte, end_byte, segment
        uint32_t flags
    cdef struct SegmentRow:
        int32_t start_byte, end_byte, text_start, text_end, first_token, token_count, first_quantity, quantity_count
        int32_t first_marker, marker_count, block, header_start, header_end
        uint16_t kind, flags
        uint32_t phrases, whole_phrases
    cdef struct QuantityRow:
        int32_t unit, per_unit, start_byte, end_byte, number_start, number_end, unit_start, unit_end, segment, year
        int32_t lower_end, upper_start, quantum_exponent
        uint8_t kind, range_kind
        uint16_t form
        uint32_t flags
    cdef struct UnitRow:
        int32_t dimension
    cdef struct MarkerRow:
        int32_t start_byte, end_byte, segment, first_id, id_count, wrapped_start
        uint32_t flags
    cdef struct MarkerIdRow:
        int32_t start_byte, end_byte, number, source
    cdef struct SourceRow:
        int32_t byte_count, first_unit, unit_count, first_token, token_count, first_quantity, quantity_count
        uint32_t flags
    cdef struct ClaimRow:
        int32_t segment, word_count, cited_count, cited_matched, first_passage, passage_count, best_passage, best_cited
        int32_t best_matched, found
    cdef struct PassageRow:
        int32_t segment, source, matched, held, first_unit, last_unit, start_byte, end_byte, cited
    cdef struct QuantityMatchRow:
        int32_t quantity, source, evidence, unit, relation, context, own, near, near_count, start_byte, end_byte
        uint32_t flags
    cdef struct SourceMatchRow:
        int32_t source, matched, held, adjacent, start_byte, end_byte, cited
    cdef cppclass CarriedRow:
        int64_t work
        int32_t inside, next_label, label_end, word_count, stop_word_count, derived_count
        int32_t year_count, token_count
    cdef struct QuoteRow:
        int32_t start_byte, end_byte, outer_start, outer_end, segment, last_segment, word_count, han_count, relation
        int32_t matched, first_place, place_count, first_change, change_count
        uint32_t flags
    cdef struct QuotePlaceRow:
        int32_t source, start_byte, end_byte
    cdef struct QuoteChangeRow:
        int32_t answer_start, answer_end, source, source_start, source_end
    cdef struct DerivationRow:
        int32_t quantity, operation, first_operand, operand_count, terms, accepted
    cdef struct SubstitutionRow:
        int32_t segment, source, answer_start, answer_end, source_start, source_end, answer_count, source_count
        int32_t left_run, right_run, aligned, claim_count, passage_count
        uint32_t flags
    cdef struct ContrastRow:
        int32_t segment, source, group, side, answer_start, answer_end, source_start, source_end, left_run, right_run
        int32_t near, near_count, same_fit, fit, claim_matched, claim_count
        uint32_t flags
    cdef struct NameRow:
        int32_t segment, start_byte, end_byte, word_start, word_end, word_count, others
        uint32_t flags

    cdef struct NamePlaceRow:
        int32_t segment, source, answer_start, answer_end, source_start, source_end, left_run, right_run, content
        int32_t matched, word_count
        uint32_t flags


cdef extern from "verify/lexicon.hpp" namespace "verify" nogil:
    cdef cppclass Lexicon:
        @staticmethod
        Lexicon parse(string_view) except +
        const vector[UnitRow]& units()
        string_view unit_code(int32_t)


cdef extern from "verify/units.hpp" namespace "verify" nogil:
    string value_text(const QuantityRow&) except +
    string unit_text(const QuantityRow&, const Lexicon&) except +


cdef extern from "verify/utf8.hpp" namespace "verify" nogil:
    cdef enum class OffsetUnit(int32_t):
        pass
    size_t find_invalid_utf8(string_view)
    void offset_table(string_view, OffsetUnit, vector[int32_t]&) except +


cdef extern from "verify/offsets.hpp" namespace "verify" nogil:
    cdef cppclass OffsetCounter:
        OffsetCounter(string_view, OffsetUnit) except +
        int32_t at(size_t)


cdef extern from "verify/hidden.hpp" namespace "verify" nogil:
    cdef struct HiddenPlace:
        size_t start, end
    HiddenPlace find_hidden(string_view, cpp_bool)


cdef extern from "verify/word_starts.hpp" namespace "verify" nogil:
    string lowered(string_view)
    cpp_bool word_begins(string_view, string_view, cpp_bool)


cdef extern from "verify/tokenize.hpp" namespace "verify" nogil:
    string fold(string_view) except +
    void tokenize(string_view, const Lexicon*, vector[TokenRow]&) except +


cdef extern from "verify/structure.hpp" namespace "verify" nogil:
    cdef enum class SegmentMode:
        kAnswer
        kSource
    void read_segments(string_view, const vector[MarkerRow]&, const Lexicon&, SegmentMode, vector[SegmentRow]&) except +
    void assign_segments(vector[SegmentRow]&, vector[TokenRow]&, vector[QuantityRow]&, vector[MarkerRow]&) except +


cdef extern from "verify/quantities.hpp" namespace "verify" nogil:
    void read_quantities(string_view, const vector[TokenRow]&, const Lexicon&, vector[QuantityRow]&) except +


cdef extern from "verify/markers.hpp" namespace "verify" nogil:
    cdef enum class MarkerKind(int32_t):
        pass
    cdef cppclass SourceNames:
        SourceNames(vector[string]) except +
    cdef cppclass SourceLabel:
        SourceLabel()
        string title, uri, page_label
        vector[string] sections
        int32_t page
    cdef cppclass SourceLabels:
        SourceLabels(const vector[SourceLabel]&) except +
    cdef cppclass MarkerTemplate:
        MarkerTemplate()
        string before, after
    cdef cppclass MarkerOptions:
        MarkerOptions()
        int32_t base
        MarkerKind kind
        vector[MarkerTemplate] templates
        const SourceLabels* labels
    cpp_bool read_markers(string_view, const Lexicon&, const SourceNames&, const MarkerOptions&, vector[MarkerRow]&,
                          vector[MarkerIdRow]&) except +


cdef extern from "verify/phrases.hpp" namespace "verify" nogil:
    cdef cppclass PhraseTable:
        PhraseTable(const vector[pair[int32_t, string]]&, const vector[string]&, const vector[string]&) except +


cdef extern from "verify/contrast.hpp" namespace "verify" nogil:
    cdef struct Cue:
        int32_t group, side
        string text
        uint32_t flags
    cdef cppclass CueTable:
        CueTable(const vector[Cue]&) except +


cdef extern from "verify/row_span.hpp" namespace "verify" nogil:
    cdef cppclass RowSpan[Row]:
        size_t size()
        const Row& operator[](size_t)


cdef extern from "verify/compare.hpp" namespace "verify" nogil:
    cdef cppclass SourceIndex:
        SourceIndex(vector[string], vector[string], const Lexicon&) except +
        SourceIndex(vector[string], vector[string], string_view, const Lexicon&) except +
        string image()
        RowSpan[SourceRow] sources
        RowSpan[SegmentRow] units
        RowSpan[int32_t] unit_source
        RowSpan[QuantityRow] quantities
        string_view text(int32_t)
        int32_t given_place(int32_t, int32_t)
    cdef cppclass AsOf:
        int32_t year, month, day
    cdef cppclass CompareOptions:
        CompareOptions()
        AsOf as_of
        MarkerOptions markers
        const PhraseTable* phrases
        const CueTable* cues
        string_view question
        string_view whole_question
        vector[int32_t] claim_starts
        vector[vector[int32_t]] claim_sources
        cpp_bool derive
        cpp_bool growing
        CarriedRow carried
        int32_t known
    cdef cppclass Comparison:
        Comparison()
        vector[SegmentRow] segments
        vector[TokenRow] tokens
        vector[MarkerRow] markers
        vector[MarkerIdRow] marker_ids
        vector[QuantityRow] quantities
        vector[ClaimRow] claims
        vector[PassageRow] passages
        vector[QuantityMatchRow] quantity_matches
        vector[SourceMatchRow] source_matches
        vector[SubstitutionRow] substitutions
        vector[ContrastRow] contrasts
        vector[NameRow] names
        vector[NamePlaceRow] name_places
        vector[QuoteRow] quotes
        vector[QuotePlaceRow] quote_places
        vector[QuoteChangeRow] quote_changes
        vector[DerivationRow] derivations
        vector[int32_t] derivation_operands
        cpp_bool derivation_truncated
        int32_t word_count
        int32_t found_count
        int32_t distinct_count
        cpp_bool truncated
        cpp_bool contrasts_truncated
        cpp_bool names_wanted
        int32_t settled_count
        vector[CarriedRow] carried
        vector[uint8_t] restarts
        int64_t most_work
        int64_t quote_work
        int64_t most_quote_work
    void compare(const SourceIndex&, string_view, const CompareOptions&, Comparison&) except +


cdef extern from "verify/quotes.hpp" namespace "verify" nogil:
    cdef cppclass DocumentOrder:
        DocumentOrder()
        vector[int32_t] order
        vector[uint8_t] goes_on
    void match_quotes(const SourceIndex&, string_view, const DocumentOrder&, const vector[vector[int32_t]]&,
                      Comparison&) except +
