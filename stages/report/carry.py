"""Carry strategies of a reduced game back to a larger game of the same map.

The larger game is a tree in which a player may make one by one the moves that
the reduced game takes as one action. What a player knows in it is a list of own
moves and of things seen; the reduced game is followed along this list, with the
probability of each of its actions that the moves so far could belong to.
Drawing a whole action at once and drawing its moves one by one, each given those
before, is the same strategy.
"""

from typing import NamedTuple

from schemas.game import Game
from schemas.report import Behaviour, Strategy


class _Standing(NamedTuple):
    """One way to be where a player is: a sequence of the reduced game, and the moves of its last
    action still to be made.
    """

    weight: float
    sequence: int
    left: tuple[str, ...]


def carry(
    game: Game, strategies: tuple[Strategy, Strategy], onto: Game
) -> tuple[Strategy, Strategy]:
    """Return strategies of the tree `onto` that play as the strategies of the reduced game do.

    Where these never come, the carried strategy is uniform.
    """
    return (_carried(game, 1, strategies[0], onto), _carried(game, 2, strategies[1], onto))


def _carried(game: Game, player: int, strategy: Strategy, onto: Game) -> Strategy:
    probabilities = {behaviour.infoset: behaviour.probabilities for behaviour in strategy}
    following = {
        (parent, game.information_sets[infoset].sees): infoset
        for infoset in game.infosets(player)
        for parent in game.parents[infoset]
    }
    standings: dict[int, list[_Standing]] = {0: [_Standing(1.0, 0, ())]}
    found = []
    for infoset in onto.infosets(player):
        record = onto.information_sets[infoset]
        [parent] = onto.parents[infoset]
        here = []
        for standing in standings[parent]:
            reduced = None if standing.left else following.get((standing.sequence, record.sees))
            if standing.left:
                here.append(standing)
            elif reduced is not None:
                here += _drawn(
                    game, reduced, standing.weight, probabilities[reduced], record.actions
                )
        weights = [
            sum(standing.weight for standing in here if standing.left[0] == action)
            for action in record.actions
        ]
        total = sum(weights)
        uniform = tuple(1 / len(weights) for _ in weights)
        found.append(
            Behaviour(
                infoset, total, tuple(weight / total for weight in weights) if total else uniform
            )
        )
        for sequence, action in enumerate(record.actions, onto.first[infoset]):
            standings[sequence] = [
                standing._replace(left=standing.left[1:])
                for standing in here
                if standing.left[0] == action
            ]
    return tuple(found)


def _drawn(
    game: Game,
    infoset: int,
    weight: float,
    probabilities: tuple[float, ...],
    actions: tuple[str, ...],
) -> list[_Standing]:
    """Return what a player that draws its next action at an information set may be doing."""
    labels = game.information_sets[infoset].actions
    moves = (((label,) if label in actions else tuple(label.split(" "))) for label in labels)
    return [
        _Standing(weight * probability, sequence, left)
        for sequence, (left, probability) in enumerate(
            zip(moves, probabilities, strict=True), game.first[infoset]
        )
        if probability
    ]
