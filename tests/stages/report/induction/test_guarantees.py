"""What strategies of stage games guarantee, against values worked out by hand: they are neither
optimal nor equally good for both players, so that lower and upper bounds differ.
"""

from fractions import Fraction

import pytest

from efgc.schemas.induction import StageSolution
from efgc.schemas.parts.states import Choice, Draw, Joint, Terminal
from efgc.schemas.state_graph import StateGraph
from efgc.stages.report.induction.guarantee import GRID, guarantees

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
# Player 1 always plays heads, which guarantees it -1 - 2; player 2 mixes, which concedes 0 - 2.
PENNIES = Joint(
    moves=(("heads", "tails"), ("heads", "tails")),
    to=((2, 2), (2, 2)),
    reward=((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))),
)
STAGE = StageSolution("pennies", -2.0, 0.0, ((1.0, 0.0), (0.5, 0.5)))
STARTS = {
    "a choice of player 1": (Choice(1, (("go", 1), ("out", 3))), (Fraction(-5, 2), Fraction(-2))),
    "a choice of player 2": (Choice(2, (("go", 1), ("out", 3))), (Fraction(-3), Fraction(-5, 2))),
    "chance": (
        Draw((("go", THIRD, 1), ("out", 1 - THIRD, 3))),
        (Fraction(-8, 3), Fraction(-7, 3)),
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_guarantees_pass_through_every_kind_of_state(name):
    start, expected = STARTS[name]
    ends = Terminal(Fraction(-2)), Terminal(Fraction(-5, 2))
    graph = StateGraph(
        title="",
        source=None,
        players=("one", "two"),
        secret=None,
        names=("start", "pennies", "end", "out"),
        states=(start, PENNIES, *ends),
        start=0,
    )
    found = guarantees(graph, [0, 1, 2, 3], {"pennies": STAGE})
    assert found[1] == (-3, -2)
    (low, high), (least, most) = found[0], expected
    # Rounded outward by at most one step of the grid, which is relative to the largest number, 2.
    assert low <= least <= low + 2 * GRID and high - 2 * GRID <= most <= high
