"""The report on a linear program that is itself the source, as a record, and its most important
facts in words.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schemas.linear_program import Origin, origin
from schemas.parts.source import Edits, edits_in_words
from schemas.solution import Solution
from schemas.trail import NO_TRAIL, Trail


class Line(NamedTuple):
    """The solution at a column or a row."""

    name: str
    value: float
    """For a row its activity."""
    lower: float
    """Minus infinity if there is no bound."""
    upper: float
    price: float
    """Change of the objective per unit: a column's reduced cost, a row's dual value."""
    basis: str
    """A `Basis`."""

    @property
    def slack(self) -> float:
        """The distance of the value from its nearer bound; infinity if it has none."""
        return min(self.value - self.lower, self.upper - self.value)

    def numbers(self, slack: bool) -> tuple[float, ...]:
        """Return the numbers shown to a person: value, slack if `slack`, and price."""
        return (self.value, self.slack, self.price) if slack else (self.value, self.price)


class OptimumReport(NamedTuple):
    """The proved facts about the optimum of a linear program."""

    solution: Solution
    lower: str
    """A lower bound in decimals, rounded down; a dash for none."""
    upper: str
    """An upper bound, likewise, rounded up."""
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    trail: Trail = NO_TRAIL
    """The files that led to the report, for formats that show them."""
    edits: Edits = ()
    """Edits of the solution."""


def title(report: OptimumReport) -> str:
    return f"linear program {report.solution.problem}".rstrip()


def facts(report: OptimumReport) -> Iterator[tuple[str, str]]:
    """Yield the most important facts, each with its name."""
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
    if report.edits:
        yield "edited", edits_in_words(report.edits)
    yield "size", f"{size.rows:,} rows, {size.columns:,} columns, {size.nonzeros:,} nonzeros"
    if game := origin(solution.problem):
        yield "game", _game(game)


def _bounds(report: OptimumReport) -> str:
    if (report.lower, report.upper) == ("-", "-"):
        return "none are proved; the plan and the dual values agree within the solver's tolerances"
    by = "by the plan and the dual values in rationals"
    if report.lower == "-":
        return f"at most {report.upper}, {by}; no lower bound is proved"
    if report.upper == "-":
        return f"at least {report.lower}, {by}; no upper bound is proved"
    return f"{report.lower} to {report.upper}, {by}"


def kept(lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Return the first lines, as many as are shown to a person; of too many, those that are not
    0.
    """
    return (lines if len(lines) <= most else [line for line in lines if _says(line)])[:most]


def left_out(lines: Sequence[Line], shown: Sequence[Line], kind: str) -> str:
    """Return a sentence on the number of lines left out, and on how to get all."""
    zeros = sum(not _says(line) for line in lines)
    rest = len(lines) - len(shown) - zeros
    parts = [f"{rest:,} more" if rest > 0 else "", f"{zeros:,} that are 0" if zeros else ""]
    return (
        f"{' and '.join(filter(None, parts))} of {len(lines):,} {kind} are left out: "
        "--format csv and --format json write all"
    )


def _says(line: Line) -> bool:
    return bool(line.value or line.price)


def _game(game: Origin) -> str:
    return (
        f"player {game.player}'s program of the game {game.digest}; `efgc report GAME SOLUTION` "
        "says what it proves there"
    )
