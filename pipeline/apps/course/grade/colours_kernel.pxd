from efgc.schemas.parts.arrays cimport Index, Ints, ReadInts
