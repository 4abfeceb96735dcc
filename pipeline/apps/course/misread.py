"""Misreadings of the rules: the games that a hand-in may implement instead.

Each misreading is a rule set or a map of its own, compiled like the right one.
Mistakes that need no other states (payoffs, probabilities, knowledge) are found
on the tree, by `pipeline.apps.course.grade.mistakes`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from sys import maxsize
from typing import NamedTuple

from ....schemas.map_game import Dangers
from ....schemas.parts.source import Source
from ....schemas.state_graph import StateGraph
from ....stages.parse import map_graph
from ....stages.parse.maps import Map
from ....stages.parse.rule_sets import CAVE_2023, ISLAND_2018, RULES
from ....stages.parse.walk import Rules
from .grade.mistakes.suspect import Mistake
from .records import NamedMistake


class Misreading(NamedTuple):
    """A wrong reading of the rules."""

    mistake: Mistake
    of: Rules
    """The rules that are misread."""
    dangers: Dangers


MISREADINGS = (
    Misreading(
        Mistake.ALARM_AFTER_FIGHT,
        ISLAND_2018,
        Dangers(alarms=1, after_fights=True, keeps_counting=True),
    ),
    Misreading(Mistake.ALARM_EVERYWHERE, ISLAND_2018, Dangers(alarms=maxsize, keeps_counting=True)),
    Misreading(Mistake.ONTO_ALARM, ISLAND_2018, Dangers(alarms=1, onto_alarm=True)),
    Misreading(Mistake.GOLD_LOST, ISLAND_2018, Dangers(alarms=1, fights_cost_gold=True)),
    Misreading(Mistake.GOLD_LOST, CAVE_2023, Dangers(robbery=True, fights_cost_gold=True)),
)
"""Each needs a key in `Mistake` and advice for students in `feedback/advice.py`, and must show on
at least two built-in maps, one of them the last; `tests/documents/mistake_maps.py` writes on which
it does.
"""
PLAYED_BY = {Mistake.OTHER_RULES.named(rules=name).words: name for name in RULES}
"""The rules that were used by mistake, by the words of this mistake."""


def misreadings(
    board: Map, rules: str, max_states: int
) -> Iterator[tuple[NamedMistake, Callable[[], StateGraph]]]:
    """Yield the misreadings of a map by its rules, each with a function that compiles it at level
    0.

    The function raises InputError if there are more than `max_states` states.
    """
    source = Source(file="", sha256="", rules=rules, level=0)
    for mistake, read, played in _misread(board, RULES[rules]):
        yield mistake, partial(map_graph, read, played, source, max_states)


def _misread(board: Map, right: Rules) -> Iterator[tuple[NamedMistake, Map, Rules]]:
    """Yield the misreadings of a map by its rules, each with the map and rules that are played."""
    for misreading in MISREADINGS:
        if misreading.of.play_like(right):
            mistake = misreading.mistake.named(others=right.players[1])
            yield mistake, board, replace(right, dangers=misreading.dangers)
    tried = [right]
    for name, other in RULES.items():
        if not any(other.play_like(rules) for rules in tried):
            yield Mistake.OTHER_RULES.named(rules=name), board, other
            if other.escape != right.escape:
                same = replace(
                    other, escape=right.escape, players=right.players, family=right.family
                )
                yield Mistake.ENCOUNTERS_BY_OTHER_RULES.named(rules=name), board, same
        tried.append(other)
    for bandits in (board.bandits - 1, board.bandits + 1):
        if 0 <= bandits <= len(board.places):
            mistake = Mistake.NUMBER_HIDDEN.named(
                others=right.players[1], found=bandits, right=board.bandits
            )
            yield mistake, replace(board, bandits=bandits), right
