from ...schemas.parts.arrays cimport (
    Doubles, Doubles2, Doubles3, Index, Int32s, Ints, ReadDoubles, ReadDoubles2, ReadDoubles3,
    ReadInt8s, ReadInt32s, ReadInt32s3, ReadInts2
)

cdef class PublicWalk:
    cdef ReadInt8s actor
    cdef ReadInt32s begin, target, table
    cdef ReadInt32s3 classes
    cdef ReadDoubles3 payoffs
    cdef ReadDoubles2 chance
    cdef ReadInts2 sizes
    cdef Int32s node, taken
    cdef Ints block
    cdef Doubles2 own, other
    cdef public Doubles3 worth
    cdef Doubles sums
    cdef public Doubles value
    cdef Index types_1, types_2, own_at, other_at

cdef Index arrive(PublicWalk walk, Index player, Index depth) noexcept nogil
cdef Index follow(
    PublicWalk walk, Index player, Index depth, Index action, Index actions, Index best,
    ReadDoubles strategy, ReadDoubles others
) noexcept nogil
cdef Index settle(PublicWalk walk, Index player, Index depth, Index action, Index child) noexcept nogil
cdef Index fold(PublicWalk walk, Index player, Index depth, Index actions, Index best) noexcept nogil
cdef Index learn(
    PublicWalk walk, Index player, Index depth, Index actions, double weight, double keep,
    Doubles regret, Doubles strategy, Doubles average
) noexcept nogil
