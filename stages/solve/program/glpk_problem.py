"""The problem object that GLPK reads from a text, and the checks on it.

GLPK is GPL; it is called as a library that the user installs, and nothing of it
is part of this program.
"""

import ctypes
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import swiglpk

from efgc.schemas.parts.problems import InputError, Problem, position
from efgc.stages.solve.program.lines import Numbers
from efgc.stages.solve.program.model_file import file_of, sensed
from efgc.stages.solve.program.unsuitable import refuse_whole_numbers


@contextmanager
def stdout_to(descriptor: int) -> Iterator[None]:
    """Redirect the standard output of C code to a file descriptor."""
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        saved = os.dup(1)
    except OSError:  # Standard output is closed, so nothing can be printed there.
        yield
        return
    try:
        os.dup2(descriptor, 1)
        yield
    finally:
        # Otherwise C's buffered output would appear later, after the artifact.
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).fflush(None)
        os.dup2(saved, 1)
        os.close(saved)


Indices = npt.NDArray[np.int64]
# The C functions behind `swiglpk`, without its Python wrapper around each call.
_glpk = swiglpk._swiglpk
INFINITE = sys.float_info.max  # GLPK uses the largest float for infinity.


class GlpkNumbers(NamedTuple):
    """The numbers of columns and rows; missing bounds are infinite."""

    costs: Numbers
    """Shape (columns,)."""
    columns: tuple[Numbers, Numbers]
    """Lower and upper bounds, each of shape (columns,)."""
    rows: tuple[Numbers, Numbers]
    """The same, of shape (rows,)."""


def numbers(lp: Any) -> GlpkNumbers:
    """Return the numbers of columns and rows of a problem object."""
    width, height = swiglpk.glp_get_num_cols(lp), swiglpk.glp_get_num_rows(lp)
    return GlpkNumbers(
        _call_each(_glpk.glp_get_obj_coef, lp, width),
        _bounds(lp, _glpk.glp_get_col_lb, _glpk.glp_get_col_ub, width),
        _bounds(lp, _glpk.glp_get_row_lb, _glpk.glp_get_row_ub, height),
    )


def column_names(lp: Any) -> tuple[str, ...]:
    width = swiglpk.glp_get_num_cols(lp)
    return tuple(map(_glpk.glp_get_col_name, repeat(lp), range(1, width + 1)))


def row_names(lp: Any) -> tuple[str, ...]:
    """Return the names of rows; a row without a name is named by its number."""
    numbers = range(1, swiglpk.glp_get_num_rows(lp) + 1)
    names = map(_glpk.glp_get_row_name, repeat(lp), numbers)
    return tuple(name or f"row{at}" for at, name in zip(numbers, names, strict=True))


def entries(lp: Any) -> tuple[Indices, Indices, Numbers]:
    """Return row, column and coefficient of each nonzero, row by row."""
    height, width = swiglpk.glp_get_num_rows(lp), swiglpk.glp_get_num_cols(lp)
    total = swiglpk.glp_get_num_nz(lp)
    indices, values = swiglpk.intArray(width + 1), swiglpk.doubleArray(width + 1)
    # Read the same memory once per row: a million numbers read one by one take seconds.
    places = memoryview((ctypes.c_int * (width + 1)).from_address(int(indices.cast()))).cast("B")
    coefficients = memoryview(
        (ctypes.c_double * (width + 1)).from_address(int(values.cast()))
    ).cast("B")
    found_places, found = np.empty(total, np.int32), np.empty(total, np.float64)
    into_places, into = found_places.view(np.uint8).data, found.view(np.uint8).data
    lengths = np.empty(height, np.int64)
    begin = 0
    for row in range(height):
        length = _glpk.glp_get_mat_row(lp, row + 1, indices, values)
        end = begin + length
        # GLPK's arrays start at index 1.
        into_places[4 * begin : 4 * end] = places[4 : 4 + 4 * length]
        into[8 * begin : 8 * end] = coefficients[8 : 8 + 8 * length]
        lengths[row] = length
        begin = end
    return np.repeat(np.arange(height), lengths), found_places.astype(np.int64) - 1, found


def _bounds(
    lp: Any, lower: Callable[..., float], upper: Callable[..., float], count: int
) -> tuple[Numbers, Numbers]:
    low, high = _call_each(lower, lp, count), _call_each(upper, lp, count)
    low[low == -INFINITE] = -np.inf
    high[high == INFINITE] = np.inf
    return low, high


def _call_each(ask: Callable[..., float], lp: Any, count: int) -> Numbers:
    return np.fromiter(map(ask, repeat(lp), range(1, count + 1)), np.float64, count)


# GLPK's presolve aborts with an assertion on larger numbers; HiGHS and CBC treat them as infinite.
TOO_LARGE = 1e20
_BY_GLPK = re.compile(r"(?:\*[^\n]*\n)*?\* Format: +(?:Free|Fixed) MPS\s")


@contextmanager
def problem(text: str, format: str) -> Iterator[tuple[Any, GlpkNumbers]]:
    """Provide the problem object of a text, and its numbers, for a `with` block."""
    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    lp = swiglpk.glp_create_prob()
    found_sense = sensed(text, format)
    try:
        with file_of(found_sense.text, format) as path:
            _read(lp, path, format)
        if format == "mps":
            _set_constant(lp, text)
        if found_sense.maximise:
            swiglpk.glp_set_obj_dir(lp, swiglpk.GLP_MAX)
        found = numbers(lp)
        _refuse(lp, found, text)
        yield lp, found
    finally:
        swiglpk.glp_delete_prob(lp)


def _read(lp: Any, path: str, format: str) -> None:
    readers: list[Callable[[], int]] = [partial(swiglpk.glp_read_lp, lp, None, path)]
    if format == "mps":
        # Free format first: a file in fixed format causes an error there.
        kinds = (swiglpk.GLP_MPS_FILE, swiglpk.GLP_MPS_DECK)
        parameters = swiglpk.glp_mpscp()
        swiglpk.glp_init_mpscp(parameters)
        # By default GLPK drops coefficients below 1e-12 in this format, but not in the other.
        parameters.tol_mps = 0.0
        readers = [partial(swiglpk.glp_read_mps, lp, kind, parameters, path) for kind in kinds]
    if all(reader() for reader in readers):  # Each returns 0 once it has read the file.
        raise InputError([_reason(readers[0], path)])


def _reason(reader: Callable[[], int], path: str) -> Problem:
    """Read again and return the message that GLPK prints: it is available in no other way."""
    with tempfile.TemporaryFile() as said, stdout_to(said.fileno()):
        swiglpk.glp_term_out(swiglpk.GLP_ON)
        reader()
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    for line in lines:
        match = re.match(rf"{re.escape(path)}:(\d+): (.*)", line)
        if match and not match[2].startswith("warning"):
            return Problem(f"not a linear program: {match[2]}", (), int(match[1]))
    return Problem("not a linear program that GLPK can read", (), 1)


def _set_constant(lp: Any, text: str) -> None:
    """Set the objective's constant as all other solvers read it: the objective's entry among the
    right-hand sides is minus the constant, but GLPK takes it for the constant itself. Raises
    InputError if GLPK wrote the file, as the meaning is then ambiguous.
    """
    read = swiglpk.glp_get_obj_coef(lp, 0)
    if read and _BY_GLPK.match(text):
        name = re.escape(swiglpk.glp_get_obj_name(lp))
        place = re.search(rf"^RHS\b.*?\s{name}\s", text, re.DOTALL | re.MULTILINE)
        said = (
            f"GLPK wrote this file with the constant {read:g} of the objective, which all others "
            f"read as {-read:g}: change its sign, and remove the comment '* Format:'"
        )
        raise InputError([Problem(said, (), position(text, place.end() - 1)[0] if place else 1)])
    swiglpk.glp_set_obj_coef(lp, 0, 0.0 - read)


def _refuse(lp: Any, found: GlpkNumbers, text: str) -> None:
    """Refuse programs that GLPK would solve as different ones, or that would crash it."""
    problems = []
    if swiglpk.glp_get_num_cols(lp) == 0:
        problems.append(Problem("a linear program without columns", (), 1))
    if swiglpk.glp_get_num_int(lp):
        numbers = range(1, swiglpk.glp_get_num_cols(lp) + 1)
        whole = [at for at in numbers if swiglpk.glp_get_col_kind(lp, at) != swiglpk.GLP_CV]
        names = [swiglpk.glp_get_col_name(lp, at) for at in whole]
        problems += refuse_whole_numbers(names, text).problems
    for at in _beyond(*found.columns, found.costs):
        problems.append(_too_large("column", swiglpk.glp_get_col_name(lp, at)))
    for at in _beyond(*found.rows):
        problems.append(_too_large("row", swiglpk.glp_get_row_name(lp, at)))
    if problems:
        raise InputError(problems)


def _beyond(*found: Numbers) -> list[int]:
    """Return the columns or rows, numbered from 1, with a number that is too large."""
    sizes = np.abs(found)
    beyond = (sizes >= TOO_LARGE) & (sizes < INFINITE)
    return [int(at) + 1 for at in np.flatnonzero(beyond.any(axis=0))]


def _too_large(kind: str, name: str) -> Problem:
    return Problem(
        f"the {kind} {name} has a number beyond {TOO_LARGE:g}: solvers treat it as infinite", (), 1
    )
