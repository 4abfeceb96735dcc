from libc.math cimport exp, log

from efgc.schemas.parts.arrays cimport (
    Doubles, Index, Int32s, ReadDoubles, ReadInt32s, ReadInt8s
)
