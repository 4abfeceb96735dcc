"""The sequence form of a game as sparse matrices of floats.

    maximise  min over y of  x' A y   subject to   E x = e,   F y = f,   x, y >= 0

in the letters of `stages.forms.sequence_form`. Rows and columns are those of player 1's program:
columns of E and rows of A are its weights x, rows of E its flows f, columns of F and A its
responses b, and rows of F its values v.

`linear_program.md` describes the file of NumPy (`.npz`) that holds them.
"""

import hashlib
import io
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True, eq=False)
class Matrices:
    """The matrices of a sequence form."""

    name: str
    """The name of player 1's program, which identifies the game and the reductions left out."""
    sparse: dict[str, Matrix]
    """E, F and A."""
    right: dict[str, NDArray[np.float64]]
    """e and f: 1 for the root, 0 for every information set."""
    digest: str = ""
    """The SHA-256 of the file, if they were read."""

    @cached_property
    def trees(self) -> tuple[Tree, Tree]:
        """The sequences of player 1 and player 2. Raises InputError if E or F has others."""
        return _tree(self, "E", "e"), _tree(self, "F", "f")


def _tree(matrices: Matrices, letter: str, right: str) -> Tree:
    flows, root = matrices.sparse[letter], matrices.right[right]
    infosets, sequences = flows.shape[0] - 1, flows.shape[1]
    if flows.begin[1] == 1 and flows.columns[0] == 0:  # x0 = 1
        rows, columns, own = flows.rows[1:] - 1, flows.columns[1:], flows.entries[1:] > 0
        actions = np.bincount(rows[own], minlength=infosets)
        led, parents = np.bincount(rows[~own], minlength=infosets), columns[~own]
        first = np.concatenate(([1], 1 + np.cumsum(actions))).astype(np.int32)
        fits = (
            (np.abs(flows.entries) == 1.0).all()
            and np.array_equal(columns[own], np.arange(1, sequences))
            and min(actions.min(initial=1), led.min(initial=1)) > 0
            and (parents < first[rows[~own]]).all()
            and np.array_equal(root, np.arange(infosets + 1) == 0)
        )
        if fits:
            begin = np.concatenate(([0], np.cumsum(led))).astype(np.int32)
            return Tree(first, begin, np.ascontiguousarray(parents))
    words = "has other rows than those of `efgc lower`: a player's information sets in order"
    raise InputError([Problem(words, (letter,))])


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
    """Return the matrices of a file. Raises InputError if it does not hold those of a sequence
    form.
    """
    arrays = read_arrays(content) or {}
    sparse = {letter: _sparse(arrays, letter) for letter in "EFA"}
    right = {letter: _column(arrays, letter, np.float64) for letter in "ef"}
    widths = sparse["E"].shape[1], sparse["F"].shape[1]
    if sparse["A"].shape != widths:
        raise InputError([Problem(f"is not {widths[0]} by {widths[1]}, as E and F are", ("A",))])
    if not np.isfinite(sparse["A"].entries).all():
        raise InputError([Problem("has an entry that is no finite number", ("A",))])
    name = arrays.get("name", np.array(""))
    made = Matrices(
        str(name) if name.dtype.kind == "U" and name.ndim == 0 else "",
        sparse,
        right,
        hashlib.sha256(content).hexdigest(),
    )
    assert made.trees  # Raises InputError for other rows.
    return made


def _sparse(arrays: dict[str, NDArray[Any]], letter: str) -> Matrix:
    entries = _column(arrays, f"{letter}_data", np.float64)
    columns = _column(arrays, f"{letter}_indices", np.int32)
    begin = _column(arrays, f"{letter}_indptr", np.int32)
    shape = _column(arrays, f"{letter}_shape", np.int64)
    height, width = shape.tolist() if len(shape) == 2 else (0, 0)
    fits = (
        min(height, width) > 0
        and (len(begin), begin[0], begin[-1]) == (height + 1, 0, len(columns))
        and (np.diff(begin) >= 0).all()
        and len(entries) == len(columns)
        and ((columns >= 0) & (columns < width)).all()
    )
    if fits:
        matrix = Matrix((height, width), begin, columns, entries)
        places = matrix.rows * width + columns
        if (np.diff(places) > 0).all():
            return matrix
    words = "is no sparse matrix by rows (CSR) with ascending columns"
    raise InputError([Problem(words, (letter,))])


def _column(arrays: dict[str, NDArray[Any]], name: str, kind: type) -> NDArray[Any]:
    found = arrays.get(name)
    if found is None or found.ndim != 1 or found.dtype.kind != np.dtype(kind).kind:
        raise InputError([Problem(f"has no {name}: these are not the matrices of `efgc lower`")])
    return np.ascontiguousarray(found.astype(kind))
