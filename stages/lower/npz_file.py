"""The matrices of the sequence form as one `.npz` file of NumPy, by the fields of a CSR matrix."""

import io
from typing import Any

import numpy as np

from stages.lower.matrices import Matrices


def write_npz(matrices: Matrices) -> dict[str, bytes]:
    """Return the one file, under an empty name.

    Of each matrix E, F and A it holds `E_data`, `E_indices`, `E_indptr` and `E_shape`, as SciPy
    calls them, and beside these the vectors `e` and `f`, and `name`.
    """
    arrays: dict[str, Any] = {**matrices.right, "name": np.array(matrices.name)}
    for letter, matrix in matrices.sparse.items():
        arrays[f"{letter}_data"] = matrix.entries
        arrays[f"{letter}_indices"] = matrix.columns
        arrays[f"{letter}_indptr"] = matrix.begin
        arrays[f"{letter}_shape"] = np.array(matrix.shape, np.int64)
    file = io.BytesIO()
    # Not compressed: what compresses differs from system to system, and so would the bytes.
    np.savez(file, **arrays)
    return {"": file.getvalue()}
