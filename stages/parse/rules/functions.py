"""The functions that generated code can call: exact arithmetic, loops within limits, texts, and
lookups in a network.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

from ....schemas.parts.labels import natural

MOST_BITS = 3_400
"""Numbers of about 1,000 digits."""
MOST_ITERATIONS = 1_000_000
"""Iterations of loops per state."""
MOST_IN_ALL, MORE_PER_STATE = 25_000_000, 75
"""Iterations of loops in all states, some 2 s, and how many more each state allows."""
LONGEST_RANGE = 100_000
Number = int | Fraction


class RuleError(Exception):
    """An expression has no value in some state."""


FAILURES = (RuleError, ArithmeticError, LookupError, ValueError, TypeError, RecursionError)
"""What generated code can raise."""


def failure(error: BaseException) -> str:
    """Return the message for an error of generated code."""
    if isinstance(error, RuleError):
        return str(error)
    if isinstance(error, ZeroDivisionError):
        return "a division by zero"
    if isinstance(error, RecursionError):
        return "the expression is too deep"
    if "empty" in str(error):
        return "the smallest or largest of nothing"
    return "the expression has no value"


class Budget:
    """Counts the iterations of loops."""

    def __init__(self) -> None:
        self.left = MOST_ITERATIONS
        self.spent = 0
        """All iterations before the last call of `reset`."""

    def reset(self) -> None:
        self.spent += MOST_ITERATIONS - self.left
        self.left = MOST_ITERATIONS

    def spend(self, iterations: int) -> None:
        self.left -= iterations
        if self.left < 0:
            raise RuleError(f"more than {MOST_ITERATIONS:,} iterations of loops in one state")

    def loop(self, values: Collection[Any]) -> Collection[Any]:
        """Return a collection in order, to be iterated once."""
        self.spend(len(values) + 1)
        return in_order(values) if isinstance(values, frozenset) else values

    def subsets(self, values: Collection[Any], size: int) -> tuple[frozenset[Any], ...]:
        """Return all subsets of a size, in order."""
        if not 0 <= size <= len(values):
            return ()
        self.spend(comb(len(values), size) * (size + 1))
        return tuple(map(frozenset, combinations(in_order(frozenset(values)), size)))

    def checked(self, number: Any) -> Number:
        """Return a number, an integer if it is whole; refuse one with too many digits."""
        bits = max(number.numerator.bit_length(), number.denominator.bit_length())
        if bits > MOST_BITS:
            raise RuleError("a number of more than 1,000 digits")
        if bits > 64:
            self.spend(bits // 16)
        if type(number) is int:
            return number
        self.spend(10)  # Fractions take as much time as some iterations.
        whole: Number = number.numerator if number.denominator == 1 else number
        return whole

    def divide(self, above: Number, below: Number) -> Number:
        """Return an exact quotient."""
        return self.checked(Fraction(above) / below)

    def power(self, base: Number, exponent: Number) -> Number:
        """Return a power with a whole exponent."""
        if exponent.denominator != 1:
            raise RuleError(f"{text(exponent)} is not a whole exponent")
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if abs(int(exponent)) * max(1, bits - 1) > MOST_BITS:
            raise RuleError("a number of more than 1,000 digits")
        self.spend(30)
        return self.checked(Fraction(base) ** int(exponent))

    def total(self, values: Iterable[Number]) -> Number:
        """Return a sum."""
        sum_so_far: Number = 0
        for value in values:
            sum_so_far += value
            if type(sum_so_far) is Fraction:
                sum_so_far = self.checked(sum_so_far)
        return self.checked(sum_so_far)


def in_order(values: frozenset[Any]) -> tuple[Any, ...]:
    """Return the elements of a set: numbers first, then texts in their natural order."""
    # A cache would take {false, true} for {0, 1}.
    return tuple(sorted(values, key=_place)) if _has_truth(values) else _in_order(values)


@lru_cache(100_000)
def _in_order(values: frozenset[Any]) -> tuple[Any, ...]:
    return tuple(sorted(values, key=_place))


def _has_truth(values: Collection[Any]) -> bool:
    return any(
        _has_truth(one) if isinstance(one, (frozenset, tuple)) else isinstance(one, bool)
        for one in values
    )


def _place(value: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        return (1, natural(value))
    if isinstance(value, (frozenset, tuple)):
        return (2, len(value), [_place(one) for one in loop_order(value)])
    return (0, value if value is not None else -1)


def loop_order(values: Collection[Any]) -> Collection[Any]:
    """Return the elements of a collection in the order of loops."""
    return in_order(values) if isinstance(values, frozenset) else values


def integers(low: Number, high: Number) -> range:
    """Return the whole numbers from `low` to `high`."""
    if low.denominator != 1 or high.denominator != 1:
        raise RuleError(f"{text(low)}..{text(high)} does not have whole ends")
    if high - low >= LONGEST_RANGE:
        raise RuleError(f"{text(low)}..{text(high)} has more than {LONGEST_RANGE:,} numbers")
    return range(int(low), int(high) + 1)


def count(values: Iterable[Any]) -> int:
    """Return the number of elements."""
    return sum(1 for _ in values)


def text(value: Any) -> str:
    """Return a value as it is shown in labels and observations.

    >>> text(frozenset({10, 9})), text((1, "a")), text(True), text(None)
    ('{9, 10}', '(1, a)', 'true', 'nothing')
    """
    if isinstance(value, str):
        return value
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(text, in_order(value)))}}}"
    if isinstance(value, (tuple, range)):
        return f"({', '.join(map(text, value))})"
    return str(value)


class Observations:
    """What players see, as texts, which tell different things apart."""

    def __init__(self) -> None:
        self._meant: dict[str, tuple[Any, ...]] = {}

    def seen(self, values: tuple[Any, ...]) -> str | None:
        """Return what a player sees as one text; None if there is nothing. Raises RuleError if
        something else has the same text.
        """
        if len(values) == 1:
            found = None if values[0] is None else text(values[0])
        else:
            found = ", ".join(map(text, values)) or None
        if found is not None:
            before = self._meant.setdefault(found, values)
            if before != values and _plain(before) != _plain(values):
                raise RuleError(
                    f"two different observations are both shown as {found!r}; rename a text in one "
                    "of them"
                )
        return found


def _plain(value: Any) -> Any:
    """Return a value with tuples in place of ranges, which are shown alike."""
    return tuple(map(_plain, value)) if isinstance(value, (tuple, range)) else value


def both(first: str | None, second: str | None) -> str | None:
    """Return two observations as one."""
    if first is None or second is None:
        return second if first is None else first
    return f"{first}; {second}"


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return an array with another element at an index."""
    return (*values[:index], value, *values[index + 1 :])


Changes = Collection[tuple[int, Any]]


def put_both(values: tuple[Any, ...], first: Changes, second: Changes) -> tuple[Any, ...]:
    """Return an array with the elements that two players change at once."""
    if {index for index, _ in first} & {index for index, _ in second}:
        raise RuleError("both players change the same element at once")
    found = list(values)
    for index, value in (*first, *second):
        found[index] = value
    return tuple(found)


def position_of(domain: Sequence[Any]) -> Callable[[Any], int]:
    """Return a function from an index of an array, or key of a table, to its position."""
    positions = {value: at for at, value in enumerate(domain)}

    def position(index: Any) -> int:
        try:
            return positions[index]
        except KeyError:
            known = text(domain[0]), text(domain[-1])
            raise RuleError(f"index {text(index)} is not from {known[0]} to {known[1]}") from None

    return position
