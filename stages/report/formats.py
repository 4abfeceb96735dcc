"""What a format of a report is. Each kind of report has a dict of them by their names, in which a
new one is a line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from stages.report.layout import ANYWHERE, Layout

# Of what begins with a title and facts, see `stages.report.layout.page`.
PAGE = r"^(?:value +\S[^\n]* to \S|optimum +\S)(?:[^\n]*\n){1,5}?bounds +\S"

Report = TypeVar("Report")
Content = TypeVar("Content", contravariant=True)


@dataclass(frozen=True)
class Format(Generic[Content]):
    """One format of a kind of report."""

    suffix: str
    """Of the name of its file."""
    write: Callable[[Content, Layout], Iterator[str]]
    like: str = ""
    """A pattern that such a file has and no other, by which `efgc check` knows it; empty where the
    file says what it is, as JSON does by its `format`.
    """
    trail: bool = False
    """Whether it shows what led to the report."""
    table: bool = False
    """Whether it is written of any positions, also of all."""

    def __call__(self, report: Content, layout: Layout = ANYWHERE) -> Iterator[str]:
        """Return the parts of the text of a report."""
        return self.write(report, layout)


def plain(write: Callable[[Report], Iterator[str]]) -> Callable[[Report, Layout], Iterator[str]]:
    """Return what writes the same for whatever layout."""
    return lambda report, layout: write(report)
