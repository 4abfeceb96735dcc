"""The section of a linear program's report that has its columns and rows."""

import math
from collections.abc import Iterator, Sequence

from stages.page import numbers
from stages.page.assembly import Section, Shown
from stages.report.optimum_report import Line, OptimumReport, kept, left_out

MOST = 1_000
"""Columns and rows shown on a page."""


def gather(report: OptimumReport) -> Shown:
    """Return both tables."""
    return Shown({"tables": [*_tables(report)]})


def _tables(report: OptimumReport) -> Iterator[dict[str, object]]:
    for kind, lines, head in (
        ("columns", report.columns, ("column", "value", "reduced cost", "at least", "at most")),
        ("rows", report.rows, ("row", "activity", "slack", "dual value", "at least", "at most")),
    ):
        shown = kept(lines, MOST)
        yield {
            "name": kind,
            "title": kind.capitalize(),
            "head": head,
            "lines": [(line.name, _cells(line, kind)) for line in shown],
            "more": left_out(lines, shown, kind) if len(shown) < len(lines) else "",
        }


def _cells(line: Line, kind: str) -> Sequence[str]:
    return [*map(_number, (*line.numbers(kind == "rows"), line.lower, line.upper))]


def _number(number: float) -> str:
    return numbers.value(number if math.isfinite(number) else None)


SECTION = Section[OptimumReport]("optimum", "Columns and rows", gather)
