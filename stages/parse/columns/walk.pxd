from ....schemas.parts.arrays cimport Index, Int8s, Int32s, Int32s2, UInt64
from .decisions cimport OFTEN, Book, Ways, decide
from .row_table cimport Interned, full, intern, search
from .positions cimport Land

cdef Index ASK, DONE, END, ENTRY, HISTORIES, PAUSE, REFUSED, SITUATIONS, SKETCH, STAND, STATES
cdef Index TARGETS, WAITING

cdef class Encounters:
    cdef readonly Interned asked
    cdef readonly Int32s root
    cdef readonly Int32s2 items

cdef class Record:
    cdef Interned situations, histories
    cdef Int32s state, brought
    cdef readonly Int8s kind
    cdef readonly Int32s what, begin, targets
    cdef Int32s2 waiting
    cdef readonly Index states, ways, square, bringing, gold
    cdef Index left, allowed

cdef class Limits:
    cdef Index states, dead_end, escape, gold
    cdef double spent

cdef Index visit(
    Land land, Book book, Encounters encounters, Record record, Interned situations, Limits limits
) noexcept nogil
cdef Index encounter(
    Land land, Interned asked, Record record, Index place, Index gold, Index history
) noexcept nogil
cdef (Index, Index, Index, Index) item_at(
    Encounters encounters, Record record, Index item, Index place, Index history
) noexcept nogil
cdef Index history_behind(Interned histories, UInt64 row) noexcept nogil
cdef Index write(
    Land land,
    Book book,
    Encounters encounters,
    Record record,
    Limits limits,
    Index what,
    Index first,
    Index second,
    Index third,
) noexcept nogil
cdef void arrive(
    Land land,
    Ways ways,
    Record record,
    Limits limits,
    Index way,
    Index before,
    Index history,
    Index row,
) noexcept nogil
cdef void wait(
    Record record, Index row, Index what, Index one, Index two, Index three
) noexcept nogil
