"""Files of arrays (`.npz`)."""

import io
import zipfile
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NO_ARRAYS = (
    *(AttributeError, EOFError, KeyError, MemoryError, NotImplementedError, OSError, OverflowError),
    *(RuntimeError, SyntaxError, TypeError, ValueError, zipfile.BadZipFile, zlib.error),
)
"""Errors of NumPy for files that it did not write."""


def read_arrays(content: bytes) -> dict[str, NDArray[Any]] | None:
    """Return the arrays of a file by their names; None if it is not one."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            return dict(file)
    except _NO_ARRAYS:
        return None
