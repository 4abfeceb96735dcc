from ..kernels.key_tables cimport KeyTable, add, find, mixed, number_of
from ..kernels.small_fractions cimport product, total
from ..kernels.sorting cimport sort, sort_fours
from ..parts.arrays cimport (
    Index, Int32s, Int32s2, Int64, Ints, Ints2, ReadInt8s, ReadInt32s, ReadInts, UInt64
)

cdef class Ways:
    cdef readonly ReadInt8s kind, player
    cdef readonly ReadInt32s what, into, above, place, first, chance
    cdef readonly ReadInts numerators, denominators

cdef class SetTables:
    cdef readonly Int32s2 numbers, latest
    cdef readonly Int32s weight, begin, members, large
    cdef readonly Ints numerators, denominators
    cdef readonly KeyTable several, weights, products
    cdef readonly Index alone, used
    cdef Ints2 pairs

cdef bint _reach(Ways ways, SetTables tables, Index node) except -1 nogil
cpdef void settle(
    SetTables tables, Index node, Index first, Index second, Index weight
) noexcept nogil
cpdef (Index, Index, Index, Index) come(Ways ways, SetTables tables, Index way) noexcept nogil
cdef bint _merge(Ways ways, SetTables tables, Index node, Index several) except -1 nogil
cdef bint _pair(Ways ways, SetTables tables, Index way, Index at) noexcept nogil
cdef bint _meet(SetTables tables, Index several) except -1 nogil
cdef void _copy(SetTables tables, Index pair, Index to) noexcept nogil
cdef Index _add_up(SetTables tables, Index several) noexcept nogil
cdef bint _join(SetTables tables, Index player, Index start, Index end) except -1 nogil
cpdef Index set_number(SetTables tables, ReadInt32s union) except -1
cdef Index _numbered(SetTables tables, Index end) except -1 nogil
cdef bint _is_set(SetTables tables, Index number, Index end) noexcept nogil
cdef Index lengthen_members(SetTables tables, Index need) except -1 nogil
cdef Index lengthen_sets(SetTables tables) except -1 nogil
cpdef Index weight_number(SetTables tables, Int64 over, Int64 under) except -1 nogil
cdef Index lengthen_weights(SetTables tables) except -1 nogil
