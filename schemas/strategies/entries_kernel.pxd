from ..kernels.pieces cimport Pieces, blank, interned, key, mark, string, strings, whole
from ..parts.arrays cimport Index, Int8s, Int32s, Ints2, ReadBytes

cdef ReadBytes _PLAYER, _INFOSET, _AFTER, _SEES, _PROBABILITIES

cdef Index _read_words(ReadBytes data, Index at, Ints2 words, Index number) noexcept nogil
cdef Index _shares_end(ReadBytes data, Index position) noexcept nogil
