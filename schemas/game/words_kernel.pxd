from ..kernels.passes cimport Order
from ..parts.arrays cimport (
    Bytes, Index, Int32s2, ReadBytes, ReadInt32s, ReadInts, ReadInts2
)

cdef class WordTables:
    cdef readonly Order order
    cdef readonly ReadBytes data
    cdef readonly ReadInts begin
    cdef readonly ReadInt32s actions, sees, last, several
    cdef readonly Int32s2 way
    cdef readonly Bytes line
    cdef readonly Index size

cdef bint is_line(WordTables tables, ReadBytes data, Index begin, Index end) noexcept nogil
cdef Index describe(WordTables tables, Index infoset, Index action) except -1 nogil
cdef Index add_text(WordTables tables, Index text) except -1 nogil
cdef Index add_label(WordTables tables, Index text, Index number) except -1 nogil
cdef Index label_end(ReadBytes data, Index at) noexcept nogil
cdef Index add(WordTables tables, Index begin, Index end) except -1 nogil
cdef Index lengthen_way(WordTables tables) except -1 nogil
cdef Index lengthen_line(WordTables tables, Index more) except -1 nogil
