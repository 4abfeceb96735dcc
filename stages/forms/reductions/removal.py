"""Removal of the information sets in which an action is played for sure."""

from dataclasses import replace

import numpy as np

from ..columns import Int32s, Lists, SequencesColumns, lists_of


def without_forced(player: SequencesColumns, parents: Lists, played: Int32s) -> SequencesColumns:
    """Return the sequences without the information sets that have an entry in `played`, which is
    not -1: the action that is taken there for sure. It is represented by its parents.
    """
    gone = played >= 0
    actions = player.actions.those(gone)
    # For each removed sequence its information set, and the number of sequences that represent it.
    where = np.repeat(np.flatnonzero(gone), actions.sizes)
    sizes = np.where(actions.members == played[where], parents.sizes[where], 0)
    removed = np.concatenate((player.removed, actions.members))
    represented = lists_of(
        np.concatenate((player.represented_by.sizes, sizes)),
        np.concatenate((player.represented_by.members, parents.those(gone).members)),
    )
    order = np.argsort(removed, kind="stable")
    return replace(
        player,
        numbers=player.numbers[~gone],
        parents=parents.those(~gone),
        actions=player.actions.those(~gone),
        removed=removed[order],
        represented_by=represented.at(order),
    )
