from ..parts.arrays cimport (
    Bytes, Flags, Index, Int32s, Int32s2, ReadBytes, ReadInt8s, ReadInt32s, ReadInt32s2, ReadInts
)
from .numbers cimport whole_number
from .pieces cimport Pieces, decimal, interned

cdef class Rows:
    cdef readonly ReadBytes keys
    cdef readonly ReadInts key_begin
    cdef readonly ReadInt8s kinds
    cdef readonly Int32s2 cells
    cdef readonly Int32s numbers
    cdef readonly Flags plain
    cdef readonly Pieces pieces
    cdef readonly Index size, used

cdef Index row(ReadBytes data, Index position, Rows rows) except? -1 nogil
cdef Index key(ReadBytes data, Index at, Rows rows, Index number) noexcept nogil
cdef Index value(ReadBytes data, Index at, Rows rows, Index number) except? -1 nogil
cdef Index members(ReadBytes data, Index at, Rows rows) except? -1 nogil
cdef Index lengthen_cells(Rows rows) except -1 nogil
cdef Index lengthen_numbers(Rows rows) except -1 nogil
cdef Index lengthen_plain(Rows rows) except -1 nogil
cdef Index blank(ReadBytes data, Index at) noexcept nogil
cdef Index mark(ReadBytes data, Index at, Index byte) noexcept nogil
cdef (Index, Index) whole(ReadBytes data, Index at) noexcept nogil
cdef (Index, bint) string(ReadBytes data, Index at) noexcept nogil
cdef (Index, bint) strings(ReadBytes data, Index begin) noexcept nogil
cdef Index nested(ReadBytes data, Index begin) noexcept nogil
cdef Index write_numbers(
    Bytes out, Index size, ReadInt32s numbers, Index begin, Index end
) noexcept nogil
