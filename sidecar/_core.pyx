# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
# cython: auto_pickle=False, autotestdict=False
"""The only bridge to csrc. It carries bytes in and rows out, and decides nothing.

Calls release the lock while C++ runs. Row classes hold copies of one C++ row each; byte offsets count in the text
that the row was read from. `RowBuffer` gives whole tables through the buffer protocol, read-only, without copying.
"""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AsString, PyBytes_Size
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from cython.operator cimport dereference
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
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
SIMD_LEVEL = simd_level_name(simd_level()).decode()
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


include "_core_texts.pxi"
include "_core_sources.pxi"
include "_core_wire.pxi"
include "_core_rows.pxi"
include "_core_comparison.pxi"


cdef class Tables:
    """The language tables, phrases (class 0..31, text), words beside names and cues (group, side, text, flags), parsed.

    Raises ValueError naming the line that is wrong.
    """

    cdef shared_ptr[Lexicon] lexicon
    cdef shared_ptr[PhraseTable] phrases
    cdef shared_ptr[CueTable] cues

    def __cinit__(self, bytes blob, list phrases, list name_joiners, list name_titles, list cues):
        cdef vector[pair[int32_t, string]] rows
        cdef vector[Cue] cue_rows
        cdef Cue cue
        for phrase_class, text in phrases:
            rows.push_back(pair[int32_t, string](<int32_t>phrase_class, string_of(text.encode())))
        cdef vector[string] joiners = [string_of(word.encode()) for word in name_joiners]
        cdef vector[string] titles = [string_of(word.encode()) for word in name_titles]
        self.lexicon = make_shared[Lexicon](Lexicon.parse(view_of(blob)))
        self.phrases = shared_ptr[PhraseTable](new PhraseTable(rows, joiners, titles))
        for group, side, text, flags in cues:
            cue.group = group
            cue.side = side
            cue.text = string_of(text.encode())
            cue.flags = flags
            cue_rows.push_back(cue)
        self.cues = shared_ptr[CueTable](new CueTable(cue_rows))

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

    def markers(self, bytes text, list source_ids, int base=1, int kind=1, list templates=None,
                list labels=None):
        """Rows of MarkerRow and of MarkerIdRow. `labels`: see Index.compare."""
        cdef vector[string] ids
        cdef vector[MarkerRow] rows
        cdef vector[MarkerIdRow] id_rows
        cdef MarkerOptions options
        cdef string_view view = view_of(text)
        check_utf8(view)
        for name in source_ids:
            ids.push_back(string_of(name.encode()))
        cdef unique_ptr[SourceNames] names = unique_ptr[SourceNames](new SourceNames(move(ids)))
        cdef unique_ptr[SourceLabels] known = labels_of(labels)
        options.base = base
        options.kind = <MarkerKind>kind
        add_templates(templates or [], options)
        options.labels = known.get()
        with nogil:
            read_markers(view, dereference(self.lexicon), dereference(names), options, rows, id_rows)
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


def simd_levels():
    """The names of the SIMD levels that this machine can run, narrowest first."""
    return [simd_level_name(level).decode() for level in simd_level_rows()]


def force_simd_level(str name):
    """For tests: what is read from now on is read at this one of `simd_levels`. All read the same."""
    for level in simd_level_rows():
        if simd_level_name(level).decode() == name:
            set_simd_level(level)
            return
    raise ValueError(f"{name} is no SIMD level of this machine; take one of simd_levels()")


def hidden_in(str text):
    """[start, end) in bytes of the first hidden character of an answer; None where there is none."""
    cdef Py_ssize_t size
    cdef const char* start = PyUnicode_AsUTF8AndSize(text, &size)
    cdef HiddenPlace place = find_hidden(string_view(start, <size_t>size), True)
    return (place.start, place.end) if place.start < <size_t>size else None


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


cdef unique_ptr[SourceLabels] labels_of(list labels) except *:
    """The labels of the sources by which markers may name them; null for None."""
    cdef vector[SourceLabel] rows
    cdef SourceLabel row
    if labels is None:
        return unique_ptr[SourceLabels]()
    for title, uri, page_label, section_path, page in labels:
        row.title = string_of(title.encode())
        row.uri = string_of(uri.encode())
        row.page_label = string_of(page_label.encode())
        row.page = page
        row.sections.clear()
        for section in section_path:
            row.sections.push_back(string_of(section.encode()))
        rows.push_back(row)
    return unique_ptr[SourceLabels](new SourceLabels(rows))


cdef int add_templates(list templates, MarkerOptions& options) except -1:
    cdef MarkerTemplate form
    for before, after in templates:
        form.before = string_of(before.encode())
        form.after = string_of(after.encode())
        options.templates.push_back(form)
    return 0


cdef class Index:
    """Everything read of a set of sources, once. Safe to share between threads.

    Raises UnicodeEncodeError for a text with a lone surrogate, TypeError for what is no source. Spans of what it
    builds count in `offset_unit`, as OffsetUnit does. `image`: bytes that `image()` gave for the same texts, tables and
    build, which are used where they lie; ValueError where they do not fit.
    """

    cdef shared_ptr[SourceIndex] index
    cdef object held_image  # keeps the rows where they lie
    cdef Tables tables
    cdef SourceReader reader
    cdef tuple sources
    cdef int offset_unit
    cdef list offsets  # TextOffsets of each source, made on first use
    cdef vector[string] lowered  # the texts in small letters, likewise
    cdef readonly list ids

    def __cinit__(self, Tables tables, SourceReader reader, tuple sources, int offset_unit, image=None):
        cdef vector[string] c_ids
        cdef vector[string] c_texts
        cdef Py_ssize_t size
        cdef const char* start
        cdef str name
        self.tables = tables
        self.reader = reader
        self.sources = sources
        self.offset_unit = offset_unit
        self.ids = []
        self.offsets = [None] * len(sources)
        c_ids.reserve(len(sources))
        c_texts.reserve(len(sources))
        for source in sources:
            reader.check(source)
            name = reader.name_of(source, len(self.ids) + 1)
            self.ids.append(name)
            start = PyUnicode_AsUTF8AndSize(name, &size)
            c_ids.push_back(string(start, <size_t>size))
            start = PyUnicode_AsUTF8AndSize(slot_of(source, reader.text), &size)
            c_texts.push_back(string(start, <size_t>size))
        cdef string_view rows
        cdef Py_buffer buffer
        if image is not None:
            self.held_image = memoryview(image)
            PyObject_GetBuffer(self.held_image, &buffer, PyBUF_SIMPLE)
            rows = string_view(<const char*>buffer.buf, <size_t>buffer.len)
            PyBuffer_Release(&buffer)  # the view holds it too
            self.index = shared_ptr[SourceIndex](
                new SourceIndex(move(c_ids), move(c_texts), rows, dereference(self.tables.lexicon)))
            return
        with nogil:
            self.index = shared_ptr[SourceIndex](
                new SourceIndex(move(c_ids), move(c_texts), dereference(self.tables.lexicon)))

    def image(self):
        """All rows as bytes, for another index over the same sources."""
        cdef string rows = self.index.get().image()
        return rows.data()[:rows.size()]

    cdef TextOffsets given_text(self, Py_ssize_t source):
        """The text of one source as the caller gave it."""
        out = self.offsets[source]
        if out is None:
            out = TextOffsets(slot_of(self.sources[source], self.reader.text), self.offset_unit, self.reader.span)
            self.offsets[source] = out
        return out

    cdef string_view read_bytes(self, Py_ssize_t source, Py_ssize_t start, Py_ssize_t end) except *:
        """The bytes [start, end) of a source as it is read. Raises IndexError where there are none."""
        if source < 0 or source >= len(self.ids):
            raise IndexError("no such source")
        cdef string_view text = self.index.get().text(<int32_t>source)
        if start < 0 or end < start or end > <Py_ssize_t>text.size():
            raise IndexError("no such bytes")
        return string_view(text.data() + start, <size_t>(end - start))

    def text(self, Py_ssize_t source, Py_ssize_t start, Py_ssize_t end):
        """What the bytes [start, end) of a source are read as."""
        return text_of_view(self.read_bytes(source, start, end))

    def text_up_to(self, Py_ssize_t source, Py_ssize_t start, Py_ssize_t end, Py_ssize_t most):
        """What the bytes [start, end) are read as, cut after at most `most` of them at a character's end."""
        cdef string_view text = self.read_bytes(source, start, end)
        if end - start > most:
            end = most
            while end > 0 and (text.data()[end] & 0xC0) == 0x80:
                end -= 1
            text = string_view(text.data(), <size_t>end)
        return text_of_view(text)

    cpdef object given(self, Py_ssize_t source, Py_ssize_t start, Py_ssize_t end):
        """The bytes [start, end) of a source as it is read: their span in the text as given, and what stands there."""
        self.read_bytes(source, start, end)
        cdef TextOffsets text = self.given_text(source)
        start = self.index.get().given_place(<int32_t>source, <int32_t>start)
        end = self.index.get().given_place(<int32_t>source, <int32_t>end)
        return text.span(start, end), text.text(start, end)

    def ref(self, Py_ssize_t source, Py_ssize_t start, Py_ssize_t end):
        """A reference to the bytes [start, end) of a source as it is read, with everything the caller gave for it."""
        cdef SourceReader reader = self.reader
        span, text = self.given(source, start, end)
        cdef object row = self.sources[source]
        cdef object out = PyType_GenericAlloc(<PyTypeObject*>reader.ref.cls, 0)
        put(out, reader.ref.places[0], self.ids[source])
        put(out, reader.ref.places[1], span)
        put(out, reader.ref.places[2], text)
        cdef size_t i
        for i in range(reader.carried.size()):
            put(out, reader.carried[i].second, slot_of(row, reader.carried[i].first))
        return out

    def hidden(self):
        """(source, start, end) in bytes of the first hidden character of each source that has one."""
        cdef list out = []
        cdef HiddenPlace place
        cdef string_view text
        cdef size_t i
        for i in range(self.index.get().sources.size()):
            text = self.index.get().text(<int32_t>i)
            if (<str>slot_of(self.sources[i], self.reader.text)).isascii():
                continue  # ASCII hides nothing
            with nogil:
                place = find_hidden(text, False)
            if place.start < text.size():
                out.append((i, place.start, place.end))
        return out

    def word_begins(self, bytes word, bint whole):
        """Whether a word of some source begins with `word`, or is it; ASCII letters of the sources count as small."""
        cdef string_view what = view_of(word)
        cdef size_t i
        with cython.critical_section(self):  # threads share an index; free where they share Python's lock
            if self.lowered.size() == 0:
                for i in range(self.index.get().sources.size()):
                    self.lowered.push_back(lowered(self.index.get().text(<int32_t>i)))
        for i in range(self.lowered.size()):
            if word_begins(string_view(self.lowered[i].data(), self.lowered[i].size()), what, whole):
                return True
        return False

    def source_flags(self):
        """For each source its SourceFlag bits for what cannot be read: 1 blanks alone, 2 glyph soup; else 0."""
        cdef size_t i
        return [self.index.get().sources[i].flags & 3 for i in range(self.index.get().sources.size())]

    def unit(self, int32_t row):
        """One unit of the sources."""
        if row < 0 or row >= <int32_t>self.index.get().units.size():
            raise IndexError("no such unit")
        return segment_of(self.index.get().units[row])

    def unit_of(self, int32_t source, int32_t row):
        """One unit of the sources; None where no row of that number is of this source."""
        if row < 0 or row >= <int32_t>self.index.get().units.size() or self.index.get().unit_source[row] != source:
            return None
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

    def quantity_behind(self, int32_t row):
        """The quantity that follows one in the same source; None where none does."""
        if row < 0 or row + 1 >= <int32_t>self.index.get().quantities.size():
            return None
        cdef int32_t here = self.index.get().quantities[row].segment
        cdef int32_t next = self.index.get().quantities[row + 1].segment
        if self.index.get().unit_source[here] != self.index.get().unit_source[next]:
            return None
        return quantity_of(self.index.get().quantities[row + 1], dereference(self.tables.lexicon))

    def compare(self, str answer, str question, int32_t marker_base, int marker_kind, list claim_starts,
                list claim_sources, list templates, list labels, bint derive, str whole_question,
                tuple as_of, tuple carried, int32_t known_count):
        """Reads one answer and compares it with the sources; all in one call, the lock released.

        `templates`: (before, after) of each marker template. `labels`: for each source (title, uri, page_label,
        section_path, page or -1); None: where a title may be cited nothing is compared, and `names_wanted` says so.
        `carried`: of a piece of a growing answer, what stood before it hands on, as `ComparisonRows.carried` gives it;
        it is compared where more than `known_count` of its segments are settled. None for a whole answer.
        """
        cdef CompareOptions options
        cdef ComparisonRows out = ComparisonRows.__new__(ComparisonRows)
        cdef Py_ssize_t size
        cdef const char* start = PyUnicode_AsUTF8AndSize(answer, &size)
        cdef string_view view = string_view(start, <size_t>size)
        cdef vector[int32_t] cited
        cdef unique_ptr[SourceLabels] known = labels_of(labels)
        options.markers.base = marker_base
        options.markers.kind = <MarkerKind>marker_kind
        options.markers.labels = known.get()
        add_templates(templates, options.markers)
        start = PyUnicode_AsUTF8AndSize(question, &size)
        options.question = string_view(start, <size_t>size)
        options.phrases = self.tables.phrases.get()
        options.cues = self.tables.cues.get()
        options.derive = derive
        start = PyUnicode_AsUTF8AndSize(whole_question, &size)
        options.whole_question = string_view(start, <size_t>size)
        options.as_of.year, options.as_of.month, options.as_of.day = as_of
        if carried is not None:
            options.growing = True
            options.known = known_count
            (options.carried.work, options.carried.inside, options.carried.next_label, options.carried.label_end,
             options.carried.word_count, options.carried.stop_word_count, options.carried.derived_count,
             options.carried.year_count, options.carried.token_count) = carried
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
