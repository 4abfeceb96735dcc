"""Strategies of player 2: where the bandits hide, and what they do later, as probabilities.

Numbers of all placements are arrays of shape (c,), for the c sets of places on which all bandits
can hide, in the order of `Placements.sets`.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Met = tuple[tuple[int, bool], ...]
"""Earlier encounters in a cave: the place, and whether there was a fight."""


@dataclass(frozen=True)
class Placements:
    """All sets of `bandits` places among `places`."""

    places: int
    bandits: int

    @cached_property
    def sets(self) -> tuple[frozenset[int], ...]:
        return tuple(map(frozenset, combinations(range(self.places), self.bandits)))

    @cached_property
    def number(self) -> dict[frozenset[int], int]:
        return {hidden: number for number, hidden in enumerate(self.sets)}

    @cached_property
    def occupied(self) -> NDArray[np.bool_]:
        """Shape (places, c)."""
        found = np.zeros((self.places, len(self.sets)), np.bool_)
        for number, hidden in enumerate(self.sets):
            found[sorted(hidden), number] = True
        return found

    def moved(self, number: int, alarm: int) -> list[int]:
        """Return the placements that differ by one bandit that moves, not to the alarm."""
        hidden = self.sets[number]
        free = [at for at in range(self.places) if at not in hidden and at != alarm]
        return [self.number[hidden - {old} | {new}] for old in sorted(hidden) for new in free]


class Moved(NamedTuple):
    """What the bandits do at an alarm: from one placement to another, or to the same, with which
    share of the first. The shares of a placement sum to 1; one that is missing stays.
    """

    before: Ints
    after: Ints
    share: Floats


@dataclass(frozen=True)
class Hiding:
    """A strategy of player 2. Shares are multiples of 2^-BITS, so that they sum to exactly 1."""

    placed: Floats
    """Shape (c,): the probabilities of the placements."""
    moved: dict[int, Moved] = field(default_factory=dict)
    """By the place of the alarm; where it is missing all stay."""
    fought: dict[tuple[Met, int], Floats] = field(default_factory=dict)
    """By earlier encounters and the place of this one: shape (c,), the probability of a fight; 1
    where it is missing.
    """

    def after_alarm(self, empty: Floats, place: int) -> Floats:
        """Return the weights of placements after an alarm, from those of the placements that leave
        the place empty.
        """
        if place not in self.moved:
            return empty
        before, after, share = self.moved[place]
        found = empty.copy()
        found[before] = 0.0
        np.add.at(found, after, empty[before] * share)
        return found

    def reaching(self, met: Met) -> Floats:
        """Return the probability of each placement and of player 2's answers at encounters."""
        weight = self.placed
        for at, (place, fought) in enumerate(met):
            share = self.fought.get((met[:at], place))
            if share is not None:
                weight = weight * (share if fought else 1 - share)
            elif not fought:
                weight = np.zeros_like(weight)
        return weight


def mixed(one: Hiding, other: Hiding, part: float) -> Hiding:
    """Return a strategy that is worth, against every strategy of the agent, `part` of the value of
    the second and the rest of the first, up to rounding.
    """
    both = (one, 1 - part), (other, part)
    moved = {
        place: _mixed_moves([(each, of * each.placed) for each, of in both], place)
        for place in sorted({*one.moved, *other.moved})
    }
    fought = {}
    for met, place in sorted({*one.fought, *other.fought}):
        weights = [of * each.reaching(met) for each, of in both]
        shares = [each.fought.get((met, place), 1.0) for each, _ in both]
        total = weights[0] + weights[1]
        sums = weights[0] * shares[0] + weights[1] * shares[1]
        share = np.divide(sums, total, out=np.ones_like(total), where=total > 0)
        fought[met, place] = np.round(np.clip(share, 0, 1) * 2.0**BITS) / 2.0**BITS
    return Hiding(rounded(one.placed * (1 - part) + other.placed * part), moved, fought)


def _mixed_moves(parts: list[tuple[Hiding, Floats]], place: int) -> Moved:
    leaving: dict[int, dict[int, float]] = {}
    for hiding, weight in parts:
        known = hiding.moved.get(place)
        if known is None:
            continue
        for before, after, share in zip(*(each.tolist() for each in known), strict=True):
            to = leaving.setdefault(before, {})
            to[after] = to.get(after, 0.0) + float(weight[before]) * share
    for hiding, weight in parts:  # Who has no move there stays.
        known = hiding.moved.get(place)
        moving = set() if known is None else set(known.before.tolist())
        for before, to in leaving.items():
            if before not in moving:
                to[before] = to.get(before, 0.0) + float(weight[before])
    return moves({before: to for before, to in leaving.items() if sum(to.values()) > 0})


def moves(leaving: dict[int, dict[int, float]]) -> Moved:
    """Return moves by placement: the weights of the placements after them."""
    rows: list[tuple[int, int, float]] = []
    for before, to in sorted(leaving.items()):
        targets = sorted(to)
        shares = rounded(np.array([to[after] for after in targets])).tolist()
        rows += [(before, one, share) for one, share in zip(targets, shares, strict=True) if share]
    return Moved(
        np.array([before for before, _, _ in rows], np.int64),
        np.array([after for _, after, _ in rows], np.int64),
        np.array([share for _, _, share in rows], np.float64),
    )


BITS = 40


def rounded(weights: Floats) -> Floats:
    """Return weights that are not negative as shares: multiples of 2^-BITS that sum to 1. If there
    is no weight, all is on the first.
    """
    weights = np.maximum(weights, 0.0)
    total = weights.sum()
    if not total > 0:
        weights[0] = total = 1.0
    whole = np.floor(weights / total * 2.0**BITS)
    whole[np.argmax(whole)] += 2.0**BITS - whole.sum()
    shares: Floats = whole / 2.0**BITS
    return shares
