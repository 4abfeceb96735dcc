"""Small games with any texts, and with numbers of any size."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from card_games import kuhn
from efgc.schemas.game import Chance, Decision, InformationSet, Terminal

TEXTS = st.text(max_size=3) | st.sampled_from(['"', "\\", "\u00e9", "\x7f", "x y"])
NUMBERS = st.fractions() | st.sampled_from(
    [
        *(Fraction(sign * (2**power + more)) for sign in (1, -1) for power in (31, 63, 64)
          for more in (-1, 0, 1)),
        Fraction(1, 10**40 + 1),
        Fraction(10**30, 7),
        Fraction(0.6),
        Fraction(1e-5),
        Fraction(31415926535897932384, 10**20),
    ]
)  # fmt: skip


def games():
    """Draw a game of two moves with any texts and numbers."""
    return st.builds(
        lambda title, both: replace(kuhn(), title=title, information_sets=both[0], nodes=both[1]),
        TEXTS,
        records(),
    )


@st.composite
def records(draw):
    """Draw the information sets and the nodes of such a game."""
    labels = st.lists(TEXTS.filter(bool), min_size=2, max_size=3, unique=True).map(tuple)
    infosets = tuple(
        InformationSet(player, draw(TEXTS), tuple(draw(st.lists(TEXTS, max_size=2))), draw(labels))
        for player in (1, 2)
    )
    parts = draw(st.lists(st.integers(1, 10**20), min_size=2, max_size=3))
    first = Chance(
        tuple(map(str, range(len(parts)))),
        tuple(Fraction(part, sum(parts)) for part in parts),
        tuple(range(1, 1 + len(parts))),
    )
    nodes = [first]
    below = 1 + len(parts)
    for _ in parts:
        infoset = draw(st.integers(0, 1)) if len(nodes) > 1 else 0
        ways = len(infosets[infoset].actions)
        nodes.append(Decision(infoset, tuple(range(below, below + ways))))
        below += ways
    nodes += [Terminal(draw(NUMBERS)) for _ in range(below - len(nodes))]
    used = any(node.infoset for node in nodes if isinstance(node, Decision))
    return infosets if used else infosets[:1], tuple(nodes)
