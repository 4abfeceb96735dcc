"""The numbers of results: floats that know what is proved of them."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from schemas.evaluation import Enclosed
from schemas.parts.exact import write_exact

DIGITS = 6
"""Of a number as it is printed."""
SHORT = 24
"""Characters of a fraction that is printed."""


class Number(float):
    """A float that lies between two rationals, `low` and `high`, or is next to a number that is
    both: then `exact` is that number.

    It compares and adds exactly with fractions, whole numbers and others of its kind where both are
    exact, and is a float everywhere else. It prints with few digits, or, with `as_fraction`, as a
    fraction where that is short. `Fraction(number)` is the exact number.
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
        """`near` is the float, by default that in the middle."""
        high = low if high is None else high
        found = super().__new__(cls, (low + high) / 2 if near is None else near)
        found.low, found.high, found.as_fraction = low, high, as_fraction
        return found

    @property
    def exact(self) -> Fraction | None:
        """The number, where it is known exactly."""
        return self.low if self.low == self.high else None

    @property
    def near(self) -> float:
        """The same as a float alone."""
        return float(self)

    @property
    def lower(self) -> float:
        """The largest float that is not above the number for sure."""
        return Enclosed(self.low, self.high).lower

    @property
    def upper(self) -> float:
        """The smallest float that is not below it for sure."""
        return Enclosed(self.low, self.high).upper

    @property
    def real(self) -> "Number":  # Fractions compare themselves with this.
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
        return f"{float(self):.{DIGITS}g}"

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
    """Return the number that an evaluation knows; None where there is none."""
    return None if found is None else Number(found.low, found.high)


def _rational(value: object) -> Fraction | None:
    """Return a number that is known exactly; None for any other, and for floats."""
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
