"""The matrices of the sequence form as Matrix Market files, one per matrix.

Boisvert, Pozo and Remington, "The Matrix Market exchange formats: initial design", NISTIR 5935,
1996.
"""

from collections.abc import Iterable

import numpy as np

from stages.lower.matrices import Matrices, Matrix

RIGHT = {"e": "E.rhs", "f": "F.rhs"}
"""Not the bare letters: E.mtx and e.mtx are the same file on a case-insensitive file system."""


def write_mtx(matrices: Matrices) -> dict[str, bytes]:
    """Return the files by the ends of their names, without `.mtx`.

    E, F and A are sparse, numbered from 1, row by row; e and f are dense columns.
    """
    files = {
        letter: _text("coordinate", matrices.name, _sparse(matrix))
        for letter, matrix in matrices.sparse.items()
    }
    for letter, vector in matrices.right.items():
        lines = [f"{len(vector)} 1", *map(_number, vector.tolist())]
        files[RIGHT[letter]] = _text("array", matrices.name, lines)
    return files


def _sparse(matrix: Matrix) -> Iterable[str]:
    height, width = matrix.shape
    yield f"{height} {width} {len(matrix.entries)}"
    rows = np.repeat(np.arange(1, height + 1), np.diff(matrix.begin))
    for row, column, entry in zip(
        rows.tolist(), (matrix.columns + 1).tolist(), matrix.entries.tolist(), strict=True
    ):
        yield f"{row} {column} {_number(entry)}"


def _text(layout: str, name: str, lines: Iterable[str]) -> bytes:
    head = (f"%%MatrixMarket matrix {layout} real general", f"% {name}")
    return "".join(f"{line}\n" for line in (*head, *lines)).encode()


def _number(number: float) -> str:
    return repr(number)
