from ..parts.arrays cimport Bytes, Index, Int32s, Ints, ReadBytes, ReadInt32s, ReadInts
from ..kernels.pieces cimport Pieces, copied, decimal, interned

cdef (Index, Index) own_name(ReadBytes data, Index position) noexcept nogil
cdef (Index, Index, Index) line_form(
    ReadBytes data, Index position, Int32s targets, Index ways, Bytes text, Index size, bint by_move
) noexcept nogil
cdef bint begins_move(ReadBytes data, Index end) noexcept nogil
cdef bint goes_on(ReadBytes data, Index at, Index blanks) noexcept nogil
cdef (Index, Index) named(ReadBytes data, Index at) noexcept nogil

cdef class Lines:
    cdef readonly ReadInt32s form, first, begin, targets
    cdef readonly ReadBytes pieces, names
    cdef readonly ReadInts piece_begin, name_begin
    cdef Bytes out

cdef Index length(Lines lines, Index start, Index end) noexcept nogil
cdef void write(Lines lines, Index start, Index end) noexcept nogil
cdef Index put_piece(Lines lines, Index to, Index piece) noexcept nogil
cdef Index put_name(Lines lines, Index to, Index state) noexcept nogil
