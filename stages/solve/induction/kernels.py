"""Rules with special code for more states than can be listed. A new one is a folder here and a line
in KERNELS.

A kernel solves all stage games of a layer of states at once, in compiled code, from the values of
the next layer. Its values fit in memory; for larger games see `pipeline.levels`.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from ....schemas.induction import Answer, Induction, Known
from ....schemas.parts.watch import Watch
from ....schemas.rules import droid_battle as battle
from ....schemas.rules.rule import Rule
from .droid_battle import graph as droid_battle
from .droid_battle import more_games, refuse_beyond_memory

R = TypeVar("R", bound=Rule)


class Kernel(NamedTuple, Generic[R]):
    """The functions that solve the graphs with generated states of one rule."""

    more_games: Callable[[R, int], bool]
    """Return, without solving, whether all layers together have more stage games than a limit."""
    refuse_beyond_memory: Callable[[R], None]
    """Raise LimitError, without solving, if solving needs more memory than is free."""
    solve: Callable[[R, str, Watch], tuple[Induction, Known]]
    """Return the solution of a rule and graph digest, and the facts known apart from it."""
    refuse: Callable[[R, str], None]
    """Raise InputError, without solving, if a text is not a position of this game."""
    answer: Callable[[R, str], Answer]
    """Solve for one position and return its optimal play. Raises InputError."""
    answers: Callable[[R], Callable[[str], Answer]]
    """Solve the game, keeping all values, and return a function that answers positions."""
    no_levels: str
    """The reason why it has no level files."""


KERNELS: dict[str, Kernel[Any]] = {
    battle.NAME: Kernel(
        more_games=more_games,
        refuse_beyond_memory=refuse_beyond_memory,
        solve=droid_battle.solve_whole,
        refuse=droid_battle.refuse,
        answer=droid_battle.answer,
        answers=droid_battle.answers,
        no_levels="a droid battle is solved in memory, in seconds",
    ),
}
"""For rules of games that may be too large to list. Compiled loops are rows of MODULES in
`backend/compilation.py`, and level files a row of IN_FILES in `pipeline/chain/public_games.py`.
"""
