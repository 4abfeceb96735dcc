"""What reaches the nodes of a game in columns: the sets P and the chance weights w of
`schemas.game`.
"""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from schemas.game.columns import GameColumns, Int32s, Kind
from schemas.game.reaching import Conflict, reaching
from schemas.game.records import GameRecord
from schemas.parts.rationals import Rationals, rationals


@dataclass(frozen=True, eq=False, kw_only=True)
class ReachingColumns:
    """What reaches the n nodes and m information sets of a game with S sequences."""

    begin: Int32s
    """Where the members of each set P begin in `members`; last the end of all."""
    members: Int32s
    """Sequences, ascending in each set. The first S sets have one member each: set k is {k}."""
    number: tuple[Int32s, Int32s]
    """Per player and node the number of its set; in a tree the sequence itself."""
    parent: Int32s
    """Shape (m,): per information set the number of the set of its player's sequences that lead to
    it; of its first node, where they differ.
    """
    weight: Int32s
    """Shape (n,): the number of the chance weight w in `weights`."""
    weights: Rationals
    """Each once, in order of first visit; the first is 1."""
    conflicts: tuple[Conflict, ...]
    """As in `Reaching`."""


def reaching_columns(game: GameRecord, columns: GameColumns) -> ReachingColumns:
    """Return what reaches the nodes of a game whose structure is sound, and which is in columns."""
    plain = reaching(game)
    sequences = int(columns.infosets.first[-1])
    number: dict[tuple[int, ...], int] = {(sequence,): sequence for sequence in range(sequences)}
    of = [number.setdefault(members, len(number)) for members in plain.sets]
    weights: dict[object, int] = {}
    weight = [weights.setdefault(one, len(weights)) for one in plain.weights]
    each = tuple(np.array([of[at] for at in plain.numbers[player]], np.int32) for player in (0, 1))
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    _, first = np.unique(columns.what[decisions], return_index=True)
    nodes = decisions[first]
    parent = np.where(columns.infosets.player == 1, each[0][nodes], each[1][nodes])
    return ReachingColumns(
        begin=np.fromiter(accumulate(map(len, number), initial=0), np.int32, len(number) + 1),
        members=np.array([one for members in number for one in members], np.int32),
        number=(each[0], each[1]),
        parent=parent,
        weight=np.array(weight, np.int32),
        weights=rationals(list(weights)),  # type: ignore[arg-type]
        conflicts=plain.conflicts,
    )
