"""Layout of lines for a person: aligned names, tables, and a maximum width."""

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from schemas.parts.labels import one_line

_NUMERAL = re.compile(r"-?\d|\.$")
LEAST = 12
"""Table columns are never narrowed below this width, however narrow the terminal is."""
GAP = "  "
SCREEN = 40
"""Lines; the beginning of a longer text has scrolled away when its end is shown."""


class Layout(NamedTuple):
    """The user's settings for a text."""

    width: int = 0
    """Columns of the terminal; 0 if there is none: lines then have any length, and the text is the
    same everywhere.
    """
    brief: bool = False
    """Only value and proof."""


ANYWHERE = Layout()


def page(
    title: str, facts: Sequence[tuple[str, str]], details: Iterable[str], width: int = 0
) -> Iterator[str]:
    """Yield a title, facts and details; if the text is longer than SCREEN, the first two facts are
    repeated at its end.
    """
    parts = [f"{one_line(title)}\n\n", *aligned(facts, width), *details]
    yield from parts
    if sum(part.count("\n") for part in parts) > SCREEN:
        yield "\n"
        yield from aligned(facts[:2], width)


def aligned(rows: Sequence[tuple[str, str]], width: int = 0) -> Iterator[str]:
    """Yield names with their values, one pair per line, or wrapped if a width is given."""
    names = max(len(name) for name, _ in rows)
    for name, value in rows:
        left = width - names - len(GAP) if width else 0
        for at, part in enumerate(_parts(one_line(value), left)):
            yield f"{name if at == 0 else '':<{names}}{GAP}{part}\n"


def paragraph(text: str, indent: str = "", width: int = 0) -> Iterator[str]:
    """Yield a sentence, wrapped if a width is given."""
    for part in _parts(text, width - len(indent) if width else 0):
        yield f"{indent}{part}\n"


def table(rows: Sequence[Sequence[str]], indent: str = "", width: int = 0) -> Iterator[str]:
    """Yield rows with their columns aligned: words to the left, numbers to the right.

    If a width is given, the widest columns are wrapped.

    >>> print(*table([("plays", "action"), ("0.5", "down left down left down")], width=19), sep="",
    ...     end="")
    plays  action
      0.5  down left
           down left
           down
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    if width:
        widths = _fitted(widths, width - len(indent) - len(GAP) * (len(widths) - 1))
    for row in rows:
        cells = [_parts(cell, most) for cell, most in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            line = (_cell(parts, at, most) for parts, most in zip(cells, widths, strict=True))
            yield (indent + GAP.join(line)).rstrip() + "\n"


def blocks(
    rows: Sequence[Sequence[str]], fixed: int, indent: str = "", width: int = 0
) -> Iterator[str]:
    """Yield a table with many columns: if a width is given, in several blocks, each with the first
    `fixed` columns.

    >>> print(*blocks([("card", "1", "2", "3"), ("plays", ".5", ".3", ".2")], 1, width=13), sep="",
    ...     end="")
    card    1   2
    plays  .5  .3
    card    3
    plays  .2
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    start = fixed
    while start < len(widths):
        end = start + 1
        while end < len(widths) and _total([*widths[:fixed], *widths[start : end + 1]], indent) <= (
            width or math.inf
        ):
            end += 1
        yield from table([(*row[:fixed], *row[start:end]) for row in rows], indent)
        start = end


def _total(widths: Sequence[int], indent: str) -> int:
    return len(indent) + sum(widths) + len(GAP) * (len(widths) - 1)


def _fitted(widths: list[int], available: int) -> list[int]:
    """Return the widths, with the widest narrowed in turn until they fit or all are LEAST."""
    found = list(widths)
    while sum(found) > available and max(found) > LEAST:
        found[found.index(max(found))] -= 1
    return found


def _parts(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, LEAST)) or [""] if 0 < width < len(text) else [text]


def _cell(parts: list[str], at: int, width: int) -> str:
    if at >= len(parts):
        return " " * width
    return (
        f"{parts[at]:>{width}}"
        if at == 0 and _NUMERAL.match(parts[at])
        else f"{parts[at]:<{width}}"
    )
