"""Best responses of player 2 to a strategy of the agent: a lower bound on the value, and the moves
of player 2.

The bandits know their placement, the place of an alarm, and in a cave all encounters, so for each
of these the best action is the one with the least payoff, over all points of the tree that look the
same. All placements are followed at once. All weights and payoffs are not negative, and at most
`roundings` of them follow one another.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .hiding import Floats, Ints, Met, Placements
from .plans import Finding, Point, points
from .terrain import EXIT_PLACE, Terrain

Shares = dict[int, list[float]]
"""The probabilities of the choices by the identity of a point; a point without an entry is not
reached.
"""


class Answer(NamedTuple):
    """A best response."""

    lower: float
    payoff: Floats
    """Shape (c,): the least payoff of the agent against each placement."""
    moved: dict[int, Ints]
    """For each alarm the placement after it, of each placement: shape (c,)."""
    fought: dict[tuple[Met, int], NDArray[np.bool_]]
    """For each encounter whether there is a fight: shape (c,)."""


Reached = list[tuple[Point, Floats]]
"""Points that look the same to player 2, with the probabilities, shape (c,), that the agent and
chance lead there, 0 for placements that do not fit.
"""


class Responder:
    def __init__(
        self, terrain: Terrain, placements: Placements, tree: Point, shares: Shares
    ) -> None:
        self.terrain, self.placements, self.shares = terrain, placements, shares
        self.survival = float(1 - terrain.capture)
        self.moved: dict[int, Ints] = {}
        self.fought: dict[tuple[Met, int], NDArray[np.bool_]] = {}
        self.tree = tree

    def respond(self) -> Answer:
        every = np.ones(self.placements.occupied.shape[1])
        payoff = self._payoff([(self.tree, every)], (), first=True)
        size = sum(len(point.choices) + 1 for point in points(self.tree))
        lower = float(payoff.min()) * (1 - 8 * (size + 8) * 2.0**-53)
        return Answer(max(lower, 0.0), payoff, self.moved, self.fought)

    def _payoff(self, reached: Reached, met: Met, first: bool = False) -> Floats:
        """Return what the agent gets from points on, for each placement: shape (c,)."""
        occupied = self.placements.occupied
        total = np.zeros(occupied.shape[1])
        alarms: dict[int, Reached] = {}
        encounters: dict[int, tuple[Reached, Reached]] = {}
        waiting = list(reached)
        for point, weight in waiting:  # Grows meanwhile.
            shares = self.shares.get(id(point), [0.0] * len(point.choices))
            for share, choice, after in zip(shares, point.choices, point.after, strict=True):
                if not share:
                    continue
                played = weight * share
                if choice.to == EXIT_PLACE:
                    total += played * (self.terrain.escape + point.gold + choice.gold)
                    continue
                here = occupied[choice.to]
                if Finding.EMPTY in after:
                    alarm = self.terrain.dangers.alarms and first
                    onward = alarms.setdefault(choice.to, []) if alarm else waiting
                    onward.append((after[Finding.EMPTY], np.where(here, 0.0, played)))
                fights, takes = encounters.setdefault(choice.to, ([], []))
                there = np.where(here, played, 0.0)
                if Finding.FIGHT in after:
                    fights.append((after[Finding.FIGHT], there * self.survival))
                if Finding.TAKE_GOLD in after:
                    takes.append((after[Finding.TAKE_GOLD], there))
        for place, onward in alarms.items():
            total += self._after_alarm(place, onward, met)
        for place, (fights, takes) in encounters.items():
            total += self._encounter(place, fights, takes, met)
        return total

    def _after_alarm(self, place: int, there: Reached, met: Met) -> Floats:
        # The weights do not depend on the placement, where the place is empty.
        every = [(point, np.full(len(weight), weight.max())) for point, weight in there]
        stay = self._payoff(every, met)
        best, to = stay.copy(), np.arange(len(stay))
        empty = ~self.placements.occupied[place]
        for number in np.flatnonzero(empty).tolist():
            moved = self.placements.moved(number, place)
            if moved:
                least = moved[int(np.argmin(stay[moved]))]
                if stay[least] < best[number]:
                    best[number], to[number] = stay[least], least
        self.moved[place] = to
        return np.where(empty, best, 0.0)

    def _encounter(self, place: int, fights: Reached, takes: Reached, met: Met) -> Floats:
        if not self.terrain.dangers.robbery:
            return self._payoff(fights, met)
        fought = self._payoff(fights, (*met, (place, True)))
        taken = self._payoff(takes, (*met, (place, False)))
        self.fought[met, place] = fought <= taken
        return np.minimum(fought, taken)
