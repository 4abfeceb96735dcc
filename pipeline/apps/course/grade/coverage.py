"""Which mistakes show on a map: a hand-in that is right on one map may still contain those that do
not show there.

A mistake shows if the game with it differs from the map's game. Otherwise both are the same game,
and no hand-in for this map can contain the mistake.
"""

import re
from collections.abc import Iterable, Iterator

from .....schemas.game import Game
from .....schemas.parts.problems import InputError
from .equivalence import proved_same
from .forced_moves import without_trivial_parts
from .histories import Histories
from .identical_trees import isomorphism
from .known_mistakes import TABLES
from .mistakes import Suspect, forgotten
from .mistakes.numbers import typical_numbers
from .reduced_forms import form_of, reduced_form

MOST_NODES = 400
"""Limit on the nodes of a map's game whose mistakes are examined: a second or two. On larger maps
nearly all mistakes show.
"""
_SAME = {"island-2020": "island-2018"}
"""Rules with the games and mistakes of others."""
_NUMBER = re.compile(r"(?<![-\w])-?\d+(/\d+)?")
"""A number that belongs to one map; numbers in the names of rules do not."""


def class_of(mistake: str) -> str:
    """Return the name of a mistake without the numbers of one map.

    >>> class_of("an exit pays 3, not 2"), class_of("played by the rules island-2013")
    ('an exit pays N, not N', 'played by the rules island-2013')
    """
    return _NUMBER.sub("N", mistake)


def known_mistakes(rules: str) -> dict[str, str]:
    """Return for each class of mistakes that show on the built-in maps of a rule set a mark per
    map: 1 where it shows, 0 where it cannot.
    """
    lines = TABLES[_SAME.get(rules, rules)].splitlines()
    return {name: marks for marks, _, name in (line.partition(" ") for line in lines)}


def further_mistakes(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes with a name that a grade looks for only where a hand-in suggests them:
    wrong numbers, each with a typical one, and what a player may forget.
    """
    yield from typical_numbers(histories)
    yield from forgotten(histories)


def shown_mistakes(game: Game, suspects: Iterable[Suspect]) -> dict[str, tuple[bool, ...]]:
    """Return for each class of mistakes whether its variants show on a map, whose game is a tree
    with records.
    """
    compared = _Compared(game)
    found: dict[str, tuple[bool, ...]] = {}
    for suspect in suspects:
        name = class_of(suspect.name)
        found[name] = (*found.get(name, ()), not compared.equals(suspect))
    return found


def has_number(mistake: str) -> bool:
    """Return whether a class of mistakes has a number, so that it may be right on some maps.

    >>> has_number("an exit pays N, not N"), has_number("gold is not counted")
    (True, False)
    """
    return re.search(r"\bN\b", mistake) is not None


def explanations(handin: Game, suspects: Iterable[Suspect]) -> dict[str, str]:
    """Return the mistakes each of which alone makes a hand-in of the map's game, by class; the
    hand-in is a tree with records.
    """
    compared = _Compared(handin)
    return {class_of(one.name): one.name for one in suspects if compared.equals(one)}


class _Compared:
    """A game that is compared with games with mistakes."""

    def __init__(self, game: Game) -> None:
        self.plain = without_trivial_parts(game)
        self.recalls = not self.plain.reached.conflicts
        self.form = reduced_form(form_of(self.plain)) if self.recalls else None

    def equals(self, suspect: Suspect) -> bool:
        """Return whether the game is that of a mistake, as far as it can be proved."""
        try:
            made = suspect.make().with_records()
        except InputError:  # It is far larger.
            return False
        if isomorphism(self.plain, without_trivial_parts(made)) is not None:
            return True
        if self.form is None or made.reached.conflicts or suspect.form is None:
            return False
        return proved_same(suspect.form, self.form)
