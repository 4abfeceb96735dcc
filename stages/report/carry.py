"""Carry strategies of a reduced game back to a larger game of the same map.

The larger game is one in which a player may make one by one the moves that
the reduced game takes as one action. What a player knows in it is a list of own
moves and of things seen; the reduced game is followed along this list, with the
probability of each of its actions that the moves so far could belong to.
Drawing a whole action at once and drawing its moves one by one, each given those
before, is the same strategy. Where the larger game shares nodes, several ways lead to an
information set, and what the player may be doing there is that of all of them.
"""

from schemas.game import Game
from schemas.strategies import Strategy, StrategyView
from stages.report.orders import uniform
from stages.report.standings import START, Follower, Number, Standing, moved, shares


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
