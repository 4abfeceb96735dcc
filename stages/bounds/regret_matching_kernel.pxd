from ...schemas.parts.arrays cimport Doubles, Index, ReadDoubles, ReadInt32s
from ...schemas.kernels.passes cimport Order
