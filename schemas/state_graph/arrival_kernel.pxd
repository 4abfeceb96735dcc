from ..parts.arrays cimport (
    Index, Int32s, ReadInt8s, ReadInt32s, ReadInts
)
from ..kernels.key_tables cimport KeyTable, find
from ..kernels.limbs cimport Rows, add, has_room, is_less, multiply, widened

cdef class Play:
    cdef readonly ReadInt32s order, begin, targets, step
    cdef readonly ReadInt8s counted
    cdef readonly Index steps

cdef class Pairs:
    cdef public Int32s head, possible, following
    cdef public Rows ways
    cdef public Index free, room

cdef class Tally:
    cdef public Rows sums
    cdef Rows factor, product
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
) except -1 nogil
cdef Index begin_pair(Play play, Pairs pairs, Tally tally, Index state, Index members) noexcept nogil
cdef Index arrive_at(
    Pairs pairs, Tally tally, Index state, Index becomes, Index source
) except -1 nogil
cdef Index widen(Pairs pairs, Tally tally) except -1 nogil
