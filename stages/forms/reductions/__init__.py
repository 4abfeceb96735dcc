"""Reductions of the sequence form, which apply to any game, also an imported one, and keep its
value.

One per file; each takes an `Editor` and changes it. For each removed sequence,
a reduction records the sequences that its weight is the sum of, so that a
solution can be lifted.

Where the numbers fit into 64 bits, compiled loops over arrays do the same, with results that equal
those of the `Editor` exactly.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ....schemas.game import Game
from ....schemas.parts.counts import TEXTBOOK
from ....schemas.parts.rationals import Integers
from ..columns import FormColumns, Int32s, Lists, SequencesColumns, lists_of
from ..sequence_form import SAFE, SequenceForm, form_view, summed
from ..sequence_form_kernel import Entries, Side, fold_endgames, merge_single
from .editor import Editor
from .endgames import endgames
from .single import single

__all__ = ("REDUCTIONS", "Editor", "excluded_reductions", "reduced")


class Reduction(NamedTuple):
    """A reduction of the sequence form."""

    words: str
    """Its description, for people."""
    edit: Callable[[Editor], None]


REDUCTIONS = {
    "single": Reduction(
        "an information set with one action is its parent sequence",
        single,
    ),
    "endgames": Reduction(
        "where one player is left to choose, it takes what is best",
        endgames,
    ),
}
"""A new reduction also needs a row of IN_COLUMNS and, if it depends on payoffs, of KEPT_OUT in
`pipeline/apps/sweep/critical_points/family.py`. It changes linear programs: the worked examples and
the samples of `schemas` are made again.
"""


def excluded_reductions(
    game: Game, level: int | None, without: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the REDUCTIONS to leave out at a level: all at level 0, above it those in `without`.

    Level None means 0 for a game of at most TEXTBOOK nodes that was not reduced when it was
    compiled.
    """
    if level is None:
        compiled = game.source.level if game.source else 0
        level = 0 if not compiled and len(game.nodes) <= TEXTBOOK else 2
    return tuple(name for name in REDUCTIONS if level == 0 or name in without)


def reduced(form: SequenceForm, without: Collection[str] = ()) -> SequenceForm:
    """Return a sequence form after all REDUCTIONS except those in `without`.

    Where 64 bits may be too few, the `Editor` does it in exact numbers of any size.
    """
    found = reduced_columns(form.columns, without)
    if found is not None:
        return form_view(found)
    editor = Editor(form)
    for name, reduction in REDUCTIONS.items():
        if name not in without:
            reduction.edit(editor)
    return editor.reduced()


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
    merged = [np.arange(player.size, dtype=np.int32) for player in form.players]
    players = [_merged(*of) for of in zip(form.players, merged, strict=True)]
    first, second = merged[0][form.first], merged[1][form.second]
    return summed((players[0], players[1]), first, second, form.units, form.parts)


def _merged(player: SequencesColumns, merged: Int32s) -> SequencesColumns:
    parents = Lists(player.parents.begin, player.parents.members.copy())
    played = merge_single(
        parents.begin, parents.members, player.actions.begin, player.actions.members, merged
    )
    return _remove_forced(player, parents, played)


def _endgames(form: FormColumns) -> FormColumns | None:
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
        _remove_forced(player, player.parents, np.asarray(side.played))
        for player, side in zip(players, sides, strict=True)
    )
    ends, units = ends[:, : entries.size], units[: entries.size]
    return summed((first, second), ends[0], ends[1], units, form.parts)


def _side(number: int, player: SequencesColumns) -> Side:
    parents, actions = player.parents, player.actions
    behind = np.bincount(parents.members, minlength=player.size).astype(np.int32)
    return Side(number, parents.begin, parents.members, actions.begin, actions.members, behind)


def _remove_forced(player: SequencesColumns, parents: Lists, played: Int32s) -> SequencesColumns:
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
