from ....schemas.parts.arrays cimport Bytes, Index, Int8s, Int32s, Ints
from .row_table cimport Interned, full
from .positions cimport NO_MOVE, SIDES, Land, Plan, explore

cdef Index DECISIONS, DONE, LABELS, MOVES, PAUSE, POSITIONS, WAYS
cdef Index OFTEN, SINGLE, CHAINED, WIDER

cdef class Decisions:
    cdef readonly Int32s position, asks, begin, ways
    cdef readonly Index count

cdef class Ways:
    cdef readonly Int32s position, gold
    cdef readonly Ints begin
    cdef readonly Bytes moves
    cdef readonly Index count, end

cdef class Labels:
    cdef Int32s position, gold, before, next, ends, first, last, kept
    cdef Int8s side
    cdef readonly Index running, bucket, found, ended, dead, asks

cdef class Book:
    cdef Index kind
    cdef readonly Decisions decisions
    cdef readonly Ways ways
    cdef readonly Labels labels

cdef Index decide(Land land, Book book, Index number) noexcept nogil
cdef Index simple(Land land, Plan plan, Book book, Ways ways, Index number) noexcept nogil
cdef Index richest(Land land, Plan plan, Book book, Labels labels, Index number) noexcept nogil
cdef void spread(Land land, Plan plan, Labels labels, Index place, Index before) noexcept nogil
cdef bint spared(Interned table, Labels labels, Index kept, Index label) noexcept nogil
cdef Index emit(Land land, Book book, Ways ways, Labels labels, Index number) noexcept nogil
cdef Index note(
    Land land, Decisions decisions, Ways ways, Index number, Index asks, Index count, Index end
) noexcept nogil
