"""Exact rationals in columns: numerators and denominators, in 64 bits if they all fit."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[Any]
"""Either all of 64 bits, or Python integers of any size as objects."""
MOST = 2**63 - 1
"""The largest 64-bit integer."""
EXACT = 2**53
"""Floats represent every integer up to this one exactly."""


@dataclass(frozen=True, eq=False)
class Rationals(Sequence[Fraction]):
    """A sequence of rational numbers in lowest terms."""

    numerators: Integers
    denominators: Integers
    """Positive."""

    @property
    def small(self) -> bool:
        """Whether all numerators and denominators fit into 64 bits."""
        return self.numerators.dtype != object

    def __len__(self) -> int:
        return len(self.numerators)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return Rationals(self.numerators[at], self.denominators[at])
        return Fraction(int(self.numerators[at]), int(self.denominators[at]))

    def __iter__(self) -> Iterator[Fraction]:
        return map(Fraction, self.numerators.tolist(), self.denominators.tolist())

    @cached_property
    def floats(self) -> NDArray[np.float64]:
        """The nearest float of each number.

        >>> rationals([Fraction(1, 3), Fraction(10**40, 10**40 + 1)]).floats.tolist()
        [0.3333333333333333, 1.0]
        """
        if self.small:
            large = (np.abs(self.numerators) > EXACT) | (self.denominators > EXACT)
            found = self.numerators / self.denominators
            for at in np.flatnonzero(large):
                found[at] = float(self[at])
            return found
        return np.array([float(number) for number in self], np.float64)

    @cached_property
    def common(self) -> tuple[Integers, int]:
        """Integer numerators over a common denominator, and the denominator.

        >>> found, parts = rationals([Fraction(1, 3), Fraction(-1, 2)]).common
        >>> found.tolist(), parts
        ([2, -3], 6)
        """
        parts = math.lcm(*set(self.denominators.tolist()))
        whole = [
            above * (parts // below)
            for above, below in zip(
                self.numerators.tolist(), self.denominators.tolist(), strict=True
            )
        ]
        return integers(whole), parts


def rationals(numbers: Iterable[Fraction]) -> Rationals:
    """Convert numbers to columns."""
    found = list(numbers)
    return rationals_of(
        [number.numerator for number in found], [number.denominator for number in found]
    )


def rationals_of(numerators: Sequence[int], denominators: Sequence[int]) -> Rationals:
    """Return columns of numbers, given as numerators and denominators in lowest terms."""
    above, below = integers(numerators), integers(denominators)
    if above.dtype != below.dtype:
        above, below = above.astype(object), below.astype(object)
    return Rationals(above, below)


def integers(numbers: Sequence[int]) -> Integers:
    """Return integers as a 64-bit array, or as an array of objects if one of them does not fit.

    >>> integers([1, -2]).dtype, integers([2**63]).dtype
    (dtype('int64'), dtype('O'))
    """
    fits = not numbers or max(numbers) <= MOST and min(numbers) >= -MOST
    return np.array(numbers, np.int64 if fits else object)
