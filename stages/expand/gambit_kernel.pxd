from ...schemas.parts.arrays cimport (
    Bytes, Index, Int64, Ints, ReadBytes, ReadInt8s, ReadInt32s, ReadInts
)
from ...schemas.kernels.pieces cimport copied, decimal
from ...schemas.kernels.small_fractions cimport reduced

cdef Index ratio(Bytes into, Index at, Int64 above, Int64 below) noexcept nogil
