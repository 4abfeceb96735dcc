from ..parts.arrays cimport (
    Index, Int32s, ReadInt8s, ReadInt32s, ReadInts, ReadUInt64s, UInt64, UInt64s2
)
from ..kernels.key_tables cimport KeyTable, find

cdef class Play:
    cdef readonly ReadInt32s order, begin, targets, step
    cdef readonly ReadInt8s counted
    cdef readonly Index steps

cdef class Pairs:
    cdef public Int32s head, possible, following
    cdef public UInt64s2 ways
    cdef public Index free, room

cdef class Tally:
    cdef public UInt64s2 sums
    cdef public ReadUInt64s limit
    cdef public Index position, arrived, met, most, least, possible, step
    cdef public bint begun

cdef Index next_stop(
    Play play,
    Pairs pairs,
    Tally tally,
    KeyTable known,
    ReadInt32s begin,
    ReadInt32s became,
    ReadInts sizes,
) noexcept nogil
cdef Index begin_pair(Play play, Pairs pairs, Tally tally, Index state, Index members) noexcept nogil
cdef bint arrive_at(Pairs pairs, Index state, Index becomes, Index source) noexcept nogil
cpdef bint add(UInt64s2 rows, Index to, Index other) noexcept nogil
cpdef void add_product(
    UInt64s2 rows, Index to, UInt64s2 others, Index other, UInt64 factor
) noexcept nogil
cpdef bint above(UInt64s2 rows, Index one, ReadUInt64s other) noexcept nogil
