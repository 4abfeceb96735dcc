"""Lower: from the game to the sequence-form linear program of one player.

The model is Pyomo's, and so are the coefficients in both formats. A new format
is a line in FORMATS.
"""

from collections.abc import Callable

from schemas.columns import Columns
from schemas.game import Game
from stages.lower.columns import columns
from stages.lower.lp_file import write_lp
from stages.lower.model import Model, build
from stages.lower.mps_file import write_mps
from stages.lower.sequence_form import sequence_form

__all__ = ("FORMATS", "lower")

FORMATS: dict[str, Callable[[Model], str]] = {"lp": write_lp, "mps": write_mps}


def lower(game: Game, player: int = 0, format: str = "lp") -> tuple[str, Columns]:
    """Return the text of a player's linear program and the meaning of its columns and rows.

    `player` is 1, 2 or 0 for the one with more sequences, whose program is the
    quicker to solve; `format` is a key of FORMATS. The `.lp` maximises the
    player's payoff, the `.mps` minimises its negative.
    """
    form = sequence_form(game)
    chosen = player or form.longer
    name = f"efgc_player{chosen}_{game.digest[:16]}"
    return FORMATS[format](build(form, chosen, name)), columns(game, form, chosen, name)
