"""The report on a linear program that is itself the source: its optimum with bounds, and the values
of its columns and rows.
"""

import json
from collections.abc import Iterator

from schemas.parts.source import EDITED
from schemas.parts.tables import write_table
from schemas.program_report import FORMAT, TABLE, VERSION
from stages.report.formats import PAGE, Format, plain
from stages.report.layout import ANYWHERE, Layout, page, paragraph, table
from stages.report.optimum_report import Line, OptimumReport, facts, kept, left_out, title
from stages.report.pages import PAGE as HTML
from stages.report.pages import optimum_page

__all__ = ("OPTIMUM_FORMATS", "OptimumReport")

MAX_LINES = 60
"""Lines of each table for a person."""


def write_text(report: OptimumReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Return the lines for a person."""
    details = () if layout.brief else _details(report, layout.width)
    return page(title(report), list(facts(report)), details, layout.width)


def write_csv(report: OptimumReport) -> Iterator[str]:
    """Return the lines of a table of all columns and rows."""
    lines = [("column", line) for line in report.columns] + [("row", line) for line in report.rows]
    return write_table(TABLE, ((kind, *map(_cell, _record(line))) for kind, line in lines))


def write_json(report: OptimumReport) -> Iterator[str]:
    """Yield the lines of the JSON text: one column or row per line."""
    solution = report.solution
    head = {
        "problem": solution.problem,
        "sense": solution.sense,
        "objective": solution.objective,
        "lower_bound": None if report.lower == "-" else report.lower,
        "upper_bound": None if report.upper == "-" else report.upper,
        "status": solution.status,
        "solver": solution.solver,
        "solver_version": solution.version,
        "seconds": solution.seconds,
        "size": solution.size._asdict(),
        **({EDITED: dict(report.edits)} if report.edits else {}),
    }
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "columns": ['
    yield from _lines(report.columns, ("column", "value", "reduced_cost"))
    yield '],\n "rows": ['
    yield from _lines(report.rows, ("row", "activity", "dual"))
    yield "]}\n"


def _details(report: OptimumReport, width: int) -> Iterator[str]:
    for kind, lines, head in (
        ("columns", report.columns, ("column", "value", "reduced cost")),
        ("rows", report.rows, ("row", "activity", "slack", "dual value")),
    ):
        shown = kept(lines, MAX_LINES)
        slack = kind == "rows"
        cells = [(line.name, *map(_short, line.numbers(slack))) for line in shown]
        yield "\n"
        yield from table([head, *cells], "", width)
        if len(shown) < len(lines):
            yield from paragraph(left_out(lines, shown, kind), "", width)


def _short(number: float) -> str:
    return "none" if number == float("inf") else f"{number:.12g}"


def _record(line: Line) -> tuple[str | float | None, ...]:
    """Return the cells of a table line after its kind; None for an infinite bound."""
    return (
        *(line.name, line.value, _finite(line.lower), _finite(line.upper)),
        *(_finite(line.slack), line.price, line.basis),
    )


def _cell(value: str | float | None) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value!r}".removesuffix(".0")


def _lines(lines: tuple[Line, ...], keys: tuple[str, str, str]) -> Iterator[str]:
    name, value, price = keys
    for at, line in enumerate(lines):
        record = {
            name: line.name,
            value: line.value,
            "lower": _finite(line.lower),
            "upper": _finite(line.upper),
            "slack": _finite(line.slack),
            price: line.price,
            "basis": line.basis or None,
        }
        yield f"{',' if at else ''}\n  {json.dumps(record)}"


def _finite(number: float) -> float | None:
    return None if abs(number) == float("inf") else number


OPTIMUM_FORMATS = {
    "text": Format("report.txt", write_text, PAGE),
    "json": Format("report.json", plain(write_json)),
    "csv": Format("report.csv", plain(write_csv), rf"\A{','.join(TABLE)}$"),
    "html": Format("report.html", optimum_page, HTML, trail=True),
}
