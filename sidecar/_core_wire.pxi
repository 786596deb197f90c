# Part of _core.pyx: protobuf messages, written from rows of slotted classes and read into them.

cdef enum:
    WIRE_INT = 0      # int32, bool, members of an enum
    WIRE_DOUBLE = 1
    WIRE_STRING = 2
    WIRE_MESSAGE = 3
    WIRE_RAW = 4      # reading alone: a message kept as its bytes

# What stands behind a tag: a number in base 128, eight bytes, or a length and as many bytes.
cdef enum:
    VARINT = 0
    FIXED64 = 1
    LENGTH_DELIMITED = 2

cdef struct WireField:
    uint32_t number
    int kind
    bint repeated
    bint present     # None is absent, and a zero is written
    bint choice      # reading alone: one of a oneof
    Py_ssize_t place


cdef void put_varint(string* out, uint64_t number) noexcept nogil:
    while number >= 0x80:
        out.push_back(<char>(number & 0x7F | 0x80))
        number >>= 7
    out.push_back(<char>number)


cdef void put_length(string* out, size_t start) noexcept:
    """In front of what was written from `start` on, after one byte that is kept for the length."""
    cdef uint64_t length = out.size() - start
    cdef string digits
    if length >= 0x80:
        put_varint(&digits, length)
        out.insert(start, digits.size() - 1, <char>0)
        memcpy(out.data() + start - 1, digits.data(), digits.size())
    else:
        out[0][start - 1] = <char>length


cdef class WireFields:
    """The fields of one message and where each lies in a row.

    Of each: (name, number, kind, repeated, present, choice, child, label, members). `row` builds the rows; None stands
    for tuples of all fields in order. `child` is what writes or reads a field of kind WIRE_MESSAGE; `label` is the
    name in JSON, `members` the names of an enum by number, None for what is no enum.
    """

    cdef Builder row
    cdef vector[WireField] fields
    cdef list children
    cdef list labels
    cdef list members
    cdef tuple defaults  # reading alone: of the row's fields, in their order

    def __cinit__(self, Builder row, list fields, tuple defaults=()):
        cdef WireField field
        self.row = row
        self.defaults = defaults
        self.children = []
        self.labels = []
        self.members = []
        for name, number, kind, repeated, present, choice, child, label, members in fields:
            field.number = number
            field.kind = kind
            field.repeated = repeated
            field.present = present
            field.choice = choice
            field.place = <Py_ssize_t>self.fields.size() if row is None else row.place_of(name)
            self.fields.push_back(field)
            self.children.append(child)
            self.labels.append(label)
            self.members.append(members)

    cdef object value_of(self, object row, size_t field):
        """The value of one field. Raises TypeError for a row of another class."""
        if self.row is None:
            return row[self.fields[field].place]
        if not PyObject_TypeCheck(row, <PyTypeObject*>self.row.cls):
            raise TypeError(f"a {self.row.cls.__name__} is wanted, not a {type(row).__name__}")
        return slot_of(row, self.fields[field].place)


cdef class MessageWriter(WireFields):
    """Writes rows as messages, their fields in the order given; a field that has its default is left out.

    Raises UnicodeEncodeError for a lone surrogate, OverflowError for a number that int32 cannot hold, TypeError for a
    row of another class.
    """

    def __call__(self, row):
        """The bytes of one message."""
        cdef string out
        self.write(row, &out)
        return out.data()[:out.size()]

    cdef int write(self, object row, string* out) except -1:
        cdef size_t i
        cdef object value
        cdef MessageWriter child
        for i in range(self.fields.size()):
            value = self.value_of(row, i)
            child = self.children[<Py_ssize_t>i]
            if not self.fields[i].repeated:
                if value is not None:
                    write_field(&self.fields[i], child, value, self.fields[i].present, out)
                elif not self.fields[i].present:
                    raise TypeError(f"field {self.fields[i].number} of a {type(row).__name__} is not set")
            elif value:
                if self.fields[i].kind == WIRE_INT:
                    write_packed(self.fields[i].number, value, out)
                else:
                    for item in value:
                        write_field(&self.fields[i], child, item, True, out)
        return 0


cdef class MessageDicts(WireFields):
    """Turns rows into the dicts of protobuf's JSON, fields in the order given, those that have their default left out.

    Raises TypeError for a row of another class.
    """

    def __call__(self, row):
        """The dict of one message."""
        return self.build(row)

    cdef dict build(self, object row):
        cdef dict out = {}
        cdef size_t i
        cdef object value
        for i in range(self.fields.size()):
            value = self.value_of(row, i)
            if self.fields[i].repeated:
                if value:
                    out[self.labels[<Py_ssize_t>i]] = [self.shown(i, item) for item in value]
            elif value is not None and (self.fields[i].present or value or is_negative_zero(value)):
                out[self.labels[<Py_ssize_t>i]] = self.shown(i, value)
        return out

    cdef object shown(self, size_t field, object value):
        cdef object members
        if self.fields[field].kind == WIRE_MESSAGE:
            return (<MessageDicts>self.children[<Py_ssize_t>field]).build(value)
        if self.fields[field].kind == WIRE_DOUBLE:
            return shown_double(value)
        members = self.members[<Py_ssize_t>field]
        if members is None:
            return value
        return (<dict>members).get(value, int(value))  # a number without a name is shown as it is


cdef object shown_double(double value):
    """JSON has no number for what is not finite; a caller's retrieval score may be that."""
    if value - value == 0:
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


cdef inline bint is_negative_zero(object value):
    return isinstance(value, float) and str(value) == "-0.0"


cdef int64_t int32_of(object value) except? -1:
    cdef int64_t number = value
    if number != <int32_t>number:
        raise OverflowError(f"{number} does not fit into 32 bits")
    return number


cdef int write_packed(uint32_t number, object values, string* out) except -1:
    cdef size_t start
    put_varint(out, number << 3 | LENGTH_DELIMITED)
    out.push_back(<char>0)
    start = out.size()
    for value in values:
        put_varint(out, <uint64_t>int32_of(value))
    put_length(out, start)
    return 0


cdef int write_field(const WireField* field, MessageWriter child, object value, bint always, string* out) except -1:
    """Tag and value; nothing for a zero or an empty text, unless `always`."""
    cdef int64_t number
    cdef double real
    cdef uint64_t bits
    cdef Py_ssize_t size
    cdef const char* text
    cdef size_t start
    if field.kind == WIRE_INT:
        number = int32_of(value)
        if number or always:
            put_varint(out, field.number << 3 | VARINT)
            put_varint(out, <uint64_t>number)
    elif field.kind == WIRE_STRING:
        text = PyUnicode_AsUTF8AndSize(value, &size)
        if size or always:
            put_varint(out, field.number << 3 | LENGTH_DELIMITED)
            put_varint(out, <uint64_t>size)
            out.append(text, <size_t>size)
    elif field.kind == WIRE_DOUBLE:
        real = value
        memcpy(&bits, &real, sizeof(bits))
        if bits or always:
            put_varint(out, field.number << 3 | FIXED64)
            for _ in range(8):
                out.push_back(<char>(bits & 0xFF))
                bits >>= 8
    else:
        put_varint(out, field.number << 3 | LENGTH_DELIMITED)
        out.push_back(<char>0)
        start = out.size()
        child.write(value, out)
        put_length(out, start)
    return 0


cdef class MessageReader(WireFields):
    """Reads messages into rows, where they are plain: every field known and of its kind, no message and no choice
    given twice, texts valid UTF-8. All that is not plain is left to protobuf, which merges, skips and refuses.
    """

    def __call__(self, bytes data, Py_ssize_t most):
        """The row of one message; None where it is not plain, or repeats a field more than `most` times."""
        cdef const char* at = PyBytes_AsString(data)
        return self.read(at, at + PyBytes_Size(data), most)

    cdef object read(self, const char* at, const char* end, Py_ssize_t most):
        cdef object out = PyType_GenericAlloc(<PyTypeObject*>self.row.cls, 0)
        cdef uint64_t tag, number
        cdef uint64_t seen = 0  # fields that may come but once, by their place in `fields`
        cdef bint chosen = False
        cdef size_t i
        cdef WireField field
        cdef object value
        for i in range(self.row.places.size()):
            put(out, self.row.places[i], self.defaults[<Py_ssize_t>i])
        while at < end:
            if not take_varint(&at, end, 5, &tag):
                return None
            i = 0
            while i < self.fields.size() and self.fields[i].number != tag >> 3:
                i += 1
            if i == self.fields.size():
                return None
            field = self.fields[i]
            if field.choice:
                if chosen:
                    return None
                chosen = True
            if field.kind == WIRE_INT:
                if tag & 7 != VARINT or not take_varint(&at, end, 10, &number):
                    return None
                replace_slot(out, field.place, <int32_t><uint32_t>number)
                continue
            if field.kind == WIRE_DOUBLE:
                if tag & 7 != FIXED64 or end - at < 8:
                    return None
                replace_slot(out, field.place, double_at(at))
                at += 8
                continue
            if tag & 7 != LENGTH_DELIMITED or not take_varint(&at, end, 5, &number) or number > <uint64_t>(end - at):
                return None
            if field.kind != WIRE_STRING and not field.repeated:
                if seen >> i & 1:
                    return None
                seen |= <uint64_t>1 << i
            if field.kind == WIRE_STRING:
                try:
                    value = PyUnicode_DecodeUTF8(at, <Py_ssize_t>number, NULL)
                except UnicodeDecodeError:
                    return None
            elif field.kind == WIRE_RAW:
                value = at[:number]
            else:
                value = (<MessageReader>self.children[<Py_ssize_t>i]).read(at, at + number, most)
                if value is None:
                    return None
            at += number
            if not field.repeated:
                replace_slot(out, field.place, value)
            elif not add_to_slot(out, field.place, value, most):
                return None
        for i in range(self.fields.size()):
            if self.fields[i].repeated:
                replace_slot(out, self.fields[i].place, tuple(slot_of(out, self.fields[i].place)))
        return out


cdef bint take_varint(const char** at, const char* end, int most_digits, uint64_t* number) noexcept nogil:
    """False where it is cut off, or longer than that."""
    cdef int shift = 0
    cdef uint8_t digit
    number[0] = 0
    while at[0] < end and shift < 7 * most_digits:
        digit = <uint8_t>at[0][0]
        at[0] += 1
        number[0] |= <uint64_t>(digit & 0x7F) << shift
        if digit < 0x80:
            return True
        shift += 7
    return False


cdef double double_at(const char* at) noexcept nogil:
    cdef uint64_t bits = 0
    cdef double real
    cdef int i
    for i in range(8):
        bits |= <uint64_t><uint8_t>at[i] << 8 * i
    memcpy(&real, &bits, sizeof(real))
    return real


cdef int replace_slot(object row, Py_ssize_t place, object value) except -1:
    """The old value goes when the new one is in its place."""
    cdef object old = slot_of(row, place)
    Py_DECREF(old)
    put(row, place, value)
    return 0


cdef bint add_to_slot(object row, Py_ssize_t place, object value, Py_ssize_t most) except -1:
    """To a list, which takes the place of the empty tuple; False where it is full."""
    cdef object values = slot_of(row, place)
    if not isinstance(values, list):
        values = []
        replace_slot(row, place, values)
    if len(<list>values) >= most:
        return False
    (<list>values).append(value)
    return True
