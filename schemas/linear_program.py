r"""The linear program (`*.lp`, `*.mps`): the sequence form of one player, as text.

efgc interprets only its names. A program that efgc wrote is called
`efgc_player1_` or `efgc_player2_`, followed by the first 16 digits of its game's
SHA-256, so that a solution of another game is rejected. If reductions of the
sequence form were not applied, the name ends in `_without_` and their names.
Columns and rows have these names:

    x17, y17   realization weight of player 1's or player 2's sequence 17
    v3, u3     value of player 2's or player 1's information set 3, of the root for 0
    f3         flow into the own information set 3, out of the root for 0
    b17        the opponent's sequence 17 is no better than its information set's value
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from .parts.problems import InputError, Problem

FORMATS = ("lp", "mps")
_LP_NAME = re.compile(r"\A\s*\\\*.*?\bname=(\S+)", re.ASCII)
_MPS_NAME = re.compile(r"^NAME[ \t]+(\S+)", re.MULTILINE | re.ASCII)
_LP_START = re.compile(r"\s*(\\|max|min)", re.IGNORECASE)
_LP_END = re.compile(r"^[ \t]*end[ \t\r]*(\\.*)?$", re.IGNORECASE | re.MULTILINE)
_LP_BRACKET = re.compile(r"\((?<![^\s+-]\()[^\s()<>=+-]+(?=[ +-])")
_MPS_START = re.compile(r"(\*[^\n]*\n|[^\S\n]*\n)*(NAME|ROWS|OBJSENSE)\b")
_MPS_SENSE = re.compile(r"\s*(\*SENSE:[ \t]*max\w*)(?!.*^OBJSENSE)", re.I | re.S | re.M)
_OURS = re.compile(r"efgc_player([12])_([0-9a-f]{16})(?:_without((?:_[a-z]+)+))?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class SymbolKind(StrEnum):
    """The kind of a column or a row of a program."""

    WEIGHT = "weight"
    """A column: the realization weight of a sequence."""
    VALUE = "value"
    """A column: the value of an information set."""
    FLOW = "flow"
    """A row: the flow into an information set equals the flow out of it."""
    RESPONSE = "response"
    """A row: a sequence is no better than the value of its information set."""


class Symbol(NamedTuple):
    """A column or a row of a program. Its name in the file is a letter and the number."""

    kind: SymbolKind
    player: int
    """The player, 1 or 2, of the sequence or information set."""
    number: int
    """The number of the sequence or information set in the sequence form; 0 for the empty sequence
    and the root.
    """


_KINDS = {  # By the program's player and the letter: the kind and the player of the symbol.
    1: {
        "x": (SymbolKind.WEIGHT, 1),
        "v": (SymbolKind.VALUE, 2),
        "f": (SymbolKind.FLOW, 1),
        "b": (SymbolKind.RESPONSE, 2),
    },
    2: {
        "y": (SymbolKind.WEIGHT, 2),
        "u": (SymbolKind.VALUE, 1),
        "f": (SymbolKind.FLOW, 2),
        "b": (SymbolKind.RESPONSE, 1),
    },
}
_LETTERS = {what: letter for kinds in _KINDS.values() for letter, what in kinds.items()}


class Origin(NamedTuple):
    """The game and the player for which a linear program was written."""

    player: int
    digest: str
    """The first 16 digits of the game's SHA-256."""
    without: tuple[str, ...] = ()
    """The reductions of the sequence form that were not applied."""


def symbol_name(symbol: Symbol) -> str:
    """Return the name of a column or row in the file.

    >>> symbol_name(Symbol(SymbolKind.VALUE, 2, 3)), symbol_name(Symbol(SymbolKind.FLOW, 1, 0))
    ('v3', 'f0')
    """
    return f"{_LETTERS[symbol.kind, symbol.player]}{symbol.number}"


def read_symbol(name: str, owner: int) -> Symbol | None:
    """Return the column or row with a name in the program of a player; None if there is none.

    >>> read_symbol("v3", 1) == Symbol(SymbolKind.VALUE, 2, 3), read_symbol("v3", 2)
    (True, None)
    """
    found = _KINDS[owner].get(name[:1])
    return Symbol(*found, int(name[1:])) if found and _NUMBER.fullmatch(name, 1) else None


def owner_of(columns: Iterable[str]) -> int | None:
    """Return the player whose program has columns with these names; None if efgc did not write it.

    >>> owner_of(["x0", "x1", "v0"]), owner_of(["y0", "u0"]), owner_of(["x0", "y0"])
    (1, 2, None)
    """
    letters = {name[:1] for name in columns}
    return next((player for player, kinds in _KINDS.items() if letters == {*kinds} - {*"fb"}), None)


def remarks(text: str) -> list[str]:
    r"""Return remarks on an `.lp` text without a line `end`, of which a part may be missing, or
    with a bracket, which is a part of a name, and on an `.mps` text with a direction in a comment,
    which means nothing.

    >>> remarks("max\n o: x\nst\n c: x <= 1"), remarks("max\n o: x\nst\n c: x <= 15\nEnd\n")
    (["there is no line 'end'; a part of the program may be missing"], [])
    """
    if _LP_START.match(text):
        cut = "there is no line 'end'; a part of the program may be missing"
        said = [] if _LP_END.search(text) else [cut]
        bracket = _LP_BRACKET.search(text)
        if bracket and "\\" not in text[text.rfind("\n", 0, bracket.start()) + 1 : bracket.start()]:
            said.append(f"{bracket[0]!r} is read as a name, because sums have no brackets")
        return said
    found = _MPS_SENSE.match(text)
    return [f"the comment {found[1]} means nothing: the file minimises"] if found else []


class LinearProgram(NamedTuple):
    """A linear program as a source, from any program; only its text is known."""

    text: str
    file: str = "PROGRAM"
    """Its file as a word of the commands that messages name."""

    @property
    def format(self) -> str:
        """Return 'lp' or 'mps'. Raise InputError for text that is neither."""
        return recognise(self.text)


def recognise(text: str) -> str:
    """Return 'lp' or 'mps'. Raise InputError for text that is neither.

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
    r"""Return the name of the linear program in a text; empty if it has none.

    >>> name("\\* Source Pyomo model name=efgc_player1_00 *\\")
    'efgc_player1_00'
    """
    match = (_LP_NAME if recognise(text) == "lp" else _MPS_NAME).search(text[:10_000])
    return match[1] if match else ""


def program_name(origin: Origin) -> str:
    """Return the name of the linear program of a player.

    >>> program_name(Origin(1, "0123456789abcdef", ("single",)))
    'efgc_player1_0123456789abcdef_without_single'
    """
    left_out = "".join(f"_{name}" for name in origin.without)
    return f"efgc_player{origin.player}_{origin.digest}" + (left_out and f"_without{left_out}")


def origin(name: str) -> Origin | None:
    """Return the origin encoded in the name of a linear program of efgc; None for any other name.

    >>> origin("efgc_player2_0123456789abcdef")
    Origin(player=2, digest='0123456789abcdef', without=())
    """
    match = _OURS.fullmatch(name)
    if not match:
        return None
    return Origin(int(match[1]), match[2], tuple((match[3] or "").split("_")[1:]))
