from efgc.schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int32s2, Ints, Ints2, ReadBytes, ReadInt32s, ReadInts
)
from efgc.schemas.parts.key_tables cimport full, number_of, places, table, wider
from efgc.schemas.parts.pieces cimport copied, decimal, interned

cdef Index least_power(Index size) noexcept nogil
