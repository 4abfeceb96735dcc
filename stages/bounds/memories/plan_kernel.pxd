from ....schemas.parts.arrays cimport Index, Int32s, Ints, ReadInt32s
from .tree_kernel cimport (
    Tree, allow, enter_node, find_node, find_sequence
)

cdef class Plan:
    cdef readonly bint kept
    cdef readonly Tree tree
    cdef readonly Int32s node, arrival, first, choice, rank, letter, action, behind
    cdef readonly Ints begin, middle
    cdef readonly Index size
    cdef readonly double fine

cdef Index arrive(Plan plan, Index above, Index frame, Index letter) except -1 nogil
cdef Index choose(
    Plan plan, Index frame, Index action, Index end, double ahead, bint others
) noexcept nogil
cdef Index drop(Plan plan, Index begin, Index end) noexcept nogil
cdef Index note(Plan plan, Index frame, bint acts) except -1 nogil
cdef Index grow(Plan plan, ReadInt32s own, Int32s node, Ints low) except -1 nogil
