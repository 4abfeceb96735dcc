"""Realization plans in rationals on a large game: only the sequences that are played.

Most sequences of a large tree have the weight 0, and what is told of them follows from that.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from schemas.game import Game
from schemas.game.columns import GameColumns
from stages.forms.columns import SequencesColumns
from stages.forms.passes import add_represented

Exact = dict[int, fmpq]


def played(sequences: SequencesColumns, weights: Mapping[int, fmpq]) -> Exact:
    """Return by a sequence's number in the game the weights that are not 0, also of sequences that
    reductions removed.
    """
    marks = np.zeros(sequences.size, np.float64)
    marks[[number for number, weight in weights.items() if weight]] = 1.0
    by = sequences.represented_by
    # What is represented by some sequence with a weight is marked by a positive number.
    add_represented(marks, sequences.removed, by.begin, by.members)
    exact = {number: weight for number, weight in weights.items() if weight}
    for at in np.flatnonzero(marks[sequences.removed]).tolist():
        parts = by.members[by.begin[at] : by.begin[at + 1]].tolist()
        total = sum((exact.get(part, fmpq(0)) for part in parts), fmpq(0))
        exact[int(sequences.removed[at])] = total
    moves = sequences.moves
    return {int(moves[number]): exact[number] for number in sorted(exact) if number < len(moves)}


def keeps_flows(game: Game, columns: GameColumns, player: int, plan: Mapping[int, int]) -> bool:
    """Return whether what flows into each information set of a player flows out of it.

    Only those are looked at of which a sequence or a parent is played.
    """
    reached, first = game.reached, columns.infosets.first
    marked = np.zeros(int(first[-1]), np.bool_)
    marked[np.fromiter(plan, np.int64, len(plan))] = True
    leads = np.logical_or.reduceat(marked[reached.members], reached.begin[:-1])
    behind = np.zeros(len(columns.infosets), np.bool_)
    behind[_infosets(first, np.flatnonzero(marked))] = True
    touched = (behind | leads[reached.parent]) & (columns.infosets.player == player)
    return all(
        sum(plan.get(sequence, 0) for sequence in game.sequences(infoset))
        == sum(plan.get(parent, 0) for parent in game.parents[infoset])
        for infoset in np.flatnonzero(touched).tolist()
    )


def _infosets(first: NDArray[np.int32], sequences: NDArray[Any]) -> NDArray[Any]:
    """Return the information sets in which sequences end, but for the empty one."""
    return np.searchsorted(first, sequences[sequences > 0].astype(np.int32), side="right") - 1
