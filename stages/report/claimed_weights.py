"""The weights that a solution of a large game's program claims: `Claim.weights`, array by array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import GameColumns
from schemas.game.reaching import ReachingColumns
from schemas.solution import Entry
from stages.forms.columns import SequencesColumns
from stages.forms.passes import Order, add_represented, forward

Weights = NDArray[np.float64]


def named_weights(
    entries: Sequence[Entry], letter: str, sequences: SequencesColumns
) -> Weights | None:
    """Return the values of all entries that a letter and a sequence name, by sequences present.

    None where one is missing, stands twice or is none of these: then somebody has to look closer.
    """
    names = [f"{letter}{number}" for number in sequences.present.tolist()]
    found = {entry.name: entry.value for entry in entries if entry.name[:1] == letter}
    if found.keys() != set(names):
        return None
    return np.array([found[name] for name in names], np.float64)


def lifted_weights(named: Weights, sequences: SequencesColumns) -> Weights:
    """Return one weight per sequence that is not joined, those that were removed among them."""
    found = np.zeros(sequences.size, np.float64)
    found[sequences.present] = named
    by = sequences.represented_by
    add_represented(found, sequences.removed, by.begin, by.members)
    return found[: len(sequences.moves)]


def limits(game: GameColumns, reached: ReachingColumns, sequences: SequencesColumns) -> Weights:
    """Return per sequence that is not joined what its weight cannot exceed."""
    first = game.infosets.first
    found = np.ones(int(first[-1]), np.float64)
    if np.any(np.diff(reached.begin)[reached.parent] > 1):
        every = np.arange(len(game.infosets), dtype=np.int32)
        order = Order(every, first, reached.parent, reached.begin, reached.members)
        forward(order, np.ones(len(found)), found, np.empty(len(every)))
    return found[sequences.moves]
