"""The strategies in a file of bounds: `schemas.bounds`."""

import re
from collections.abc import Iterator
from fractions import Fraction

from ...schemas import bounds
from ...schemas.parts.documents import locate_json
from ...schemas.parts.exact import write_exact
from ...schemas.parts.labels import natural
from ...schemas.parts.problems import InputError, Problem
from .entries import InfosetEntry, Text
from .names import Names
from .policies import Answer, Infoset

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
        words = "these strategies are for whole ways and hiding places, not for moves of the game; "
        raise InputError([Problem(words + "`efgc report MAP BOUNDS` says what they guarantee")])
    if found.recall:
        words = (
            f"these strategies depend on a state and the last {found.recall} entries of a memory; "
            "`efgc report GRAPH BOUNDS` says what they guarantee, and a search without --recall "
            "finds strategies that can be evaluated"
        )
        raise InputError([Problem(words)])
    if found.by_memory:
        return Text(entries=[], game_sha256=found.sha256, title=found.title, by_memory=found)
    entries = [
        _entry(player, at, situation)
        for player, strategy in enumerate(found.strategies)
        for at, situation in enumerate(strategy)
    ]
    return Text(entries=entries, game_sha256=found.sha256, title=found.title)


class MemoryPolicy:
    """Strategies of bounds that depend on memories. After a memory that they do not name, a player
    takes the first action, in the natural order of the labels.
    """

    def __init__(self, found: bounds.Bounds) -> None:
        self.situations = [
            {situation.after: situation for situation in strategy} for strategy in found.strategies
        ]
        self.unmet = {
            (player, after) for player, known in enumerate(self.situations, 1) for after in known
        }
        """The players and memories whose probabilities have not been requested yet."""

    def answer(self, infoset: Infoset) -> Answer:
        after = tuple(f"{'did' if own else 'saw'} {text}" for text, own in infoset.memory)
        self.unmet.discard((infoset.player, after))
        situation = self.situations[infoset.player - 1].get(after)
        if situation is None:
            return {min(infoset.actions, key=natural): "1"}
        return dict(zip(situation.actions, map(write_exact, situation.shares), strict=True))


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
