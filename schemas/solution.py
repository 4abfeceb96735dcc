"""The solution (`*.solution.json`): a solver's answer to a linear program."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Key, Mark, OneOf, Rename
from .parts.problems import Problem
from .parts.status import Basis, Sense, Status

COMPARISON = ("solver", "version", "status", "seconds", "objective", "lower_bound", "upper_bound")
"""The columns of a table that compares several solvers' answers, with the bounds that each
proves.
"""
_BASES = tuple(filter(None, Basis))


class Entry(NamedTuple):
    """One column or row of the linear program."""

    name: Annotated[str, "its name", Key("column")]
    value: Annotated[float, "primal value"]
    basis: Annotated[
        str,
        "`basic`, or the bound at which it is held: `lower`, `upper`, `free` or `fixed`; missing "
        "if the solver gives no basis",
        Mark.OPTIONAL,
        OneOf(_BASES),
    ]


class Size(NamedTuple):
    """The size of the linear program."""

    rows: Annotated[int, "rows, without the objective"]
    columns: Annotated[int, "columns"]
    nonzeros: Annotated[int, "coefficients, without the objective"]


@dataclass(frozen=True)
class Solution:
    """A solver's answer to a linear program. Columns and rows are in the order of the file; they
    are empty if there is no answer.
    """

    problem: Annotated[str, "name of the linear program; empty if it has none"]
    lp_sha256: Annotated[str, "SHA-256 of the linear program, 64 hexadecimal digits"]
    solver: Annotated[
        str,
        "name of the solver; `exact` if `run` solved the program in rationals because every solver "
        "failed",
    ]
    version: Annotated[str, "its version; empty if unknown", Key("solver_version")]
    options: Annotated[
        tuple[tuple[str, str], ...],
        "options given to the solver, in its own notation, and `time_limit` in seconds; `from`, "
        "the format of the imported solution file; `dual_values`, their origin if not the solver; "
        "`wrong_dual_values`, why those of the solver do not prove its optimum; "
        "`refused`, the solvers tried before and why their answers were rejected",
        Mark.PAIRS,
    ]
    status: Annotated[
        str, "`optimal`, `infeasible`, `unbounded`, `limit` or `failed`", OneOf(tuple(Status))
    ]
    sense: Annotated[str, "`maximise` or `minimise`, as in the linear program", OneOf(tuple(Sense))]
    objective: Annotated[
        float | None,
        "objective of the solution, recomputed by efgc: the optimum of the program as written, "
        "which is the negative for an `.mps`; null if there is none",
    ]
    seconds: Annotated[
        float | None,
        "wall-clock seconds of the solver alone, including reading the program; null under "
        "`SOURCE_DATE_EPOCH` and with `--from`",
    ]
    size: Annotated[Size, "size of the linear program"]
    columns: Annotated[
        tuple[Entry, ...],
        "one per line in the order of the program; empty if there is no optimum",
        Mark.LINES,
    ]
    rows: Annotated[
        tuple[Entry, ...],
        "one per line in the order of the program; empty if there is no optimum",
        Rename(
            {
                "name": ("row", "its name"),
                "value": (
                    "dual",
                    "dual value: the change of the objective per unit of the right-hand side",
                ),
            }
        ),
        Mark.LINES,
    ]


def _consistent(solution: Solution) -> Iterator[Problem]:
    size = solution.size
    for key, entries, expected in (
        ("columns", solution.columns, size.columns),
        ("rows", solution.rows, size.rows),
    ):
        if solution.status == Status.OPTIMAL and len(entries) != expected:
            yield Problem(f"{len(entries)} of {expected} {key} are listed", (key,))
        for at, entry in enumerate(entries):
            if not math.isfinite(entry.value):
                yield Problem(f"the value of {entry.name} is not finite", (key, at))
        if len({entry.name for entry in entries}) < len(entries):
            yield Problem("duplicate name", (key,))
    if solution.status == Status.OPTIMAL and (
        solution.objective is None or not math.isfinite(solution.objective)
    ):
        yield Problem("an optimal solution needs a finite objective", ("objective",))


ARTIFACT = Artifact(
    "efgc/solution",
    1,
    "Solution",
    Solution,
    _consistent,
    schema={
        "if": {"properties": {"status": {"const": "optimal"}}},
        "then": {"properties": {"objective": {"type": "number"}}},
    },
)
check, read, write = ARTIFACT.check, ARTIFACT.read, ARTIFACT.write
