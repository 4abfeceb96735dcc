from efgc.schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int64, Ints, ReadBytes, ReadInt8s, ReadInt32s, ReadInts
)
from efgc.schemas.parts.pieces cimport copied, decimal
from efgc.schemas.parts.small_fractions cimport reduced

cdef Index ratio(Bytes into, Index at, Int64 above, Int64 below) noexcept nogil
