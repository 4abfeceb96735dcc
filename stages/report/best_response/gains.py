"""An opponent's gains at terminal nodes: payoffs times chance weights, as integers over
denominators.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.kernels.limbs import in_limbs
from ....schemas.parts.rationals import MOST

LIMB = 2**32
PRIMES = 2**16
"""Prime factors of denominators are searched up to this."""
LONG = 256
"""Most denominators longer than a limb: each of them must be factored."""
DENSE = 64
"""Numbers up to this multiple of their count are counted in an array instead of sorted."""


class Gains(NamedTuple):
    """The gains at some terminal nodes: g different ones over d denominators."""

    gain: NDArray[np.int64]
    """Per node the number of its gain."""
    numbers: NDArray[np.uint32]
    """Shape (g, limbs): absolute values."""
    negative: NDArray[np.bool_]
    """Shape (g,)."""
    kind: NDArray[np.int64]
    """Shape (g,): the number of its denominator."""
    below: tuple[int, ...]
    """The d denominators."""

    def divisors(self) -> tuple[tuple[int, ...], ...] | None:
        """Return per denominator factors of one limb each; None if one has none, or if too many
        denominators would have to be factored.
        """
        if sum(below >= LIMB for below in self.below) > LONG:
            return None
        found = tuple(factors(below) for below in self.below)
        return tuple(filter(None, found)) if all(found) else None


def gains_of(game: Game, nodes: NDArray[np.int64], sign: int) -> Gains:
    """Return the gains at nodes, multiplied by `sign`."""
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
    """Return products, in 64 bits if all of them fit."""
    found = one[of], other[by]
    if any(numbers.dtype == object for numbers in found) or (
        int(abs(found[0]).max()) * int(abs(found[1]).max()) > MOST
    ):
        return np.asarray(found[0].astype(object) * found[1].astype(object))
    return np.asarray(found[0] * found[1])


@cache
def factors(number: int) -> tuple[int, ...]:
    """Return one-limb numbers whose product is the given positive number; empty if none are found.

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
    """Return the distinct keys below `size`, ascending, and per key its index among them.

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
