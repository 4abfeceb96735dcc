"""Games of the literature as rules: their sizes and values."""

import re
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest

import efgc
from efgc.schemas.state_graph import Actor, check, count, write
from efgc.stages.parse.rules import parse_rules

FOLDER = Path(__file__).parents[3] / "games" / "rules"
SHA = "0" * 64


@cache
def graph(name, **overrides):
    text = (FOLDER / f"{name}.rules.yaml").read_text()
    return parse_rules(text, SHA, f"{name}.rules.yaml", overrides=overrides)


MAJORITY = {"hidden": "true", "majority": "true"}
TWO_DICE = {"dice": "2", "faces": "5"}
# Game, changed constants, states with a mover, histories, terminal histories, information sets.
SIZES = [
    ("kuhn", {}, 25, 55, 30, (6, 6)),
    ("inspection", {}, 27, 77, 35, (14, 14)),
    ("goofspiel", {}, 2365, 26_773, 13_824, (3_652, 3_652)),
    ("goofspiel", {"hidden": "true"}, 2365, 26_773, 13_824, (1_804, 1_804)),
    pytest.param(
        *("goofspiel", MAJORITY, 5585, 26_773, 13_824, (1_804, 1_804)), marks=pytest.mark.slow
    ),
    ("goofspiel", {**MAJORITY, "recall": "true"}, 6901, 26_773, 13_824, (1_804, 1_804)),
    # OpenSpiel has the same terminal histories and information sets, in hidden Goofspiel the same
    # histories. It deals the cards, and rolls the dice, in two steps: 6 more histories.
    ("leduc", {}, 2491, 9_451, 5_520, (468, 468)),
    ("liars-dice", {}, 865, 294_877, 147_420, (12_288, 12_288)),
    # The liar's dice of nashbench: 6.55e8 terminal histories and 1.57e7 information sets.
    pytest.param(
        *("liars-dice", TWO_DICE, 9_001, 1_310_719_376, 655_359_375, (7_864_320, 7_864_320)),
        marks=pytest.mark.slow,
    ),
    ("patrol", {}, 137, 1_357, 912, (53, 1)),
    ("interdiction", {}, 55, 175, 69, (1, 29)),
    ("pursuit", {}, 560, 18_876, 11_088, (119, 236)),
    ("dark-hex-2", {}, 105, 441, 216, (17, 53)),
]


@pytest.mark.parametrize(("name", "changed", "states", "histories", "terminal", "sets"), SIZES)
def test_sizes(name, changed, states, histories, terminal, sets):
    found = graph(name, **changed)
    assert check(found) == []
    size = count(found)
    assert int((found.columns.actor != Actor.TERMINAL).sum()) == states
    assert (size.histories, size.terminal_histories) == (histories, terminal)
    assert size.information_sets == sets


def test_games_are_short():
    files = sorted(FOLDER.glob("*.rules.yaml"))
    assert len(files) >= 11
    for file in files:
        assert len(file.read_text().splitlines()) <= 60, file.name


ABRUPT, HIDDEN = {"abrupt": "true"}, {"cards": "6", "hidden": "true"}
long = partial(pytest.param, marks=pytest.mark.long)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "changed", "states", "moves", "histories", "sets"),
    [  # Published in arXiv 2502.08938: 9.83e9, 1.36e10, 9.47e9 and 1.47e10 terminal histories;
        # 5.99e6, 2.33e7, 6.07e6 and 2.73e7 information sets.
        ("phantom-tic-tac-toe", {}, 284_627, 1_211_634, 9_829_101_024, 5_990_669),
        long("phantom-tic-tac-toe", ABRUPT, 312_781, 1_371_306, 13_578_403_440, 23_310_269),
        long("dark-hex-3", {}, 283_859, 1_211_250, 9_469_697_760, 6_072_917),
        long("dark-hex-3", ABRUPT, 333_651, 1_450_584, 14_663_760_672, 27_325_277),
        # 3.73e8 and 2.31e7; the points are left out, which would make 1,626,743 states.
        long("goofspiel", HIDDEN, 205_239, 676_488, 373_248_000, 23_050_572),
    ],
)
def test_large_games(name, changed, states, moves, histories, sets):
    found = graph(name, **changed)
    assert int((found.columns.actor != Actor.TERMINAL).sum()) == states
    assert len(found.columns.target) == moves
    size = count(found)
    assert size.terminal_histories == histories
    assert sum(size.information_sets) == sets


def test_the_sizes_of_the_worked_example_are_those_counted_here():
    folder = FOLDER.parents[2] / "artifacts" / "phantom-tic-tac-toe"
    rules = "phantom-tic-tac-toe.rules.yaml"
    assert (folder / rules).read_text() == (FOLDER / rules).read_text()
    found = (folder / "counts.txt").read_text()
    first, second = re.findall(r"([\d,]+) information sets", found)
    assert int(first.replace(",", "")) + int(second.replace(",", "")) == 5_990_669
    assert f"plays         {9_829_101_024:,}, by payoff" in found


# The values of Dresher's inspection games are C(n - 1, k) / sum of C(n, i) for i from 0 to k.
VALUES = [
    ("kuhn", {}, "-1/18"),
    ("inspection", {}, "3/11"),
    ("inspection", {"periods": "2", "inspections": "1"}, "1/3"),
    ("inspection", {"periods": "5", "inspections": "2"}, "6/16"),
    ("goofspiel", {"cards": "3"}, "0"),
    ("patrol", {}, "1/2"),  # The duration over the nodes of the cycle.
    ("interdiction", {}, "1/4"),  # p over the capacity of the smallest cut.
    ("interdiction", {"p": "1"}, "1/3"),
    pytest.param("liars-dice", {}, "-7/258", marks=pytest.mark.slow),
    ("leduc", {}, "-1454920850547486749701863871533/16995463438839962469905132501930"),
]


@pytest.mark.parametrize(("name", "changed", "value"), VALUES)
def test_values(name, changed, value):
    assert efgc.run("".join(write(graph(name, **changed)))).value_exact == Fraction(value)
