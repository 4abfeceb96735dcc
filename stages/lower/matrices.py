"""The sequence form as sparse matrices of floats, for users' own linear programs and for regret
minimisation.

The files are in NumPy's `.npz` format, or in Matrix Market format, one file per matrix (Boisvert,
Pozo and Remington, "The Matrix Market exchange formats: initial design", NISTIR 5935, 1996).
"""

from collections.abc import Iterable

import numpy as np

from ...schemas.matrices import Matrices, Matrix, Tree
from ..forms.columns import FormColumns, Int32s, SequencesColumns


def matrices(form: FormColumns, name: str) -> Matrices:
    """Return the matrices of a form, without rows and columns for removed parts.

    For a game in which player 1 chooses between 3 and 5:

    >>> from efgc.stages.forms.columns import lists_of
    >>> first = SequencesColumns(moves=np.arange(3), infosets=np.zeros(1), numbers=np.ones(1, int),
    ...     parents=lists_of([1], [0]), actions=lists_of([2], [1, 2]), removed=np.zeros(0, int),
    ...     represented_by=lists_of([], []))
    >>> second = SequencesColumns(moves=np.zeros(1), infosets=np.zeros(0), numbers=np.zeros(0, int),
    ...     parents=lists_of([], []), actions=lists_of([], []), removed=np.zeros(0, int),
    ...     represented_by=lists_of([], []))
    >>> found = matrices(FormColumns(players=(first, second), first=np.array([1, 2]),
    ...     second=np.zeros(2, int), units=np.array([3, 5]), parts=1), "x")
    >>> for matrix in found.sparse.values():
    ...     print(matrix.shape, matrix.begin, matrix.columns, matrix.entries)
    (2, 3) [0 1 4] [0 0 1 2] [ 1. -1.  1.  1.]
    (1, 1) [0 1] [0] [1.]
    (3, 1) [0 0 1 2] [0 0] [3. 5.]
    """
    first, second = form.players
    x, y = _places(first), _places(second)
    rows = np.cumsum(np.bincount(x[form.first], minlength=len(first.present)))
    shape = len(first.present), len(second.present)
    begin = np.concatenate(([0], rows)).astype(np.int32)
    payoffs = Matrix(shape, begin, y[form.second], form.floats)
    return Matrices(name, (_tree(first, x), _tree(second, y)), payoffs)


def _tree(player: SequencesColumns, places: Int32s) -> Tree:
    first, begin = (1 + player.actions.begin), player.parents.begin
    return Tree(first.astype(np.int32), begin.astype(np.int32), places[player.parents.members])


def _places(player: SequencesColumns) -> Int32s:
    found = np.full(player.size, -1, np.int32)
    found[player.present] = np.arange(len(player.present), dtype=np.int32)
    return found


RIGHT = {"e": "E.rhs", "f": "F.rhs"}
"""Not the bare letters: E.mtx and e.mtx are the same file on a case-insensitive file system."""


def write_mtx(matrices: Matrices) -> dict[str, bytes]:
    """Return the Matrix Market files, by the endings of their names without `.mtx`. E, F and A are
    sparse, with indices from 1, row by row; e and f are dense columns.
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
    rows, columns = (matrix.rows + 1).tolist(), (matrix.columns + 1).tolist()
    for row, column, entry in zip(rows, columns, matrix.entries.tolist(), strict=True):
        yield f"{row} {column} {_number(entry)}"


def _text(layout: str, name: str, lines: Iterable[str]) -> bytes:
    head = (f"%%MatrixMarket matrix {layout} real general", f"% {name}")
    return "".join(f"{line}\n" for line in (*head, *lines)).encode()


def _number(number: float) -> str:
    return repr(number)
