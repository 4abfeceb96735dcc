"""Strategies carried onto a large tree: see `carry`.

Only what the player may come to is looked at; everywhere else it plays uniformly.
"""

from schemas.game import Game
from schemas.strategies import StrategyView
from stages.report.orders import uniform
from stages.report.standings import START, Follower, moved, shares


def carried(follower: Follower, player: int, onto: Game) -> StrategyView:
    """Return the strategy of a tree in columns that plays as one of the reduced game does."""
    first, found = onto.columns.infosets.first, uniform(onto, player)
    infosets, begin = found.infoset, found.begin
    standings = {0: START}
    # In a tree the set of sequences that lead somewhere is one sequence, and has its number.
    parents = onto.reached.parent[infosets].tolist()
    for at, (infoset, parent) in enumerate(zip(infosets.tolist(), parents, strict=True)):
        if parent not in standings:
            continue
        record = onto.information_sets[infoset]
        here = follower.here(standings[parent], record)
        reach, played = shares(here, record.actions)
        found.own_reach[at], found.probabilities[begin[at] : begin[at + 1]] = reach, played
        for sequence, action in enumerate(record.actions, int(first[infoset])):
            if behind := moved(here, action):
                standings[sequence] = behind
    return StrategyView(found)
