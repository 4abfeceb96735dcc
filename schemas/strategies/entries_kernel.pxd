from ..parts.arrays cimport Index, Int8s, Int32s, Ints2, ReadBytes
from ..parts.key_tables cimport table
from ..parts.pieces cimport blank, grown, interned, key, mark, string, strings, whole

cdef ReadBytes _PLAYER, _INFOSET, _AFTER, _SEES, _PROBABILITIES

cdef Index _read_words(ReadBytes data, Index at, Ints2 words, Index number) noexcept nogil
cdef Index _shares_end(ReadBytes data, Index position) noexcept nogil
