"""From the records of a sequence form to columns, for those who need arrays of any form."""

from collections.abc import Sequence

import numpy as np

from schemas.parts.rationals import rationals
from stages.forms.columns import FormColumns, Lists, SequencesColumns, lists_of
from stages.forms.sequence_form import SequenceForm, Sequences


def recorded_columns(form: SequenceForm) -> FormColumns:
    """Return the columns of a form: those that its records are a view of, or new ones."""
    if form.columns is not None:
        return form.columns
    pairs = np.array(list(form.payoffs), np.int32).reshape(-1, 2)
    units, parts = rationals(form.payoffs.values()).common
    first, second = map(_sequences, form.players)
    return FormColumns(
        players=(first, second), first=pairs[:, 0], second=pairs[:, 1], units=units, parts=parts
    )


def _sequences(player: Sequences) -> SequencesColumns:
    return SequencesColumns(
        moves=np.array(tuple(player.moves), np.int32),
        infosets=np.array(tuple(player.infosets), np.int32),
        numbers=np.array(tuple(player.numbers), np.int32),
        parents=_lists(tuple(player.parents)),
        actions=_lists(tuple(player.actions)),
        removed=np.array(tuple(player.represented_by), np.int32),
        represented_by=_lists(tuple(player.represented_by.values())),
    )


def _lists(lists: Sequence[tuple[int, ...]]) -> Lists:
    sizes = np.array([len(one) for one in lists], np.int64)
    return lists_of(sizes, np.array([number for one in lists for number in one], np.int32))
