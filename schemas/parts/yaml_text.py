"""Write data as YAML on one or several lines, such that every reader reads text as text."""

import json
import re
from collections.abc import Mapping

WIDTH = 119
"""Maximum width of a line, unless a single text is longer."""


LONGEST_KEY = 1_000
"""YAML asks for a question mark before a key of more than 1,024 characters."""


class Scalar(str):
    """A YAML scalar that is already in its final notation."""


def entry(key: str, value: object, width: int | None, indent: int = 0) -> str:
    """Return the lines of a key, a YAML scalar, with its value: one line if it is not longer than
    `width` (None for any length); otherwise one line per part of the value, recursively.

    >>> print(entry("s1", {"actor": "agent", "moves": {"up": "s2", "down": "s3"}}, 30), end="")
    s1:
      actor: agent
      moves: {up: s2, down: s3}
    """
    begin = " " * indent + with_colon(key, indent)
    line = f"{begin} {flow(value)}\n"
    if _fits(line, value, width):
        return line
    return f"{begin}\n{_block(value, width, indent + 2)}"


def with_colon(key: str, indent: int | None = None) -> str:
    """Return a scalar as a key: of a mapping in braces, or of one with lines of their own."""
    if len(key) <= LONGEST_KEY:
        return f"{key}:"
    return f"? {key} :" if indent is None else f"? {key}\n{' ' * indent}:"


def _block(value: object, width: int | None, indent: int) -> str:
    if isinstance(value, Mapping):
        parts = (entry(scalar(str(key)), part, width, indent) for key, part in value.items())
    else:
        assert isinstance(value, (tuple, list))
        parts = (_item(part, width, indent) for part in value)
    return "".join(parts)


def _item(value: object, width: int | None, indent: int) -> str:
    line = f"{' ' * indent}- {flow(value)}\n"
    if _fits(line, value, width):
        return line
    return f"{' ' * indent}- {_block(value, width, indent + 2)[indent + 2 :]}"


def _fits(line: str, value: object, width: int | None) -> bool:
    cut = isinstance(value, (Mapping, tuple, list)) and value
    return not cut or width is None or len(line) <= width + 1  # Plus the line end.


def flow(value: object) -> str:
    if isinstance(value, Scalar):
        return value
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(
                f"{with_colon(scalar(str(key)))} {flow(item)}" for key, item in value.items()
            )
            + "}"
        )
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    # Some readers interpret a number with leading zeros as a different number.
    whole = isinstance(value, int) or _WHOLE.fullmatch(str(value))
    return str(value) if whole else scalar(str(value))


_WHOLE = re.compile("0|[1-9][0-9]*")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ./()+-=")


# Words that other YAML readers do not read as text.
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))


def scalar(text: str) -> str:
    """Return text as a YAML scalar that every reader reads as text.

    >>> scalar("take gold"), scalar("no"), scalar("3"), scalar("a: b")
    ('take gold', '"no"', '"3"', '"a: b"')
    """
    plain = (
        text[:1].isalpha() and text.isascii() and _PLAIN.issuperset(text) and not text.endswith(" ")
    )
    if plain and text.lower() not in _WORDS:
        return text
    # YAML has JSON's escapes, except for characters beyond 16 bits.
    return (
        '"'
        + "".join(json.dumps(x)[1:-1] if x <= "\uffff" else f"\\U{ord(x):08x}" for x in text)
        + '"'
    )
