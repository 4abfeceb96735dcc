from libc.math cimport NAN, isnan, log

from ...schemas.parts.arrays cimport (
    Doubles, Flags, Index, Int32s, ReadDoubles, ReadInt8s, ReadInt32s
)
from ..forms.passes cimport Order
