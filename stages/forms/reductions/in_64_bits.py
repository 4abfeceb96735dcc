"""The reductions of a sequence form whose numbers fit into 64 bits, in compiled loops over arrays.
The results equal those of the `Editor` exactly.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from schemas.parts.rationals import Integers
from stages.forms.columns import FormColumns, Int32s, Lists, SequencesColumns, lists_of
from stages.forms.sequence_form import SAFE, summed
from stages.forms.sequence_form_kernel import Entries, Side, fold_endgames, merge_single


def reduced_columns(form: FormColumns, without: Collection[str]) -> FormColumns | None:
    """Return an unreduced form after the reductions; None if numbers would need more than 64
    bits.
    """
    found: FormColumns | None = form
    for name, reduce in IN_COLUMNS.items():
        if name not in without and found is not None:
            found = reduce(found) if _is_small(found.units) else None
    return found


def _is_small(units: Integers) -> bool:
    """Return whether every sum of these numbers fits into 64 bits."""
    return units.dtype != object and float(np.abs(units).sum(dtype=np.float64)) < SAFE


def _single(form: FormColumns) -> FormColumns:
    """Apply the reduction `single`."""
    merged = [np.arange(player.size, dtype=np.int32) for player in form.players]
    players = [_merged(*of) for of in zip(form.players, merged, strict=True)]
    first, second = merged[0][form.first], merged[1][form.second]
    return summed((players[0], players[1]), first, second, form.units, form.parts)


def _merged(player: SequencesColumns, merged: Int32s) -> SequencesColumns:
    parents = Lists(player.parents.begin, player.parents.members.copy())
    played = merge_single(
        parents.begin, parents.members, player.actions.begin, player.actions.members, merged
    )
    return _without(player, parents, played)


def _endgames(form: FormColumns) -> FormColumns | None:
    """Apply the reduction `endgames`."""
    players = form.players
    size = len(form.units)
    room = size + sum(len(player.parents.members) for player in players)
    ends, units = np.zeros((2, room), np.int32), np.zeros(room, np.int64)
    ends[0, :size], ends[1, :size], units[:size] = form.first, form.second, form.units
    entries = Entries(ends, units, size)
    one, other = sides = _side(0, players[0]), _side(1, players[1])
    if not fold_endgames(entries, one, other):
        return None
    first, second = (
        _without(player, player.parents, np.asarray(side.played))
        for player, side in zip(players, sides, strict=True)
    )
    ends, units = ends[:, : entries.size], units[: entries.size]
    return summed((first, second), ends[0], ends[1], units, form.parts)


def _side(number: int, player: SequencesColumns) -> Side:
    parents, actions = player.parents, player.actions
    behind = np.bincount(parents.members, minlength=player.size).astype(np.int32)
    return Side(number, parents.begin, parents.members, actions.begin, actions.members, behind)


def _without(player: SequencesColumns, parents: Lists, played: Int32s) -> SequencesColumns:
    """Return the sequences without the information sets in which an action is played for sure, each
    such action being represented by its parents.
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


IN_COLUMNS: dict[str, Callable[[FormColumns], FormColumns | None]] = {
    "single": _single,
    "endgames": _endgames,
}
"""The REDUCTIONS by name, for columns."""
