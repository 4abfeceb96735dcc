from ..parts.arrays cimport (
    Bytes, Index, Int64, Ints, Ints2, ReadBytes, ReadInts2, UInt64
)
from .key_tables cimport KeyTable, add, find, mixed

cdef class Pieces:
    cdef Ints2 ends
    cdef readonly KeyTable table

cdef UInt64 word(ReadBytes data, Index at) noexcept nogil
cdef Int64 hashed(ReadBytes data, Index begin, Index end) noexcept nogil
cdef bint equal(ReadBytes data, Index one, Index other, Index size) noexcept nogil
cdef Index interned(ReadBytes data, Index begin, Index end, Pieces pieces) except -1 nogil
cdef Index lengthen_pieces(Pieces pieces) except -1 nogil
cdef Index copied(Bytes out, Index at, ReadBytes data, Index begin, Index end) noexcept nogil
cdef Index decimal(Bytes out, Index at, Int64 number) noexcept nogil
cdef Index ratio(Bytes out, Index at, Int64 above, Int64 below) noexcept nogil
