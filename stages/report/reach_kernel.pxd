from libc.math cimport NAN, isnan, log

from efgc.schemas.parts.arrays cimport (
    Doubles, Flags, Index, Int32s, ReadDoubles, ReadInt8s, ReadInt32s
)
from efgc.stages.forms.passes cimport Order
