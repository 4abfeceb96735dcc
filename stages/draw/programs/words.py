"""What a picture of a linear program shows, in words."""

from collections.abc import Iterator, Sequence

from schemas.parts.labels import cut
from stages.draw.labels import LONGEST
from stages.draw.programs.matrix import Band, Matrix


def caption(shown: Matrix) -> str:
    """Return how large the matrix is."""
    filled = shown.nonzeros / (len(shown.rows) * len(shown.columns))
    share = f"{100 * filled:.{2 if filled < 0.995 else 3}g}"  # Two digits of 100 are 1e+02.
    return (
        f"{len(shown.rows):,} rows, {len(shown.columns):,} columns, "
        f"{shown.nonzeros:,} nonzeros ({share} % of the matrix)"
    )


def ranges(shown: Matrix) -> Iterator[str]:
    """Yield what each band of rows and of columns is."""
    for what, bands, names in (
        ("rows", shown.row_bands, shown.rows),
        ("columns", shown.column_bands, shown.columns),
    ):
        for band in bands:
            yield f"{what} {span(band, names)}: {band.name}, {band.words}"


def span(band: Band, names: Sequence[str]) -> str:
    """Return the first and the last name of a band, as they are drawn."""
    first, last = (cut(names[at], LONGEST) for at in (band.begin, band.end - 1))
    return first if band.size == 1 else f"{first} to {last}"
