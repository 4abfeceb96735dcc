"""Numbers that solvers cannot use: their products and quotients overflow or underflow in double
precision.
"""

import math
import re
import sys

import numpy as np

from ....schemas.parts.exact import LARGEST
from ....schemas.parts.problems import Problem, position, shown

LEAST, MOST = 1e-300, float(LARGEST)
RANGE = f"between {LEAST:g} and {MOST:g}"
_NUMBER = re.compile(
    r"""(?<![\w.!"#$%&(),;?@'`{}|~])         # Not within a name,
    (?: (?:\d+(?:\.\d*)?|\.\d+) [eE][-+]?\d{3,}  # and with an exponent that could be too large
    |   [\d.]{250,} (?:[eE][-+]?\d+)? )       # or so many digits.
    (?![\w.])""",
    re.ASCII | re.VERBOSE,
)
_DIGITS = 250
# The start of the line before a number that is in a comment; an .mps line begins with a name.
_COMMENT = {"lp": re.compile(r".*\\"), "mps": re.compile(r"\*|\S")}


def out_of_range(text: str, format: str) -> list[Problem]:
    r"""Return the numbers of an `.lp` or `.mps` text that are neither 0 nor in RANGE; the largest
    float stands for infinity.

    >>> [str(problem) for problem in out_of_range("max\n o: x + 4e-310 y\nend\n", "lp")
    ... ]  # doctest: +ELLIPSIS
    ["2:9: '4e-310' is too small: solvers in double precision accept 0 and numbers between 1e-..."]
    """
    if not _may_have(text):
        return []
    problems = []
    for match in _NUMBER.finditer(text):
        size = _size(match[0])
        start = text.rfind("\n", 0, match.start()) + 1
        if (
            LEAST <= size <= MOST
            or size in (0, sys.float_info.max)
            or _COMMENT[format].match(text, start, match.start())
        ):
            continue
        what = "small" if size < LEAST else "large"
        accepted = f"solvers in double precision accept 0 and numbers {RANGE}"
        reason = f"{shown(match[0])} is too {what}: {accepted}"
        problems.append(Problem(reason, (), *position(text, match.start())))
    return problems


def _may_have(text: str) -> bool:
    """Return whether a text may contain a number out of range: only a text with an exponent of
    three digits, or with a long run of characters without a blank, can.
    """
    # Bytes of non-ASCII characters count neither as blanks nor as digits or letters.
    found = np.frombuffer(f" {text} ".encode(errors="replace") + b"    ", np.uint8)
    blanks = np.flatnonzero(found <= ord(" "))
    if np.diff(blanks).max() > _DIGITS:
        return True
    behind = np.flatnonzero((found | 32) == ord("e")) + 1
    behind += (found[behind] == ord("+")) | (found[behind] == ord("-"))
    digits = (found >= ord("0")) & (found <= ord("9"))
    return bool((digits[behind] & digits[behind + 1] & digits[behind + 2]).any())


def _size(spelled: str) -> float:
    """Return a number as a float; a number too small for a float does not become 0."""
    try:
        size = float(spelled)
    except ValueError:  # Two points: the reader of the program will report it.
        return 1.0
    return size or (0.0 if not re.search("[1-9]", re.split("[eE]", spelled)[0]) else math.ulp(0.0))
