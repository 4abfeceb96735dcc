"""The rules of the island documents: a bandit attacks at once, the first empty place raises an
alarm.

2013: no alarm. 2018 and 2020: if the first dangerous place that the agent
enters is unoccupied, the bandits learn which one it is, and one bandit may move
to another free place. 2020 differs from 2018 only in the required programs.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from schemas.parts.events import Event
from schemas.parts.states import Relocation
from stages.parse.walk import Item, Rules, Situation, Sketch, fight, look


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
    alarm = Sketch(
        partial(Relocation, (f"alarm at {place}",), place), (there.after(place, Event.EMPTY),)
    )
    return look(place, there, fight(capture, there.after(place, Event.OCCUPIED)), alarm)


ISLAND_2013 = Rules(
    family="island",
    words="island, as first told in 2013",
    players=("agent", "bandits"),
    escape=10,
    enter=_enter_2013,
    asks=lambda met: None,
)
ISLAND_2018 = Rules(
    family="island",
    words="island, the document of 2018",
    players=("agent", "bandits"),
    escape=10,
    enter=_enter_2018,
    asks=bool,
)
ISLAND_2020 = replace(ISLAND_2018, words="island, the document of 2020")
