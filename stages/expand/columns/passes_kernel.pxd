from ....schemas.parts.arrays cimport (
    Bytes, Flags, Index, Int32s, Int64, Ints, ReadInt8s, ReadInt32s, ReadInts
)
from ....schemas.kernels.pieces cimport decimal
