from .....schemas.parts.arrays cimport (
    Doubles,
    Doubles2,
    Doubles3,
    Doubles4,
    Index,
    Int64,
    Ints,
    Ints2,
    Ints3,
    ReadDoubles,
    ReadDoubles2,
    ReadDoubles3,
    ReadInt32s,
    ReadInt32s2,
    ReadInt32s4,
    ReadInts,
    ReadInts2,
    ReadInts3,
    ReadWords,
    ReadWords2,
    Words,
    Words2,
)
from ..batch cimport Bench, solve_batch
from ..lanes cimport LANES, MOST
from ..simplex cimport bounds, simplex

cdef Index LOSS, TIE
cdef Int64 ODD_BITS

cdef class Round:
    cdef Ints2 rows, mirrored, outcomes
    cdef Ints own, other, own_place, other_place

cpdef Int64 without(Int64 code, Index own, Index other) noexcept nogil
cpdef Int64 exchange(Int64 code) noexcept nogil
cpdef (Index, Index) bids(
    Int64 code, Ints own, Ints other, Ints own_place, Ints other_place
) noexcept nogil
cdef Index row_of(ReadInts patterns, Int64 code) noexcept nogil
cdef (Index, Index) follow(Round round, Int64 code, ReadInts below) noexcept nogil
cdef void write_games(
    Doubles3 A,
    Index m,
    Index n,
    double gain,
    double scale,
    Round round,
    Ints3 behind,
    ReadInt32s kinds,
    ReadInts starts,
    ReadInt32s2 places,
    ReadDoubles values,
    ReadInt32s packed,
) noexcept nogil
cdef Index outcome_of(Index own_place, Index other_place) noexcept nogil
cdef void add_round(Words found, ReadWords known, Index outcome) noexcept nogil
cdef void turn(ReadWords known, Words turned) noexcept nogil
