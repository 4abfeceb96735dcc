"""The report on a linear program (`*.report.json` of an `.lp` or `.mps`): its optimum with bounds,
and the values of its columns and rows.
"""

from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Mark, OneOf, Rational
from .parts.source import Edits
from .parts.status import Basis, Sense, Status
from .solution import Size

TABLE = ("kind", "name", "value", "lower", "upper", "slack", "dual", "basis")
"""The columns of the report as a CSV table."""
_BASIS = OneOf(tuple(filter(None, Basis)))


class ColumnLine(NamedTuple):
    """The solution at a column."""

    column: Annotated[str, "its name"]
    value: Annotated[float, "primal value"]
    lower: Annotated[float | None, "lower bound; null if there is none"]
    upper: Annotated[float | None, "upper bound; null if there is none"]
    slack: Annotated[float | None, "distance to the nearer bound; null if there is none"]
    reduced_cost: Annotated[
        float,
        "the change of the objective per unit of the column: its cost minus the coefficients times "
        "the dual values",
    ]
    basis: Annotated[str | None, "as in the solution; null if it has no basis", _BASIS]


class RowLine(NamedTuple):
    """The solution at a row."""

    row: Annotated[str, "its name"]
    activity: Annotated[float, "sum of coefficients times values"]
    lower: Annotated[float | None, "lower end; null if there is none"]
    upper: Annotated[float | None, "upper end; equal to `lower` for an equation"]
    slack: Annotated[float | None, "distance to the nearer end; null if there is none"]
    dual: Annotated[
        float, "dual value: the change of the objective per unit of the right-hand side"
    ]
    basis: Annotated[str | None, "as in the solution; null if it has no basis", _BASIS]


class ProgramReport(NamedTuple):
    """The optimum of a linear program with bounds, and the values of its columns and rows."""

    problem: Annotated[str, "name of the linear program; empty if it has none"]
    sense: Annotated[str, "`maximise` or `minimise`", OneOf(tuple(Sense))]
    objective: Annotated[float, "objective of the columns listed"]
    value_exact: Annotated[
        Rational | None,
        "optimum as a whole number or a fraction; null if it is not proved",
        Mark.LATER,
    ]
    lower_bound: Annotated[
        str | None, "a decimal that is proved to be at most the optimum; null if none is proved"
    ]
    upper_bound: Annotated[
        str | None, "a decimal that is proved to be at least the optimum; null if none is proved"
    ]
    status: Annotated[str, "`optimal`", OneOf((Status.OPTIMAL,))]
    solver: Annotated[str, "name of the solver"]
    solver_version: Annotated[str, "its version; empty if unknown"]
    seconds: Annotated[float | None, "of the solver, as in the [solution](solution.md)"]
    size: Annotated[Size, "size of the linear program"]
    repaired: Annotated[
        float,
        "the largest difference between a column of the solution and the column listed, which is "
        "that of the exact plan, if one is known, unless the solution has another optimal plan",
        Interval(0),
        Mark.LATER,
    ]
    edited: Annotated[
        Edits,
        "`solution` and the stage that had written it, if the solution was changed",
        Mark.PAIRS,
        Mark.OPTIONAL,
    ]
    columns: Annotated[
        tuple[ColumnLine, ...], "one per line, in the order of the program", Mark.LINES
    ]
    rows: Annotated[tuple[RowLine, ...], "one per line, in the order of the program", Mark.LINES]


ARTIFACT = Artifact("efgc/program-report", 1, "Report on a linear program", ProgramReport)
read = ARTIFACT.read
