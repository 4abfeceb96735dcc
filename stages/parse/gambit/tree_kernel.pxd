from ....schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int32s2, Ints, ReadBytes, ReadInt32s, ReadInts
)
from ....schemas.kernels.key_tables cimport KeyTable, number_of
from ....schemas.kernels.pieces cimport Pieces, copied, decimal, interned
