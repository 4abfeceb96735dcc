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


class _Trace(NamedTuple):
    """One way to be where a player is: a sequence of the reduced game, and the moves of its last action still to be made."""

    weight: float
    sequence: int
    left: tuple[str, ...]


def carry(game: Game, strategies: tuple[Strategy, Strategy], onto: Game) -> tuple[Strategy, Strategy]:
    """Return strategies of the tree `onto` that play as the strategies of the reduced game do.

    Where these never come, the carried strategy is off its path and uniform.
    """
    return (_carried(game, 1, strategies[0], onto), _carried(game, 2, strategies[1], onto))


def _carried(game: Game, player: int, strategy: Strategy, onto: Game) -> Strategy:
    probabilities = {behaviour.infoset: behaviour.probabilities for behaviour in strategy}
    following = {(parent, game.information_sets[infoset].sees): infoset
                 for infoset in game.infosets(player) for parent in game.parents[infoset]}
    traces: dict[int, list[_Trace]] = {0: [_Trace(1.0, 0, ())]}
    found = []
    for infoset in onto.infosets(player):
        record = onto.information_sets[infoset]
        [parent] = onto.parents[infoset]
        here = []
        for trace in traces[parent]:
            reduced = None if trace.left else following.get((trace.sequence, record.sees))
            if trace.left:
                here.append(trace)
            elif reduced is not None:
                here += _drawn(game, reduced, trace.weight, probabilities[reduced], record.actions)
        weights = [sum(trace.weight for trace in here if trace.left[0] == action) for action in record.actions]
        total = sum(weights)
        uniform = tuple(1 / len(weights) for _ in weights)
        found.append(Behaviour(infoset, total, tuple(weight / total for weight in weights) if total else uniform))
        for sequence, action in enumerate(record.actions, onto.first[infoset]):
            traces[sequence] = [trace._replace(left=trace.left[1:]) for trace in here if trace.left[0] == action]
    return tuple(found)


def _drawn(game: Game, infoset: int, weight: float, probabilities: tuple[float, ...], actions: tuple[str, ...]) -> list[_Trace]:
    """Return what a player that draws its next action at an information set may be doing."""
    labels = game.information_sets[infoset].actions
    moves = (((label,) if label in actions else tuple(label.split(" "))) for label in labels)
    return [_Trace(weight * probability, sequence, left)
            for sequence, (left, probability) in enumerate(zip(moves, probabilities), game.first[infoset]) if probability]
