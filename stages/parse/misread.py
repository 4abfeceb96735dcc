"""Misreadings of the rules: the games that a hand-in may implement instead.

Each misreading is a rule set or a map of its own, compiled like the right one.
Mistakes that need no other states (payoffs, probabilities, knowledge) are found
on the tree, by `stages.grade.mistakes`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from efgc.schemas.parts.events import Event
from efgc.schemas.parts.source import Source
from efgc.schemas.parts.states import Look
from efgc.schemas.state_graph import StateGraph
from efgc.stages.parse import map_graph
from efgc.stages.parse.maps import Map
from efgc.stages.parse.rule_sets import CAVE_2023, ISLAND_2013, ISLAND_2018, RULES, alarm
from efgc.stages.parse.walk import DangerFinding, Item, Rules, Situation, Sketch, fight, look


class Misreading(NamedTuple):
    """A wrong reading of the rules."""

    name: str
    of: Rules
    """The rules that are misread."""
    enter: Callable[[str, Situation, Fraction], Item]
    """Returns the item that follows under this reading when the agent enters a dangerous place."""


def _after_a_fight(place: str, there: Situation, capture: Fraction) -> Item:
    if any(met.found is Event.EMPTY for met in there.met):
        return ISLAND_2013.enter(place, there, capture)
    return _look_every_time(place, there, capture)


def _look_every_time(place: str, there: Situation, capture: Fraction) -> Item:
    # As if the place were certainly occupied.
    occupied = ISLAND_2013.enter(place, there._replace(bandits=there.unknown), capture)
    behind = there.after(place, Event.OCCUPIED)
    return look(place, there, _with_bandits(occupied, behind), alarm(place, there, place))


def _with_bandits(item: Item, behind: Situation) -> Item:
    """Return the item after a fight with the correct number of remaining bandits."""
    if isinstance(item, Situation):
        return behind
    if isinstance(item, Sketch):
        return item._replace(
            followers=tuple(_with_bandits(follower, behind) for follower in item.followers)
        )
    return item


def _onto_the_alarm(place: str, there: Situation, capture: Fraction) -> Item:
    behind = there.after(place, Event.OCCUPIED)
    if not there.met:
        return look(place, there, fight(capture, behind), alarm(place, there, ""))
    if there.met[0].found is not Event.EMPTY or not there.bandits:
        return ISLAND_2013.enter(place, there, capture)
    # A bandit that moved onto the alarm square is at none of the others: counting gives nothing.
    return Sketch(partial(Look, place), (fight(capture, behind), there.after(place, Event.EMPTY)))


def _gold_lost(
    enter: Callable[[str, Situation, Fraction], Item],
    place: str,
    there: Situation,
    capture: Fraction,
) -> Item:
    won = Event.FIGHT if enter is CAVE_2023.enter else Event.OCCUPIED
    return _without_gold(enter(place, there, capture), DangerFinding(place, won))


def _without_gold(item: Item, met: DangerFinding) -> Item:
    if isinstance(item, Situation):
        return item._replace(gold=0) if item.met and item.met[-1] == met else item
    if isinstance(item, Sketch):
        return item._replace(
            followers=tuple(_without_gold(follower, met) for follower in item.followers)
        )
    return item


MISREADINGS = (
    Misreading("an alarm is raised after a fight, too", ISLAND_2018, _after_a_fight),
    Misreading("an alarm is raised at every empty place", ISLAND_2018, _look_every_time),
    Misreading("bandits can move onto the square of the alarm", ISLAND_2018, _onto_the_alarm),
    Misreading(
        "gold is lost in a fight that is won", ISLAND_2018, partial(_gold_lost, ISLAND_2018.enter)
    ),
    Misreading(
        "gold is lost in a fight that is won", CAVE_2023, partial(_gold_lost, CAVE_2023.enter)
    ),
)
_PLAYED_BY = "played by the rules {}"
PLAYED_BY = {_PLAYED_BY.format(name): name for name in RULES}
"""The rules that were used by mistake, by the name of this mistake."""


def misreadings(
    board: Map, rules: str, max_states: int
) -> Iterator[tuple[str, Callable[[], StateGraph]]]:
    """Yield the misreadings of a map by its rules, each with a function that compiles it at level
    0.

    The function raises InputError if there are more than `max_states` states.
    """
    right = RULES[rules]
    for misreading in MISREADINGS:
        if misreading.of.play_like(right):
            yield (
                misreading.name,
                partial(_graph, board, replace(right, enter=misreading.enter), rules, max_states),
            )
    for name, other in RULES.items():
        before = list(RULES)[: list(RULES).index(name)]
        if not any(other.play_like(rules) for rules in (right, *map(RULES.__getitem__, before))):
            same = replace(other, escape=right.escape, players=right.players, family=right.family)
            yield (
                _PLAYED_BY.format(name),
                partial(_graph, board, other, rules, max_states),
            )
            if other.escape != right.escape:
                yield (
                    f"encounters are played by the rules {name}",
                    partial(_graph, board, same, rules, max_states),
                )
    for bandits in (board.bandits - 1, board.bandits + 1):
        if 0 <= bandits <= len(board.places):
            name = f"the number of {right.players[1]} is {bandits}, not {board.bandits}"
            yield (
                name,
                partial(_graph, replace(board, bandits=bandits), right, rules, max_states),
            )


def _graph(board: Map, rules: Rules, name: str, max_states: int) -> StateGraph:
    return map_graph(board, rules, Source(file="", sha256="", rules=name, level=0), max_states)
