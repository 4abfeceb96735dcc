from ...schemas.kernels.key_tables cimport KeyTable, add, find, mixed
from ...schemas.parts.arrays cimport (
    Index, Int32s, Int64, Ints, ReadFlags, ReadInt32s, ReadInts, UInt64
)

cdef class Pairs:
    cdef readonly Int32s first, last, state, following, target
    cdef readonly Ints memory
    cdef KeyTable hashes
    cdef readonly Index size, moves

cdef Index enter_pair(Pairs pairs, Index state, Int64 memory) except -1 nogil
cdef Index lengthen_pairs(Pairs pairs) except -1 nogil
