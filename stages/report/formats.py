"""The formats of all kinds of reports for people: text, and one page of HTML."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..documents import Document, Format, Layout, in_text
from .certainty import Certainty

Report = TypeVar("Report")

LIKE_TEXT = rf"^(?:value|optimum) +\S[^\n]* \((?:{'|'.join(Certainty)})"
"""A pattern that recognizes the text of a report by its first fact."""
LIKE_PAGE = r"\A<!doctype html>\n<html"
"""A pattern that recognizes a page."""


def text_format(make: Callable[[Report], Document]) -> Format[Report]:
    """Return the format of the document of a report as text."""
    return Format("report.txt", in_text(make), LIKE_TEXT, make=make)


def page_format(kind: str, trail: bool = True) -> Format[Any]:
    """Return the format of the page of a report; `kind` is a key of `stages.page.PAGES`."""

    def make(report: Any) -> Any:
        from ..page import PAGES  # For start-up time.

        return PAGES[kind](report)

    def write(report: Any, layout: Layout) -> Iterator[str]:
        parts: Iterator[str] = make(report).write().parts
        return parts

    return Format("report.html", write, LIKE_PAGE, trail, make=make)
