from schemas.parts.arrays cimport (
    Bytes, Index, Ints, ReadBytes, ReadInt8s, ReadInt32s, ReadInts
)
from schemas.parts.pieces cimport copied, decimal

cdef class Words:
    cdef ReadBytes between, infoset, player, state, sees, actions, empty
    cdef ReadBytes node, of, children, payoff, comma, end

cdef Index whole(Bytes out, Index at, ReadBytes word) noexcept nogil
cdef Index length(ReadInts begin, Index text) noexcept nogil
cpdef (Index, Index) write_infosets(
    Words words, Index number, ReadInt8s player, ReadInt32s state, ReadInt32s sees,
    ReadInt32s actions, ReadBytes data, ReadInts begin, Bytes out
) noexcept nogil
cpdef (Index, Index) write_nodes(
    Words words, Index number, ReadInt8s kind, ReadInt32s what, ReadInt32s begin,
    ReadInt32s children, ReadBytes payoffs, ReadInts payoff, ReadBytes chances, ReadInts chance,
    Bytes out
) noexcept nogil
