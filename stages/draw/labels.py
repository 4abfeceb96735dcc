"""Labels and numbers of pictures: how they are written, and about how wide they are.

Widths are those of no font: a little more than most sans-serif fonts have, the same everywhere.
`stages/page/parts/tree.js` does the same.
"""

from collections.abc import Sequence
from fractions import Fraction
from os.path import commonprefix

from schemas.parts.labels import cut, one_line

Probability = Fraction | float

LONGEST = 24
"""Characters of a label that are drawn."""
BOLD = 1.1
"""How much wider bold letters are."""
_NARROW = frozenset("ijl.,:;'|!ft()[]{}/\\ I1`-")
_WIDE = frozenset("mwMW@%&")


def printable(text: str) -> str:
    """Return a label without anything that a screen would take for more than a character.

    >>> printable("a\\x1b[31m"), printable("")
    ('a\\\\x1b[31m', '(empty)')
    """
    return one_line(text) or "(empty)"


def shortened(labels: Sequence[str]) -> list[str]:
    """Return the labels of a node as they are drawn. What is cut and looks like another label is
    told by where it differs from that.

    >>> shortened(["down right up right up left", "down right up right up down", "up"])
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
    """Return about how wide a line of text is, in the unit of its size.

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
    """Return a probability in few characters, exact where that is short; what is neither 0 nor 1
    looks like neither.

    >>> share_text(Fraction(1, 3)), share_text(1 / 3), share_text(0.5), share_text(1e-9)
    ('1/3', '0.333', '0.5', '1e-09')
    >>> share_text(0.99999), share_text(1.0), share_text(None)
    ('>0.999', '1', '')
    """
    if probability is None:
        return ""
    if isinstance(probability, Fraction) and len(str(probability)) <= 7:
        return str(probability)
    number = float(probability)
    if number in (0, 1):
        return f"{number:g}"
    if number < 0.001:
        return f"{number:.0e}"
    return ">0.999" if number > 0.999 else f"{number:.3f}".rstrip("0")


def payoff_text(payoff: Fraction) -> str:
    """Return a payoff in few characters.

    >>> payoff_text(Fraction(-1, 3)), payoff_text(Fraction(1, 10**9))
    ('−1/3', '1e-09')
    """
    text = str(payoff) if max(abs(payoff.numerator), payoff.denominator) < 10**6 else ""
    return text.replace("-", "−") if text else f"{float(payoff):.4g}"


def in_ascii(line: str) -> str:
    """Return a line for a terminal that has no other characters.

    >>> in_ascii("−1 é")
    '-1 \\\\xe9'
    """
    return line.replace("−", "-").encode("ascii", "backslashreplace").decode()


def quoted(text: str) -> str:
    """Return a string of Graphviz that shows a text as it is.

    >>> print(quoted('a "b"'))
    "a \\"b\\""
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
