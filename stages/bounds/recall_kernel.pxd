from ...schemas.parts.arrays cimport Index, Int32s, Int64, Ints, ReadFlags, ReadInt32s, ReadInts
from ...schemas.parts.key_tables cimport fill, full, places, slot

cdef class Pairs:
    cdef readonly Int32s first, last, state, following, table
    cdef readonly Ints memory, code
    cdef readonly Index size

cdef Index enter_pair(Pairs pairs, Index state, Int64 memory) except -1 nogil
cdef Index lengthen_pairs(Pairs pairs) except -1 nogil
cdef Index widen_table(Pairs pairs) except -1 nogil
