from ....schemas.parts.arrays cimport (
    Doubles, Index, Int32s, Int64, ReadDoubles, ReadFlags, ReadInt32s, ReadInt8s
)
from ....schemas.kernels.key_tables cimport KeyTable, add, find, number_of
from ..recall_kernel cimport Pairs, enter_pair

cdef class Tree:
    cdef readonly Int32s above, letter, own, choices, place, action
    cdef KeyTable node_table, sequence_table
    cdef readonly Index nodes, sequences

cdef class Side:
    cdef Tree tree
    cdef Index player
    cdef ReadInt32s letter, action
    cdef ReadFlags live

cdef class Payoffs:
    cdef readonly Int32s first, second
    cdef readonly Doubles payoff
    cdef readonly Index size

cdef class Moves:
    cdef readonly Pairs pairs
    cdef readonly Int32s count, move, target
    cdef readonly Doubles probability
    cdef readonly Index size, wrong

cdef Index find_node(Tree tree, Index node, Index letter) noexcept nogil
cdef Index find_sequence(Tree tree, Index node, Index action) noexcept nogil
cdef Int64 key_of(Index node, Index step) noexcept nogil
cdef Index lengthen(Tree tree) except -1 nogil
cdef Index allow(Tree tree, Index node, Index action) except -1 nogil
cdef Index enter_node(Tree tree, Index node, Index letter, Index action) except -1 nogil
cdef Index last_sequence(Tree tree, Index memory) noexcept nogil
cdef Index sequence_after(
    Tree tree, Index memory, bint owned, Index move, Index action, Index first
) noexcept nogil
cdef Index memory_after(
    Tree tree, Index memory, Index sequence, Index letter, bint live
) noexcept nogil
cdef Index add_payoff(Payoffs payoffs, Index first, Index second, double payoff) except -1 nogil
