"""Count the nonzeros of a linear program in its text, independently of comments, blank lines and
the notation of numbers.
"""

import re

from .linear_program import recognise

_LP_COMMENT = re.compile(r"\\[^\n]*")
_LP_ROWS = re.compile(r"^[ \t]*(?:subject\s+to|such\s+that|s\.t\.?|st\.?)[\s:]", re.I | re.M)
_LP_BEHIND = re.compile(
    r"^[ \t]*(?:bounds?|free|gen(?:erals?)?|int(?:egers?)?|bin(?:ar(?:y|ies))?|end)\s*$",
    re.I | re.M,
)
# The class of each byte of the rows: part of a number, of an exponent or of a name; else a blank.
_BLANKS = bytes(range(ord(" ") + 1)) + b"+-*<>=:"
_KINDS = bytes.maketrans(
    bytes(range(256)),
    bytes(
        ord(" " if byte in _BLANKS else "d" if byte in b"0123456789." else "ae"[byte in b"eE"])
        for byte in range(256)
    ),
)
_GLUED = re.compile(rb" d+a")  # As in `3x`.
_MPS_COMMENT = re.compile(r"^\*[^\n]*", re.M)
_MPS_OBJECTIVE = re.compile(r"^\s+N\s+(\S+)", re.M)
_MPS_COLUMNS = re.compile(r"^COLUMNS\b[^\n]*\n(.*?)(?=^\S|\Z)", re.M | re.S)
_SHORTEST = 2
"""Minimum number of characters of a nonzero: a sign and a name."""


def nonzeros(text: str, at_least: int = 0) -> int:
    r"""Return the number of nonzeros in the rows of an `.lp` or `.mps` text, without the objective.

    Coefficients written as 0 are counted, too. A text that is too short for `at_least` nonzeros is
    not read; the result is then 0.

    >>> nonzeros("max\n o: 3 x\ns.t.\n c: x + 2 y <= 4  \\ 5 z\nend\n")
    2
    >>> nonzeros("NAME p\nROWS\n N o\n L c\nCOLUMNS\n x o 3 c 1\n y c 2\nRHS\n B c 4\nENDATA\n")
    2
    """
    if len(text) < _SHORTEST * at_least:
        return 0
    return _lp_nonzeros(text) if recognise(text) == "lp" else _mps_nonzeros(text)


def _lp_nonzeros(text: str) -> int:
    text = _LP_COMMENT.sub("", text)
    rows = _LP_ROWS.search(text)
    if not rows:
        return 0
    behind = _LP_BEHIND.search(text, rows.end())
    section = f" {text[rows.end() : behind.start() if behind else len(text)]}".encode()
    kinds = section.translate(_KINDS)
    names = kinds.count(b" a") + kinds.count(b" e") + len(_GLUED.findall(kinds))
    return names - section.count(b":")  # A row's name ends in a colon.


def _mps_nonzeros(text: str) -> int:
    text = _MPS_COMMENT.sub("", text)
    columns = _MPS_COLUMNS.search(text)
    if not columns:
        return 0
    # Each line has a column, and one or two pairs of a row and a number.
    fields = columns[1].split()
    pairs = (len(fields) - sum(map(bool, map(str.strip, columns[1].splitlines())))) // 2
    objective = _MPS_OBJECTIVE.search(text)
    return pairs - (fields.count(objective[1]) if objective else 0)
