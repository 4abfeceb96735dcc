"""What an opponent gains at terminal nodes: payoffs times chance weights, in whole numbers over
denominators.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.rationals import MOST

LIMB = 2**32
PRIMES = 2**16
"""Up to here factors of denominators are looked for."""
LONG = 256
"""How many denominators may be longer than a limb: factors of so many are looked for."""
DENSE = 64
"""Numbers up to so many times their count are counted in an array, not sorted."""


class Gains(NamedTuple):
    """Of some terminal nodes, g different ones over d denominators."""

    gain: NDArray[np.int64]
    """Per node the number of its gain."""
    numbers: NDArray[np.uint32]
    """Shape (g, limbs): without its sign."""
    negative: NDArray[np.bool_]
    """Shape (g,)."""
    kind: NDArray[np.int64]
    """Shape (g,): the number of its denominator."""
    below: tuple[int, ...]
    """Shape (d,): the denominators."""

    def divisors(self) -> tuple[tuple[int, ...], ...] | None:
        """Return per denominator factors that have a limb each; None where one has none, or too
        many would have to be looked for.
        """
        if sum(below >= LIMB for below in self.below) > LONG:
            return None
        found = tuple(factors(below) for below in self.below)
        return tuple(filter(None, found)) if all(found) else None


def gains_of(game: Game, nodes: NDArray[np.int64], sign: int) -> Gains:
    """Return what is gained at nodes, `sign` times."""
    columns, reached = game.columns, game.reached
    payoffs, weights = columns.payoffs, reached.weights
    pair = columns.what[nodes].astype(np.int64) * len(weights) + reached.weight[nodes]
    pairs, gain = numbered(pair, len(payoffs) * len(weights))
    of, by = pairs // len(weights), pairs % len(weights)
    above = sign * _products(payoffs.numerators, weights.numerators, of, by)
    below, kind = np.unique(
        _products(payoffs.denominators, weights.denominators, of, by), return_inverse=True
    )
    return Gains(
        gain, in_limbs(abs(above)), (above < 0).astype(np.bool_), kind, tuple(below.tolist())
    )


def _products(
    one: NDArray[Any], other: NDArray[Any], of: NDArray[np.int64], by: NDArray[np.int64]
) -> NDArray[Any]:
    """Return products, in 64 bits where every one fits."""
    found = one[of], other[by]
    if any(numbers.dtype == object for numbers in found) or (
        int(abs(found[0]).max()) * int(abs(found[1]).max()) > MOST
    ):
        return np.asarray(found[0].astype(object) * found[1].astype(object))
    return np.asarray(found[0] * found[1])


@cache
def factors(number: int) -> tuple[int, ...]:
    """Return numbers of one limb each whose product a positive number is; none where there are none
    to be found.

    >>> factors(1), factors(100**9), factors(2**89 - 1)
    ((1, 1), (819200000, 1220703125), ())
    """
    found, rest, prime = [1], number, 2
    while rest >= LIMB and prime < PRIMES:
        if rest % prime:
            prime += 1
            continue
        rest //= prime
        if found[-1] * prime >= LIMB:
            found.append(1)
        found[-1] *= prime
    return (*found, rest) if rest < LIMB else ()


def numbered(keys: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different keys below `size`, ascending, and which of them each key is.

    >>> keys, which = numbered(np.array([7, 3, 7]), 8)
    >>> keys.tolist(), which.tolist()
    ([3, 7], [1, 0, 1])
    """
    if size > DENSE * len(keys):
        return np.unique(keys, return_inverse=True)
    there = np.zeros(size, np.bool_)
    there[keys] = True
    found = np.flatnonzero(there)
    which = np.zeros(size, np.int32)
    which[found] = np.arange(len(found))
    return found, which[keys].astype(np.int64)


def in_limbs(numbers: Sequence[int] | NDArray[Any], limbs: int = 0) -> NDArray[np.uint32]:
    """Return numbers that are not negative as rows of limbs, the lowest first; as many as the
    largest needs, where it is not said how many.

    >>> in_limbs([1, 2**33 + 5]).tolist()
    [[1, 0], [5, 2]]
    """
    if isinstance(numbers, np.ndarray) and numbers.dtype != object and not limbs:
        return numbers.astype("<i8").view("<u4").astype(np.uint32).reshape(-1, 2)
    size = 4 * (limbs or max(1, (max(numbers).bit_length() + 31) // 32))
    data = b"".join(number.to_bytes(size, "little") for number in numbers)
    return np.frombuffer(data, "<u4").astype(np.uint32).reshape(-1, size // 4)
