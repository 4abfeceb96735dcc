"""What reaches the nodes of a game in columns: the sets P and the chance weights w of
`schemas.game`.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from schemas.game.columns import GameColumns, Int32s, Kind
from schemas.game.reaching import Conflict, reaching
from schemas.game.reaching_walk import Walk
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
    """Return what reaches the nodes of a game whose structure is sound, and which has columns."""
    walk = Walk(columns)
    if not walk.finds_all():
        return _plain(game, columns)
    number = walk.number
    parent = _parents(columns, number)
    decisions = columns.kind == Kind.DECISION
    infosets = columns.what[decisions]
    own = np.where(columns.infosets.player[infosets] == 1, *(of[decisions] for of in number))
    if (own != parent[infosets]).any():
        return _plain(game, columns)
    begin, members = walk.sets()
    weight, weights = walk.weights()
    return ReachingColumns(
        begin=begin,
        members=members,
        number=number,
        parent=parent,
        weight=weight,
        weights=weights,
        conflicts=(),
    )


def _plain(game: GameRecord, columns: GameColumns) -> ReachingColumns:
    """Return the same the plain way, which also says what is wrong."""
    plain = reaching(game)
    sequences = int(columns.infosets.first[-1])
    number: dict[tuple[int, ...], int] = {(sequence,): sequence for sequence in range(sequences)}
    of = [number.setdefault(members, len(number)) for members in plain.sets]
    weights: dict[Fraction, int] = {}
    weight = [weights.setdefault(one, len(weights)) for one in plain.weights]
    first, second = (np.array([of[at] for at in each], np.int32) for each in plain.numbers)
    return ReachingColumns(
        begin=np.fromiter(accumulate(map(len, number), initial=0), np.int32, len(number) + 1),
        members=np.array([one for members in number for one in members], np.int32),
        number=(first, second),
        parent=_parents(columns, (first, second)),
        weight=np.array(weight, np.int32),
        weights=rationals(weights),
        conflicts=plain.conflicts,
    )


def _parents(columns: GameColumns, number: tuple[Int32s, Int32s]) -> Int32s:
    """Return per information set the number of the set that leads to its first node."""
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    infosets = columns.what[decisions]
    first = np.empty(len(columns.infosets), np.int64)
    first[infosets[::-1]] = decisions[::-1]  # What is written last stays.
    return np.where(columns.infosets.player == 1, number[0][first], number[1][first])
