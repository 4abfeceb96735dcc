"""Lower: from the game to the sequence-form linear program of one player.

The model is Pyomo's, and so are the coefficients in both formats. A new format
is a line in FORMATS.
"""

from collections.abc import Callable, Collection

from schemas.columns import Columns
from schemas.game import Game
from stages.forms.reductions import REDUCTIONS, Editor
from stages.forms.sequence_form import SequenceForm, sequence_form
from stages.lower.columns import columns
from stages.lower.lp_file import write_lp
from stages.lower.model import Model, build
from stages.lower.mps_file import write_mps

__all__ = ("FORMATS", "REDUCTIONS", "lower", "reduced_form")

FORMATS: dict[str, Callable[[Model], str]] = {"lp": write_lp, "mps": write_mps}


def lower(
    game: Game, player: int = 0, format: str = "lp", without: Collection[str] = ()
) -> tuple[str, Columns]:
    """Return the text of a player's linear program and the meaning of its columns and rows.

    `player` is 1, 2 or 0 for the one with more sequences, whose program is the
    quicker to solve; `format` is a key of FORMATS; `without` names REDUCTIONS of
    the sequence form to leave out. The `.lp` maximises the player's payoff, the
    `.mps` minimises its negative.
    """
    form = reduced_form(game, without)
    chosen = player or form.longer
    name = f"efgc_player{chosen}_{game.digest[:16]}"
    return FORMATS[format](build(form, chosen, name)), columns(game, form, chosen, name)


_LATEST: list[
    tuple[Game, Collection[str], SequenceForm]
] = []  # Within one run lower and report ask for the same.


def reduced_form(game: Game, without: Collection[str] = ()) -> SequenceForm:
    """Return the sequence form of a checked game after the REDUCTIONS, but for those in
    `without`.
    """
    for known, left_out, form in _LATEST:
        if known is game and set(left_out) == set(without):
            return form
    _LATEST[:] = [(game, without, _reduce(game, without))]
    return _LATEST[0][2]


def _reduce(game: Game, without: Collection[str]) -> SequenceForm:
    editor = Editor(sequence_form(game))
    for name, reduce in REDUCTIONS.items():
        if name not in without:
            reduce(editor)
    return editor.reduced()
