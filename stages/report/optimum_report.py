"""The report on a linear program that is a source itself, as a record, and what a person reads of
it first.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.linear_program import Origin, origin
from schemas.solution import Solution
from schemas.trail import NO_TRAIL, Trail


class OptimumReport(NamedTuple):
    """What is proved about the optimum of a linear program."""

    solution: Solution
    lower: str
    """A bound in decimals, rounded so that it is one; a dash for none."""
    upper: str
    """The same."""
    trail: Trail = NO_TRAIL
    """What led to it, for those who show it."""


def title(report: OptimumReport) -> str:
    return f"linear program {report.solution.problem}".rstrip()


def facts(report: OptimumReport) -> Iterator[tuple[str, str]]:
    """Yield what a person reads first, by name."""
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
