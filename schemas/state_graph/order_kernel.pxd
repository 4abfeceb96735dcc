from ..parts.arrays cimport Flags, Index, Int32s, ReadInt32s
