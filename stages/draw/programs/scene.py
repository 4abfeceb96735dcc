"""The matrix of a linear program as a scene: a filled square for each positive coefficient, a
hollow one for each negative one, and lines between the blocks.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from ..labels import short_labels, width
from ..scene import Path, Rect, Scene, Shape, Text, number
from .matrix import Bins, Matrix, caption, count_in_bins, ranges, span

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


def scene(shown: Matrix, title: str, marked: bool = False) -> Scene:
    """Return the picture; if it is `marked`, the script of a page can mark the rows and columns
    that have their own lines.
    """
    bins, frame = _layout(shown)
    description = "; ".join([caption(shown), *ranges(shown)])
    return Scene(*_size(bins, frame), title, description, [*_shapes(shown, bins, frame, marked)])


def _layout(shown: Matrix) -> tuple[Bins, _Frame]:
    longest = max(len(shown.rows), len(shown.columns))
    named = longest <= NAMED
    cell = LARGE if named else max(LEAST, SIDE / longest)
    most = NAMED if named else SIDE // LEAST
    bins = count_in_bins(shown, most, most)
    if not bins.all_shown:
        cell = max(LEAST, SIDE / max(bins.rows[-1].end, bins.columns[-1].end))
    frame = _Frame(
        left=LEFT + (_room(shown.rows) if named else 0),
        top=TOP + (_room(shown.columns) if named else 0),
        cell=cell,
        height=cell * bins.rows[-1].end,
        width=cell * bins.columns[-1].end,
        right=max([RIGHT, *_text_widths(shown)]),
    )
    return bins, frame


def _room(names: Sequence[str]) -> float:
    """Return the width in pixels of the longest name, as drawn."""
    return max([NAMES, *(width(name, SMALL) + 6 for name in short_labels(names))])


def _text_widths(shown: Matrix) -> Iterator[float]:
    """Yield the widths in pixels of the texts beside and above the matrix, to its right."""
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


def _shapes(shown: Matrix, bins: Bins, frame: _Frame, marked: bool) -> Iterator[Shape]:
    for rows in bins.rows:
        for columns in bins.columns:
            yield Rect(
                frame.left + columns.begin * frame.cell,
                frame.top + rows.begin * frame.cell,
                columns.size * frame.cell,
                rows.size * frame.cell,
                "square",
            )
    if bins.all_shown and frame.cell == LARGE:
        yield from _row_names(shown, frame, marked)
        yield from _column_names(shown, frame, marked)
    yield from _cells(bins, frame)
    yield from _column_bands(shown, bins, frame)
    yield from _row_bands(shown, bins, frame)


def _row_names(shown: Matrix, frame: _Frame, marked: bool) -> Iterator[Shape]:
    """Yield the names of rows; if they are marked, with a stripe each."""
    for at, (name, text) in enumerate(zip(shown.rows, short_labels(shown.rows), strict=True)):
        y, across = frame.top + at * frame.cell, frame.left - LEFT + frame.width
        if marked:
            yield Rect(LEFT, y, across, frame.cell, "", marks=_stripe("row", name))
        label = _label(shown, name, text, frame.left - 4, y + frame.cell - 4)
        yield label._replace(anchor="end")


def _column_names(shown: Matrix, frame: _Frame, marked: bool) -> Iterator[Shape]:
    columns = zip(shown.columns, short_labels(shown.columns), strict=True)
    for at, (name, text) in enumerate(columns):
        x, down = frame.left + at * frame.cell, frame.top - TOP + frame.height
        if marked:
            yield Rect(x, TOP, frame.cell, down, "", marks=_stripe("column", name))
        label = _label(shown, name, text, x + frame.cell - 4, frame.top - 4)
        yield label._replace(upright=True)


def _stripe(kind: str, name: str) -> dict[str, str]:
    return {"fill": "none", "class": "stripe", "pointer-events": "all", f"data-mark-{kind}": name}


def _label(shown: Matrix, name: str, text: str, x: float, y: float) -> Text:
    meaning = shown.meanings.get(name, name if text != name else "")
    hover = f"{name}: {meaning}" if meaning not in ("", name) else meaning
    events = {"pointer-events": "auto" if hover else "none"}
    return Text(text, x, y, "soft-words", SMALL, hover=hover, marks=events)


def _cells(bins: Bins, frame: _Frame) -> Iterator[Path]:
    """Yield the nonzeros, or bins with an area proportional to their count relative to the fullest
    possible bin; all nonzeros of a sign are one shape.
    """
    paths: dict[str, list[str]] = {}
    for row, column, positive, negative in bins.cells:
        share = min(1.0, (positive + negative) / (bins.height * bins.width))
        side = frame.cell * (0.62 if bins.all_shown else max(0.35, sqrt(share)))
        x = number(frame.left + (column + 0.5) * frame.cell - side / 2)
        y = number(frame.top + (row + 0.5) * frame.cell - side / 2)
        role = "negative" if not positive else "positive" if not negative else "mixed"
        width = number(side)
        paths.setdefault(role, []).append(f"M{x} {y}h{width}v{width}h-{width}z")
    for role, squares in sorted(paths.items()):
        yield Path("".join(squares), role, marks={"pointer-events": "none"})


def _column_bands(shown: Matrix, bins: Bins, frame: _Frame) -> Iterator[Text]:
    for at, (band, whole) in enumerate(zip(bins.columns, shown.column_bands, strict=True)):
        x = frame.left + band.begin * frame.cell
        room = band.size * frame.cell + (frame.right if at == len(bins.columns) - 1 else 0)
        names = span(whole, shown.columns)
        yield Text(whole.name, x + 1, 14, bold=True)
        if room > 30 + 6.5 * len(f"{whole.name}  {names}"):
            yield Text(names, x + 9 + 8 * len(whole.name), 14, "soft-words")
        if room > 6 * len(whole.words):
            yield Text(whole.words, x + 1, 28, "soft-words", BAND)


def _row_bands(shown: Matrix, bins: Bins, frame: _Frame) -> Iterator[Shape]:
    x, y = frame.left + frame.width + 10, 0.0
    for y, whole in zip(_row_tops(bins, frame), shown.row_bands, strict=True):
        yield Text(whole.name, x, y, bold=True)
        yield Text(span(whole, shown.rows), x, y + 15, "soft-words", BAND)
        yield Text(whole.words, x, y + 29, "soft-words", BAND)
    yield from _key(x, y + BETWEEN, bins)


def _key(x: float, y: float, bins: Bins) -> Iterator[Shape]:
    """Yield the key to the squares."""
    kinds: Sequence[tuple[str, str]] = (("positive", "positive"), ("negative", "negative"))
    if not bins.all_shown:
        kinds = (*kinds, ("mixed", "both"))
    for at, (role, meaning) in enumerate(kinds):
        yield Rect(x + 70 * at, y - 8, 9, 9, role)
        yield Text(meaning, x + 70 * at + 14, y, "soft-words", BAND)
    if not bins.all_shown:
        largest = f"a square: up to {bins.height:,} × {bins.width:,} coefficients"
        yield Text(largest, x, y + 16, "soft-words", BAND)
