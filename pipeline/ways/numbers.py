"""Numbers in results: floats with their proved bounds."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...schemas.evaluation import Enclosed
from ...schemas.parts.exact import write_exact
from ...stages.report.certainty import between, shared_digits

DIGITS = 6
"""The number of printed digits."""
SHORT = 24
"""The largest number of characters of a printed fraction."""


class Number(float):
    """A float with the bounds `low` and `high`, which are rationals. If both are the same number,
    this number is `exact`, and the float is next to it.

    Comparison and arithmetic with fractions, integers and other Numbers are exact if both operands
    are exact; in all other cases it is a float. It prints with the few digits that its bounds
    share, or as bounds if they share none; with `as_fraction`, as a fraction if that is short.
    `Fraction(number)` is the exact number.
    """

    low: Fraction
    high: Fraction
    as_fraction: bool

    def __new__(
        cls,
        low: Fraction,
        high: Fraction | None = None,
        near: float | None = None,
        as_fraction: bool = False,
    ) -> "Number":
        """`near` is the float; by default the middle of the bounds."""
        high = low if high is None else high
        found = super().__new__(cls, (low + high) / 2 if near is None else near)
        found.low, found.high, found.as_fraction = low, high, as_fraction
        return found

    @property
    def exact(self) -> Fraction | None:
        """The exact number; None if it is not known."""
        return self.low if self.low == self.high else None

    @property
    def near(self) -> float:
        """The value as a plain float."""
        return float(self)

    @property
    def lower(self) -> float:
        """The largest float that is certainly not above the number."""
        return Enclosed(self.low, self.high).lower

    @property
    def upper(self) -> float:
        """The smallest float that is certainly not below the number."""
        return Enclosed(self.low, self.high).upper

    @property
    def real(self) -> "Number":  # Comparison in Fraction uses it.
        return self

    @property
    def numerator(self) -> int:
        return self.as_integer_ratio()[0]

    @property
    def denominator(self) -> int:
        return self.as_integer_ratio()[1]

    def as_integer_ratio(self) -> tuple[int, int]:
        return super().as_integer_ratio() if self.exact is None else self.exact.as_integer_ratio()

    def __str__(self) -> str:
        if self.as_fraction and self.exact is not None:
            text = write_exact(self.exact)
            if len(text) <= SHORT:
                return text
        low, high = float(self.low), float(self.high)
        shared = shared_digits(low, high, DIGITS)
        return between(low, high) if shared is None else f"{shared:.{DIGITS}g}"

    __repr__ = __str__

    def __float__(self) -> float:
        return super().__float__()

    def __hash__(self) -> int:
        return (
            hash(self.exact) if self.as_fraction and self.exact is not None else super().__hash__()
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Number, (self.low, self.high, super().__float__(), self.as_fraction)


def exactly(number: Fraction) -> Number:
    """Return an exact number, which prints as a fraction."""
    return Number(number, as_fraction=True)


def enclosed(found: Enclosed | None) -> Number | None:
    """Return the Number of an enclosure; None if there is none."""
    return None if found is None else Number(found.low, found.high)


def _rational(value: object) -> Fraction | None:
    """Return the exact value of a number; None for floats and other numbers without one."""
    if isinstance(value, Number):
        return value.exact
    return Fraction(value) if isinstance(value, int | Fraction) else None


def _compared(name: str) -> Callable[[Number, object], Any]:
    of_floats, plain = getattr(float, name), getattr(operator, name)

    def compare(self: Number, other: object) -> Any:
        first, second = _rational(self), _rational(other)
        if first is not None and second is not None:
            return plain(first, second)
        return of_floats(self, float(other) if isinstance(other, Fraction) else other)

    return compare


def _reckoned(name: str) -> Callable[[Number, object], Any]:
    of_floats = getattr(float, name)
    plain = getattr(Fraction, name)

    def reckon(self: Number, other: object) -> Any:
        first, second = _rational(self), _rational(other)
        if first is not None and second is not None:
            return Number(plain(first, second), as_fraction=self.as_fraction)
        return of_floats(self, float(other) if isinstance(other, Fraction) else other)

    return reckon


for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Number, _name, _compared(_name))
for _name in ("add", "sub", "mul", "truediv"):
    for _side in ("", "r"):
        setattr(Number, f"__{_side}{_name}__", _reckoned(f"__{_side}{_name}__"))
