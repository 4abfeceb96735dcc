from ....schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int32s2, Ints, Ints2, ReadBytes, ReadInt32s, ReadInts
)
from ....schemas.parts.key_tables cimport full, number_of, places, table, wider
from ....schemas.parts.pieces cimport copied, decimal, interned

cdef Index least_power(Index size) noexcept nogil
