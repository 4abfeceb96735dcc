"""The table of a sweep: one row per run, tidy, as CSV.

`efgc sweep` writes it, and pictures are drawn from it; `schemas/sweep.md` describes its columns.
A record has the constants of rules in one text, `let`; a file has a column for each of them.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from .parts.tables import Cell, Table, read_number, write_table

PARAMETERS = ("p", "bandits", "rules", "level", "without", "asked", "let")
"""The columns with the parameters of a run."""
_NEXT = re.compile(r" (?=[^\W\d]\w*=(?!=))")
"""The blank before a constant in `let`; the values, which are expressions, may have blanks, too."""


def _bound(text: str) -> float | None:
    return {"inf": math.inf, "-inf": -math.inf}.get(text, read_number(text))


Bound = Annotated[float | None, Cell("number", _bound, repr)]
"""For a linear program it may be infinite."""


class Row(NamedTuple):
    """One run: its parameters and its results. Missing numbers are None."""

    source: Annotated[str, "the source, as named on the command line"]
    p: Annotated[
        str,
        "probability that an attack succeeds, in the notation of the command line, or that of the "
        "map in lowest terms; the constant `p` of rules, if it is given; else empty",
        Cell("exact number", str, str),
    ] = ""
    bandits: Annotated[
        str, "number of bandits or miners, likewise", Cell("whole number", str, str)
    ] = ""
    rules: Annotated[str, "the rules of the map"] = ""
    level: Annotated[str, "level of reduction, `-O`", Cell("whole number", str, str)] = ""
    without: Annotated[str, "reductions that were not applied, joined by `+`"] = ""
    asked: Annotated[str, "the requested solver; empty if all are tried in turn"] = ""
    value: Annotated[
        float | None,
        "game value to player 1, in the digits that both bounds share when rounded, at most 12; "
        "empty if they do not share two; for a linear program its optimum",
        Cell("number", read_number, "{:.12g}".format),
    ] = None
    fraction: Annotated[Fraction | None, "the exact value, if it is proved"] = None
    lower: Annotated[Bound, "lower bound on the value, proved by best responses on the game"] = None
    upper: Annotated[Bound, "upper bound on the value"] = None
    exploitability: Annotated[Bound, "half of the sum of both best-response gains"] = None
    nodes: Annotated[
        int | None, "number of nodes of the game, if it was solved as a linear program"
    ] = None
    rows: Annotated[int | None, "number of rows of the linear program"] = None
    columns: Annotated[int | None, "number of columns of the linear program"] = None
    seconds: Annotated[float | None, "wall-clock seconds of the run"] = None
    solver: Annotated[str, "the solver whose answer was accepted"] = ""
    exit_code: Annotated[
        int, "exit code of `efgc run`: 0 if the value is proved, or bounds as close as requested"
    ] = 0
    message: Annotated[str, "the error message, on one line"] = ""
    command: Annotated[str, "the shell command for this run alone"] = ""
    player: Annotated[
        str, "the player to whom `value` is; empty for a linear program and for a run that failed"
    ] = ""
    let: Annotated[
        str, "constants of rules that were given another value, such as `p=1/3 steps=4`"
    ] = ""


def _consistent(row: Row) -> Iterator[str]:
    if not row.source:
        yield "source: is empty"
    lower, upper = row.lower, row.upper
    if lower is not None and upper is not None and lower > upper:
        yield f"lower: {lower!r} is above upper, {upper!r}"
    if row.fraction is not None and row.value is not None:
        near = float(f"{float(row.fraction):.12g}")
        if not math.isclose(near, row.value, rel_tol=1e-11, abs_tol=1e-300):
            yield f"value: {row.value!r} is not the fraction"
    if row.fraction is not None and not (
        (lower is None or lower <= row.fraction) and (upper is None or row.fraction <= upper)
    ):
        yield "fraction: is not between lower and upper"
    if not row.exit_code and row.value is None and (lower is None or upper is None):
        yield "value: is empty without bounds, and exit_code is 0"


def parameters(row: Row) -> dict[str, str]:
    """Return the parameters of a run by their names, each constant of rules under its own.

    >>> found = parameters(Row("a.rules.yaml", level="2", let="noise=1 / 10 fine=2"))
    >>> found["noise"], found["fine"]
    ('1 / 10', '2')
    """
    return {name: getattr(row, name) for name in PARAMETERS if name != "let"} | constants(row)


def constants(row: Row) -> dict[str, str]:
    """Return the constants of rules that were given another value, by their names."""
    words = (word.partition("=") for word in _NEXT.split(row.let) if word)
    return {name: value for name, _, value in words}


TABLE = Table(Row, _consistent, spread="let", added="player")
COLUMNS = TABLE.fixed
cells, read, row_of = TABLE.cells, TABLE.read, TABLE.row_of


def spread(
    rows: Sequence[Row], values: Iterable[Sequence[Any]]
) -> tuple[tuple[str, ...], list[list[Any]]]:
    """Return the columns of a file and its lines, from the values of the fields of each row: the
    constants of rules come first. One that is called like another column has the title `let NAME`.

    >>> rows = [Row("a.rules.yaml", let="noise=0 level=2"), Row("b.rules.yaml", let="fine=1")]
    >>> columns, lines = spread(rows, rows)
    >>> columns[:4], lines[1][:4]
    (('noise', 'let level', 'fine', 'source'), ['', '', '1', 'b.rules.yaml'])
    """
    given = list(map(constants, rows))
    names = tuple(dict.fromkeys(name for own in given for name in own))
    titles = [f"let {name}" if name in COLUMNS else name for name in names]
    lines = [
        [*(own.get(name, "") for name in names), *line[: len(COLUMNS)]]
        for own, line in zip(given, values, strict=True)
    ]
    return (*titles, *COLUMNS), lines


def write(rows: Sequence[Row]) -> Iterator[str]:
    """Return the lines of a file."""
    return write_table(*spread(rows, map(cells, rows)))
