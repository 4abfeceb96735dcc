from ....schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Ints, ReadBytes, ReadInt32s, ReadInts, UInt64
)

cdef Index hashed(ReadBytes moves, Index begin, Index end) noexcept nogil
cdef bint same(ReadBytes moves, ReadInts begin, Index one, Index other) noexcept nogil
