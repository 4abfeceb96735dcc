"""The columns or rows of a linear program, in arrays."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


class Line(NamedTuple):
    """A column or a row."""

    name: str
    lower: float
    """Minus infinity if there is no bound."""
    upper: float


@dataclass(frozen=True, eq=False)
class Lines:
    """Columns or rows in the order of the file; the records are views."""

    names: tuple[str, ...]
    lower: Numbers
    """Shape (lines,); minus infinity if there is no bound."""
    upper: Numbers

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, at: int) -> Line:
        return Line(self.names[at], float(self.lower[at]), float(self.upper[at]))

    def __iter__(self) -> Iterator[Line]:
        bounds = zip(self.lower.tolist(), self.upper.tolist(), strict=True)
        return (Line(name, *both) for name, both in zip(self.names, bounds, strict=True))
