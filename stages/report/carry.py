"""Carry strategies of a reduced game back to a larger game of the same map.

The larger game is one in which a player may make one by one the moves that
the reduced game takes as one action. What a player knows in it is a list of own
moves and of things seen; the reduced game is followed along this list, with the
probability of each of its actions that the moves so far could belong to.
Drawing a whole action at once and drawing its moves one by one, each given those
before, is the same strategy. Where the larger game shares nodes, several ways lead to an
information set, and what the player may be doing there is that of all of them.
"""

from collections.abc import Iterable

from schemas.game import Game
from schemas.strategies import Behaviour, Strategy
from stages.report.carry_columns import carried
from stages.report.standings import START, Follower, Number, Standing, moved, shares


def carry(
    game: Game, strategies: tuple[Strategy, Strategy], onto: Game
) -> tuple[Strategy, Strategy]:
    """Return strategies of the game `onto` that play as the strategies of the reduced game do.

    Where these never come, the carried strategy is uniform.
    """
    return (_carried(game, 1, strategies[0], onto), _carried(game, 2, strategies[1], onto))


def _carried(game: Game, player: int, strategy: Strategy, onto: Game) -> Strategy:
    follower = Follower(game, player, strategy)
    if onto.columns.is_tree:
        return carried(follower, player, onto)
    standings = {0: START}
    found = []
    for infoset in onto.infosets(player):
        record = onto.information_sets[infoset]
        before = _together(standings[parent] for parent in onto.parents[infoset])
        here = follower.here(before, record)
        found.append(Behaviour(infoset, *shares(here, record.actions)))
        for sequence, action in enumerate(record.actions, onto.first[infoset]):
            standings[sequence] = moved(here, action)
    return tuple(found)


def _together(ways: Iterable[tuple[Standing, ...]]) -> tuple[Standing, ...]:
    """Return the standings of several ways to one place, each once with its whole weight."""
    listed = list(ways)
    if len(listed) == 1:
        return listed[0]
    weights: dict[tuple[int, tuple[str, ...]], Number] = {}
    for weight, sequence, left in (standing for way in listed for standing in way):
        weights[sequence, left] = weights.get((sequence, left), 0) + weight
    return tuple(Standing(weight, *where) for where, weight in weights.items())
