from ..parts.arrays cimport (
    Doubles, Flags, Index, ReadDoubles, ReadFlags, ReadInt32s, ReadInts
)

cdef class Order:
    cdef readonly ReadInt32s infosets, first, parent, begin, members
