"""The reductions of the agent's walk: what makes a state graph small and leaves its value as it is.

One reduction per file, under the name of its function; `stages.parse.walk` says
where each is used. The first two say which squares still matter, and two
histories with the same ones are one state; the others say which ways from one
state to the next are told apart. Each states the property of the rules that it
needs, and is left out where that does not hold.
"""

from typing import NamedTuple

from stages.parse.reductions.chains import chains
from stages.parse.reductions.reachable import reachable
from stages.parse.reductions.relevant import relevant
from stages.parse.reductions.richest import richest
from stages.parse.reductions.wider import wider

__all__ = ("REDUCTIONS", "Needs", "wider", "chains", "reachable", "relevant", "richest")


class Needs(NamedTuple):
    """From which level on a reduction is used, and what the rules must be like."""

    level: int
    worthless_dead_ends: bool
    """A dead end must pay what no other end of play goes below."""
    gold_helps: bool
    """More gold must never pay less, whatever follows."""


REDUCTIONS = {
    "reachable": Needs(level=1, worthless_dead_ends=False, gold_helps=False),
    "relevant": Needs(level=2, worthless_dead_ends=True, gold_helps=False),
    "chains": Needs(level=2, worthless_dead_ends=False, gold_helps=False),
    "richest": Needs(level=2, worthless_dead_ends=True, gold_helps=True),
    "wider": Needs(level=2, worthless_dead_ends=True, gold_helps=True),
}
