"""Data as YAML in one line, so that every reader takes text for text."""

import json
import re
from collections.abc import Mapping


def flow(value: object) -> str:
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{scalar(str(key))}: {flow(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    # With zeros before it a number is another one to some readers.
    whole = isinstance(value, int) or _WHOLE.fullmatch(str(value))
    return str(value) if whole else scalar(str(value))


_WHOLE = re.compile("0|[1-9][0-9]*")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ./()+-=")


# Words and numbers that other YAML readers take for something else than text.
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))


def scalar(text: str) -> str:
    """Return text as a YAML scalar that every reader takes for text.

    >>> scalar("take gold"), scalar("no"), scalar("3"), scalar("a: b")
    ('take gold', '"no"', '"3"', '"a: b"')
    """
    plain = (
        text[:1].isalpha() and text.isascii() and _PLAIN.issuperset(text) and not text.endswith(" ")
    )
    if plain and text.lower() not in _WORDS:
        return text
    # JSON's escapes are YAML's, but for letters beyond 16 bits.
    return (
        '"'
        + "".join(json.dumps(x)[1:-1] if x <= "\uffff" else f"\\U{ord(x):08x}" for x in text)
        + '"'
    )
