"""The matrix of a linear program for the terminal: a sign per nonzero, or per bin of them."""

from collections.abc import Iterator
from typing import NamedTuple

from stages.draw.programs.matrix import Band, Matrix, binned, caption, ranges

HEIGHT = 48
"""Approximate maximum number of lines of the picture."""


class Signs(NamedTuple):
    """The characters of the picture."""

    positive: str
    negative: str
    both: str
    none: str
    upright: str
    across: str
    corner: str


UNICODE = Signs("+", "−", "±", "·", "│", "─", "┼")
ASCII = Signs("+", "-", "*", ".", "|", "-", "+")


def write_text(shown: Matrix, ascii: bool = False, width: int = 80) -> Iterator[str]:
    """Yield the lines of the picture, about `width` characters wide, and its description."""
    signs = ASCII if ascii else UNICODE
    longest = max(map(len, shown.rows))
    bins = binned(shown, HEIGHT, max(8, width - 12 - len(shown.column_bands)))
    margin = min(longest, 12) if bins.height == 1 else 0
    cells = {
        (row, column): signs.both if plus and minus else signs.positive if plus else signs.negative
        for row, column, plus, minus in bins.cells
    }
    yield f"{caption(shown)}\n\n"
    for at, band in enumerate(bins.rows):
        if at:
            yield _rule(bins.columns, margin, signs)
        for line in range(band.begin, band.end):
            label = shown.rows[line][:margin] if margin else ""
            parts = (
                "".join(cells.get((line, at), signs.none) for at in range(one.begin, one.end))
                for one in bins.columns
            )
            told = f"  {band.name}" if line == band.begin else ""
            joined = signs.upright.join(parts)
            yield f"{label:>{margin}}{signs.upright}{joined}{signs.upright}{told}\n"
    yield "\n"
    yield from (f"{line}\n" for line in ranges(shown))
    yield f"{_meaning(bins.height, bins.width, signs)}\n"


def _rule(columns: tuple[Band, ...], margin: int, signs: Signs) -> str:
    middle = signs.corner.join(signs.across * one.size for one in columns)
    return f"{'':>{margin}}{signs.corner}{middle}{signs.corner}\n"


def _meaning(height: int, width: int, signs: Signs) -> str:
    one = f"{signs.positive} positive, {signs.negative} negative"
    if height == width == 1:
        return one
    return (
        f"{one}, {signs.both} both; a sign stands for up to {height:,} "
        f"{'row' if height == 1 else 'rows'} and {width:,} {'column' if width == 1 else 'columns'}"
    )
