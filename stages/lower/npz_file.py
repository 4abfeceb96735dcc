"""The matrices of the sequence form as one NumPy `.npz` file, with the fields of CSR matrices."""

import io
from typing import Any

import numpy as np

from stages.lower.matrices import Matrices


def write_npz(matrices: Matrices) -> dict[str, bytes]:
    """Return the one file, under an empty name.

    For each matrix E, F and A it holds `E_data`, `E_indices`, `E_indptr` and `E_shape`, named as in
    SciPy, and also the vectors `e` and `f`, and `name`.
    """
    arrays: dict[str, Any] = {**matrices.right, "name": np.array(matrices.name)}
    for letter, matrix in matrices.sparse.items():
        arrays[f"{letter}_data"] = matrix.entries
        arrays[f"{letter}_indices"] = matrix.columns
        arrays[f"{letter}_indptr"] = matrix.begin
        arrays[f"{letter}_shape"] = np.array(matrix.shape, np.int64)
    file = io.BytesIO()
    # Not compressed: compression libraries differ between systems, and so would the bytes.
    np.savez(file, **arrays)
    return {"": file.getvalue()}
