"""Strategies carried onto a large tree: see `carry`.

Only what the player may come to is looked at; everywhere else it plays uniformly.
"""

import numpy as np

from schemas.game import Game
from schemas.strategies import StrategyView
from schemas.strategies.columns import StrategyColumns
from stages.report.standings import START, Follower, moved, shares


def carried(follower: Follower, player: int, onto: Game) -> StrategyView:
    """Return the strategy of a tree in columns that plays as one of the reduced game does."""
    first = onto.columns.infosets.first
    infosets = np.flatnonzero(onto.columns.infosets.player == player).astype(np.int32)
    sizes = first[infosets + 1] - first[infosets]
    begin = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    own_reach, probabilities = np.zeros(len(infosets)), np.repeat(1 / sizes, sizes)
    standings = {0: START}
    # In a tree the set of sequences that lead somewhere is one sequence, and has its number.
    parents = onto.reached.parent[infosets].tolist()
    for at, (infoset, parent) in enumerate(zip(infosets.tolist(), parents, strict=True)):
        if parent not in standings:
            continue
        record = onto.information_sets[infoset]
        here = follower.here(standings[parent], record)
        own_reach[at], probabilities[begin[at] : begin[at + 1]] = shares(here, record.actions)
        for sequence, action in enumerate(record.actions, int(first[infoset])):
            if behind := moved(here, action):
                standings[sequence] = behind
    return StrategyView(
        StrategyColumns(
            infoset=infosets, own_reach=own_reach, begin=begin, probabilities=probabilities
        )
    )
