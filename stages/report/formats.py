"""The record of a report format. Each kind of report has a dict of formats by name; a new format is
a line there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from stages.report.layout import ANYWHERE, Layout

# For formats that begin with a title and facts, see `stages.report.layout.page`.
PAGE = r"^(?:value +\S[^\n]* to \S|optimum +\S)(?:[^\n]*\n){1,5}?bounds +\S"

Report = TypeVar("Report")
Content = TypeVar("Content", contravariant=True)


@dataclass(frozen=True)
class Format(Generic[Content]):
    """One format of a kind of report."""

    suffix: str
    """Suffix of its file name."""
    write: Callable[[Content, Layout], Iterator[str]]
    like: str = ""
    """A pattern found only in such files, by which `efgc check` recognises them; empty if the file
    names its own format, as JSON does by the key `format`.
    """
    trail: bool = False
    """Whether it shows the files that led to the report."""
    table: bool = False
    """Whether it can be written for chosen positions, including all."""

    def __call__(self, report: Content, layout: Layout = ANYWHERE) -> Iterator[str]:
        """Return the parts of the text of a report."""
        return self.write(report, layout)


def plain(write: Callable[[Report], Iterator[str]]) -> Callable[[Report, Layout], Iterator[str]]:
    """Return a writer that ignores the layout."""
    return lambda report, layout: write(report)
