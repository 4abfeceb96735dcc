from ...schemas.parts.arrays cimport (
    Bytes, Index, Int64, Ints, ReadBytes, ReadInt8s, ReadInt32s, ReadInts
)
from ...schemas.kernels.pieces cimport copied, decimal, ratio
from ...schemas.kernels.small_fractions cimport reduced
