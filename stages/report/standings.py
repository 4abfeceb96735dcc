"""Where a player may be that follows a strategy of a reduced game, moving in a larger one."""

from typing import Any, NamedTuple

from schemas.game import Game, InformationSet
from schemas.strategies import ExactStrategy, Strategy

Number = Any
"""A float, or a rational: of what kind the strategy that is followed and the weight of the START
are.
"""


class Standing(NamedTuple):
    """One way to be where a player is: a sequence of the reduced game, and the moves of its last
    action still to be made.
    """

    weight: Number
    sequence: int
    left: tuple[str, ...]


START: tuple[Standing, ...] = (Standing(1.0, 0, ()),)


class Follower:
    """A player of the reduced game, with its strategy."""

    def __init__(self, game: Game, player: int, strategy: Strategy | ExactStrategy) -> None:
        self.game = game
        self.probabilities = {behaviour.infoset: behaviour.probabilities for behaviour in strategy}
        self.following = {
            (parent, game.information_sets[infoset].sees): infoset
            for infoset in game.infosets(player)
            for parent in game.parents[infoset]
        }

    def here(self, standings: tuple[Standing, ...], record: InformationSet) -> list[Standing]:
        """Return what the player may be doing at an information set of the larger game, behind a
        sequence with its standings.
        """
        found = []
        for standing in standings:
            reduced = (
                None if standing.left else self.following.get((standing.sequence, record.sees))
            )
            if standing.left:
                found.append(standing)
            elif reduced is not None:
                found += self._drawn(reduced, standing.weight, record.actions)
        return found

    def _drawn(self, infoset: int, weight: Number, actions: tuple[str, ...]) -> list[Standing]:
        """Return what a player that draws its next action at an information set may be doing."""
        labels = self.game.information_sets[infoset].actions
        moves = (((label,) if label in actions else tuple(label.split(" "))) for label in labels)
        return [
            Standing(weight * probability, sequence, left)
            for sequence, (left, probability) in enumerate(
                zip(moves, self.probabilities[infoset], strict=True), self.game.first[infoset]
            )
            if probability
        ]


def shares(here: list[Standing], actions: tuple[str, ...]) -> tuple[Number, tuple[Number, ...]]:
    """Return how far the player's own moves lead to an information set, and the probabilities of
    its actions: uniform where they never do.
    """
    weights = [
        sum(standing.weight for standing in here if standing.left[0] == action)
        for action in actions
    ]
    total = sum(weights)
    uniform = tuple(1 / len(weights) for _ in weights)
    return total, tuple(weight / total for weight in weights) if total else uniform


def moved(here: list[Standing], action: str) -> tuple[Standing, ...]:
    """Return the standings behind an action."""
    return tuple(
        standing._replace(left=standing.left[1:]) for standing in here if standing.left[0] == action
    )
