from ..parts.arrays cimport Index, Int32s, Int64, Ints, ReadInts, UInt64

cdef class KeyTable:
    cdef readonly Ints keys
    cdef readonly Int32s slots
    cdef readonly Index size

cpdef Index find(KeyTable table, Int64 key, Index least) noexcept nogil
cpdef Index add(KeyTable table, Int64 key) except -1 nogil
cpdef Index number_of(KeyTable table, Int64 key) except -1 nogil
cdef Index seek(KeyTable table, Int64 key, Index least) noexcept nogil
cdef Index put(KeyTable table, Int64 key, Index at) except -1 nogil
cdef Index lengthen(KeyTable table) except -1 nogil
cdef Index slot(Int64 key, Index last) noexcept nogil
cdef UInt64 mixed(UInt64 code) noexcept nogil
