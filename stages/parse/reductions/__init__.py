"""The reductions of the agent's walk: what makes a state graph small and leaves its value as it is.

One reduction per file. The first two say which squares still matter, and two
histories with the same ones are one state; the others say which ways from one
state to the next are told apart. Each states the property of the rules that it
needs, and is left out where that does not hold.
"""

from typing import NamedTuple

from stages.parse.reductions.chains import follow_chain
from stages.parse.reductions.reachable import reachable
from stages.parse.reductions.relevant import relevant
from stages.parse.reductions.richest import richest_ways
from stages.parse.reductions.wider import drop_narrower

__all__ = ("REDUCTIONS", "Needs", "drop_narrower", "follow_chain", "reachable", "relevant", "richest_ways")


class Needs(NamedTuple):
    """From which level on a reduction is used, and what the rules must be like."""

    level: int
    worthless_dead_ends: bool
    """A dead end must pay what no other end of play goes below."""
    gold_helps: bool
    """More gold must never pay less, whatever follows."""


REDUCTIONS = {
    "reachable": Needs(1, False, False),
    "relevant": Needs(2, True, False),
    "chains": Needs(2, False, False),
    "richest": Needs(2, True, True),
    "wider": Needs(2, True, True),
}
