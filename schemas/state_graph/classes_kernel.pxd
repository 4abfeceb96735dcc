from ..parts.arrays cimport Flags, Index, Int32s, ReadInt32s, ReadInt8s

cdef Index root(Int32s parent, Index item) noexcept nogil
