r"""The linear program (`*.lp`, `*.mps`): the sequence form of one player, as text.

What efgc reads in it is its name. A program that efgc wrote is called
`efgc_player1_` or `efgc_player2_` with the first 16 digits of its game's
SHA-256, so that a solution of another game is refused. The names of columns and
rows say the rest:

    x17, y17   realization weight of player 1's or player 2's sequence 17
    v3, u3     value of player 2's or player 1's information set 3, of the root for 0
    f3         flow into the own information set 3, out of the root for 0
    b17        the opponent's sequence 17 is no better than its information set's value
"""

import re
from typing import NamedTuple

from schemas.parts.problems import InputError, Problem

FORMATS = ("lp", "mps")
LETTERS = {1: ("x", "v"), 2: ("y", "u")}  # Of the columns: realization weights, values.

_LP_NAME = re.compile(r"\A\s*\\\*.*?\bname=(\S+)", re.ASCII)
_MPS_NAME = re.compile(r"^NAME[ \t]+(\S+)", re.MULTILINE | re.ASCII)
_LP_START = re.compile(r"\s*(\\|max|min)", re.IGNORECASE)
_MPS_START = re.compile(r"(\*[^\n]*\n|[^\S\n]*\n)*(NAME|ROWS|OBJSENSE)\b")
_OURS = re.compile(r"efgc_player([12])_([0-9a-f]{16})")


class Origin(NamedTuple):
    """The game and player that a linear program was written for."""

    player: int
    digest: str
    """The first 16 digits of the game's SHA-256."""


class LinearProgram(NamedTuple):
    """A linear program as a source: whatever wrote it, its text is all that there is."""

    text: str

    @property
    def format(self) -> str:
        """Return 'lp' or 'mps'. Raises InputError for text that is neither."""
        return recognise(self.text)


def recognise(text: str) -> str:
    """Return 'lp' or 'mps'. Raises InputError for text that is neither.

    >>> recognise("Maximize v0"), recognise("NAME  x FREE")
    ('lp', 'mps')
    """
    if _LP_START.match(text):
        return "lp"
    if _MPS_START.match(text):
        return "mps"
    reason = (
        "the file is empty"
        if not text.strip()
        else "neither an .lp file (max, min) nor an .mps file (NAME, ROWS)"
    )
    raise InputError([Problem(reason, (), 1, 1)])


def name(text: str) -> str:
    r"""Return the name that the text gives its linear program, or empty text.

    >>> name("\\* Source Pyomo model name=efgc_player1_00 *\\")
    'efgc_player1_00'
    """
    match = (_LP_NAME if recognise(text) == "lp" else _MPS_NAME).search(text[:10_000])
    return match[1] if match else ""


def origin(name: str) -> Origin | None:
    """Return what the name of a linear program of ours says; None for any other name.

    >>> origin("efgc_player2_0123456789abcdef")
    Origin(player=2, digest='0123456789abcdef')
    """
    match = _OURS.fullmatch(name)
    return Origin(int(match[1]), match[2]) if match else None
