from ..parts.arrays cimport Index, Int64, Ints, ReadInt32s

cpdef bint count_ways(ReadInt32s begin, ReadInt32s children, Ints ways) noexcept nogil
cpdef bint count_behind(ReadInt32s begin, ReadInt32s children, Ints found) noexcept nogil
cpdef bint count_infosets(
    ReadInt32s parent, ReadInt32s begin, ReadInt32s members, ReadInt32s first, Ints own, Ints alone
) noexcept nogil
