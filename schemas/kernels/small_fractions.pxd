from ..parts.arrays cimport Int64

cdef Int64 divisor(Int64 one, Int64 other) noexcept nogil
cdef (Int64, Int64) reduced(Int64 above, Int64 below) noexcept nogil
cdef (Int64, Int64) product(Int64 over, Int64 under, Int64 above, Int64 below) noexcept nogil
cdef (Int64, Int64) total(Int64 over, Int64 under, Int64 above, Int64 below) noexcept nogil
