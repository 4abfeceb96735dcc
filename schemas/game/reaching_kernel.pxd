from ..parts.arrays cimport (
    Index, Int32s, Int32s2, Int64, Ints, Ints2, ReadInt8s, ReadInt32s, ReadInts, UInt64
)
from ..parts.key_tables cimport KeyTable, place_of
from ..parts.small_fractions cimport product, total

cdef class Ways:
    cdef readonly ReadInt8s kind, player
    cdef readonly ReadInt32s what, into, above, place, first, chance
    cdef readonly ReadInts numerators, denominators

cdef class SetTables:
    cdef public Int32s2 numbers, latest
    cdef public Int32s weight, begin, members, set_table, weight_table
    cdef public Ints numerators, denominators
    cdef public KeyTable products
    cdef public Index sets, used, weights, known, reason
    cdef Ints2 pairs

cdef bint _reach(Ways ways, SetTables tables, Index node) noexcept nogil
cpdef void settle(
    SetTables tables, Index node, Index first, Index second, Index weight
) noexcept nogil
cpdef (Index, Index, Index, Index) come(Ways ways, SetTables tables, Index way) noexcept nogil
cdef bint _merge(Ways ways, SetTables tables, Index node, Index several) noexcept nogil
cdef bint _pair(Ways ways, SetTables tables, Index way, Index at) noexcept nogil
cdef bint _meet(SetTables tables, Index several) noexcept nogil
cdef Index _add_up(SetTables tables, Index several) noexcept nogil
cdef void _sort_pairs(SetTables tables, Index several) noexcept nogil
cdef Int64 _compared(SetTables tables, Index one, Index other) noexcept nogil
cdef bint _join(SetTables tables, Index player, Index start, Index end) noexcept nogil
cdef void _sort(SetTables tables, Index end) noexcept nogil
cpdef Index set_number(SetTables tables, ReadInt32s union) noexcept nogil
cdef Index _numbered(SetTables tables, Index end) noexcept nogil
cdef Index _set_place(SetTables tables, Index begin, Index end, Index mask) noexcept nogil
cpdef Index weight_number(SetTables tables, Int64 over, Int64 under) noexcept nogil
cdef Index _weight_place(Int64 over, Int64 under, Index mask) noexcept nogil
cpdef void remember(SetTables tables, Int64 key, Index weight) noexcept nogil
cpdef void enter_sets(SetTables tables, Index alone) noexcept nogil
cpdef void enter_weights(SetTables tables) noexcept nogil
