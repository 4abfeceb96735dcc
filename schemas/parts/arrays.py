"""The types of the numbers and arrays that kernels accept. `arrays.pxd` defines them for Cython.

Arrays are contiguous; a digit at the end is their number of dimensions, if there are several. A
kernel only reads an array whose type begins with Read.
"""

import numpy as np
from numpy.typing import NDArray

Index = int
"""An array index or a count, as wide as a pointer."""
Int64 = int
UInt64 = int

Doubles = NDArray[np.float64]
Doubles2 = NDArray[np.float64]
Doubles3 = NDArray[np.float64]
Doubles4 = NDArray[np.float64]
Int8s = NDArray[np.int8]
Int32s = NDArray[np.int32]
Int32s2 = NDArray[np.int32]
Ints = NDArray[np.int64]
Ints2 = NDArray[np.int64]
Ints3 = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint16]
Words2 = NDArray[np.uint16]
UInt32s2 = NDArray[np.uint32]
UInt64s = NDArray[np.uint64]
UInt64s2 = NDArray[np.uint64]

ReadDoubles = NDArray[np.float64]
ReadDoubles2 = NDArray[np.float64]
ReadDoubles3 = NDArray[np.float64]
ReadDoubles4 = NDArray[np.float64]
ReadInt8s = NDArray[np.int8]
ReadInt32s = NDArray[np.int32]
ReadInt32s2 = NDArray[np.int32]
ReadInt32s3 = NDArray[np.int32]
ReadInt32s4 = NDArray[np.int32]
ReadInts = NDArray[np.int64]
ReadInts2 = NDArray[np.int64]
ReadInts3 = NDArray[np.int64]
ReadInts4 = NDArray[np.int64]
ReadBytes = NDArray[np.uint8]
ReadFlags = NDArray[np.bool_]
ReadWords = NDArray[np.uint16]
ReadWords2 = NDArray[np.uint16]
ReadUInt64s = NDArray[np.uint64]
