from ....schemas.kernels.key_tables cimport KeyTable, add, find
from ....schemas.parts.arrays cimport Index, Int64, ReadUInt64s, UInt64, UInt64s2

cdef class Interned:
    cdef UInt64s2 rows
    cdef KeyTable hashes
    cdef readonly Index size

cdef Index search(Interned table) noexcept nogil
cdef Index intern(Interned table) except -1 nogil
cdef bint full(Interned table, Index more) noexcept nogil
cdef Index find_row(Interned table, Int64 key) noexcept nogil
cdef bint is_sought(Interned table, Index number) noexcept nogil
cdef Int64 hashed(Interned table) noexcept nogil
