"""Numbers in results: floats with their proved bounds."""

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
    are exact; in all other cases it is a float. A fraction before the operator, as in `fraction *
    number`, takes the number as a float. It prints with the few digits that its bounds share, or
    as bounds if they share none; with `as_fraction`, as a fraction if that is short.
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
    def exact(self) -> Fraction | Any:
        """The exact number; None if it is not known."""
        return self.low if self.low == self.high else None

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
        if shared is None:
            return between(low, high)
        text = f"{shared:.{DIGITS}g}"
        if text.lstrip("-").isdigit() and self.exact != int(text):
            return f"{shared:#.{DIGITS}g}"  # 2.00000: it is no whole number, but near one.
        return text

    __repr__ = __str__

    def __neg__(self) -> "Number":
        return Number(-self.high, -self.low, 0.0 - float(self), self.as_fraction)

    def __abs__(self) -> "Number":
        return -self if self < 0 else self

    def __hash__(self) -> int:  # Of equal exact numbers, also of fractions, it is the same.
        return super().__hash__() if self.exact is None else hash(self.exact)

    def __reduce__(self) -> tuple[Any, ...]:
        return Number, (self.low, self.high, float(self), self.as_fraction)


def exactly(number: Fraction) -> Number:
    """Return an exact number, which prints as a fraction."""
    return Number(number, as_fraction=True)


def spelled(value: object) -> str:
    """Return the text of a value given by a program; a Number is not rounded."""
    if not isinstance(value, Number):
        return str(value)
    return str(float(value)) if value.exact is None else write_exact(value.exact)


def enclosed(found: Enclosed | None) -> Number | None:
    """Return the Number of an enclosure; None if there is none."""
    return None if found is None else Number(found.low, found.high)


def _rational(value: object) -> Fraction | None:
    """Return the exact value of a number; None for floats and other numbers without one."""
    if isinstance(value, Number):
        return value.exact
    return Fraction(value) if isinstance(value, int | Fraction) else None


def _exactly_if_known(name: str) -> Callable[[Number, object], Any]:
    """Return an operation of floats that is exact if both numbers are."""
    of_floats, of_fractions = getattr(float, name), getattr(Fraction, name)

    def operate(self: Number, other: object) -> Any:
        first, second = _rational(self), _rational(other)
        if first is not None and second is not None:
            made = of_fractions(first, second)
            return made if isinstance(made, bool) else Number(made, as_fraction=self.as_fraction)
        return of_floats(self, float(other) if isinstance(other, Fraction) else other)

    return operate


_COMPARISONS = "eq", "ne", "lt", "le", "gt", "ge"
_ARITHMETIC = "add", "sub", "mul", "truediv", "radd", "rsub", "rmul", "rtruediv"
for _name in (*_COMPARISONS, *_ARITHMETIC):
    setattr(Number, f"__{_name}__", _exactly_if_known(f"__{_name}__"))
