from ...schemas.parts.arrays cimport Doubles, Index, ReadDoubles, ReadInt32s
from ..forms.passes cimport Order
