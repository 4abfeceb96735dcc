from ..parts.arrays cimport (
    Flags, Index, Int8s, Int32s, Int32s2, Int64, Ints, Ints2, ReadBytes, ReadInts2
)
from ..kernels.pieces cimport Pieces, blank, interned, key, mark, string, strings, whole
from ..kernels.small_fractions cimport divisor

cdef ReadBytes _INFOSET, _PLAYER, _STATE, _SEES, _ACTIONS
cdef ReadBytes _NODE, _PAYOFF, _CHANCE, _PROBABILITIES, _CHILDREN

cdef (Index, Index) _read_children(
    ReadBytes data, Index at, Int32s children, Index ways
) noexcept nogil
cdef bint _read_fraction(
    ReadBytes data, Index position, Index end, Index index, Ints above, Ints below
) noexcept nogil
