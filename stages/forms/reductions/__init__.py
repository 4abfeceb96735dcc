"""Reductions of the sequence form, which apply to any game, also an imported one, and keep its
value.

One per file; each takes an `Editor` and changes it. For each removed sequence,
a reduction records the sequences that its weight is the sum of, so that a
solution can be lifted.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from schemas.game import Game
from schemas.parts.counts import TEXTBOOK
from stages.forms.reductions.editor import Editor
from stages.forms.reductions.endgames import endgames
from stages.forms.reductions.in_64_bits import reduced_columns
from stages.forms.reductions.single import single
from stages.forms.sequence_form import SequenceForm, form_view

__all__ = ("REDUCTIONS", "Editor", "left_out", "reduced")


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


def left_out(game: Game, level: int | None, without: Collection[str] = ()) -> tuple[str, ...]:
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
