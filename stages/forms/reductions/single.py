"""An information set with one action is merged with its parent sequence."""

import numpy as np

from ..columns import FormColumns, Int32s, Lists, SequencesColumns
from ..sequence_form import summed
from ..sequence_form_kernel import merge_single
from .removal import without_forced


def single(form: FormColumns) -> FormColumns:
    """Return a form without the information sets with one parent sequence and one action.

    Those stay whose parent also leads directly to an information set behind the
    action: there both weights add up, and one merged sequence cannot stand for two.

    Proof: `E x = e` has the row `x(I, a) = x(parent)` for it, so the two columns
    are one unknown under two names, and replacing one by the other changes no
    plan and no payoff. The removed sequence has its parent's weight.
    """
    merged = [np.arange(player.size, dtype=np.int32) for player in form.players]
    players = [_merged(*of) for of in zip(form.players, merged, strict=True)]
    first, second = merged[0][form.first], merged[1][form.second]
    return summed((players[0], players[1]), first, second, form.units, form.parts)


def _merged(player: SequencesColumns, merged: Int32s) -> SequencesColumns:
    parents = Lists(player.parents.begin, player.parents.members.copy())
    played = merge_single(
        parents.begin, parents.members, player.actions.begin, player.actions.members, merged
    )
    return without_forced(player, parents, played)
