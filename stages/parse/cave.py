"""The rules of the cave document (2023): a miner takes the gold or fights, and all miners observe
every encounter.
"""

from fractions import Fraction
from functools import partial

from schemas.parts.events import Event
from schemas.parts.states import Choice, State
from stages.parse.walk import Item, Rules, Situation, Sketch, fight, look


def _enter(place: str, there: Situation, capture: Fraction) -> Item:
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
    enter=_enter,
    asks=lambda met: None,
)
