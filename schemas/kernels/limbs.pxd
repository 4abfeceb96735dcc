from ..parts.arrays cimport Index, UInt32s2, UInt64

cdef class Rows:
    cdef readonly UInt32s2 limbs

cdef void clear(Rows number, Index at) noexcept nogil
cpdef void add(Rows total, Index at, Rows number, Index of) noexcept nogil
cdef void add_one(Rows total, Index at) noexcept nogil
cdef void subtract(Rows total, Index at, Rows number, Index of) noexcept nogil
cpdef void multiply(Rows one, Index at, Rows other, Index of, Rows product) noexcept nogil
cdef bint divide(Rows number, UInt64 divisor) noexcept nogil
cdef void negate(Rows number, Index at) noexcept nogil
cdef bint is_zero(Rows number, Index at, Index begin, Index end) noexcept nogil
cdef UInt64 top(Rows number, Index at) noexcept nogil
cdef bint is_negative(Rows number, Index at) noexcept nogil
cpdef bint is_less(Rows numbers, Index one, Index other) noexcept nogil
cpdef bint has_room(Rows number, Index at) noexcept nogil
cdef Index bit_length(Rows number, Index at) noexcept nogil
cpdef Rows widened(Rows rows)
