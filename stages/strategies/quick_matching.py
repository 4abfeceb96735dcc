"""Fit a strategy's entries in columns to a game: the fast way, for valid texts with exactly one
numbered entry per information set of a player.

All other texts are left to the slow way (`matching`), which reports problems with their positions.
The slow way also reads each distinct distribution.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game
from schemas.parts.exact import nearest
from schemas.parts.texts import texts
from schemas.strategies import ExactColumnsView
from schemas.strategies.columns import ExactColumns
from schemas.strategies.entries import EntryColumns
from schemas.strategies.entries_kernel import same_words
from schemas.strategy import Entry, Given
from stages.strategies.matching import Fitting
from stages.strategies.names import Names
from stages.strategies.own_json import said

Int32s = NDArray[np.int32]
_NONE, _MISSING = -1, -2


def fit_columns(entries: EntryColumns, names: Names) -> Given | None:
    """Return the strategies in a checked game; None if the slow way must take over."""
    game = names.game
    entry = _entries(entries, game)
    if entry is None or not _are_named(entries, entry, game):
        return None
    fitting = Fitting(names, both=False)
    actions = game.columns.infosets.actions[entries.infoset]
    pairs = entries.shares.astype(np.int64) * len(game.columns.infosets.texts) + actions
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    those = zip(entries.infoset[first].tolist(), entries.shares[first].tolist(), strict=True)
    found = [_distribution(fitting, infoset, entries.played[number]) for infoset, number in those]
    distributions = tuple([one for one in found if isinstance(one, tuple)])
    if len(distributions) < len(found):
        return None
    sides = []
    for player in (1, 2):
        infosets = np.flatnonzero(game.columns.infosets.player == player).astype(np.int32)
        columns = ExactColumns(
            infoset=infosets,
            which=which[entry[infosets]].astype(np.int32),
            distributions=distributions,
        )
        is_given = not len(infosets) or entry[infosets[0]] >= 0
        sides.append(ExactColumnsView(columns) if is_given else None)
    return Given((sides[0], sides[1]), nearest(fitting.amounts.adjusted))


def _distribution(
    fitting: Fitting, infoset: int, entry: Entry
) -> tuple[Fraction, ...] | str | None:
    """Return the distribution at an information set; anything else if there is a problem."""
    labels = fitting.names.labels(infoset)
    if entry.actions == labels:  # The usual case; the same as below, but faster.
        return fitting.amounts.distribution(entry.probabilities)
    found = fitting.distribution(infoset, said(0, entry))
    return None if fitting.noted else found


def _entries(entries: EntryColumns, game: Game) -> Int32s | None:
    """Return for each information set the number of its entry, or -1; None if only some sets of a
    player have one, or if a set has several.
    """
    owner = game.columns.infosets.player
    if not len(entries) or entries.infoset.max() >= len(owner):
        return None
    whose = owner[entries.infoset]
    if ((entries.player != 0) & (entries.player != whose)).any():
        return None
    found = np.full(len(owner), _NONE, np.int32)
    found[entries.infoset] = np.arange(len(entries))
    of_given = np.isin(owner, np.unique(whose))
    return (
        found if np.array_equal(found >= 0, of_given) and of_given.sum() == len(entries) else None
    )


def _are_named(entries: EntryColumns, entry: Int32s, game: Game) -> bool:
    """Return whether the words of the entries are those of their information sets, in JSON
    spelling.
    """
    infosets, reached, those = game.columns.infosets, game.reached, entries.infoset
    own = reached.parent[those]
    sequence = reached.members[reached.begin[own]]
    # For each sequence the information set of its last move; the empty one has none.
    last = np.repeat(np.arange(len(infosets), dtype=np.int32), np.diff(infosets.first))
    before = last[sequence - 1]
    above = np.where(entry[before] < 0, np.int32(_MISSING), entry[before])
    ways, number = np.unique(np.diff(reached.begin)[own], return_inverse=True)
    counted = texts("" if count == 1 else f"(one of {count:,} ways)" for count in ways.tolist())
    return same_words(
        entries.data,
        entries.words,
        np.where(sequence == 0, np.int32(_NONE), above),
        sequence - infosets.first[before],
        infosets.sees[those],
        infosets.actions[those],
        np.where(ways[number] == 1, _NONE, number).astype(np.int32),
        *(infosets.texts.data, infosets.texts.begin),
        *(counted.data, counted.begin),
    )
