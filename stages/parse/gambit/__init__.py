"""Gambit's `.efg` files as a source: from the text to the game, exactly.

Only games of two players with a constant sum of payoffs and perfect recall (`recall`) are accepted;
anything else is refused with its line. `tree` reads the text: `scan` finds its nodes, with the
kernels, and `examination` the problems, with `grammar` for its spelling and `descriptions` for
information sets and outcomes. `numbers` defines the meaning of a number. `lint` finds constructs
that other readers refuse. Only what recognises a file is here: the rest is loaded to read one.
"""

import re

from ....schemas.parts.problems import InputError, Problem
from ..program_output import program_output
from .grammar import tree_start

__all__ = ("is_gambit", "refuse_others")


def is_gambit(text: str) -> bool:
    """Return whether a text seems to be a Gambit extensive form, perhaps after other output.

    >>> is_gambit('EFG 2 R "Kuhn poker" { "1" "2" }'), is_gambit("1 0.5")
    (True, False)
    """
    return re.match(r"\s*EFG\s", text) is not None or tree_start(text) > 0


def refuse_others(text: str) -> None:
    """Raise InputError for a text that is not meant to be a Gambit extensive form: an empty text,
    a program's error output, or something else.
    """
    if is_gambit(text):
        return
    empty = not text.strip("\ufeff \t\r\n")
    said = "the file is empty" if empty else "is not a Gambit file: it does not begin with EFG"
    raise InputError([program_output(text) or Problem(said, (), 1, 1)])
