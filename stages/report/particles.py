"""What player 1 knows in a game with a secret, as records: see `stages.report.situations`."""

from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import NamedTuple

from schemas.state_graph.secrets import Hidden


class Particle(NamedTuple):
    """One thing that may be so."""

    node: int
    """Of the game; behind the look, where the situation is before one."""
    secret: Hidden
    """All that player 2 holds."""
    weight: float
    """Of chance and player 2's strategy; 0 where that strategy never leads."""


class Situation(NamedTuple):
    """What player 1 knows."""

    state: int
    """Of the graph."""
    particles: tuple[Particle, ...]
    """Each node and secret once. None at all: the rules never lead here."""

    @property
    def weight(self) -> float:
        """How far chance and player 2's strategy lead here: 0 where they never do."""
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        return reduce(add, (particle.weight for particle in self.particles), 0.0)


class Option(NamedTuple):
    """One thing that can come next, as player 1 sees it."""

    label: str
    probability: float | None
    """By player 1's strategy where it moves, else by chance and player 2's; None where there is
    none, as player 2's strategy never leads here.
    """
    value: float | None
    """Payoff to player 1 behind it, when player 1 then goes on as well as it can against player 2's
    strategy; None where that strategy never leads there.
    """
    then: Situation


def situation_of(state: int, particles: Iterable[Particle]) -> Situation:
    """Return a situation with equal particles put together."""
    weights: dict[tuple[int, Hidden], float] = {}
    for node, secret, weight in particles:
        weights[node, secret] = weights.get((node, secret), 0.0) + weight
    found = (Particle(node, secret, weight) for (node, secret), weight in weights.items())
    return Situation(state, tuple(found))
