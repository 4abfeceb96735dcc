from .arrays cimport Index, Int32s, Int64, Ints, ReadInts, UInt64

cdef class KeyTable:
    cdef readonly Ints keys
    cdef readonly Int32s numbers

cdef Index place_of(KeyTable table, Int64 key) noexcept nogil
cdef UInt64 mixed(UInt64 code) noexcept nogil
cpdef Int32s places(Index size)
cpdef Int32s table()
cdef Index slot(Int64 code, Index size) noexcept nogil
cdef bint full(Index size, Index count) noexcept nogil
cpdef Int32s wider(Int32s old, ReadInts hashes, Index count)
cdef Index number_of(Int32s found, Ints keys, Index size, Int64 key) noexcept nogil
cpdef void fill(Int32s found, ReadInts keys, Index begin, Index end) noexcept nogil
