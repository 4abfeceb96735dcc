from .....schemas.parts.arrays cimport Index, Ints, ReadInts
