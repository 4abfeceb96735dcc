from ....schemas.parts.arrays cimport (
    Flags, Index, Int32s, Int64, Ints, ReadInt8s, ReadInt32s, ReadInts
)

