"""Strategies by name: `uniform` plays all actions with equal probability, `first` the first action
everywhere.

`uniform:1` is for player 1 only.
"""

import re

from stages.strategies.entries import Said, Text
from stages.strategies.names import Names

NAMES = ("uniform", "first")
_NAMED = re.compile(rf"\s*({'|'.join(NAMES)})(?::([12]))?\s*")


def is_named(text: str) -> bool:
    """Return whether a text is the name of a strategy.

    >>> is_named("uniform"), is_named("first:2"), is_named("uniform:3"), is_named("./uniform")
    (True, True, False, False)
    """
    return _NAMED.fullmatch(text) is not None


def read(text: str, names: Names) -> Text:
    """Return a named strategy in a game."""
    match = _NAMED.fullmatch(text)
    assert match
    players = (int(match[2]),) if match[2] else (1, 2)
    said = []
    for infoset, player in enumerate(names.players):
        if player in players:
            count = len(names.labels(infoset))
            numbers = ("1", *["0"] * (count - 1))
            if match[1] == "uniform":
                numbers = (f"1/{count}",) * count
            said.append(Said(player, infoset, None, None, numbers, (), [()] * count))
    return Text(said=said)
