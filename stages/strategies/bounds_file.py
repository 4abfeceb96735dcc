"""The strategies in a file of bounds: `schemas.bounds`."""

import re
from collections.abc import Iterator
from fractions import Fraction

from ...schemas import bounds
from ...schemas.parts.documents import locate_json
from ...schemas.parts.exact import write_exact
from ...schemas.parts.problems import InputError, Problem
from .entries import InfosetEntry, Text
from .names import Names

_FORMAT = re.compile(r'\s*\{[^{}[\]]*"format"\s*:\s*"efgc/bounds"')
_HEAD = 5_000
"""The characters in which the digest of the game is found."""


def recognise(text: str) -> bool:
    """Return whether a text claims to be in this format."""
    return _FORMAT.match(text) is not None


def has_states(text: str) -> bool:
    """Return whether a text has strategies for a state graph."""
    return recognise(text) and '"graph_sha256"' in text[:_HEAD]


def read(text: str, names: Names | None = None) -> Text:
    """Return the contents of a text; the game is not used."""
    try:
        found = bounds.read(text)
    except InputError as error:
        if any(problem.place for problem in error.problems):
            raise InputError(locate_json(text, error.problems)) from None
        raise
    if found.map_sha256:
        words = "these strategies are ways and places on a map; "
        raise InputError([Problem(words + "`report` and `check` prove their bounds")])
    if found.graph_sha256 and found.by_memory:
        words = "these strategies depend on all that a player remembers; "
        raise InputError([Problem(words + "`report` and `check` prove their bounds")])
    if found.recall:
        words = f"these strategies depend on the last {found.recall} entries of a memory; "
        raise InputError([Problem(words + "`report` and `check` prove their bounds")])
    entries = [
        _entry(player, at, situation)
        for player, strategy in enumerate(found.strategies)
        for at, situation in enumerate(strategy)
    ]
    return Text(entries=entries, game_sha256=found.sha256, title=found.title)


def _entry(player: int, at: int, situation: bounds.Situation) -> InfosetEntry:
    place = ("strategies", player, at)
    return InfosetEntry(
        player=player + 1,
        infoset=situation.information_set,
        words=None,
        actions=situation.actions,
        numbers=tuple(_shares(situation.probabilities)),
        spot=place,
        spots=[place] * len(situation.actions),
        states=situation.states,
    )


def _shares(numbers: tuple[float, ...]) -> Iterator[str]:
    """Yield floats divided by their exact sum."""
    exact = [Fraction(number) for number in numbers]
    total = sum(exact)
    for share in exact:
        yield write_exact(share / total)
