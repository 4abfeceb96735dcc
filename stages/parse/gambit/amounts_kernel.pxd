from libc.math cimport floor, log10, pow as power, sqrt

from ....schemas.parts.arrays cimport Index, Int64, Ints2, ReadBytes, ReadInt32s
from ....schemas.kernels.numbers cimport decimal, whole_number
from ....schemas.kernels.small_fractions cimport reduced, total
from .scanning_kernel cimport ends_word, is_space

cdef Index CLOSED, COMMA, MAX_DENOMINATOR, MINUS
cdef Int64 LONG
cdef double DECIMALS, FRACTIONS, OFF, ROUNDED

cdef bint may_mean_another(Int64 above, Int64 below) noexcept nogil
cdef Index spaces(ReadBytes data, Index at) noexcept nogil
cdef (Int64, Int64, Index) rational(ReadBytes data, Index at) noexcept nogil
