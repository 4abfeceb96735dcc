from ..parts.arrays cimport Int64

cdef double SAFE

cdef Int64 divisor(Int64 one, Int64 other) noexcept nogil
cdef (Int64, Int64) reduced(Int64 above, Int64 below) noexcept nogil
cdef (Int64, Int64) total(Int64 one, Int64 first, Int64 other, Int64 second) noexcept nogil
