"""The matrix of a linear program as SVG: a filled square for each positive coefficient, a hollow
one for each negative one, and lines between the blocks.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt
from typing import NamedTuple

from stages.draw import svg
from stages.draw.labels import shortened, width
from stages.draw.programs.matrix import Bins, Matrix, binned, caption, ranges, span

LARGE = 14
"""Pixels of a row or column whose name is shown."""
NAMED = 48
"""Greatest number of rows or columns of such a picture."""
SIDE = 600
"""Pixels of any other row or column."""
LEAST = 4
"""Pixels of a bin."""
TOP, LEFT, RIGHT, BOTTOM = 34, 8, 216, 8  # At least.
NAMES = 36
"""Minimum pixels for the names of rows, and for those of columns."""
BETWEEN = 50
"""Pixels from the words of one block to those of the next."""
SMALL, BAND = 10, 11
"""Sizes of letters: of names, and of block descriptions."""


class _Frame(NamedTuple):
    """The position of the matrix, in pixels."""

    left: float
    top: float
    cell: float
    height: float
    width: float
    right: float
    """Pixels beside the matrix."""


def write_svg(shown: Matrix, title: str) -> Iterator[str]:
    """Yield the lines of a file."""
    bins, frame = _laid_out(shown)
    yield from svg.picture(
        *_size(bins, frame), title, _told(shown), _parts(shown, bins, frame, False)
    )


def inside(shown: Matrix, title: str) -> Iterator[str]:
    """Yield the picture as part of a page in which rows and columns can be marked, if each has its
    own line.
    """
    bins, frame = _laid_out(shown)
    yield from svg.inside(
        *_size(bins, frame), title, _told(shown), _parts(shown, bins, frame, True)
    )


def _laid_out(shown: Matrix) -> tuple[Bins, _Frame]:
    longest = max(len(shown.rows), len(shown.columns))
    named = longest <= NAMED
    cell = LARGE if named else max(LEAST, SIDE / longest)
    most = NAMED if named else SIDE // LEAST
    bins = binned(shown, most, most)
    if not bins.all_shown:
        cell = max(LEAST, SIDE / max(bins.rows[-1].end, bins.columns[-1].end))
    frame = _Frame(
        left=LEFT + (_room(shown.rows) if named else 0),
        top=TOP + (_room(shown.columns) if named else 0),
        cell=cell,
        height=cell * bins.rows[-1].end,
        width=cell * bins.columns[-1].end,
        right=max([RIGHT, *_beside(shown)]),
    )
    return bins, frame


def _room(names: Sequence[str]) -> float:
    """Return the width in pixels of the longest name, as drawn."""
    return max([NAMES, *(width(name, SMALL) + 6 for name in shortened(names))])


def _beside(shown: Matrix) -> Iterator[float]:
    """Yield the widths in pixels of the words beside and above the matrix, to its right."""
    for band in shown.row_bands:
        for text in (span(band, shown.rows), band.words):
            yield 10 + width(text, BAND) + LEFT
    last = shown.column_bands[-1]
    yield 31 + 6.5 * len(f"{last.name}  {span(last, shown.columns)}")


def _size(bins: Bins, frame: _Frame) -> tuple[float, float]:
    *_, last = _row_tops(bins, frame)
    low = max(frame.top + frame.height, last + BETWEEN + (16 if not bins.all_shown else 0))
    return frame.left + frame.width + frame.right, max(low, 190) + BOTTOM


def _row_tops(bins: Bins, frame: _Frame) -> Iterator[float]:
    """Yield the top of the words beside each band of rows."""
    least = 0.0
    for band in bins.rows:
        top = max(frame.top + band.begin * frame.cell + 11, least)
        yield top
        least = top + BETWEEN


def _told(shown: Matrix) -> str:
    return "; ".join([caption(shown), *ranges(shown)])


def _parts(shown: Matrix, bins: Bins, frame: _Frame, marked: bool) -> Iterator[str]:
    for rows in bins.rows:
        for columns in bins.columns:
            yield svg.part(
                "rect",
                "square",
                x=frame.left + columns.begin * frame.cell,
                y=frame.top + rows.begin * frame.cell,
                width=columns.size * frame.cell,
                height=rows.size * frame.cell,
            )
    if bins.all_shown and frame.cell == LARGE:
        yield from _names(shown, frame, marked)
    yield from _cells(bins, frame)
    yield from _column_bands(shown, bins, frame)
    yield from _row_bands(shown, bins, frame)


def _names(shown: Matrix, frame: _Frame, marked: bool) -> Iterator[str]:
    """Yield the names of rows and columns; in a page with a stripe each, which can be marked."""
    for at, (name, text) in enumerate(zip(shown.rows, shortened(shown.rows), strict=True)):
        y = frame.top + at * frame.cell
        box = {"x": LEFT, "y": y, "width": frame.left - LEFT + frame.width, "height": frame.cell}
        yield from _stripe("row", name, box) if marked else ()
        yield _label(shown, name, text, frame.left - 4, y + frame.cell - 4)
    columns = zip(shown.columns, shortened(shown.columns), strict=True)
    for at, (name, text) in enumerate(columns):
        x = frame.left + at * frame.cell
        box = {"x": x, "y": TOP, "width": frame.cell, "height": frame.top - TOP + frame.height}
        yield from _stripe("column", name, box) if marked else ()
        across, up = x + frame.cell - 4, frame.top - 4
        turned = f"rotate(-90 {svg.number(across)} {svg.number(up)})"
        yield _label(shown, name, text, across, up, "start", transform=turned)


def _stripe(kind: str, name: str, box: dict[str, float]) -> Iterator[str]:
    marks: dict[str, str | float] = {f"data_mark_{kind}": name}
    yield svg.part("rect", "", fill="none", _class="stripe", pointer_events="all", **box, **marks)


def _label(
    shown: Matrix,
    name: str,
    text: str,
    x: float,
    y: float,
    anchor: str = "end",
    **more: str | float,
) -> str:
    meaning = shown.meanings.get(name, name if text != name else "")
    inner = escape(text, quote=False) + (
        svg.hover(f"{name}: {meaning}" if meaning != name else name) if meaning else ""
    )
    return svg.part(
        "text",
        "soft-words",
        inner,
        x=x,
        y=y,
        font_size=SMALL,
        text_anchor=anchor,
        pointer_events="none" if not meaning else "auto",
        **more,
    )


def _cells(bins: Bins, frame: _Frame) -> Iterator[str]:
    """Yield the nonzeros, or bins with an area proportional to their count relative to the fullest
    possible bin; all nonzeros of a sign are one part.
    """
    paths: dict[str, list[str]] = {}
    for row, column, positive, negative in bins.cells:
        share = min(1.0, (positive + negative) / (bins.height * bins.width))
        side = frame.cell * (0.62 if bins.all_shown else max(0.35, sqrt(share)))
        x = svg.number(frame.left + (column + 0.5) * frame.cell - side / 2)
        y = svg.number(frame.top + (row + 0.5) * frame.cell - side / 2)
        role = "negative" if not positive else "positive" if not negative else "mixed"
        width = svg.number(side)
        paths.setdefault(role, []).append(f"M{x} {y}h{width}v{width}h-{width}z")
    for role, squares in sorted(paths.items()):
        yield svg.part("path", role, d="".join(squares), pointer_events="none")


def _column_bands(shown: Matrix, bins: Bins, frame: _Frame) -> Iterator[str]:
    for at, (band, whole) in enumerate(zip(bins.columns, shown.column_bands, strict=True)):
        x = frame.left + band.begin * frame.cell
        is_last = at == len(bins.columns) - 1
        room = frame.right if is_last else 0
        told = f"{whole.name}  {span(whole, shown.columns)}"
        yield svg.words(whole.name, x + 1, 14, "words", font_weight=600)
        if band.size * frame.cell + room > 30 + 6.5 * len(told):
            yield svg.words(
                span(whole, shown.columns), x + 9 + 8 * len(whole.name), 14, "soft-words"
            )
        if band.size * frame.cell + room > 6 * len(whole.words):
            yield svg.words(whole.words, x + 1, 28, "soft-words", font_size=BAND)


def _row_bands(shown: Matrix, bins: Bins, frame: _Frame) -> Iterator[str]:
    x, y = frame.left + frame.width + 10, 0.0
    for y, whole in zip(_row_tops(bins, frame), shown.row_bands, strict=True):
        yield svg.words(whole.name, x, y, "words", font_weight=600)
        yield svg.words(span(whole, shown.rows), x, y + 15, "soft-words", font_size=BAND)
        yield svg.words(whole.words, x, y + 29, "soft-words", font_size=BAND)
    yield from _key(x, y + BETWEEN, bins)


def _key(x: float, y: float, bins: Bins) -> Iterator[str]:
    """Yield the key to the squares."""
    kinds: Sequence[tuple[str, str]] = (("positive", "positive"), ("negative", "negative"))
    if not bins.all_shown:
        kinds = (*kinds, ("mixed", "both"))
    for at, (role, words) in enumerate(kinds):
        yield svg.part("rect", role, x=x + 70 * at, y=y - 8, width=9, height=9)
        yield svg.words(words, x + 70 * at + 14, y, "soft-words", font_size=BAND)
    if not bins.all_shown:
        told = f"a square: up to {bins.height:,} × {bins.width:,} coefficients"
        yield svg.words(told, x, y + 16, "soft-words", font_size=BAND)
