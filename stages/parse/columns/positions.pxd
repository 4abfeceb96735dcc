from ....schemas.parts.arrays cimport (
    Index, Int32s, Int32s2, Int64, Ints, ReadFlags, ReadInt32s, ReadInt32s2, ReadUInt64s, UInt64,
    UInt64s,
)
from .row_table cimport Interned, intern

cdef Index SIDES, NO_MOVE, UNKNOWN, ALL, REACHABLE, RELEVANT, LOOK

cdef class Plan:
    cdef readonly ReadInt32s2 to, beside
    cdef readonly ReadInt32s leaves, gold
    cdef readonly ReadFlags ends
    cdef readonly Index start

cdef class Search:
    cdef Ints order, low
    cdef Int32s next, behind, path, stack
    cdef Int64 clock
    cdef UInt64s here, open, found

cdef class Land:
    cdef readonly Plan plan
    cdef Search search
    cdef Index region
    cdef Interned table
    cdef readonly Int32s square
    cdef Int32s size, moves, label, decision
    cdef Int32s2 steps
    cdef readonly Int64 asked, spent

cdef Index position(Land land, Interned table, Index square) noexcept nogil
cdef Index explore(Land land, Index number) noexcept nogil
cdef Index explored(
    Land land, Plan plan, Search search, Interned table, Index number
) noexcept nogil
cdef bint has(UInt64 word, Index at) noexcept nogil
cdef bint holds(UInt64s squares, Index at) noexcept nogil
cdef void put(UInt64s squares, Index at) noexcept nogil
cdef void drop(UInt64s squares, Index at) noexcept nogil
cdef Index size_of(UInt64 word) noexcept nogil
cdef void keep(Plan plan, Search search, Index square, Index region) noexcept nogil
cdef void reachable(Plan plan, Search search, Index square) noexcept nogil
cdef void relevant(Plan plan, Search search, Index square) noexcept nogil
