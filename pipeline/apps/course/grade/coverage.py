"""Which mistakes show on a map: a hand-in that is right on one map may still contain those that do
not show there.

A mistake shows if the game with it differs from the map's game. Otherwise both are the same game,
and no hand-in for this map can contain the mistake.
"""

from collections.abc import Iterable

from .....schemas.game import Game
from .....schemas.parts.problems import InputError
from ..records import NamedMistake
from .equivalence import proved_same
from .forced_moves import without_trivial_parts
from .identical_trees import isomorphism
from .known_mistakes import TABLES
from .mistakes import Suspect
from .reduced_forms import form_of, reduced_form
from .tree_pair import SubtreeDistance

MOST_NODES = 400
"""Limit on the nodes of a map's game whose mistakes are examined: a second or two. On larger maps
nearly all mistakes show.
"""
_SAME = {"island-2020": "island-2018"}
"""Rules with the games and mistakes of others."""


def known_mistakes(rules: str) -> dict[str, str]:
    """Return for each class of mistakes that show on the built-in maps of a rule set a mark per
    map: 1 where it shows, 0 where it cannot.
    """
    lines = TABLES[_SAME.get(rules, rules)].splitlines()
    return {name: marks for marks, _, name in (line.partition(" ") for line in lines)}


def shown_mistakes(game: Game, suspects: Iterable[Suspect]) -> dict[str, tuple[bool, ...]]:
    """Return for each class of mistakes whether its variants show on a map, whose game is a tree
    with records.
    """
    compared = _Compared(game)
    found: dict[str, tuple[bool, ...]] = {}
    for suspect in suspects:
        name = suspect.mistake.general
        found[name] = (*found.get(name, ()), not compared.equals(suspect))
    return found


def explanations(handin: Game, suspects: Iterable[Suspect]) -> dict[str, NamedMistake]:
    """Return the mistakes each of which alone makes a hand-in of the map's game, by class; the
    hand-in is a tree with records. They are not proved if it pays the same at every end of play,
    which many mistakes would explain.
    """
    compared, proved = _Compared(handin), len(set(handin.columns.payoffs)) > 1
    mistakes = (one.mistake for one in suspects if compared.equals(one))
    return {one.general: one._replace(proved=proved) for one in mistakes}


class _Compared:
    """A game that is compared with games with mistakes."""

    def __init__(self, game: Game) -> None:
        self.game, self.plain = game, without_trivial_parts(game)
        self.recalls = not self.plain.reached.conflicts
        self.form = reduced_form(form_of(self.plain)) if self.recalls else None

    def equals(self, suspect: Suspect) -> bool:
        """Return whether the game is that of a mistake, as far as it can be proved."""
        try:
            made = suspect.make().with_records()
        except InputError:  # It is far larger.
            return False
        if SubtreeDistance(self.game, made).other_numbers():
            return False
        if isomorphism(self.plain, without_trivial_parts(made)) is not None:
            return True
        if self.form is None or made.reached.conflicts or suspect.form is None:
            return False
        return proved_same(suspect.form, self.form)
