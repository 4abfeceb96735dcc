from libc.math cimport INFINITY

from .....schemas.parts.arrays cimport (
    Doubles,
    Doubles2,
    Index,
    Int64,
    Ints,
    Ints2,
    ReadDoubles,
    ReadDoubles2,
    ReadDoubles4,
    ReadInt8s,
    ReadInt32s3,
    ReadInts,
    ReadInts2,
    ReadInts4,
)
from .....stages.solve.induction.droid_battle.kernel cimport ACTIONS, SHOOT, choices, step

cdef enum:
    WORDS = 624

cdef Int64 ALL, FIFTEEN, HIGHEST, SEVEN, TWIST

cdef Index sign_of(Int64 score) noexcept nogil
cdef double largest_of(Doubles2 table, Index state, Ints found, Index number) noexcept nogil
cdef Index one_of(
    Doubles2 table, Index state, Ints found, Index number, Ints twister
) noexcept nogil
cdef Index draw_action(ReadDoubles weights, Ints twister) noexcept nogil
cpdef void start_twister(Ints words, Int64 seed) noexcept nogil
cdef Int64 draw_word(Ints words) noexcept nogil
cpdef double draw_number(Ints words) noexcept nogil
cpdef Index draw_below(Ints words, Index limit) noexcept nogil
