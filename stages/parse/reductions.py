"""The reductions of the agent's walk, which make a state graph smaller and keep its value.

Some determine the squares that still matter (`region`), and two histories with the same ones are
one state; the others determine the distinct ways from one state to the next (`ways`). Each states
the property of the rules that it needs, with a proof, and is left out if that does not hold. They
are computed by `stages.parse.columns`; the tests have them once more, as plain functions.
"""

from collections.abc import Collection
from typing import NamedTuple

from .columns.tables import ALL, CHAINED, REACHABLE, RELEVANT, RICHEST, SINGLE, WIDER


class Reduction(NamedTuple):
    """A reduction: its lowest level, the properties of the rules that it needs, and its effect."""

    words: str
    """Its description, for people."""
    level: int
    worthless_dead_ends: bool = False
    """A dead end must pay the least of all ends of play."""
    gold_helps: bool = False
    """More gold must never reduce the payoff, whatever follows."""
    region: int = ALL
    """The rule for the squares that matter; of those in use, the largest counts."""
    ways: int = SINGLE
    """The kind of ways from one state to the next; of those in use, the largest counts."""
    builds_on: str = ""
    """The reduction without which it has no effect."""


_REACHABLE = Reduction(
    words="squares that the agent can no longer reach do not matter",
    level=1,
    region=REACHABLE,
)
"""Property of the rules: the continuation depends only on the squares that the agent enters from
now on, on its gold and on its encounters. Proof: a square that no walk over open squares reaches is
never entered again, whether it is open or not. So two histories that differ only in such squares
have the same continuations with the same payoffs. As the agent had the same encounters, the
opponent's knowledge is the same, too, and a strategy for one history is a strategy for the other.
"""

_RELEVANT = Reduction(
    words="squares on no simple path to an exit do not matter",
    level=2,
    worthless_dead_ends=True,
    region=RELEVANT,
)
"""Property of the rules: a dead end pays the least of all ends of play. Proof: an agent that enters
a square that lies on no such path never gets out, so it ends with the least possible payoff. If
there is a move on such a path, it pays at least as much, whatever the opponent does, and dropping
the others changes no value; if there is none, play is worth the least payoff already. Two histories
with the same relevant squares then have the same continuations.
"""

_CHAINS = Reduction(words="a chain of forced moves is one action", level=2, ways=CHAINED)
"""Property of the rules: between two decisions of the agent without an encounter, no other player
moves and neither player learns anything. Proof: if there is one move, every strategy makes it, with
probability 1. So the way to the next real decision, encounter or end of play is taken as a whole or
not at all, and one action with all its moves has the same outcomes. Its label lists the moves, so
that a reader can make them one by one.
"""

_RICHEST = Reduction(
    words="of the ways to the same situation, the agent takes the one with most gold",
    level=2,
    worthless_dead_ends=True,
    gold_helps=True,
    ways=RICHEST,
)
"""Property of the rules: between two encounters the agent learns nothing and is not observed; more
gold never pays less; a dead end pays the least. Proof: as nothing is learnt, a plan that decides on
the way can also draw its whole way to the next encounter or exit at once, with the same outcomes.
Of two ways from the same situation to the same square that leave the same squares open, all
continuations are the same, and the one with more gold pays at least as much in each. Gold is
compared among ways from the same situation only: two ways that separate before an encounter
continue in different situations if it ends differently, and the poorer one may be better there (on
`-SGGG / #-GEE / E#DGG`, 1 bandit, p = 0.3, it is: 12.819 and not 12.693). A way into a dead end is
kept only if there is no other way; one stands for all, because a dead end pays the same with any
gold.
"""

_WIDER = Reduction(
    words="a way that leaves fewer squares open and brings no more gold is not needed",
    level=2,
    worthless_dead_ends=True,
    gold_helps=True,
    ways=WIDER,
    builds_on="richest",
)
"""Property of the rules: the agent's legal moves depend on the squares that are still open, more of
them never forbid a move, and more gold never pays less. Proof: let another way from the same
situation lead to the same square with all these squares open and at least this gold. Every
continuation of this way is one of the other, too, meets the same, and pays at least as much there.
So a plan that takes the other way instead loses nothing, whatever the opponent does, and the
opponent does not observe the way.
"""

REDUCTIONS = {
    "reachable": _REACHABLE,
    "relevant": _RELEVANT,
    "chains": _CHAINS,
    "richest": _RICHEST,
    "wider": _WIDER,
}
"""`region` and `ways` of a row are computed by `stages/parse/columns`, by the same names."""


def in_use(names: Collection[str]) -> list[Reduction]:
    """Return those of the named reductions that have an effect beside each other."""
    return [
        reduction
        for name, reduction in REDUCTIONS.items()
        if name in names and (not reduction.builds_on or reduction.builds_on in names)
    ]
