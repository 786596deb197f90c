# Part of _core.pyx: what is made for Python from texts and from whole tables of rows.

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

    cdef Py_ssize_t place_of(self, str name) except -1:
        """Where the field of this name lies."""
        return self.places[<size_t>self.names.index(name)]

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

    `unit` counts as OffsetUnit does. Units are counted from the first use on, and only where bytes are not wanted.
    """

    cdef object owner  # keeps the UTF-8 form alive
    cdef const char* start
    cdef readonly Py_ssize_t size
    cdef int unit
    cdef Builder make_span
    cdef unique_ptr[OffsetCounter] counter

    def __cinit__(self, str text, int unit, Builder make_span):
        self.owner = text
        self.start = PyUnicode_AsUTF8AndSize(text, &self.size)
        self.unit = 1 if self.size == len(text) else unit
        self.make_span = make_span

    cpdef object span(self, Py_ssize_t start, Py_ssize_t end):
        """The bytes [start, end) as a span of the wanted unit. Raises IndexError for a range outside the text."""
        if start < 0 or end < start or end > self.size:
            raise IndexError("no such bytes")
        if self.unit == 1:
            return self.make_span.build_pair(start, end)
        if not self.counter:
            self.counter.reset(
                new OffsetCounter(string_view(self.start, <size_t>self.size), <OffsetUnit>self.unit))
        return self.make_span.build_pair(
            dereference(self.counter).at(<size_t>start), dereference(self.counter).at(<size_t>end))

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
