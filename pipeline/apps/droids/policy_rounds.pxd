from libc.math cimport INFINITY

from ....schemas.parts.arrays cimport (
    Doubles,
    Doubles2,
    Doubles3,
    Index,
    Ints,
    ReadDoubles,
    ReadDoubles2,
    ReadDoubles3,
    ReadInt8s,
    ReadInt32s3,
    ReadInts,
    ReadInts4,
)
from ....stages.solve.induction.batch cimport Bench, solve_batch
from ....stages.solve.induction.droid_battle.kernel cimport ACTIONS, choices, step
from ....stages.solve.induction.lanes cimport LANES

cdef Index kind_of(ReadInts counts, Index tally) noexcept nogil
cdef double worth(Doubles2 B, Index i, Index n, Index view) noexcept nogil
cdef double largest(Doubles numbers, Index count) noexcept nogil
cdef void share(
    Doubles action_values, Index m, Ints own, double tie, double weight, Doubles chosen
) noexcept nogil
