from ..parts.arrays cimport Bytes, Index, Ints, ReadInts
from ..kernels.pieces cimport ratio
