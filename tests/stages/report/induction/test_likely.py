"""Likely positions: the likeliest first, each once, and all of them where there is room."""

from fractions import Fraction

from efgc.schemas.induction_report import Play
from efgc.schemas.parts.states import Draw, Joint, Terminal, targets
from efgc.stages.report.induction.plays import SLIP, likeliest

ZERO = ((Fraction(0),) * 2,) * 2
MOVES = (("a", "b"), ("c", "d"))
# Two rounds: what follows ("a", "c") is 2, then chance between 3 and 4.
STATES = (
    Joint(MOVES, ((1, 2), (3, 5)), ZERO),
    Draw((("x", Fraction(3, 4), 3), ("y", Fraction(1, 4), 4))),
    Joint(MOVES, ((5, 5), (5, 5)), ZERO),
    Joint(MOVES, ((5, 5), (5, 5)), ZERO),
    Joint(MOVES, ((5, 5), (5, 5)), ZERO),
    Terminal(Fraction(0)),
)
PURE = ((1.0, 0.0), (1.0, 0.0))


def _play(number):
    return Play(
        state=str(number),
        label="",
        moves=MOVES,
        value=0.0,
        gap=0.0,
        strategies=PURE,
        move_values=None,
        exact=None,
    )


def _names(most):
    found = likeliest(0, STATES.__getitem__, _play, most)
    return [play.state for play in found.plays], found.whole


def test_the_start_comes_first_then_likely_positions_then_those_after_a_slip():
    assert 3 / 4 > 1 / 4 > SLIP
    assert _names(10) == (["0", "3", "4", "2"], True)


def test_the_number_of_positions_is_limited():
    for most in (1, 2, 3):
        assert _names(most) == (["0", "3", "4", "2"][:most], False)
    assert _names(4)[1]


def test_play_is_computed_once_and_only_for_joint_states():
    asked = []
    likeliest(0, STATES.__getitem__, lambda number: asked.append(number) or _play(number), 10)
    assert sorted(asked) == [0, 2, 3, 4]
    assert {*asked} <= {0, *(to for state in STATES for to in targets(state))}
