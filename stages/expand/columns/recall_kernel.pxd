from ....schemas.parts.arrays cimport (
    Index, Int32s, Int64, Ints, Ints2, ReadInt8s, ReadInt32s, ReadInts, ReadInts2
)

cdef class Search:
    cdef ReadInt8s kind, player
    cdef ReadInt32s what, begin, targets, below, children, together
    cdef ReadInts bit, hidden
    cdef Index places, size
    cdef Int64 work, stamps
    cdef Int32s nodes
    cdef Ints stamp
    cdef Ints2 pool, groups

# These may be short of memory.
cdef bint fails(Search search) except -1 nogil
cdef int divide(Search search, Index state, Index first, Index end) except -1 nogil
cdef Index onward(Search search, Index state, Index count, Index top) except -1 nogil
cdef Index lengthen_pool(Search search, Index need) except -1 nogil
cdef Index lengthen_groups(Search search, Index need) except -1 nogil
cdef Ints2 longer(ReadInts2 rows, Index need)
cdef Index different(Search search, Index first, Index end) noexcept nogil
cdef Index relocated(Search search, Index state, Index node, Index top) noexcept nogil
cdef void open_group(Search search, Index state, Index first, Index end) noexcept nogil
