"""The reductions of the agent's walk, which make a state graph smaller and keep its value.

One reduction per file, under the name of its function. Some determine the squares
that still matter (`region`), and two histories with the same ones are one state;
the others determine the distinct ways from one state to the next (`ways`). Each
states the property of the rules that it needs, and is left out if that does not
hold. `stages.parse.walk` gets all reductions from here.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..ways import Onward, Region, Way
from .chains import chains
from .reachable import reachable
from .relevant import relevant
from .richest import richest
from .wider import wider

__all__ = (
    "REDUCTIONS",
    "Reduction",
    "chained",
    "chains",
    "reachable",
    "relevant",
    "richest",
    "wider",
)


class Reduction(NamedTuple):
    """A reduction: its lowest level, the properties of the rules that it needs, its functions."""

    words: str
    """Its description, for people."""
    level: int
    worthless_dead_ends: bool = False
    """A dead end must pay the least of all ends of play."""
    gold_helps: bool = False
    """More gold must never reduce the payoff, whatever follows."""
    region: Region | None = None
    """Maps a square and the open squares to those of them that still matter."""
    look: int = 0
    """The cost of a call per square that could matter, in the unit of Meter."""
    ways: Callable[[Way, Onward], list[Way]] | None = None
    """The ways from one state to the next; the last reduction in use with this function wins."""
    builds_on: str = ""
    """The reduction without which it has no effect."""


def chained(here: Way, onward: Onward) -> list[Way]:
    """Return the chains that begin with a move."""
    return [chains(way, onward) for way in onward(here)]


REDUCTIONS = {
    "reachable": Reduction(
        words="squares that the agent can no longer reach do not matter",
        level=1,
        region=reachable,
    ),
    "relevant": Reduction(
        words="squares on no simple path to an exit do not matter",
        level=2,
        worthless_dead_ends=True,
        region=relevant,
        look=5,
    ),
    "chains": Reduction(words="a chain of forced moves is one action", level=2, ways=chained),
    "richest": Reduction(
        words="of the ways to the same situation, the agent takes the one with most gold",
        level=2,
        worthless_dead_ends=True,
        gold_helps=True,
        ways=richest,
    ),
    "wider": Reduction(
        words="a way that leaves fewer squares open and brings no more gold is not needed",
        level=2,
        worthless_dead_ends=True,
        gold_helps=True,
        ways=partial(richest, narrower=wider),
        builds_on="richest",
    ),
}
"""A row is enough to be right, but maps at its level then take the plain walk, about 100 times as
slow. The compiled walk is `stages/parse/columns`, and `stages/parse/enumeration.py` lists the
combinations of reductions that it knows.
"""
