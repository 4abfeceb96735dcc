"""The sequence form of a game as sparse matrices of floats.

    maximise  min over y of  x' A y   subject to   E x = e,   F y = f,   x, y >= 0

in the letters of `stages.forms.sequence_form`. Rows and columns are those of player 1's program:
columns of E and rows of A are its weights x, rows of E its flows f, columns of F and A its
responses b, and rows of F its values v.

`linear_program.md` describes the file of NumPy (`.npz`) that holds them.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .parts.arrays_file import read_arrays
from .parts.problems import InputError, Problem

Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Matrix:
    """A sparse matrix by rows (CSR) with k nonzero entries."""

    shape: tuple[int, int]
    begin: Int32s
    """Shape (rows + 1,): the start of each row in `columns`; the last entry is the end of all."""
    columns: Int32s
    """Shape (k,): ascending in each row."""
    entries: NDArray[np.float64]
    """Shape (k,)."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """Shape (k,): the row of each entry."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.begin))


class Tree(NamedTuple):
    """The sequences of a player as E or F has them: sequence 0 is the empty one, and those that end
    in an information set follow one another, behind those that lead to it.
    """

    first: Int32s
    """Per information set its first sequence; last, the number of all sequences."""
    begin: Int32s
    """Per information set the start of its parents; last, the end of all."""
    parents: Int32s
    """The sequences that lead to the information sets, one set after the other."""

    @property
    def flows(self) -> Matrix:
        """E or F: the empty sequence has weight 1, and the flow into an information set equals the
        flow out of it.
        """
        led, actions = np.diff(self.begin), np.diff(self.first)
        sets, size = np.arange(1, len(led) + 1), int(self.first[-1])
        rows = np.concatenate(([0], np.repeat(sets, led), np.repeat(sets, actions)))
        columns = np.concatenate(([0], self.parents, np.arange(1, size)))
        signs = np.repeat([1.0, -1.0, 1.0], (1, len(self.parents), size - 1))
        order = np.argsort(rows, kind="stable")  # Parents come before actions.
        begin = np.concatenate(([0, 1], 1 + np.cumsum(led + actions))).astype(np.int32)
        shape = (len(led) + 1, size)
        return Matrix(shape, begin, columns[order].astype(np.int32), signs[order])

    @property
    def root(self) -> NDArray[np.float64]:
        """e or f: 1 for the root, 0 for every information set."""
        found = np.zeros(len(self.first))
        found[0] = 1.0
        return found


@dataclass(frozen=True, eq=False)
class Matrices:
    """The matrices of a sequence form."""

    name: str
    """The name of player 1's program, which identifies the game and the reductions left out."""
    trees: tuple[Tree, Tree]
    """The sequences of player 1 and player 2."""
    payoffs: Matrix
    """A."""
    digest: str = ""
    """The SHA-256 of the file, if they were read."""
    players = "player 1", "player 2"
    source = None

    @property
    def title(self) -> str:
        return f"sequence form {self.name}"

    @property
    def sparse(self) -> dict[str, Matrix]:
        """E, F and A."""
        first, second = self.trees
        return {"E": first.flows, "F": second.flows, "A": self.payoffs}

    @property
    def right(self) -> dict[str, NDArray[np.float64]]:
        """e and f."""
        return {"e": self.trees[0].root, "f": self.trees[1].root}


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


def read_npz(content: bytes) -> Matrices:
    """Return the matrices of a file. Raises InputError if they are not those of a sequence form, in
    the order of `efgc lower`.
    """
    arrays = read_arrays(content)
    if arrays is None:
        raise _refused("the file is damaged")
    first, second = _tree(arrays, "E"), _tree(arrays, "F")
    payoffs = _sparse(arrays, "A")
    rows, width = payoffs.rows, payoffs.shape[1]
    fits = payoffs.shape == (first.first[-1], second.first[-1])
    if not (fits and (np.diff(rows * width + payoffs.columns) > 0).all()):
        raise _refused("A is not a matrix by rows with a row and a column for each sequence")
    if not np.isfinite(payoffs.entries).all():
        raise _refused("A has an entry that is not a finite number")
    digest, name = hashlib.sha256(content).hexdigest(), arrays.get("name")
    made = Matrices("" if name is None else str(name), (first, second), payoffs, digest)
    for letter, vector in made.right.items():
        if not np.array_equal(arrays.get(letter, vector[:0]), vector):
            raise _refused(f"{letter} is not 1 for the root and 0 for every information set")
    return made


def _tree(arrays: Mapping[str, NDArray[Any]], letter: str) -> Tree:
    given = _sparse(arrays, letter)
    rows, columns, own = given.rows, given.columns, given.entries > 0
    height = given.shape[0]
    actions = np.cumsum(np.bincount(rows[own], minlength=height))
    parents = np.cumsum(np.bincount(rows[~own], minlength=height))
    if (actions[0], parents[0]) == (1, 0):  # The first row is x0 = 1.
        found = Tree(actions.astype(np.int32), parents.astype(np.int32), columns[~own])
        early = found.parents < np.repeat(actions[:-1], np.diff(parents))
        least = min(np.diff(each).min(initial=1) for each in (actions, parents))
        first, second = (
            (each.shape, each.begin.tobytes(), each.columns.tobytes(), each.entries.tobytes())
            for each in (given, found.flows)
        )
        if first == second and least > 0 and early.all():
            return found
    raise _refused(f"{letter} does not have the information sets of a player in their order")


def _sparse(arrays: Mapping[str, NDArray[Any]], letter: str) -> Matrix:
    kinds = {"data": np.float64, "indices": np.int32, "indptr": np.int32, "shape": np.int64}
    found = {}
    for name, kind in kinds.items():
        array = arrays.get(f"{letter}_{name}")
        if array is None or array.ndim != 1 or array.dtype.kind != np.dtype(kind).kind:
            raise _refused(f"there is no {letter}_{name}")
        found[name] = array.astype(kind)
    entries, columns, begin, shape = found.values()
    height, width = shape.tolist() if len(shape) == 2 else (0, 0)
    fits = (
        len(begin) == height + 1 > 1
        and (begin[0], begin[-1], len(entries)) == (0, len(columns), len(columns))
        and (np.diff(begin) >= 0).all()
        and ((columns >= 0) & (columns < width)).all()
    )
    if not fits:
        raise _refused(f"{letter} is not a sparse matrix by rows (CSR)")
    return Matrix((height, width), begin, columns, entries)


def _refused(words: str) -> InputError:
    return InputError([Problem(f"not the matrices of `efgc lower`: {words}")])
