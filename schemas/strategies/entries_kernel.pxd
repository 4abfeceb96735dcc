from ..parts.arrays cimport (
    Index, Int8s, Int32s, Ints2, ReadBytes, ReadInt32s, ReadInts, ReadInts2
)
from ..kernels.pieces cimport Pieces, blank, equal, interned, key, mark, string, strings, whole

cdef ReadBytes _PLAYER, _INFOSET, _AFTER, _SEES, _PROBABILITIES

cdef Index _read_words(ReadBytes data, Index at, Ints2 words, Index number) noexcept nogil
cdef Index _shares_end(ReadBytes data, Index position) noexcept nogil
cdef bint _same_list(
    ReadBytes data, Index at, Index end, ReadBytes texts, ReadInts begin, Index number
) noexcept nogil
cdef Index _joint(ReadBytes data, Index start, Index at, Index end) noexcept nogil
cdef Index _behind_text(
    ReadBytes data, Index at, Index end, ReadBytes texts, Index first, Index last
) noexcept nogil
cdef Index _text_end(ReadBytes texts, Index at) noexcept nogil
cdef Index _behind_label(
    ReadBytes data, Index at, Index end, ReadBytes texts, Index first, Index number
) noexcept nogil
cdef Index _behind_list(
    ReadBytes data, Index at, Index end, ReadBytes texts, Index first, Index last
) noexcept nogil
