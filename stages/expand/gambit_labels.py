"""Labels of a Gambit `.efg` file that all readers read the same way."""

from collections.abc import Sequence
from fractions import Fraction

from schemas.parts.labels import distinct
from stages.expand.gambit_numbers import portable

_SAFE = str.maketrans({'"': "'", "\\": "/"})


def labels(actions: Sequence[str]) -> list[str]:
    """Return the actions' labels in quotes; if `mended` made two equal, numbers tell them apart."""
    return [f'"{label}"' for label in distinct([mended(action) for action in actions])]


def branches(actions: Sequence[str], probabilities: Sequence[Fraction]) -> str:
    """Return the labels of a move of chance, each with its probability."""
    each = zip(labels(actions), probabilities, strict=True)
    return " ".join(f"{label} {portable(probability)}" for label, probability in each)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return f'"{mended(text)}"'


def mended(text: str) -> str:
    """Return a text in printable ASCII with single spaces between words: Gambit 16.7 refuses all
    other labels.
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in text.translate(_SAFE))
    return " ".join(printable.encode("ascii", "replace").decode().split())
