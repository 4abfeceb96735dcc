"""The report on a linear program that is itself the source: its optimum with bounds, and the values
of its columns and rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ...schemas.linear_program import Origin, origin
from ...schemas.parts.exact import write_exact
from ...schemas.parts.source import Edits, edits_in_words
from ...schemas.parts.tables import write_table
from ...schemas.program_report import ARTIFACT, TABLE, ColumnLine, ProgramReport, RowLine
from ...schemas.report import Origins
from ...schemas.solution import Solution
from ...schemas.trail import NO_TRAIL, Trail
from ..documents import Block, Document, Section, Table
from .certainty import Certainty, all_digits, first_line

ROUNDING = 1e-12
"""The rounding of an activity, relative to it."""
REPAIRED = 1e-9  # Smaller repairs come from any solver's arithmetic and are not reported.
LONG = 40
"""Digits of an exact number up to which a person wants to see it."""
MAX_LINES = 60
"""Lines of each table for a person."""


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
        """The distance of the value from its nearer bound: 0 if it is within rounding, infinity if
        there is no bound.
        """
        slack = min(self.value - self.lower, self.upper - self.value)
        return 0.0 if abs(slack) <= ROUNDING * abs(self.value) else slack

    def numbers(self, slack: bool) -> tuple[float, ...]:
        """Return the numbers shown to a person: value, slack if `slack`, price and bounds."""
        slacks = (self.slack,) if slack else ()
        return (self.value, *slacks, self.price, self.lower, self.upper)


@dataclass(frozen=True)
class OptimumReport:
    """The proved facts about the optimum of a linear program."""

    solution: Solution
    lower: str
    """A lower bound in decimals, rounded down; a dash for none."""
    upper: str
    """An upper bound, likewise, rounded up."""
    doubt: str
    """The reason why the optimum is not verified; empty if it is."""
    exact: Fraction | None
    """The optimum, if it is known exactly and not only by bounds."""
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    objective: float
    """That of the columns listed: those of the exact plan, if one is known, unless the solution has
    another optimal plan.
    """
    repaired: float
    """The largest difference between a column of the solution and the column listed."""
    trail: Trail = NO_TRAIL
    """The files that led to the report, for formats that show them."""
    edits: Edits = ()
    """Edits of the solution."""

    @property
    def title(self) -> str:
        return f"linear program {self.solution.problem}".rstrip()

    @property
    def proved(self) -> Fraction | None:
        """The optimum, if it is known exactly or both bounds are the same."""
        if self.exact is None and self.lower == self.upper != "-":
            return Fraction(self.lower)
        return self.exact

    @property
    def value(self) -> float:
        """The optimum if it is known: a small one can be less than a solver's tolerance."""
        return self.objective if self.proved is None else float(self.proved)


def document(report: OptimumReport) -> Document:
    """Return the content of a report for people."""
    proof = [f"bounds: {_bounds(report)}", *_dual_values(report.solution)]
    head = list(_head(report))
    facts = [*head, *_details(report)]
    return Document(report.title, facts, tables(report), proof, first=len(head))


def _head(report: OptimumReport) -> Iterator[tuple[str, str]]:
    yield "optimum", _first_line(report)
    if report.edits:
        yield "edited", edits_in_words(report.edits)


def _details(report: OptimumReport) -> Iterator[tuple[str, str]]:
    solution, size = report.solution, report.solution.size
    yield "bounds", _bounds(report)
    if report.repaired > REPAIRED:
        yield "repaired", f"columns, by up to {report.repaired:.2g}"
    said = dict(solution.options)
    yield "solved by", solved_by(solution)
    if refused := said.get("refused"):
        yield "refused", refused
    yield "size", f"{size.rows:,} rows, {size.columns:,} columns, {size.nonzeros:,} nonzeros"
    if game := origin(solution.problem):
        yield "game", _game(game)


def solved_by(solved: Solution | Origins) -> str:
    """Return a solver with its status and its time."""
    took = "" if solved.seconds is None else f", {solved.seconds:.3f} s"
    return f"{f'{solved.solver} {solved.version}'.rstrip()}, {solved.status}{took}"


def _first_line(report: OptimumReport) -> str:
    solution = report.solution
    if report.doubt:
        return unverified(solution, "run `efgc certify`")
    certainty = Certainty.BOUNDED if report.proved is None else Certainty.EXACT
    return first_line(f"{report.value:.12g}, {solution.sense}d", certainty)


def unverified(solution: Solution, how: str) -> str:
    """Return the first line for an optimum that is not verified, with the reason or advice."""
    return first_line(f"{solution.objective:.12g}, {solution.sense}d", Certainty.CLAIMED, how)


def _bounds(report: OptimumReport) -> str:
    if (report.lower, report.upper) == ("-", "-"):
        return f"none are proved: {report.doubt}"
    certificate = "`efgc certify` writes the certificate"
    if report.exact is not None:
        exact = write_exact(report.exact)
        told = f"exactly {exact}" if len(exact) <= LONG else f"{report.lower} to {report.upper}"
        doubt = f"{report.doubt}; " if report.doubt else ""
        return f"{told}, in exact arithmetic; {doubt}{certificate}"
    by = f"by the plan and the dual values in rationals; {report.doubt or certificate}"
    if report.lower == "-":
        return f"at most {report.upper}, {by}; no lower bound is proved"
    if report.upper == "-":
        return f"at least {report.lower}, {by}; no upper bound is proved"
    return f"{report.lower} to {report.upper}, {by}"


def _dual_values(solution: Solution) -> Iterator[str]:
    """Yield the origin of the dual values, if it is not the solver."""
    options = dict(solution.options)
    if by := options.get("dual_values"):
        fault = options.get("wrong_dual_values")
        reason = f"those of {solution.solver} are wrong: {fault}" if fault else "there were none"
        yield f"dual values: computed by {by}, because {reason}"


def _game(game: Origin) -> str:
    return (
        f"named as player {game.player}'s program of the game {game.digest}, not compared with it; "
        "`efgc report GAME SOLUTION` says what it proves there"
    )


def tables(report: OptimumReport, most: int = MAX_LINES) -> Iterator[Section]:
    """Yield the tables of columns and rows, each with up to `most` lines and a sentence on those
    left out; of too many lines, those that are 0 are left out.
    """
    for kind, lines, head in (
        ("columns", report.columns, ("column", "value", "reduced cost")),
        ("rows", report.rows, ("row", "activity", "slack", "dual value")),
    ):
        kept = lines if len(lines) <= most else [line for line in lines if _nonzero(line)][:most]
        rows = [(line.name, *map(_short, line.numbers(kind == "rows"))) for line in kept]
        blocks: list[Block] = [Table([(*head, "at least", "at most"), *rows])]
        if len(kept) < len(lines):
            blocks.append(_omission_note(lines, len(kept), kind))
        yield Section(kind, blocks)


def _short(number: float) -> str:
    return "none" if _finite(number) is None else f"{number:.12g}"


def _omission_note(lines: Sequence[Line], shown: int, kind: str) -> str:
    zeros = sum(not _nonzero(line) for line in lines)
    rest = len(lines) - shown - zeros
    parts = [f"{rest:,} more" if rest > 0 else "", f"{zeros:,} that are 0" if zeros else ""]
    return (
        f"{' and '.join(filter(None, parts))} of {len(lines):,} {kind} are left out: "
        "--format csv and --format json write all"
    )


def _nonzero(line: Line) -> bool:
    return bool(line.value or line.price)


def write_csv(report: OptimumReport) -> Iterator[str]:
    """Return the lines of a table of all columns and rows."""
    lines = [("column", line) for line in report.columns] + [("row", line) for line in report.rows]
    return write_table(TABLE, ((kind, *map(_cell, _values(line))) for kind, line in lines))


def write_json(report: OptimumReport) -> Iterator[str]:
    """Yield the lines of the JSON text: one column or row per line."""
    solution = report.solution
    file = ProgramReport(
        problem=solution.problem,
        sense=solution.sense,
        objective=report.objective,
        value_exact=report.proved,
        lower_bound=None if report.lower == "-" else report.lower,
        upper_bound=None if report.upper == "-" else report.upper,
        status=solution.status,
        solver=solution.solver,
        solver_version=solution.version,
        seconds=solution.seconds,
        size=solution.size,
        repaired=report.repaired,
        edited=report.edits,
        columns=tuple(ColumnLine(*_values(line)) for line in report.columns),
        rows=tuple(RowLine(*_values(line)) for line in report.rows),
    )
    return ARTIFACT.write(file)


def _values(
    line: Line,
) -> tuple[str, float, float | None, float | None, float | None, float, str | None]:
    """Return the values of a line in a table; None for an infinite bound."""
    return (
        *(line.name, line.value, _finite(line.lower), _finite(line.upper)),
        *(_finite(line.slack), line.price, line.basis or None),
    )


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else all_digits(value)


def _finite(number: float) -> float | None:
    return None if abs(number) == float("inf") else number
