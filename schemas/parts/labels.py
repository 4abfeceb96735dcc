"""Make labels distinct and printable, and sort names naturally."""

import re
from collections import Counter
from collections.abc import Sequence


def distinct(labels: Sequence[str]) -> tuple[str, ...]:
    """Return distinct, nonempty labels: empty and repeated ones get a number, as in Gambit.

    >>> distinct(["a", "b", "a", ""])
    ('a_1', 'b', 'a_2', '_1')
    """
    often = Counter(labels)
    if len(often) == len(labels) and "" not in often:
        return tuple(labels)
    used, last, found = set(labels), dict.fromkeys(labels, 0), []
    for label in labels:
        name = label
        while not label or often[label] > 1:
            last[label] += 1
            name = f"{label}_{last[label]}"
            if name not in used:
                break
        used.add(name)
        found.append(name)
    return tuple(found)


def one_line(text: str) -> str:
    """Return a text with control characters escaped, so that a label from a file cannot add lines
    or terminal commands to our output.

    >>> one_line("a\\x1b[31m\\nb, é")
    'a\\\\x1b[31m\\\\nb, é'
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "surrogatepass").decode()
        for one in text
    )


def printed(text: str) -> str:
    """Return a text for a terminal: as `one_line`, but with its lines."""
    return "\n".join(map(one_line, text.split("\n")))


def cut(text: str, longest: int) -> str:
    """Return a label shortened to at most `longest` characters.

    >>> cut("down down right right up right", 12)
    'down down r…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


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
