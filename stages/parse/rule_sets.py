"""The rule sets of maps: the families island and cave.

Island: a bandit attacks at once, the first empty place raises an alarm. 2013: no alarm. 2018 and
2020: if the first dangerous place that the agent enters is unoccupied, the bandits learn which one
it is, and one bandit may move to another free place. 2020 differs from 2018 only in the required
programs.

Cave (2023): a miner takes the gold or fights, and all miners observe every encounter.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from efgc.schemas.map_game import Dangers
from efgc.schemas.parts.events import Event
from efgc.schemas.parts.states import Choice, Relocation, State
from efgc.stages.parse.walk import Item, Rules, Situation, Sketch, fight, look


def _enter_2013(place: str, there: Situation, capture: Fraction) -> Item:
    return look(
        place,
        there,
        fight(capture, there.after(place, Event.OCCUPIED)),
        there.after(place, Event.EMPTY),
    )


def _enter_2018(place: str, there: Situation, capture: Fraction) -> Item:
    # Only the first dangerous place can raise the alarm, and only if it is unoccupied.
    if there.met:
        return _enter_2013(place, there, capture)
    return look(
        place, there, fight(capture, there.after(place, Event.OCCUPIED)), alarm(place, there, place)
    )


def alarm(place: str, there: Situation, closed: str) -> Item:
    """Return the alarm at an unoccupied place; no bandit may move to the `closed` place."""
    build = partial(Relocation, (f"alarm at {place}",), closed)
    return Sketch(build, (there.after(place, Event.EMPTY),))


ISLAND_2013 = Rules(
    family="island",
    words="island, the document of 2013",
    players=("agent", "bandits"),
    escape=10,
    enter=_enter_2013,
    dangers=Dangers(alarm=False, robbery=False),
    asks=lambda met: None,
)
ISLAND_2018 = Rules(
    family="island",
    words="island, the document of 2018",
    players=("agent", "bandits"),
    escape=10,
    enter=_enter_2018,
    dangers=Dangers(alarm=True, robbery=False),
    asks=bool,
)
ISLAND_2020 = replace(ISLAND_2018, words="island, the document of 2020")


def _enter_cave(place: str, there: Situation, capture: Fraction) -> Item:
    robbed = there.after(place, Event.TAKE_GOLD)._replace(gold=0)
    fought = fight(capture, there.after(place, Event.FIGHT))
    return look(
        place,
        there,
        Sketch(partial(_encounter, place), (robbed, fought)),
        there.after(place, Event.EMPTY),
    )


def _encounter(place: str, robbed: int, fought: int) -> State:
    return Choice(
        2,
        ((Event.TAKE_GOLD.value, robbed), (Event.FIGHT.value, fought)),
        (f"encounter at {place}",),
    )


CAVE_2023 = Rules(
    family="cave",
    words="cave, the document of 2023",
    players=("agent", "miners"),
    escape=2,
    enter=_enter_cave,
    dangers=Dangers(alarm=False, robbery=True),
    asks=lambda met: None,
)

RULES: dict[str, Rules] = {
    "island-2013": ISLAND_2013,
    "island-2018": ISLAND_2018,
    "island-2020": ISLAND_2020,
    "cave-2023": CAVE_2023,
}
