"""The natural order of names: digits in them are compared as numbers."""

import re

_DIGITS = re.compile("([0-9]+)")
Key = tuple[tuple[str | tuple[int, str], ...], str]


def natural(name: str) -> Key:
    """Return the key by which names are sorted naturally.

    >>> sorted(["e10", "e2", "exit", "e02"], key=natural)
    ['e02', 'e2', 'e10', 'exit']
    """
    parts: list[str | tuple[int, str]] = list(_DIGITS.split(name))
    for at in range(1, len(parts), 2):
        digits = str(parts[at]).lstrip("0")
        parts[at] = (len(digits), digits)
    return tuple(parts), name
