from libc.math cimport exp, log

from ...schemas.parts.arrays cimport (
    Doubles, Index, Int32s, ReadDoubles, ReadInt32s, ReadInt8s
)
