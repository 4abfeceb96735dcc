"""The problem object that GLPK reads from a text, and the checks on it.

GLPK is GPL; it is called as a library that the user installs, and nothing of it
is part of this program.
"""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import swiglpk

from schemas.parts.problems import InputError, Problem, position
from stages.solve.program.glpk_numbers import INFINITE, GlpkNumbers, numbers
from stages.solve.program.lines import Numbers
from stages.solve.program.model_file import file_of
from stages.solve.program.mps_sense import sensed
from stages.solve.program.quiet import stdout_to
from stages.solve.program.whole_numbers import refuse_whole_numbers

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
            _turn_constant(lp, text)
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
            return Problem(f"no linear program: {match[2]}", (), int(match[1]))
    return Problem("no linear program that GLPK can read", (), 1)


def _turn_constant(lp: Any, text: str) -> None:
    """Set the objective's constant as all other solvers read it: the objective's entry among the
    right-hand sides is minus the constant, but GLPK takes it for the constant itself. Raises
    InputError if GLPK wrote the file, as the meaning is then ambiguous.
    """
    read = swiglpk.glp_get_obj_coef(lp, 0)
    if read and _BY_GLPK.match(text):
        name = re.escape(swiglpk.glp_get_obj_name(lp))
        place = re.search(rf"^RHS\b.*?\s{name}\s", text, re.DOTALL | re.MULTILINE)
        said = (
            f"GLPK wrote this file, and means {read:g} by the constant of the objective, where all "
            f"others read {-read:g}: turn its sign, and remove the comment '* Format:'"
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
        f"the {kind} {name} has a number beyond {TOO_LARGE:g}: solvers take it for infinite", (), 1
    )
