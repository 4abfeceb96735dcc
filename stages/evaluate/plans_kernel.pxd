from ...schemas.parts.arrays cimport Index, Int32s, Int64, Ints, ReadInt8s, ReadInt32s
from ...schemas.parts.key_tables cimport full, number_of, table, wider
