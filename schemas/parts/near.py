"""Suggestions ("did you mean"): the known names that are most similar to an unknown one."""

import os
from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress

LONGEST = 300
"""Maximum number of characters to compare; the time is quadratic in it."""
COMPARED = 500
"""Maximum number of names to compare; if there are more, the nearest ones in alphabetical order."""
LEAST = 3
"""Minimum number of characters by which the beginning of a name is recognised."""
SHOWN = (".html", ".svg", ".png", ".pdf")
"""The endings of files for a browser, which no command reads."""


def near(name: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
    """Return the known names that are most similar to a name, ignoring case, the best first.
    `alike` is the minimum similarity, from 0 to 1.

    >>> near("Goofspeil", ["goofspiel", "droid-battle"]), near("kuhn", ["kuhn_poker"])
    (['goofspiel'], ['kuhn_poker'])
    >>> near("x", ["left"])
    []
    """
    from difflib import get_close_matches  # Imported here for start-up time: few commands need it.

    names = list(map(str, known))  # Some are members of an enumeration.
    if len(names) > COMPARED:
        names.sort()
        at = bisect_left(names, name)
        names = names[max(0, at - COMPARED // 2) : at + COMPARED // 2]
    short = {each[:LONGEST].lower(): each for each in reversed(names)}
    asked = name[:LONGEST].lower()
    found = get_close_matches(asked, short, most, alike)
    if not found and len(asked) >= LEAST:
        found = sorted(each for each in short if each.startswith(asked))[:most]
    return [short[each] for each in found]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a suggestion to end the message for an unknown name; empty if no name is similar.

    >>> did_you_mean("gplk", ["glpk", "highs"]), did_you_mean("x", ["glpk", "highs"])
    ("; did you mean 'glpk'?", '')
    """
    found = near(name, known)
    return f"; did you mean {found[0]!r}?" if found else ""


def near_file(path: str) -> str:
    """Return a suggestion to end the message for a missing file: the most similar name in its
    folder or, if that is missing too, in the most similar folder.
    """
    found = _near_path(path)
    return f"; did you mean {found!r}?" if found else ""


def _near_path(path: str) -> str:
    folder, last = os.path.split(path)
    with suppress(OSError, ValueError):
        if folder and not os.path.isdir(folder):
            folder = _near_path(folder) or folder
        # Endings are alike anyway: what is before them must be so, too.
        names = [name for name in os.listdir(folder or ".") if not name.endswith(SHOWN)]
        for there in near(last, names, alike=0.8):
            if near(last.partition(".")[0], [there.partition(".")[0]]):
                return os.path.join(folder, there)
    return ""


def known_are(name: str, known: Iterable[str]) -> str:
    """Return the end of the message for an unknown name: all known names, and a suggestion.

    >>> known_are("gplk", ["glpk", "highs"]), known_are("x", ["glpk", "highs"])
    ("known are glpk, highs; did you mean 'glpk'?", 'known are glpk, highs')
    """
    names = list(known)
    return f"known are {', '.join(names)}{did_you_mean(name, names)}"
