from .....schemas.parts.arrays cimport (
    Doubles2,
    Index,
    Ints,
    ReadDoubles,
    ReadDoubles2,
    ReadInt32s2,
    ReadInt32s3,
    ReadInt8s,
    ReadInts,
    ReadInts4,
)
from ..batch cimport Bench, solve_batch
from ..lanes cimport LANES

cdef enum:
    ACTIONS = 5
    SHOOT = 4

cdef (Index, Index, Index, Index) step(
    ReadInt32s3 steps, ReadInt8s line, Index pair, Index own, Index other
) noexcept nogil
cdef Index choices(ReadInt32s2 steps, Index armed, Index player, Ints found) noexcept nogil
