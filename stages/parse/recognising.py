"""Which kind of source a text is, by its content, for the kinds whose parsers are loaded only when
one is read.
"""

import re

OPENSPIEL_PREFIX = "openspiel:"
WELL_KNOWN = (
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "matrix_mp",
    "matrix_rps",
    "oshi_zumo",
    "blotto",
    "phantom_ttt",
    "dark_hex",
    "first_sealed_auction",
    "tic_tac_toe",
)
"""Games that people name without the prefix, for messages; with the prefix any game is accepted."""


def is_openspiel(text: str) -> bool:
    """Return whether a text names a game of OpenSpiel.

    >>> is_openspiel("openspiel:kuhn_poker"), is_openspiel("kuhn_poker")
    (True, False)
    """
    return text.startswith(OPENSPIEL_PREFIX)


def is_osposg(text: str) -> bool:
    r"""Return whether a text seems to be a one-sided stochastic game.

    >>> is_osposg("2 1 2 2 1 8 2 0.95\nopen 0\n"), is_osposg("1 2 3 4 5 6 7 0.5\n8 7 6 5 4 3 2 1\n")
    (True, False)
    """
    return _OSPOSG.match(text) is not None


def is_normal_form(text: str) -> bool:
    """Return whether a text seems to be a Gambit normal form.

    >>> is_normal_form('NFG 1 R "Prisoner" { "1" "2" } { 2 2 }'), is_normal_form("1 0.5")
    (True, False)
    """
    return re.match(r"\s*NFG\s", text) is not None


def is_payoff_table(text: str) -> bool:
    """Return whether a text has a key for payoffs.

    >>> is_payoff_table("payoffs: [[0, -1], [1, 0]]"), is_payoff_table("game: goofspiel")
    (True, False)
    """
    return _PAYOFFS.search(text) is not None and _PYTHON.search(text) is None


_NUMBERS = r"[ \t]*\d+(?:[ \t]+\d+){6}[ \t]+[\d./eE+-]+[ \t]*\r?\n"
_STATE = r"[ \t]*\S+(?:[ \t]+\S+){0,2}[ \t]*(?:\r?\n|\Z)"  # Shorter than a row of a matrix.
_OSPOSG = re.compile(_NUMBERS + _STATE)
_WORD = r"[\"']?(?:payoffs|matrix|payoff_matrix)[\"']?[ \t]*:(?=[\s\[{]|$)"
_PAYOFFS = re.compile(rf"^{_WORD}|\A\s*+\{{[^{{}}]*?(?<=[{{,\s]){_WORD}", re.MULTILINE)
_PYTHON = re.compile(r"^[ \t]*+(?:def|class|import|from)[ \t]", re.MULTILINE)
