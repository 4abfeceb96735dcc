"""The report on a linear program that is a source itself: its optimum, with bounds, and a plan that
has it.
"""

from collections.abc import Iterator

from schemas.solution import Solution
from stages.report.formats import PAGE, Format
from stages.report.layout import ANYWHERE, Layout, page, table
from stages.report.optimum_report import OptimumReport, facts, title
from stages.report.pages import PAGE as HTML
from stages.report.pages import optimum_page

__all__ = ("OPTIMUM_FORMATS", "OptimumReport")

MAX_LINES = 60  # Of the plan; the solution has all of it.


def write_text(report: OptimumReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Return the lines for a person."""
    details = () if layout.brief else _details(report.solution, layout.width)
    return page(title(report), list(facts(report)), details, layout.width)


def _details(solution: Solution, width: int) -> Iterator[str]:
    plan = [entry for entry in solution.columns if entry.value]
    yield "\n"
    rows = [(entry.name, f"{entry.value:.12g}") for entry in plan[:MAX_LINES]]
    yield from table([("column", "value"), *rows], "", width)
    if len(plan) > MAX_LINES:
        yield f"and {len(plan) - MAX_LINES:,} more that are not 0\n"


OPTIMUM_FORMATS = {
    "text": Format("report.txt", write_text, PAGE),
    "html": Format("report.html", optimum_page, HTML, trail=True),
}
