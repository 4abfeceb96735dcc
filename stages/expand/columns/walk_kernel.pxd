from ....schemas.parts.arrays cimport (
    Index, Int8s, Int32s, Int64, Ints, Ints2, ReadFlags, ReadInt32s, ReadInt32s2, ReadInt8s,
    ReadInts, UInt64
)
from ....schemas.kernels.key_tables cimport KeyTable, add, find, mixed, number_of

cdef class SecretWalk:
    cdef ReadInt8s kind, player
    cdef ReadInt32s what, begin, targets, sees, looked, drawn, answered, shown
    cdef ReadInts bit, live
    cdef ReadFlags acts, alone
    cdef Index places
    cdef Ints2 waiting
    cdef Int8s kinds, owners
    cdef Int32s whats, begins, children, states, ways, lasts, owned, shows, offers, firsts
    cdef Ints holds, held
    cdef KeyTable nodes, infosets, trie, closed, moved

cdef class PublicWalk:
    cdef ReadInt8s kind, player
    cdef ReadInt32s begin, targets, rewards, pays, chances, columns, said, shown
    cdef ReadInt32s2 offers
    cdef Ints2 waiting
    cdef Int8s kinds, owners
    cdef Int32s whats, begins, children, states, owned, shows, offered, firsts, sum_after
    cdef KeyTable trie, steps
    cdef object sums

cdef Index node_of(SecretWalk walk, Index state, Int64 holds, Int64 did) except -1 nogil
cdef Index infoset_of(
    SecretWalk walk,
    KeyTable infosets,
    Index state,
    Index own,
    Int64 first,
    Int64 second,
    Int64 showing,
    Index actions,
    Index moves,
) except -1 nogil
cdef Index shown_at(SecretWalk walk, Index state) noexcept nogil
cdef Index node_kind(Index kind) noexcept nogil
cdef Index relocations_from(Int64 hidden, Index closed, Index places) noexcept nogil
cdef Int64 relocation_key(SecretWalk walk, Int64 hidden, Index closed) except -2 nogil
cdef void follow(
    SecretWalk walk,
    Index top,
    Index state,
    Index moves,
    Int64 hidden,
    Int64 first,
    Int64 second,
    Index own,
    Index step,
    Int64 seen,
    Index told,
    Index filled,
) noexcept nogil
cdef void relocate(
    SecretWalk walk,
    Index top,
    Index state,
    Index moves,
    Int64 hidden,
    Int64 first,
    Index step,
    Int64 seen,
    Index filled,
) noexcept nogil
cdef Index won_after(PublicWalk walk, Index won, Index paid) except -1 nogil
cdef Index write_infosets(
    PublicWalk walk, Index size, Index state, Index moves, Int64 one, Int64 other
) noexcept nogil
