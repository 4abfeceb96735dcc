"""Carry strategies of a reduced game back to a larger game of the same map.

The larger game is one in which a player may make one by one the moves that
the reduced game takes as one action. What a player knows in it is a list of own
moves and of things seen; the reduced game is followed along this list, with the
probability of each of its actions that the moves so far could belong to.
Drawing a whole action at once and drawing its moves one by one, each given those
before, is the same strategy. Where the larger game shares nodes, several ways lead to an
information set, and what the player may be doing there is that of all of them.
"""

from typing import Any, NamedTuple

from schemas.game import Game, InformationSet
from schemas.strategies import ExactStrategy, Strategy, StrategyView
from stages.report.orders import uniform

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


def carry(
    game: Game, strategies: tuple[Strategy, Strategy], onto: Game
) -> tuple[Strategy, Strategy]:
    """Return strategies of the game `onto` that play as the strategies of the reduced game do.

    Where these never come, the carried strategy is uniform.
    """
    return (_carried(game, 1, strategies[0], onto), _carried(game, 2, strategies[1], onto))


def _carried(game: Game, player: int, strategy: Strategy, onto: Game) -> StrategyView:
    follower = Follower(game, player, strategy)
    first, reached, found = onto.columns.infosets.first, onto.reached, uniform(onto, player)
    standings = {0: START}
    begin, members = reached.begin.tolist(), reached.members.tolist()
    infosets, parents = found.infoset.tolist(), reached.parent[found.infoset].tolist()
    for at, (infoset, parent) in enumerate(zip(infosets, parents, strict=True)):
        above = members[begin[parent] : begin[parent + 1]]
        ways = [standings[sequence] for sequence in above if sequence in standings]
        if not ways:
            continue  # It stays uniform where the player never comes.
        record = onto.information_sets[infoset]
        here = follower.here(_together(ways), record)
        own = slice(found.begin[at], found.begin[at + 1])
        found.own_reach[at], found.probabilities[own] = shares(here, record.actions)
        for sequence, action in enumerate(record.actions, int(first[infoset])):
            if behind := moved(here, action):
                standings[sequence] = behind
    return StrategyView(found)


def _together(ways: list[tuple[Standing, ...]]) -> tuple[Standing, ...]:
    """Return the standings of several ways to one place, each once with its whole weight."""
    if len(ways) == 1:
        return ways[0]
    weights: dict[tuple[int, tuple[str, ...]], Number] = {}
    for weight, sequence, left in (standing for way in ways for standing in way):
        weights[sequence, left] = weights.get((sequence, left), 0) + weight
    return tuple(Standing(weight, *where) for where, weight in weights.items())


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
