"""Carry strategies of a reduced game back to a larger game of the same map.

In the larger game a player may make one by one the moves that the reduced game
combines into one action. A player's knowledge there is a list of its own moves and
observations; this list is followed through the reduced game, with the probability of
each action of the reduced game that is consistent with the moves so far.
Drawing a whole action at once and drawing its moves one by one, each conditioned on
the moves before, are the same strategy. If the larger game shares nodes, several histories lead to
an information set, and the standings of all of them are combined.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ...schemas.game import Game, InformationSet
from ...schemas.strategies import ExactBehaviour, ExactStrategy, Strategy, StrategyView
from ...schemas.strategy import FittedStrategies
from .measures import uniform

Number = Any
"""A float or a rational: the type of the probabilities of the followed strategy."""


class Standing(NamedTuple):
    """One possible position of a player: a sequence of the reduced game, and the moves of its last
    action still to be made.
    """

    weight: Number
    sequence: int
    left: tuple[str, ...]


def carry(
    game: Game, strategies: tuple[Strategy, Strategy], onto: Game
) -> tuple[Strategy, Strategy]:
    """Return strategies of the game `onto` that play like the strategies of the reduced game.

    Where these strategies never lead, the carried strategy is uniform.
    """
    return (_carried(game, 1, strategies[0], onto), _carried(game, 2, strategies[1], onto))


def _carried(game: Game, player: int, strategy: Strategy, onto: Game) -> StrategyView:
    found = uniform(onto, player)
    place = {infoset: at for at, infoset in enumerate(found.infoset.tolist())}
    for infoset, here, actions in _standings(game, player, strategy, onto, 1.0):
        at = place[infoset]
        own = slice(found.begin[at], found.begin[at + 1])
        found.own_reach[at], found.probabilities[own] = shares(here, actions)
    return StrategyView(found)


def carry_given(game: Game, given: FittedStrategies, onto: Game) -> FittedStrategies:
    """Return strategies in rationals that play in the game `onto` like those of the reduced game,
    which are of one player or both. As `carry`.
    """
    first, second = (
        None if strategy is None else _carried_exactly(game, player, strategy, onto)
        for player, strategy in enumerate(given.players, 1)
    )
    return given._replace(players=(first, second))


def _carried_exactly(game: Game, player: int, strategy: ExactStrategy, onto: Game) -> ExactStrategy:
    found = dict[int, tuple[Fraction, ...]]()
    for infoset, here, actions in _standings(game, player, strategy, onto, Fraction(1)):
        led, probabilities = shares(here, actions)
        if led:
            found[infoset] = probabilities
    sizes = ((infoset, len(onto.sequences(infoset))) for infoset in onto.infosets(player))
    return tuple(
        ExactBehaviour(infoset, found.get(infoset) or (Fraction(1, size),) * size)
        for infoset, size in sizes
    )


def _standings(
    game: Game, player: int, strategy: Strategy | ExactStrategy, onto: Game, one: Number
) -> Iterator[tuple[int, list[Standing], tuple[str, ...]]]:
    """Yield the information sets of the larger game that the player's own moves may reach, each
    with the player's standings and actions there; `one` is the weight of the start.
    """
    follower, reached = Follower(game, player, strategy), onto.reached
    standings: dict[int, tuple[Standing, ...]] = {0: (Standing(one, 0, ()),)}
    begin, members = reached.begin.tolist(), reached.members.tolist()
    infosets = onto.columns.infosets.of(player)
    parents = reached.parent[infosets].tolist()
    for infoset, parent in zip(infosets.tolist(), parents, strict=True):
        above = members[begin[parent] : begin[parent + 1]]
        ways = [standings[sequence] for sequence in above if sequence in standings]
        if not ways:
            continue  # Strategies stay uniform where the player's own moves never lead.
        record = onto.information_sets[infoset]
        here = follower.here(_together(ways), record)
        yield infoset, here, record.actions
        for sequence, action in zip(onto.sequences(infoset), record.actions, strict=True):
            if behind := after_action(here, action):
                standings[sequence] = behind


def _together(ways: list[tuple[Standing, ...]]) -> tuple[Standing, ...]:
    """Merge the standings of several histories: each standing once, with its total weight."""
    if len(ways) == 1:
        return ways[0]
    weights: dict[tuple[int, tuple[str, ...]], Number] = {}
    for weight, sequence, left in (standing for way in ways for standing in way):
        weights[sequence, left] = weights.get((sequence, left), 0) + weight
    return tuple(Standing(weight, *where) for where, weight in weights.items())


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
        """Return the standings at an information set of the larger game, after a sequence with the
        given standings.
        """
        found = []
        for standing in standings:
            reduced = (
                None if standing.left else self.following.get((standing.sequence, record.sees))
            )
            if standing.left:
                found.append(standing)
            elif reduced is not None:
                found += self._standings_after_draw(reduced, standing.weight, record.actions)
        return found

    def _standings_after_draw(
        self, infoset: int, weight: Number, actions: tuple[str, ...]
    ) -> list[Standing]:
        """Return the standings of a player that draws its next action at an information set."""
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
    """Return the probability that the player's own moves reach an information set, and the
    probabilities of its actions: uniform if they never reach it.
    """
    weights = [
        sum(standing.weight for standing in here if standing.left[0] == action)
        for action in actions
    ]
    total = sum(weights)
    uniform = tuple(1 / len(weights) for _ in weights)
    return total, tuple(weight / total for weight in weights) if total else uniform


def after_action(here: list[Standing], action: str) -> tuple[Standing, ...]:
    """Return the standings after an action."""
    return tuple(
        standing._replace(left=standing.left[1:]) for standing in here if standing.left[0] == action
    )
