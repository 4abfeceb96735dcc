from ...schemas.kernels.key_tables cimport KeyTable, add, number_of
from ...schemas.parts.arrays cimport Index, Int32s, Int64, ReadInt8s, ReadInt32s
