from ....schemas.parts.arrays cimport (
    Bytes, Index, Int32s, Int32s2, Ints2, ReadBytes
)
from ....schemas.kernels.key_tables cimport KeyTable, number_of
from ....schemas.kernels.pieces cimport Pieces, equal, interned

cdef Index BACKSLASH, CHANCE, CLOSED, COMMA, DECIDES, ENDS, MINUS, MOVES_BY_CHANCE, NINE, OPENED
cdef Index OUTCOME, PLAYER, QUOTE, ZERO

cdef bint is_space(Index letter) noexcept nogil
cdef bint ends_word(Index letter) noexcept nogil
cdef inline (Index, Index) quoted(ReadBytes data, Index offset) noexcept nogil
cdef inline (Index, Index) braces(ReadBytes data, Index offset) noexcept nogil
cdef inline (Index, Index) integer(ReadBytes data, Index offset) noexcept nogil
cdef (Index, Index, Index) descriptions(
    ReadBytes data, Index offset, Ints2 rows
) noexcept nogil
