from ...schemas.parts.arrays cimport (
    Doubles, Flags, Index, Int32s, Ints, ReadDoubles, ReadFlags, ReadInt32s, ReadInt8s
)
from .memories.plan_kernel cimport Plan, arrive, choose, note

cdef class Rules:
    cdef Plan plan
    cdef ReadInt8s actor
    cdef ReadInt32s begin, target, letter, action
    cdef ReadDoubles probability, gain, payoff
    cdef ReadFlags silent
    cdef Index player

cdef class Stack:
    cdef Int32s action, taken
    cdef Ints above
    cdef Flags acted
    cdef Doubles sum, best, later
    cdef public Int32s state
    cdef public Ints begin, end
    cdef public Flags opened
    cdef public Doubles weight, value, roundings, behind
    cdef public Index top
    cdef public double longest, memories

cdef class Desk:
    cdef Doubles mass, gained
    cdef Flags present
    cdef Int32s heap, plain, letters, targets, touched
    cdef Doubles weights
    cdef Ints count
    cdef Index letters_used, sent

cpdef Index step(Rules rules, Stack stack, Desk desk, double each) except -1 nogil
cdef Index collect(Rules rules, Stack stack, Desk desk, Index frame) except -1 nogil
cdef Index send(Rules rules, Desk desk, Index move, double weight) noexcept nogil
cdef Index push(Desk desk, Index size, Index state) noexcept nogil
cdef Index pop(Desk desk, Index size) noexcept nogil
cdef Index deal(Rules rules, Stack stack, Desk desk, Index frame, double roundings) except -1 nogil
cdef Index fold(Rules rules, Stack stack, Index frame) except -1 nogil
cdef Index settle(Rules rules, Stack stack, Index frame, Index end) noexcept nogil
cdef Index lengthen_pool(Stack stack, Index need) except -1 nogil
cdef Index lengthen_frames(Stack stack, Index need) except -1 nogil
