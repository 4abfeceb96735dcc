from ....schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int32s2, Ints2, ReadBytes, UInt64
)
from ....schemas.kernels.key_tables cimport KeyTable, add, find, number_of
from ....schemas.kernels.pieces cimport equal

cdef Index BACKSLASH, CHANCE, CLOSED, COMMA, DECIDES, ENDS, MINUS, MOVES_BY_CHANCE, NINE, OPENED
cdef Index OUTCOME, PLAYER, QUOTE, ZERO

cdef bint is_space(Index letter) noexcept nogil
cdef bint ends_word(Index letter) noexcept nogil
cdef bint is_plain(Index letter) noexcept nogil
cdef (Index, Index) descriptions(ReadBytes data, Index offset, Ints2 rows) noexcept nogil
cdef Index with_texts(
    ReadBytes data, Ints2 rows, Index count, KeyTable by_text, Int32s2 texts
) except -1 nogil
cdef bint is_text(
    ReadBytes data, Index begin, Index length, Index use, Int32s2 texts, Index text
) noexcept nogil
