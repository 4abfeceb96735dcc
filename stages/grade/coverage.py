"""Which mistakes show on a map: a hand-in that is right on one map may still contain those that do
not show there.

A mistake shows if the game with it differs from the map's game. Otherwise both are the same game,
and no hand-in for this map can contain the mistake.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from schemas.parts.problems import InputError
from stages.grade.equivalence import proved_same
from stages.grade.forced_moves import without_trivial_parts
from stages.grade.histories import Histories
from stages.grade.identical_trees import isomorphism
from stages.grade.known_mistakes import TABLES
from stages.grade.mistakes import Suspect, common_mistakes, forgotten
from stages.grade.mistakes.numbers import typical_numbers
from stages.grade.reduced_forms import form_of, reduced_form

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


def visible_mistakes(histories: Histories, others: Iterable[Suspect]) -> dict[str, bool]:
    """Return for each class of mistakes whether one of them shows on a map; `others` are games of
    the same map under wrong rules. A class is missing if it cannot show on any map.
    """
    game = histories.game
    plain, form = without_trivial_parts(game), reduced_form(form_of(game))

    def shows(suspect: Suspect) -> bool:
        try:
            made = suspect.make().with_records()
        except InputError:  # It is far larger.
            return True
        if isomorphism(plain, without_trivial_parts(made)) is not None:
            return False
        if made.reached.conflicts:
            return True
        return suspect.form is None or not proved_same(suspect.form, form)

    found: dict[str, bool] = {}
    for suspect in chain(_possible(histories), others):
        name = class_of(suspect.name)
        found[name] = found.get(name, False) or shows(suspect)
    return found


def _possible(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes that have a name; those about numbers with a typical wrong number."""
    yield from common_mistakes(histories)
    yield from typical_numbers(histories)
    yield from forgotten(histories)
