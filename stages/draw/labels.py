"""Text in pictures: labels and numbers, their approximate width, and lines of a terminal.

Widths belong to no particular font: they are slightly larger than in most sans-serif fonts, and the
same everywhere. `stages/page/parts/tree.js` does the same.
"""

from collections.abc import Sequence
from fractions import Fraction
from os.path import commonprefix
from typing import NamedTuple

from ...schemas.parts.labels import cut, one_line

Probability = Fraction | float

LONGEST = 24
"""Greatest number of characters drawn of a label."""
LONGEST_PAYOFF = 9
"""Greatest number of characters of a payoff that is drawn exactly."""
BOLD = 1.1
"""Width of bold letters relative to normal ones."""
_NARROW = frozenset("ijl.,:;'|!ft()[]{}/\\ I1`-")
_WIDE = frozenset("mwMW@%&")


def printable(text: str) -> str:
    """Return a label with control characters escaped.

    >>> printable("a\\x1b[31m"), printable("")
    ('a\\\\x1b[31m', '(empty)')
    """
    return one_line(text) or "(empty)"


def short_labels(labels: Sequence[str]) -> list[str]:
    """Return the labels of a node as they are drawn. If a label would be cut to the same text as
    another, the part where they differ is shown instead.

    >>> short_labels(["down right up right up left", "down right up right up down", "up"])
    ['…left', '…down', 'up']
    """
    found = [cut(label, LONGEST) for label in labels]
    for text in [one for one in dict.fromkeys(found) if found.count(one) > 1]:
        alike = [at for at, one in enumerate(found) if one == text]
        same = commonprefix([labels[at] for at in alike])
        begin = same.rfind(" ") + 1 or len(same)
        for at in alike:
            found[at] = cut(f"…{labels[at][begin:]}", LONGEST)
    return found


def width(text: str, size: float) -> float:
    """Return the approximate width of a line of text, in the unit of its size.

    >>> width("mil", 10)
    16.5
    """
    return size * sum(map(_share, text))


def _share(one: str) -> float:
    if one in _NARROW:
        return 0.36
    if one in _WIDE:
        return 0.93
    if ord(one) >= 0x1100:
        return 1.05
    return 0.72 if one.isupper() else 0.6


def share_text(probability: Probability | None) -> str:
    """Return a probability in few characters, exactly if that is short. Only 0 and 1 themselves are
    shown as 0 and 1.

    >>> share_text(Fraction(1, 3)), share_text(1 / 3), share_text(0.5), share_text(1e-9)
    ('1/3', '0.333', '0.5', '1e-09')
    >>> share_text(0.99999), share_text(1.0), share_text(None), share_text(Fraction(1, 10**400))
    ('>0.999', '1', '', '<1e-300')
    """
    if probability is None:
        return ""
    if isinstance(probability, Fraction) and len(str(probability)) <= 7:
        return str(probability)
    number = float(probability)
    if probability in (0, 1):
        return f"{number:g}"
    if number < 0.001:
        return f"{number:.0e}" if number else "<1e-300"
    return ">0.999" if number > 0.999 else f"{number:.3f}".rstrip("0")


def six_decimals(value: float) -> str:
    """Return a value or a probability with six decimals, or with two digits where these would be 0;
    a rounding error is 0.

    >>> six_decimals(1 / 3), six_decimals(-1e-15), six_decimals(-6e-8)
    ('0.333333', '0.000000', '-6.0e-08')
    """
    if 5e-13 <= abs(value) < 5e-7:
        return f"{value:.1e}"
    return f"{0.0 if abs(value) < 5e-13 else value:.6f}"


def payoff_text(payoff: Fraction) -> str:
    """Return a payoff in few characters, with a mark if it is rounded.

    >>> [payoff_text(Fraction(one)) for one in ("-1/3", "1000001", "1000000001")]
    ['−1/3', '1000001', '≈1e+09']
    """
    text = str(payoff)
    if len(text) <= LONGEST_PAYOFF:
        return text.replace("-", "−")
    rounded = f"{float(payoff):.4g}"
    return rounded if Fraction(rounded) == payoff else f"≈{rounded}"


def in_ascii(line: str) -> str:
    """Return a line with non-ASCII characters replaced, for a terminal that lacks them.

    >>> in_ascii("−1 é")
    '-1 \\\\xe9'
    """
    return line.replace("−", "-").replace("≈", "~").encode("ascii", "backslashreplace").decode()


class Branches(NamedTuple):
    """The characters that connect items of a tree in a terminal."""

    between: str
    last: str
    down: str


UNICODE = Branches(between="├─ ", last="└─ ", down="│  ")
ASCII = Branches(between="|- ", last="`- ", down="|  ")
