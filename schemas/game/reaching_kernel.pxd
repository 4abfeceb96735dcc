from ..kernels.key_tables cimport KeyTable, add, find, number_of
from ..kernels.sorting cimport sort, sort_threes
from ..parts.arrays cimport (
    Index, Int32s, Int32s2, Int64, Ints2, ReadInt8s, ReadInt32s, UInt64
)

cdef class Ways:
    cdef readonly ReadInt8s kind, player
    cdef readonly ReadInt32s what, into, above, place, first, chance

cdef class Results:
    cdef readonly KeyTable keys
    cdef readonly Int32s weights

cdef class SetTables:
    cdef readonly Int32s2 numbers, latest
    cdef readonly Int32s weight, begin, members
    cdef readonly KeyTable several
    cdef readonly Results products, sums
    cdef readonly Index alone, used
    cdef Ints2 pairs

cdef bint _reach(Ways ways, SetTables tables, Index node) except -1 nogil
cpdef void settle(
    SetTables tables, Index node, Index first, Index second, Index weight
) noexcept nogil
cpdef (Index, Index, Index, Index) come(Ways ways, SetTables tables, Index way) noexcept nogil
cdef Index product(Ways ways, SetTables tables, Index weight, Index move) noexcept nogil
cpdef Int64 product_key(Ways ways, Index weight, Index move) noexcept nogil
cpdef Int64 sum_key(Index one, Index other) noexcept nogil
cpdef Index result(Results results, Int64 key) noexcept nogil
cdef bint _meet(SetTables tables, Index several) except -1 nogil
cdef void _copy(SetTables tables, Index pair, Index to) noexcept nogil
cdef Index _add_up(SetTables tables, Index several) noexcept nogil
cdef bint _join(SetTables tables, Index player, Index start, Index end) except -1 nogil
cpdef Index set_number(SetTables tables, ReadInt32s union) except -1
cdef Index _numbered(SetTables tables, Index end) except -1 nogil
cdef bint _is_set(SetTables tables, Index number, Index end) noexcept nogil
cdef Index lengthen_members(SetTables tables, Index need) except -1 nogil
cdef Index lengthen_sets(SetTables tables) except -1 nogil
