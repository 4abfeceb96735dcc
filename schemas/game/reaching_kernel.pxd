from schemas.parts.arrays cimport (
    Index, Int32s, Int32s2, Int64, Ints, Ints2, ReadInt8s, ReadInt32s, ReadInts, UInt64
)
from schemas.parts.key_tables cimport KeyTable, place_of
from schemas.parts.small_fractions cimport product, total

cdef class Ways:
    cdef readonly ReadInt8s kind, player
    cdef readonly ReadInt32s what, into, above, place, first, chance
    cdef readonly ReadInts numerators, denominators

cdef class Found:
    cdef readonly Int32s2 numbers, latest
    cdef readonly Int32s weight, begin, members, set_table, weight_table, union
    cdef readonly Ints numerators, denominators, sizes
    cdef public KeyTable products
    cdef readonly Ints2 pairs

cpdef Index advance(Ways ways, Found found, Index start) noexcept nogil
cdef bint merge(Ways ways, Found found, Index node, Index several) noexcept nogil
cdef bint come(Ways ways, Found found, Index node, Index several) noexcept nogil
cdef bint meet(Found found, Index several) noexcept nogil
cdef bint comes_before(Found found, Index one, Index other) noexcept nogil
cdef Index add_up(Found found, Index several) noexcept nogil
cdef bint join(Found found, Index player, Index start, Index end) noexcept nogil
cdef void sort(Int32s numbers, Index size) noexcept nogil
cdef Index set_place(Int32s members, Index begin, Index end, Index mask) noexcept nogil
cdef Index weight_place(Int64 over, Int64 under, Index mask) noexcept nogil
cpdef Index set_number(Found found, Int32s union, Index size) noexcept nogil
cpdef Index weight_number(Found found, Int64 over, Int64 under) noexcept nogil
