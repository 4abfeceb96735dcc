"""The report on a linear program that is a source itself: its optimum, with bounds, and a plan that
has it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.linear_program import Origin, origin
from schemas.solution import Solution
from stages.report.formats import PAGE, Format
from stages.report.layout import ANYWHERE, Layout, page, table

MAX_LINES = 60  # Of the plan; the solution has all of it.


class OptimumReport(NamedTuple):
    """What is proved about the optimum of a linear program."""

    solution: Solution
    lower: str
    """A bound in decimals, rounded so that it is one; a dash for none."""
    upper: str
    """The same."""


def write_text(report: OptimumReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Return the lines for a person."""
    details = () if layout.brief else _details(report.solution, layout.width)
    title = f"linear program {report.solution.problem}".rstrip()
    return page(title, list(_facts(report)), details, layout.width)


def _facts(report: OptimumReport) -> Iterator[tuple[str, str]]:
    solution, size = report.solution, report.solution.size
    yield "optimum", f"{solution.objective:.12g}, {solution.sense}d"
    yield "bounds", _bounds(report)
    took = "" if solution.seconds is None else f", {solution.seconds:.3f} s"
    solver = f"{solution.solver} {solution.version}".rstrip()
    said = dict(solution.options)
    raced = f", in a race with {said['raced']}" if "raced" in said else ""
    yield "solved by", f"{solver}, {solution.status}{took}{raced}"
    if refused := said.get("refused"):
        yield "refused", refused
    yield "size", f"{size.rows:,} rows, {size.columns:,} columns, {size.nonzeros:,} nonzeros"
    if game := origin(solution.problem):
        yield "game", _game(game)


def _bounds(report: OptimumReport) -> str:
    if (report.lower, report.upper) == ("-", "-"):
        return "none are proved; the plan and the dual values agree within the solver's tolerances"
    return f"{report.lower} to {report.upper}, by the plan and the dual values in rationals"


def _game(game: Origin) -> str:
    return (
        f"player {game.player}'s program of the game {game.digest}; `efgc report GAME SOLUTION` "
        "says what it proves there"
    )


def _details(solution: Solution, width: int) -> Iterator[str]:
    plan = [entry for entry in solution.columns if entry.value]
    yield "\n"
    rows = [(entry.name, f"{entry.value:.12g}") for entry in plan[:MAX_LINES]]
    yield from table([("column", "value"), *rows], "", width)
    if len(plan) > MAX_LINES:
        yield f"and {len(plan) - MAX_LINES:,} more that are not 0\n"


OPTIMUM_FORMATS = {"text": Format("report.txt", write_text, PAGE)}
