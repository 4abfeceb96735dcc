from ....schemas.parts.arrays cimport Index, Int32s, ReadUInt64s, UInt64, UInt64s2

cdef class Interned:
    cdef UInt64s2 rows
    cdef Int32s slots
    cdef readonly Index size

cdef Index find(Interned table) noexcept nogil
cdef Index intern(Interned table) noexcept nogil
cdef bint full(Interned table, Index more) noexcept nogil
cdef Index slot(Interned table) noexcept nogil
cdef Index hashed(Interned table, Index number) noexcept nogil
