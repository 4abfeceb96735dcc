"""Small valid games, some with shared nodes."""

from fractions import Fraction

from hypothesis import strategies as st

from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.schemas.game.structure import check_structure

SMALL = (Fraction(1, 2), Fraction(1, 3), Fraction(2, 7))
AT_THE_BORDERS = (
    Fraction(1, 2**31),
    Fraction(2**31 - 1, 2**31),
    Fraction(1, 2**63 - 1),
    Fraction(2**62, 2**63 - 1),
    Fraction(1, 2**63),
    Fraction(2**63 - 1, 2**63),
    Fraction("1e-30"),
    Fraction(10**39 + 1, 10**40 + 9),
)


@st.composite
def drawn(draw, probabilities, decisions=True):
    """Draw a game whose structure is sound: nodes with one to three children, some of them
    shared.
    """
    size = draw(st.integers(2, 12))
    below = [[] for _ in range(size)]
    for node in range(1, size):
        below[draw(st.integers(0, node - 1))].append(node)
    for node in range(size - 1):
        if below[node] and draw(st.booleans()):
            below[node].append(draw(st.integers(node + 1, size - 1)))
    information_sets, nodes = [], []
    for children in below:
        alike = [at for at, one in enumerate(information_sets) if len(one.actions) == len(children)]
        if not children:
            nodes.append(Terminal(Fraction(draw(st.integers(-2, 2)))))
        elif decisions and draw(st.booleans()):
            at = draw(st.sampled_from([*alike, len(information_sets)]))
            if at == len(information_sets):
                labels = tuple("abcdefghijklm"[: len(children)])
                information_sets.append(
                    InformationSet(draw(st.sampled_from((1, 2))), "", (), labels)
                )
            nodes.append(Decision(at, tuple(children)))
        else:
            nodes.append(chance_of(children, draw(st.sampled_from(probabilities))))
    return sound_game(information_sets, nodes)


def chance_of(children, probability):
    """Return a chance node: the first child with a probability, then always half of the rest."""
    left, parts = Fraction(1), []
    for at in range(len(children) - 1):
        parts.append(left * (probability if at == 0 else Fraction(1, 2)))
        left -= parts[-1]
    return Chance(tuple("abcdefghijklm"[: len(children)]), (*parts, left), tuple(children))


def sound_game(information_sets, nodes):
    game = Game(
        title="",
        source=None,
        players=("1", "2"),
        states=0,
        information_sets=tuple(information_sets),
        nodes=tuple(nodes),
    )
    assert not check_structure(game)
    return game
