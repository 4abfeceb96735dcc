"""The same map with another probability of capture or number of bandits.

From text to text: everything else stays unchanged, to the last blank.
"""

import re
from fractions import Fraction

from schemas.parts.exact import write_exact
from stages.parse.maps import read_map

_LINES = re.compile(r"[^\r\n]+")
_WORDS = re.compile(r"\S+")


def varied(text: str, p: Fraction | None = None, bandits: int | None = None) -> str:
    r"""Return the text of a map with the probability `p`, from 0 to 1, and the given number of
    bandits, from 0; None keeps the number in the text.

    A number that the map already has keeps its spelling. The number of bandits may exceed the
    number of places; the reader of the map then reports it. Raises InputError with all problems of
    the text.

    >>> varied("1 0.5\nSE-D\n", p=Fraction(1, 3))
    '1 1/3\nSE-D\n'
    >>> varied("1\n4\nSE-D\n1\n0.5\n", Fraction(1, 2), bandits=0)
    '1\n4\nSE-D\n0\n0.5\n'
    """
    board = read_map(text)
    lines = [line.span() for line in _LINES.finditer(text) if line[0].strip()]
    if board.layout == "cave":
        first, second = _words(text, *lines[0])[:2]
    else:
        behind = 2 + len(board.rows)
        [first], [second] = (_words(text, *line) for line in lines[behind : behind + 2])
    old_bandits, old_p = text[slice(*first)], text[slice(*second)]
    new_bandits = old_bandits if bandits in (None, board.bandits) else str(bandits)
    new_p = old_p if p is None or p == board.capture else write_exact(p)
    return f"{text[: first[0]]}{new_bandits}{text[first[1] : second[0]]}{new_p}{text[second[1] :]}"


def _words(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Return the begin and end of each word of a line in a text."""
    return [word.span() for word in _WORDS.finditer(text, begin, end)]
