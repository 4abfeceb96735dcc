from ....schemas.parts.arrays cimport (
    Index, Int8s, Int32s, Int64, Ints, Ints2, ReadFlags, ReadInt32s, ReadInt8s,
    ReadInts, UInt64
)
from ....schemas.kernels.key_tables cimport KeyTable, add, find, mixed, number_of

cdef class Walk:
    cdef ReadInt8s kind, player
    cdef ReadInt32s what, begin, targets, named, first_sees, second_sees, rewards, tells, looked
    cdef ReadInts bit, live
    cdef ReadFlags acts, alone
    cdef Index places
    cdef Ints2 waiting
    cdef Int8s kinds, owners
    cdef Int32s whats, begins, children, states, ways, lasts, owned, shows, offers, firsts
    cdef Int32s sum_after
    cdef Ints counters, holds, held
    cdef KeyTable nodes, infosets, memories, trie, closed, moved, steps
    cdef object sums

cdef Int64 path_after(Walk walk, Int64 path, Int64 text) except -1 nogil
cdef bint is_short(Walk walk, Index children, Index waiting) noexcept nogil
cdef Index node_of(Walk walk, Index state, Int64 holds, Int64 did) except -1 nogil
cdef Index remembered_node(
    Walk walk,
    Index state,
    Index won,
    Int64 first,
    Int64 second,
    Int64 seen,
    Int64 shown,
) except -1 nogil
cdef Index infoset_of(
    Walk walk,
    Index state,
    Index own,
    Int64 sequence,
    Int64 showing,
    Index actions,
    Index moves,
) except -1 nogil
cdef Index difference(
    Walk walk, Index state, Index infoset, Int64 showing, Index actions, Index place
) noexcept nogil
cdef Index node_kind(Index kind) noexcept nogil
cdef Index relocations_from(Int64 hidden, Index closed, Index places) noexcept nogil
cdef Index relocation_actions(
    Walk walk, Int64 hidden, Index closed, Index moves
) except -1 nogil
cdef Index follow(
    Walk walk,
    Index top,
    Index state,
    Index moves,
    Int64 hidden,
    Index won,
    Int64 first,
    Int64 second,
    Index own,
    Index step,
    Int64 seen,
    Int64 shown,
    Index filled,
) except -1 nogil
cdef void relocate(
    Walk walk, Index top, Index state, Index moves, Int64 hidden
) noexcept nogil
cdef Index won_after(Walk walk, Index won, Index paid) except -1 nogil
