from ..parts.arrays cimport Bytes, Index, Ints, ReadBytes, ReadInt32s, ReadInt8s, ReadInts
from ..kernels.pieces cimport copied, decimal, ratio

cdef ReadBytes _BETWEEN, _INFOSET, _PLAYER, _STATE, _SEES, _ACTIONS, _EMPTY
cdef ReadBytes _NODE, _OF, _CHILDREN, _PAYOFF, _COMMA, _END

cdef Index _size(ReadInts begin, Index text) noexcept nogil
cdef Index _put(Bytes out, Index at, ReadBytes word) noexcept nogil
