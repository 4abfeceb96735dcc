"""Lower: from the game to the sequence-form linear program of one player, or to the matrices of the
sequence form.

The model of the program is Pyomo's, and so are the coefficients in TEXTS. A new format is a line
there or in MATRICES.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from schemas.columns import Columns
from schemas.game import Game
from stages.forms.formulation import Forms
from stages.forms.reductions import REDUCTIONS
from stages.lower.columns import columns
from stages.lower.lp_file import write_lp
from stages.lower.model import Model, build
from stages.lower.mps_file import write_mps

if TYPE_CHECKING:
    from stages.lower.matrices import Matrices

__all__ = (
    "FORMATS",
    "MATRICES",
    "REDUCTIONS",
    "TEXTS",
    "lower",
    "lower_to_matrices",
    "lower_untold",
)


def _npz(matrices: "Matrices") -> dict[str, bytes]:
    from stages.lower.npz_file import write_npz  # For start-up time: NumPy.

    return write_npz(matrices)


def _mtx(matrices: "Matrices") -> dict[str, bytes]:
    from stages.lower.mtx_file import write_mtx  # For start-up time: NumPy.

    return write_mtx(matrices)


TEXTS: dict[str, Callable[[Model], str]] = {"lp": write_lp, "mps": write_mps}
"""Of one player's linear program."""
MATRICES: dict[str, Callable[["Matrices"], dict[str, bytes]]] = {"npz": _npz, "mtx": _mtx}
"""Of both players' matrices; files by what stands before the ending of their names."""
FORMATS = (*TEXTS, *MATRICES)


def lower(
    game: Game,
    player: int = 0,
    format: str = "lp",
    without: Collection[str] = (),
    forms: Forms | None = None,
) -> tuple[str, Columns]:
    """Return the text of a player's linear program and the meaning of its columns and rows.

    `player` is 1, 2 or 0 for the one with more sequences, whose program is the
    quicker to solve; `format` is a key of TEXTS; `without` names REDUCTIONS of
    the sequence form to leave out; `forms` are those of the game, where they go
    on to the report. The `.lp` maximises the player's payoff, the `.mps`
    minimises its negative.
    """
    text, tell = lower_untold(forms or Forms(game), player, format, without)
    return text, tell()


def lower_untold(
    forms: Forms, player: int, format: str, without: Collection[str]
) -> tuple[str, Callable[[], Columns]]:
    """Return the text, and what tells the meaning of its columns and rows when somebody asks."""
    formulation = forms.without(without)
    chosen = player or formulation.form.longer
    program, name = formulation.programs[chosen - 1], formulation.name(chosen)
    return TEXTS[format](build(program, name)), partial(columns, forms.game, program, name)


def lower_to_matrices(
    game: Game, format: str, without: Collection[str] = ()
) -> tuple[dict[str, bytes], Columns]:
    """Return the files of the matrices E, F, A, e and f, and the meaning of the columns and rows of
    player 1's program: those of the matrices are among them.

    `format` is a key of MATRICES, and a file goes by what stands before the ending of its name;
    `without` names REDUCTIONS of the sequence form to leave out.
    """
    # For start-up time: NumPy.
    from stages.forms.recording import recorded_columns
    from stages.lower.matrices import matrices

    formulation = Forms(game).without(without)
    name = formulation.name(1)
    made = matrices(recorded_columns(formulation.form), name)
    return MATRICES[format](made), columns(game, formulation.programs[0], name)
