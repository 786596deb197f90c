# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
# cython: auto_pickle=False, autotestdict=False
"""The only bridge to csrc. It carries bytes in and rows out, and decides nothing.

Calls release the lock while C++ runs. Row classes hold copies of one C++ row each; byte offsets count in the text
that the row was read from. `RowBuffer` gives whole tables through the buffer protocol, read-only, without copying.
"""

from cpython.buffer cimport PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_AsString, PyBytes_Size
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cython.operator cimport dereference
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr, make_shared, unique_ptr
from libcpp.string cimport string
from libcpp.utility cimport move, pair
from libcpp.vector cimport vector

cdef extern from *:
    """
    #ifndef SIDECAR_BUILD
    #define SIDECAR_BUILD "release"
    #endif
    """
    const char* SIDECAR_BUILD

BUILD = SIDECAR_BUILD.decode()
SIMD_LEVEL = "scalar"
ROW_SIZES = {
    "token": sizeof(TokenRow),
    "segment": sizeof(SegmentRow),
    "quantity": sizeof(QuantityRow),
    "marker": sizeof(MarkerRow),
    "marker_id": sizeof(MarkerIdRow),
    "offset": sizeof(int32_t),
}


cdef enum:
    TOKEN_HAN = 2
    TOKEN_FOUND = 512
    UNCOUNTED = 1 | 64 | 256  # stop word, joined over a line's end, in a marker


cdef inline string_view view_of(bytes text) except *:
    # The functions, not the macros: they are in the limited API, and they raise for None.
    return string_view(PyBytes_AsString(text), <size_t>PyBytes_Size(text))


cdef inline string string_of(bytes text) except *:
    return string(PyBytes_AsString(text), <size_t>PyBytes_Size(text))


cdef inline str text_of(string text):
    return text.data()[:text.size()].decode("utf-8")


cdef inline str text_of_view(string_view text):
    return text.data()[:text.size()].decode("utf-8")


cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object, object, object) except -1


cdef class Builder:
    """Makes instances of one slotted class from all its fields in order, a tenth of the cost of a frozen dataclass's
    own __init__, which goes through object.__setattr__ by name for each field. Takes no defaults and checks nothing.
    """

    cdef type cls
    cdef tuple names
    cdef vector[Py_ssize_t] places  # of the fields, in pointers from the start of an instance

    def __cinit__(self, type cls, tuple names):
        cdef Py_ssize_t place
        cdef Py_ssize_t size = cls.__basicsize__ // <Py_ssize_t>sizeof(void*)
        cdef object probe = PyType_GenericAlloc(<PyTypeObject*>cls, 0)
        cdef PyObject** fields = <PyObject**><void*>probe
        cdef object mark
        self.cls = cls
        self.names = names
        # Where a field lies is found by looking for what was put there: the stable interface of CPython does not tell.
        for name in names:
            mark = object()
            PyObject_GenericSetAttr(probe, name, mark)
            found = [place for place in range(size) if fields[place] == <PyObject*><void*>mark]
            if len(found) != 1:
                raise TypeError(f"{cls.__name__}.{name} is no slot")
            self.places.push_back(found[0])

    def __call__(self, *values):
        if len(values) != len(self.names):
            raise TypeError(f"{self.cls.__name__} has {len(self.names)} fields, not {len(values)}")
        return self.build(values)

    cdef object build(self, tuple values):
        cdef object out = PyType_GenericAlloc(<PyTypeObject*>self.cls, 0)
        cdef PyObject** fields = <PyObject**><void*>out
        cdef object value
        cdef size_t i
        for i in range(self.places.size()):
            value = values[<Py_ssize_t>i]
            Py_INCREF(value)
            fields[self.places[i]] = <PyObject*><void*>value
        return out

    cdef object build_pair(self, object first, object second):
        """For classes of two fields."""
        cdef object out = PyType_GenericAlloc(<PyTypeObject*>self.cls, 0)
        cdef PyObject** fields = <PyObject**><void*>out
        Py_INCREF(first)
        Py_INCREF(second)
        fields[self.places[0]] = <PyObject*><void*>first
        fields[self.places[1]] = <PyObject*><void*>second
        return out


cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject*, Py_ssize_t)
    const char* PyUnicode_AsUTF8AndSize(object, Py_ssize_t*) except NULL
    object PyUnicode_DecodeUTF8(const char*, Py_ssize_t, const char*)


cdef class TextOffsets:
    """One text of the caller's: turns byte offsets into spans of the wanted unit, and into what they cover.

    `unit` counts as OffsetUnit does. The table of offsets is made on first use and only where it is needed.
    """

    cdef object owner  # keeps the UTF-8 form alive
    cdef const char* start
    cdef readonly Py_ssize_t size
    cdef int unit
    cdef Builder make_span
    cdef list offsets_table

    def __cinit__(self, str text, int unit, Builder make_span):
        self.owner = text
        self.start = PyUnicode_AsUTF8AndSize(text, &self.size)
        self.unit = 1 if self.size == len(text) else unit
        self.make_span = make_span
        self.offsets_table = None

    cpdef list table(self):
        """For each byte offset 0..size the offset in the wanted unit; empty where that is bytes."""
        cdef vector[int32_t] rows
        if self.offsets_table is None:
            if self.unit == 1:
                self.offsets_table = []
            else:
                offset_table(string_view(self.start, <size_t>self.size), <OffsetUnit>self.unit, rows)
                self.offsets_table = rows
        return self.offsets_table

    cpdef object span(self, Py_ssize_t start, Py_ssize_t end):
        """The bytes [start, end) as a span of the wanted unit."""
        if self.unit == 1:
            return self.make_span.build_pair(start, end)
        cdef list table = self.table()
        return self.make_span.build_pair(table[start], table[end])

    cpdef object text(self, Py_ssize_t start, Py_ssize_t end):
        """What the bytes [start, end) say. Raises IndexError for a range outside the text."""
        if start < 0 or end < start or end > self.size:
            raise IndexError("no such bytes")
        return PyUnicode_DecodeUTF8(self.start + start, end - start, NULL)

    cpdef object text_up_to(self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t most):
        """What the bytes [start, end) say, cut after at most `most` of them at a character's end."""
        if end - start > most:
            end = start + most
            while end > start and (self.start[end] & 0xC0) == 0x80:
                end -= 1
        return self.text(start, end)


cdef class RowBuffer:
    """Rows of one fixed width, readable through the buffer protocol as bytes."""

    cdef vector[char] rows
    cdef readonly Py_ssize_t row_size
    cdef Py_ssize_t length
    cdef Py_ssize_t shape[1]
    cdef Py_ssize_t strides[1]

    cdef void take(self, const void* rows, size_t count, size_t row_size):
        self.row_size = <Py_ssize_t>row_size
        self.length = <Py_ssize_t>(count * row_size)
        # One spare byte: an empty vector has no address, and NumPy wants one.
        self.rows.resize(count * row_size + 1)
        if count:
            memcpy(self.rows.data(), rows, count * row_size)

    def __len__(self):
        return self.length // self.row_size if self.row_size else 0

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("rows are read-only")
        self.shape[0] = self.length
        self.strides[0] = 1
        buffer.buf = self.rows.data()
        buffer.format = <char*>"B"
        buffer.internal = NULL
        buffer.itemsize = 1
        buffer.len = self.length
        buffer.ndim = 1
        buffer.obj = self
        buffer.readonly = 1
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL

    def __releasebuffer__(self, Py_buffer* buffer):
        pass


cdef RowBuffer buffer_of(const void* rows, size_t count, size_t row_size):
    cdef RowBuffer buffer = RowBuffer.__new__(RowBuffer)
    buffer.take(rows, count, row_size)
    return buffer


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
    """One occurrence of a citation marker with its ids."""

    cdef readonly int32_t start, end, segment
    cdef readonly uint32_t flags
    cdef readonly list ids


cdef class ClaimMatch:
    """How one segment (or the question, segment -1) lies against the evidence; see ClaimRow."""

    cdef readonly int32_t segment, word_count, cited_count, cited_matched, first_passage, passage_count
    cdef readonly int32_t best_passage, best_cited, best_matched


cdef class Passage:
    """The passage of one source that holds most of a claim; see PassageRow."""

    cdef readonly int32_t segment, source, matched, held, first_unit, last_unit, start, end
    cdef readonly bint cited


cdef class QuantityMatch:
    """A quantity of the answer beside one of a source (or of the question, source -1); see QuantityMatchRow."""

    cdef readonly int32_t quantity, source, evidence, unit, relation, context, own, near, near_count, start, end
    cdef readonly uint32_t flags


cdef class SourceMatch:
    """The whole answer against one source; see SourceMatchRow."""

    cdef readonly int32_t source, matched, held, adjacent, start, end, cited


cdef class Substitution:
    """Words of a claim that stand where its passage has others; see SubstitutionRow."""

    cdef readonly int32_t segment, source, answer_start, answer_end, source_start, source_end
    cdef readonly int32_t answer_count, source_count, left_run, right_run, aligned, claim_count, passage_count
    cdef readonly uint32_t flags


cdef class Tables:
    """The language tables and phrases (class 0..31, text), parsed. Raises ValueError naming the line that is wrong."""

    cdef shared_ptr[Lexicon] lexicon
    cdef shared_ptr[PhraseTable] phrases

    def __cinit__(self, bytes blob, list phrases):
        cdef vector[pair[int32_t, string]] rows
        for phrase_class, text in phrases:
            rows.push_back(pair[int32_t, string](<int32_t>phrase_class, string_of(text.encode())))
        self.lexicon = make_shared[Lexicon](Lexicon.parse(view_of(blob)))
        self.phrases = shared_ptr[PhraseTable](new PhraseTable(rows))

    def tokenize(self, bytes text):
        """Rows of TokenRow for valid UTF-8, stop words flagged, `segment` 0."""
        cdef vector[TokenRow] rows
        cdef string_view view = view_of(text)
        check_utf8(view)
        with nogil:
            tokenize(view, self.lexicon.get(), rows)
        return buffer_of(rows.data(), rows.size(), sizeof(TokenRow))

    def segments(self, bytes text, bint source=False):
        """Rows of SegmentRow: an answer's sentences, or a source's units. Markers are not looked for."""
        cdef vector[SegmentRow] rows
        cdef vector[MarkerRow] markers
        cdef string_view view = view_of(text)
        cdef SegmentMode mode = SegmentMode.kSource if source else SegmentMode.kAnswer
        check_utf8(view)
        with nogil:
            read_segments(view, markers, dereference(self.lexicon), mode, rows)
        return buffer_of(rows.data(), rows.size(), sizeof(SegmentRow))

    def markers(self, bytes text, list source_ids, int base=1, int kind=1):
        """Rows of MarkerRow and of MarkerIdRow."""
        cdef vector[string] ids
        cdef vector[MarkerRow] rows
        cdef vector[MarkerIdRow] id_rows
        cdef MarkerOptions options
        cdef string_view view = view_of(text)
        check_utf8(view)
        for name in source_ids:
            ids.push_back(string_of(name.encode()))
        cdef unique_ptr[SourceNames] names = unique_ptr[SourceNames](new SourceNames(ids))
        options.base = base
        options.kind = <MarkerKind>kind
        with nogil:
            read_markers(view, dereference(names), options, rows, id_rows)
        return (buffer_of(rows.data(), rows.size(), sizeof(MarkerRow)),
                buffer_of(id_rows.data(), id_rows.size(), sizeof(MarkerIdRow)))

    def quantities(self, bytes text):
        """The quantities of a text, in order."""
        cdef vector[TokenRow] tokens
        cdef vector[QuantityRow] rows
        cdef string_view view = view_of(text)
        check_utf8(view)
        with nogil:
            tokenize(view, NULL, tokens)
            read_quantities(view, tokens, dereference(self.lexicon), rows)
        cdef size_t i
        return [quantity_of(rows[i], dereference(self.lexicon)) for i in range(rows.size())]

    def quantity_rows(self, bytes text):
        """Rows of QuantityRow."""
        cdef vector[TokenRow] tokens
        cdef vector[QuantityRow] rows
        cdef string_view view = view_of(text)
        check_utf8(view)
        with nogil:
            tokenize(view, NULL, tokens)
            read_quantities(view, tokens, dereference(self.lexicon), rows)
        return buffer_of(rows.data(), rows.size(), sizeof(QuantityRow))


cdef check_utf8(string_view view):
    cdef size_t at = find_invalid_utf8(view)
    if at != <size_t>-1:
        raise ValueError(f"not valid UTF-8 at byte {at}")


def fold_text(bytes text):
    """The folded form of valid UTF-8, as words are compared in it."""
    cdef string_view view = view_of(text)
    check_utf8(view)
    return text_of(fold(view))


def offsets(bytes text, int unit):
    """int32 rows: for each byte offset 0..len(text), the offset in `unit` (1 bytes, 2 UTF-16 units, 3 code points)."""
    cdef vector[int32_t] rows
    cdef string_view view = view_of(text)
    with nogil:
        offset_table(view, <OffsetUnit>unit, rows)
    return buffer_of(rows.data(), rows.size(), sizeof(int32_t))


cdef class Index:
    """Everything read of a set of sources, once. Safe to share between threads.

    Raises UnicodeEncodeError for a text with a lone surrogate.
    """

    cdef shared_ptr[SourceIndex] index
    cdef Tables tables
    cdef readonly int32_t source_count

    def __cinit__(self, Tables tables, list ids, list texts):
        cdef vector[string] c_ids
        cdef vector[string] c_texts
        cdef Py_ssize_t size
        cdef const char* start
        self.tables = tables
        c_ids.reserve(len(ids))
        c_texts.reserve(len(texts))
        for name in ids:
            c_ids.push_back(string_of(name.encode()))
        for text in texts:
            start = PyUnicode_AsUTF8AndSize(text, &size)
            c_texts.push_back(string(start, <size_t>size))
        with nogil:
            self.index = shared_ptr[SourceIndex](
                new SourceIndex(c_ids, move(c_texts), dereference(self.tables.lexicon)))
        self.source_count = <int32_t>self.index.get().sources.size()

    def source_flags(self):
        """For each source its SourceFlag bits."""
        cdef size_t i
        return [self.index.get().sources[i].flags for i in range(self.index.get().sources.size())]

    def unit(self, int32_t row):
        """One unit of the sources."""
        if row < 0 or row >= <int32_t>self.index.get().units.size():
            raise IndexError("no such unit")
        return segment_of(self.index.get().units[row])

    def unit_source(self, int32_t row):
        """The ordinal of the source that holds a unit."""
        if row < 0 or row >= <int32_t>self.index.get().unit_source.size():
            raise IndexError("no such unit")
        return self.index.get().unit_source[row]

    def quantity(self, int32_t row):
        """One quantity of the sources."""
        if row < 0 or row >= <int32_t>self.index.get().quantities.size():
            raise IndexError("no such quantity")
        return quantity_of(self.index.get().quantities[row], dereference(self.tables.lexicon))

    def compare(self, str answer, str question, int32_t marker_base, int marker_kind, list claim_starts,
                list claim_sources):
        """Reads one answer and compares it with the sources; all in one call, the lock released."""
        cdef CompareOptions options
        cdef ComparisonRows out = ComparisonRows.__new__(ComparisonRows)
        cdef Py_ssize_t size
        cdef const char* start = PyUnicode_AsUTF8AndSize(answer, &size)
        cdef string_view view = string_view(start, <size_t>size)
        cdef vector[int32_t] cited
        options.markers.base = marker_base
        options.markers.kind = <MarkerKind>marker_kind
        start = PyUnicode_AsUTF8AndSize(question, &size)
        options.question = string_view(start, <size_t>size)
        options.phrases = self.tables.phrases.get()
        for place in claim_starts:
            options.claim_starts.push_back(place)
        for sources in claim_sources:
            cited.clear()
            for source in sources:
                cited.push_back(source)
            options.claim_sources.push_back(cited)
        out.tables = self.tables
        with nogil:
            compare(dereference(self.index), view, options, out.rows)
        return out


cdef class ComparisonRows:
    """An answer read and compared: rows as small objects for what is judged, buffers for what is only counted."""

    cdef Comparison rows
    cdef Tables tables

    @property
    def word_count(self):
        return self.rows.word_count

    @property
    def found_count(self):
        return self.rows.found_count

    @property
    def distinct_count(self):
        return self.rows.distinct_count

    @property
    def truncated(self):
        return self.rows.truncated

    def segments(self):
        cdef size_t i
        return [segment_of(self.rows.segments[i]) for i in range(self.rows.segments.size())]

    def quantities(self):
        cdef size_t i
        return [quantity_of(self.rows.quantities[i], dereference(self.tables.lexicon))
                for i in range(self.rows.quantities.size())]

    def markers(self):
        cdef list out = []
        cdef Marker marker
        cdef MarkerId one
        cdef size_t i
        cdef int32_t k
        cdef MarkerIdRow id_row
        for i in range(self.rows.markers.size()):
            marker = Marker.__new__(Marker)
            marker.start = self.rows.markers[i].start_byte
            marker.end = self.rows.markers[i].end_byte
            marker.segment = self.rows.markers[i].segment
            marker.flags = self.rows.markers[i].flags
            marker.ids = []
            for k in range(self.rows.markers[i].id_count):
                id_row = self.rows.marker_ids[self.rows.markers[i].first_id + k]
                one = MarkerId.__new__(MarkerId)
                one.start = id_row.start_byte
                one.end = id_row.end_byte
                one.number = id_row.number
                one.source = id_row.source
                marker.ids.append(one)
            out.append(marker)
        return out

    def claims(self):
        cdef list out = []
        cdef ClaimMatch claim
        cdef ClaimRow row
        cdef size_t i
        for i in range(self.rows.claims.size()):
            row = self.rows.claims[i]
            claim = ClaimMatch.__new__(ClaimMatch)
            claim.segment = row.segment
            claim.word_count = row.word_count
            claim.cited_count = row.cited_count
            claim.cited_matched = row.cited_matched
            claim.first_passage = row.first_passage
            claim.passage_count = row.passage_count
            claim.best_passage = row.best_passage
            claim.best_cited = row.best_cited
            claim.best_matched = row.best_matched
            out.append(claim)
        return out

    def passages(self):
        cdef list out = []
        cdef Passage passage
        cdef PassageRow row
        cdef size_t i
        for i in range(self.rows.passages.size()):
            row = self.rows.passages[i]
            passage = Passage.__new__(Passage)
            passage.segment = row.segment
            passage.source = row.source
            passage.matched = row.matched
            passage.held = row.held
            passage.first_unit = row.first_unit
            passage.last_unit = row.last_unit
            passage.start = row.start_byte
            passage.end = row.end_byte
            passage.cited = row.cited != 0
            out.append(passage)
        return out

    def quantity_matches(self):
        cdef list out = []
        cdef QuantityMatch match
        cdef QuantityMatchRow row
        cdef size_t i
        for i in range(self.rows.quantity_matches.size()):
            row = self.rows.quantity_matches[i]
            match = QuantityMatch.__new__(QuantityMatch)
            match.quantity = row.quantity
            match.source = row.source
            match.evidence = row.evidence
            match.unit = row.unit
            match.relation = row.relation
            match.context = row.context
            match.own = row.own
            match.near = row.near
            match.near_count = row.near_count
            match.start = row.start_byte
            match.end = row.end_byte
            match.flags = row.flags
            out.append(match)
        return out

    def source_matches(self):
        cdef list out = []
        cdef SourceMatch match
        cdef SourceMatchRow row
        cdef size_t i
        for i in range(self.rows.source_matches.size()):
            row = self.rows.source_matches[i]
            match = SourceMatch.__new__(SourceMatch)
            match.source = row.source
            match.matched = row.matched
            match.held = row.held
            match.adjacent = row.adjacent
            match.start = row.start_byte
            match.end = row.end_byte
            match.cited = row.cited
            out.append(match)
        return out

    def substitutions(self):
        cdef list out = []
        cdef Substitution one
        cdef SubstitutionRow row
        cdef size_t i
        for i in range(self.rows.substitutions.size()):
            row = self.rows.substitutions[i]
            one = Substitution.__new__(Substitution)
            one.segment = row.segment
            one.source = row.source
            one.answer_start = row.answer_start
            one.answer_end = row.answer_end
            one.source_start = row.source_start
            one.source_end = row.source_end
            one.answer_count = row.answer_count
            one.source_count = row.source_count
            one.left_run = row.left_run
            one.right_run = row.right_run
            one.aligned = row.aligned
            one.claim_count = row.claim_count
            one.passage_count = row.passage_count
            one.flags = row.flags
            out.append(one)
        return out

    def words(self, TextOffsets answer, Builder word):
        """The content words of the answer, quantities in, markers and stop words out: found ones and others.

        Han bigrams that overlap and are found alike are joined to runs. `word` is built from its span and its text.
        """
        cdef list found = []
        cdef list missing = []
        cdef size_t i = 0
        cdef size_t count = self.rows.tokens.size()
        cdef const TokenRow* tokens = self.rows.tokens.data()
        cdef int32_t start, end
        cdef uint32_t kind
        cdef object row
        while i < count:
            if tokens[i].flags & UNCOUNTED:
                i += 1
                continue
            start = tokens[i].start_byte
            end = tokens[i].end_byte
            kind = tokens[i].flags & (TOKEN_FOUND | TOKEN_HAN)
            i += 1
            while (kind & TOKEN_HAN and i < count and tokens[i].start_byte < end
                   and tokens[i].flags & (TOKEN_FOUND | TOKEN_HAN | UNCOUNTED) == kind):
                end = tokens[i].end_byte
                i += 1
            row = word.build_pair(answer.span(start, end), answer.text(start, end))
            (found if kind & TOKEN_FOUND else missing).append(row)
        return found, missing

    def token_rows(self):
        return buffer_of(self.rows.tokens.data(), self.rows.tokens.size(), sizeof(TokenRow))
