"""Lower: from the game to the sequence-form linear program of one player, or to the matrices of the
sequence form.

The program is a Pyomo model, which also supplies the coefficients in TEXTS. A new format is a line
there or in MATRICES.
"""

from collections.abc import Callable, Collection
from functools import cache, partial

from ...schemas.columns import Columns
from ...schemas.game import Game
from ...schemas.matrices import Matrices, write_npz
from ..forms.column_table import column_table
from ..forms.formulation import Forms
from ..forms.program import Program
from ..forms.reductions import REDUCTIONS
from .comments import MOST, legend_lines, made_lines, readable_names, renamed_table
from .matrices import matrices, write_mtx
from .program_files import Model, build, write_lp, write_mps

__all__ = (
    "FORMATS",
    "MATRICES",
    "REDUCTIONS",
    "TEXTS",
    "lower",
    "lower_to_matrices",
    "lower_lazily",
)


TEXTS: dict[str, Callable[[Model, list[str]], str]] = {"lp": write_lp, "mps": write_mps}
"""The writers of one player's linear program; each also takes the lines of a legend. A format that
solvers read is also recognised in `schemas/linear_program.py`.
"""
MATRICES: dict[str, Callable[[Matrices], dict[str, bytes]]] = {"npz": write_npz, "mtx": write_mtx}
"""The writers of both players' matrices; they return files by the stems of their names."""
FORMATS = (*TEXTS, *MATRICES)


def lower(
    game: Game,
    player: int = 0,
    format: str = "lp",
    without: Collection[str] = (),
    forms: Forms | None = None,
    words: bool = False,
) -> tuple[str, Columns]:
    """Return the text of a player's linear program and the table of its columns and rows.

    `player` is 1, 2 or 0 for the one with more sequences, whose program is the
    quicker to solve; `format` is a key of TEXTS; `without` names REDUCTIONS of
    the sequence form to leave out; `forms` are the game's, if the caller also
    passes them to the report; with `words` the names of columns and rows include
    their meaning. The `.lp` maximises the player's payoff, the `.mps` minimises
    its negative.
    """
    _, text, tell = lower_lazily(forms or Forms(game), player, format, without, words)
    return text, tell()


def lower_lazily(
    forms: Forms, player: int, format: str, without: Collection[str], words: bool = False
) -> tuple[Program, str, Callable[[], Columns]]:
    """Return the program, its text, and a function that makes the table of columns and rows. The
    table of a large program takes a while to make, and few callers need it.
    """
    formulation = forms.without(without)
    chosen = player or formulation.form.longer
    program, name = formulation.programs[chosen - 1], formulation.name(chosen)
    tell, names = cache(partial(column_table, formulation, chosen)), None
    if words:
        short = tell()
        names = readable_names(short)
        tell = cache(partial(renamed_table, short, names))
    comments = made_lines(forms.game.digest, chosen, without, words)
    if len(program.names) <= MOST:
        comments += legend_lines(tell(), forms.game.players)
    return program, TEXTS[format](build(program, name, names), comments), tell


def lower_to_matrices(
    game: Game, format: str, without: Collection[str] = ()
) -> tuple[dict[str, bytes], Columns]:
    """Return the files of the matrices E, F, A, e and f, and the table of columns and rows of
    player 1's program, which include those of the matrices.

    `format` is a key of MATRICES, and the files are keyed by the stems of their names; `without`
    names REDUCTIONS of the sequence form to leave out.
    """
    formulation = Forms(game).without(without)
    name = formulation.name(1)
    made = matrices(formulation.form.columns, name)
    return MATRICES[format](made), column_table(formulation, 1)
