from ....schemas.kernels.pieces cimport Pieces, interned
from ....schemas.parts.arrays cimport Bytes, Index, Int32s, Ints, ReadBytes, ReadInt32s, ReadInts
