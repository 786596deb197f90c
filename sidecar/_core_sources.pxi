# Part of _core.pyx: the caller's sources, read slot by slot, and references to places in them.

cdef str NOTHING = ""

cdef extern from "Python.h":
    int PyObject_TypeCheck(object, PyTypeObject*)


cdef inline object slot_of(object row, Py_ssize_t place):
    cdef PyObject* value = (<PyObject**><void*>row)[place]
    if value == NULL:
        raise TypeError("a field of a source is not set")
    return <object>value


cdef inline void put(object row, Py_ssize_t place, object value):
    """Into a slot of a new object, which is empty."""
    Py_INCREF(value)
    (<PyObject**><void*>row)[place] = <PyObject*><void*>value


cdef class SourceReader:
    """How a source is read, and how a reference to a place in one is built: the classes of both, and that of a span.

    A reference takes the id of its source, the span, the text, and then every field of its own name from the source.
    """

    cdef Builder source, ref, span, attribute
    cdef Py_ssize_t source_id, text, section_path, attributes
    cdef vector[Py_ssize_t] strings  # of all other fields that hold a string
    cdef vector[pair[Py_ssize_t, Py_ssize_t]] carried  # from a source into a reference

    def __cinit__(self, Builder source, Builder ref, Builder span, Builder attribute, tuple strings):
        self.source = source
        self.ref = ref
        self.span = span
        self.attribute = attribute
        self.source_id = source.place_of("source_id")
        self.text = source.place_of("text")
        self.section_path = source.place_of("section_path")
        self.attributes = source.place_of("attributes")
        for name in strings:
            self.strings.push_back(source.place_of(name))
        for name in ref.names[3:]:
            self.carried.push_back(pair[Py_ssize_t, Py_ssize_t](source.place_of(name), ref.place_of(name)))

    cdef object check(self, object row):
        if not PyObject_TypeCheck(row, <PyTypeObject*>self.source.cls):
            raise TypeError(f"a source is a {self.source.cls.__name__}, not a {type(row).__name__}")

    cdef str name_of(self, object row, Py_ssize_t number):
        """The id that the caller gave, or the number of the source."""
        return slot_of(row, self.source_id) or str(number)

    def scan(self, tuple sources):
        """(characters of all texts, first row whose id an earlier one has, first row with a string beside its text that
        is not valid Unicode); -1 where there is none.
        """
        cdef Py_ssize_t row = 0
        cdef Py_ssize_t repeated = -1
        cdef Py_ssize_t unsound = -1
        cdef Py_ssize_t characters = 0
        cdef set names = set()
        for source in sources:
            self.check(source)
            characters += len(<str?>slot_of(source, self.text))
            names.add(self.name_of(source, row + 1))
            if len(names) <= row and repeated < 0:
                repeated = row
            if unsound < 0 and not self.sound(source):
                unsound = row
            row += 1
        return characters, repeated, unsound

    cdef bint sound(self, object source) except -1:
        cdef Py_ssize_t size
        cdef size_t i
        try:
            for i in range(self.strings.size()):
                text = slot_of(source, self.strings[i])
                if text is not NOTHING:  # most fields are left out, and so of one and the same empty string
                    PyUnicode_AsUTF8AndSize(text, &size)
            for section in slot_of(source, self.section_path):
                PyUnicode_AsUTF8AndSize(section, &size)
            for attribute in slot_of(source, self.attributes):
                for i in range(self.attribute.places.size()):
                    PyUnicode_AsUTF8AndSize(slot_of(attribute, self.attribute.places[i]), &size)
        except UnicodeEncodeError:
            return False
        return True
