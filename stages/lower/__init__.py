"""Lower: from the game to the sequence-form linear program of one player.

The model is Pyomo's, and so are the coefficients in both formats. A new format
is a line in FORMATS.
"""

from collections.abc import Callable, Collection

from schemas.columns import Columns
from schemas.game import Game
from stages.forms.formulation import Forms
from stages.forms.reductions import REDUCTIONS
from stages.lower.columns import columns
from stages.lower.lp_file import write_lp
from stages.lower.model import Model, build
from stages.lower.mps_file import write_mps

__all__ = ("FORMATS", "REDUCTIONS", "lower")

FORMATS: dict[str, Callable[[Model], str]] = {"lp": write_lp, "mps": write_mps}


def lower(
    game: Game,
    player: int = 0,
    format: str = "lp",
    without: Collection[str] = (),
    forms: Forms | None = None,
) -> tuple[str, Columns]:
    """Return the text of a player's linear program and the meaning of its columns and rows.

    `player` is 1, 2 or 0 for the one with more sequences, whose program is the
    quicker to solve; `format` is a key of FORMATS; `without` names REDUCTIONS of
    the sequence form to leave out; `forms` are those of the game, where they go
    on to the report. The `.lp` maximises the player's payoff, the `.mps`
    minimises its negative.
    """
    formulation = (forms or Forms(game)).without(without)
    chosen = player or formulation.form.longer
    program, name = formulation.programs[chosen - 1], formulation.name(chosen)
    return FORMATS[format](build(program, name)), columns(game, program, name)
