from .arrays cimport (
    Bytes, Index, Int32s, Int64, Ints, Ints2, ReadBytes, ReadInts2, UInt64
)
from .key_tables cimport mixed, places

cdef Index blank(ReadBytes data, Index at) noexcept nogil
cdef Index mark(ReadBytes data, Index at, Index byte) noexcept nogil
cdef Index key(ReadBytes data, Index at, ReadBytes word) noexcept nogil
cdef (Index, Index) whole(ReadBytes data, Index at) noexcept nogil
cdef (Index, Index) string(ReadBytes data, Index at) noexcept nogil
cdef (Index, Index, Index) strings(ReadBytes data, Index position) noexcept nogil
cdef UInt64 word(ReadBytes data, Index at) noexcept nogil
cdef Int64 hashed(ReadBytes data, Index begin, Index end) noexcept nogil
cdef bint equal(ReadBytes data, Index one, Index other, Index size) noexcept nogil
cdef Index interned(
    ReadBytes data, Index begin, Index end, Int32s table, Ints2 found, Index count
) noexcept nogil
cdef Int32s grown(Int32s table, ReadInts2 found, Index count)
cdef Index copied(Bytes out, Index at, ReadBytes data, Index begin, Index end) noexcept nogil
cdef Index decimal(Bytes out, Index at, Int64 number) noexcept nogil
