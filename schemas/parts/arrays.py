"""The types of the numbers and arrays that kernels take. `arrays.pxd` has them for Cython.

Arrays are contiguous; the digit is their number of dimensions, where there are several. A kernel
only reads an array whose type begins with Read.
"""

import numpy as np
from numpy.typing import NDArray

Index = int
"""A place in an array, and what a kernel counts: as wide as a pointer."""
Int64 = int

Doubles = NDArray[np.float64]
Doubles2 = NDArray[np.float64]
Doubles3 = NDArray[np.float64]
Doubles4 = NDArray[np.float64]
Ints = NDArray[np.int64]
Ints2 = NDArray[np.int64]
Ints3 = NDArray[np.int64]
Words = NDArray[np.uint16]
Words2 = NDArray[np.uint16]

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
ReadWords = NDArray[np.uint16]
ReadWords2 = NDArray[np.uint16]
