from libc.math cimport NAN, isnan, log

from ...schemas.parts.arrays cimport (
    Doubles, Index, Int32s, ReadDoubles, ReadInt8s, ReadInt32s
)
from ...schemas.kernels.passes cimport Order
