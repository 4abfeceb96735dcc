from ....schemas.parts.arrays cimport Index, Int32s, Ints, ReadInt32s, ReadInts
