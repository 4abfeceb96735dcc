from ....schemas.kernels.limbs cimport (
    Rows, add, add_one, bit_length, clear, divide, has_room, is_less, is_negative, is_zero,
    multiply, negate, subtract
)
from ....schemas.parts.arrays cimport (
    Index, Int32s, Ints, ReadDoubles, ReadFlags, ReadInt32s, ReadInts, ReadUInt64s, UInt64
)

cdef bint sum_rows(
    Index begin, Index end, ReadInt32s members, Int32s row, Rows weights, Rows total, Index at
) noexcept nogil
cdef void write_ends(Index probability, Rows ends, Index row) noexcept nogil
cdef bint scale(Rows room, Index side, Rows product, Rows found, Index at) noexcept nogil
cdef bint leave(Rows room) noexcept nogil
cdef bint one_has(Int32s row, Index begin, Index end) noexcept nogil
cpdef bint enclose(
    ReadInt32s infosets, ReadInt32s first, ReadInt32s parent, ReadInt32s begin,
    ReadInt32s members, ReadDoubles probabilities, ReadInts bits, Int32s row,
    Rows low, Rows high, Rows room, Rows product
) noexcept nogil
cpdef bint sum_sets(
    ReadInt32s sets, ReadInt32s begin, ReadInt32s members, Int32s row, Rows low, Rows high
) noexcept nogil
cpdef bint share(
    Rows totals, ReadInt32s kind, Rows times, ReadInts start, ReadUInt64s divisors,
    ReadInt32s own, ReadInt32s begin, ReadInt32s members, Int32s row, Rows product, Rows values
) noexcept nogil
cpdef bint settle(
    ReadInt32s infosets, ReadInt32s first, ReadInt32s parent, ReadInt32s begin,
    ReadInt32s members, Int32s row, Rows values
) noexcept nogil
