from ...schemas.parts.arrays cimport Index, Int32s, Int32s2, Int64, Ints, ReadInt32s, ReadInts
from ...schemas.kernels.key_tables cimport KeyTable, add, number_of
from ...schemas.kernels.sorting cimport sort

cdef class Side:
    cdef readonly Index player, left
    cdef ReadInts parents_begin, actions_begin
    cdef ReadInt32s parents, actions
    cdef Int32s behind, counts, places, standing
    cdef readonly Int32s played

cdef class Entries:
    cdef Int32s2 ends
    cdef Ints units
    cdef readonly KeyTable places

cdef bint fold_side(Entries entries, Side own, Side other) except -1 nogil
cdef Index met_by(Entries entries, Side own, Index number) noexcept nogil
cdef (Index, Int64) take(Entries entries, Side own, Side other, Index number) noexcept nogil
cdef Index place_of_pair(Entries entries, Index player, Index one, Index other) except -1 nogil
cdef Int64 pair_key(Int64 first, Int64 second) noexcept nogil
cdef bint put(Entries entries, Side own, Side other, Index place, Int64 number) noexcept nogil
cdef void note(Side side, Index sequence, Index place, Index change) noexcept nogil
