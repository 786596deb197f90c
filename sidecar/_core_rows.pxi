# Part of _core.pyx: rows of csrc/include/verify/rows.hpp as small objects.

cdef class Segment:
    """One segment of an answer or one unit of a source; see SegmentRow in csrc/include/verify/rows.hpp."""

    cdef readonly int32_t start, end, text_start, text_end, first_token, token_count, first_quantity, quantity_count
    cdef readonly int32_t first_marker, marker_count, block, header_start, header_end
    cdef readonly int kind, flags
    cdef readonly uint32_t phrases, whole_phrases


cdef Segment segment_of(const SegmentRow& row):
    cdef Segment out = Segment.__new__(Segment)
    out.start = row.start_byte
    out.end = row.end_byte
    out.text_start = row.text_start
    out.text_end = row.text_end
    out.first_token = row.first_token
    out.token_count = row.token_count
    out.first_quantity = row.first_quantity
    out.quantity_count = row.quantity_count
    out.first_marker = row.first_marker
    out.marker_count = row.marker_count
    out.block = row.block
    out.header_start = row.header_start
    out.header_end = row.header_end
    out.kind = row.kind
    out.flags = row.flags
    out.phrases = row.phrases
    out.whole_phrases = row.whole_phrases
    return out


cdef class Quantity:
    """One quantity with its value and unit written out; see QuantityRow in csrc/include/verify/rows.hpp."""

    cdef readonly int32_t start, end, number_start, number_end, unit_start, unit_end, segment, unit_row, per_unit_row
    cdef readonly int32_t lower_end, upper_start, quantum
    cdef readonly int kind, range_kind, form, dimension
    cdef readonly uint32_t flags
    cdef readonly str value, unit


cdef Quantity quantity_of(const QuantityRow& row, const Lexicon& lexicon):
    cdef Quantity out = Quantity.__new__(Quantity)
    out.start = row.start_byte
    out.end = row.end_byte
    out.number_start = row.number_start
    out.number_end = row.number_end
    out.unit_start = row.unit_start
    out.unit_end = row.unit_end
    out.segment = row.segment
    out.lower_end = row.lower_end
    out.upper_start = row.upper_start
    out.quantum = row.quantum_exponent
    out.unit_row = row.unit
    out.per_unit_row = row.per_unit
    out.kind = row.kind
    out.range_kind = row.range_kind
    out.form = row.form
    out.flags = row.flags
    out.dimension = lexicon.units()[row.unit].dimension if row.unit >= 0 else -1
    out.value = text_of(value_text(row))
    out.unit = text_of(unit_text(row, lexicon))
    return out


cdef class MarkerId:
    """One id inside a marker: its bytes, its number (-1: none) and the ordinal of its source (-1: none)."""

    cdef readonly int32_t start, end, number, source


cdef class Marker:
    """One occurrence of a citation marker with its ids; `wrapped_start` -1: it stands for its segment."""

    cdef readonly int32_t start, end, segment, wrapped_start
    cdef readonly uint32_t flags
    cdef readonly list ids


cdef class ClaimMatch:
    """How one segment (or the question, segment -1) lies against the evidence; see ClaimRow."""

    cdef readonly int32_t segment, word_count, cited_count, cited_matched, first_passage, passage_count
    cdef readonly int32_t best_passage, best_cited, best_matched, found


cdef class Passage:
    """The passage of one source that holds most of a claim; see PassageRow."""

    cdef readonly int32_t segment, source, matched, held, first_unit, last_unit, start, end
    cdef readonly bint cited


cdef class QuantityMatch:
    """A quantity of the answer beside one of a source (or of the question, source -1); see QuantityMatchRow."""

    cdef readonly int32_t quantity, source, evidence, unit, relation, context, own, near, near_count, start, end
    cdef readonly uint32_t flags


cdef class SourceMatch:
    """The whole answer against one source: how many of its words and quantities it holds, their share of all, and where
    most of them stand together.
    """

    cdef readonly int32_t source, count, start, end
    cdef readonly double ratio


cdef class Derived:
    """How one quantity of the answer follows from quantities of the evidence (rows of its quantity table)."""
    cdef readonly int32_t quantity, operation, terms
    cdef readonly bint accepted
    cdef readonly list operands


cdef class Substitution:
    """Words of a claim that stand where its passage has others; see SubstitutionRow."""

    cdef readonly int32_t segment, source, answer_start, answer_end, source_start, source_end
    cdef readonly int32_t answer_count, source_count, left_run, right_run, aligned, claim_count, passage_count
    cdef readonly uint32_t flags


cdef class NameWord:
    """A word of the answer that may belong to a name and stands nowhere in evidence or question; see NameRow."""

    cdef readonly int32_t segment, start, end, word_start, word_end, word_count, others
    cdef readonly uint32_t flags


cdef class NamePlace:
    """A name of the answer and another one that stands in its place; see NamePlaceRow."""

    cdef readonly int32_t segment, source, answer_start, answer_end, source_start, source_end, left_run, right_run
    cdef readonly int32_t content, matched, word_count
    cdef readonly uint32_t flags


cdef class QuotePlace:
    """Where a quotation or a piece of it stands; see QuotePlaceRow."""

    cdef readonly int32_t source, start, end


cdef class QuoteChange:
    """Bytes of the answer in the place of bytes of a source; see QuoteChangeRow."""

    cdef readonly int32_t answer_start, answer_end, source, source_start, source_end


cdef class Quotation:
    """One quotation with its places and changes in order; see QuoteRow."""

    cdef readonly int32_t start, end, outer_start, outer_end, segment, last_segment, word_count, han_count, matched
    cdef readonly int relation
    cdef readonly uint32_t flags
    cdef readonly list places, changes


cdef class Contrast:
    """A cue of a claim that its passage speaks against, or one that it leaves out; see ContrastRow."""

    cdef readonly int32_t segment, source, group, side, answer_start, answer_end, source_start, source_end
    cdef readonly int32_t left_run, right_run, near, near_count, same_fit, fit
    cdef readonly int32_t claim_matched, claim_count
    cdef readonly uint32_t flags
