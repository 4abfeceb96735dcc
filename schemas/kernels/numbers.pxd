from ..parts.arrays cimport Flags, Index, Int64, Ints2, ReadBytes, ReadInt32s, ReadInts2
from .small_fractions cimport reduced, total

cdef (Int64, Index) whole_number(ReadBytes data, Index at) noexcept nogil
cdef (Int64, Int64, Index) decimal(ReadBytes data, Index at) noexcept nogil
cdef (Int64, Int64) fraction(ReadBytes data, Index begin, Index end) noexcept nogil
