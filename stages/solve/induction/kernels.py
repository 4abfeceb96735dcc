"""Rules with code of their own for more states than can be listed. A new one is a folder here and a
line in KERNELS.

A kernel solves all stage games of a layer of states at once, compiled, from the values of the layer
behind. What it keeps fits in memory; for one that does not see `pipeline.levels`.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from schemas.induction import Answer, Induction, Known
from schemas.parts.watch import Watch
from schemas.rules import droid_battle as battle
from schemas.rules.rule import Rule
from stages.solve.induction.droid_battle import graph as droid_battle
from stages.solve.induction.droid_battle import more_games, refuse_beyond_memory

R = TypeVar("R", bound=Rule)


class Kernel(NamedTuple, Generic[R]):
    """How the graphs of one rule are solved whose states are generated."""

    more_games: Callable[[R, int], bool]
    """Whether all layers together have more stage games than so many, said without solving."""
    refuse_beyond_memory: Callable[[R], None]
    """Raise LimitError where solving takes more memory than is free, said without solving."""
    solve: Callable[[R, str, Watch], tuple[Induction, Known]]
    """From the rule and its graph's digest: the solution, and what is known apart from it."""
    refuse: Callable[[R, str], None]
    """Raise InputError where a text is no position of this game, said without solving."""
    answer: Callable[[R, str], Answer]
    """How to play a position, solved for that. Raises InputError."""
    answers: Callable[[R], Callable[[str], Answer]]
    """What answers for many positions; the game is solved for that, and all values are kept."""
    no_levels: str
    """Why there are no level files of it."""


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
