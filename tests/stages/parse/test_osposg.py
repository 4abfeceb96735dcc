"""One-sided stochastic games: their state graphs have the values of trees listed from the rules."""

import time
from fractions import Fraction

import pytest

from efgc.schemas.parts.problems import InputError, SizeError
from efgc.schemas.state_graph import check, read, write
from efgc.stages.expand import expand
from efgc.stages.parse.observed_levels import at_level
from efgc.stages.parse.osposg import parse_osposg
from efgc.stages.parse.recognising import is_osposg
from one_sided import random_one_sided, text, tree
from samples import SAMPLES
from small_games import seeds, solved

PATROL = SAMPLES["patrol.osposg"]


def reading(source, steps=3, most=10**6):
    return parse_osposg(source, "0" * 64, "a.osposg", steps, most)


def value(source, steps, level=0):
    graph = at_level(reading(source, steps).graph, level)
    assert check(graph) == []
    return solved(expand(graph)).exact.value


def refused(source):
    """Return the problems of a text, each as `line:column: message`."""
    with pytest.raises(InputError) as caught:
        reading(source)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("steps, expected", [(1, "1/2"), (2, "5/8"), (3, "21/32"), (4, "85/128")])
def test_the_evader_is_found_half_of_the_time_in_every_step(steps, expected, level):
    assert value(PATROL, steps, level) == Fraction(expected)


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("number", seeds(25))
def test_random_games_have_the_values_of_their_trees(number, steps):
    game = random_one_sided(number)
    expected = solved(tree(game, steps)).exact.value
    assert {value(text(game), steps, level) for level in (0, 2)} == {expected}


def test_the_bound_on_later_steps():
    assert reading(PATROL, 3).remarks == (
        "the value is that of 3 steps (--steps); that of the game without an end differs by at "
        "most 0.25",
    )
    assert abs(Fraction(2, 3) - value(PATROL, 3)) <= Fraction(1, 4)
    assert reading(PATROL.replace("0.5\n", "0.999\n", 1), 1).remarks[0].endswith(" 999")


def test_the_graph_is_written_and_read_back():
    graph = reading(PATROL).graph
    assert read("".join(write(graph))).digest == graph.digest
    assert graph.title == "one-sided stochastic game of 3 states, 3 steps"
    assert (graph.source.rules, graph.source.file) == ("osposg steps=3", "a.osposg")
    assert graph.names[:3] == ("0 start", "1 left at 0", "2 right at 0")


def test_play_ends_where_nothing_more_is_paid():
    assert not any("caught at" in name for name in reading(PATROL).graph.names)
    lines = PATROL.replace(" 9 4 0.5", " 9 0 0.5").split("\n")
    idle = "\n".join([*lines[:24], "0 0.5 0.5"])
    assert len(reading(idle).graph.columns) == 2


def test_rounded_probabilities_mean_fractions():
    rounded = PATROL.replace("0 0.5 0.5", "0 0.333333 0.666667")
    assert Fraction(2, 3) in reading(rounded).graph.columns.numbers
    assert reading(rounded).remarks[0].startswith("line 29: 0.333333 is 1/3 rounded to its digits")


def test_a_graph_that_is_too_large_is_refused():
    with pytest.raises(SizeError, match="the state graph has more than 20 states, the limit of"):
        reading(PATROL, 100, 20)


BROKEN = """
3 2 2 2 => 3 2 2 3
1:1: 30 lines by these numbers; the file has 29

9 4 0.5 => 9 4
1:1: expected the numbers of states, partitions, actions of player 1, actions of player 2,
observations, transitions, rewards, and the discount factor

9 4 0.5 => 9 4 1.0
1:15: the discount factor 1 is not between 0 and 1

9 4 0.5 => 9 x 0.5
1:13: 'x' is not a number

3 2 2 2 => 0 2 2 2
1:1: there must be one at least

left 0 => left 2
2:6: '2' is not a partition, a whole number from 0 to 1

left 0 => left
2:5: expected the name of a state and the number of its partition

0 1#0 1#0#0 1 => 0 2#0 1#0#0 1
11:3: '2' is not one of the actions of player 2, a whole number from 0 to 1

0 1#0 1#0#0 1 => 0 0#0 1#0#0 1
11:3: duplicate action 0

0 0 0 1 2 1.0 => 0 0 0 1 3 1.0
16:9: '3' is not a state, a whole number from 0 to 2

0 0 0 1 2 1.0 => 0 0 0 1 2
16:1: expected state, actions, observation, next state and probability

0 0 0 1 2 1.0 => 0 0 0 1 2 0.9
16:1: the probabilities after these actions sum to 9/10, not to 1

0 0 0 1 2 1.0 => 0 0 0 1 2 -1
16:11: the probability -1 is below 0

0 0 0 1 2 1.0 => 0 0 0 1 2 one
16:11: 'one' is not a number; write 3, 0.33 or 1/3

0 0 1 1 2 1.0 => 0 0 0 1 2 1.0
17:1: a second probability of this transition

0 0 1 1 2 1.0 => 0 0 0 1 2 0
17:1: a second probability of this transition

0 1 1 0 1 1.0 => 0 1 1 0 2 1.0
19:9: player 1 cannot know its next partition from what it sees

2 0 0 1 2 1.0 => 2 0 1 1 2 1.0
24:5: player 2 cannot play this action in the state

1 0 1 0 0 1.0 => 1 0 0 0 0 0
12:1: in state 'right', no transition after the actions 'look-left' and 'move'

0 0 0 1.0#0 0 1 1.0#1 => 0 0 0 1.0#0 0 0 1.0#1
26:1: a second reward of these actions

0 0 0 1.0#0 0 1 1.0#1 => 0 0 0 1.0#0 0 1#1
26:1: expected state, actions and reward

0 0.5 0.5 => 0 0.5 0.4
29:1: the probabilities sum to 9/10, not to 1

0 0.5 0.5 => 0 1
29:1: 1 probabilities; the partition has 2 states

0 0.5 0.5 => 0 1.5 -0.5
29:7: the probability -1/2 is below 0
"""


@pytest.mark.parametrize("broken", BROKEN.strip().split("\n\n"))
def test_broken_files_are_refused_at_their_place(broken):
    """Each is a change of the sample, with `#` for a line end, and one of its problems."""
    change, *problem = broken.split("\n")
    old, new = change.replace("#", "\n").split(" => ")
    assert old in PATROL
    assert " ".join(problem) in refused(PATROL.replace(old, new, 1))


@pytest.mark.parametrize(
    "source",
    [
        "999999999 1 1 1 1 1 1 0.5\na 0\n",
        "1 1 1 1 1 30000 0 0.5\na 0\nx\ny\no\n0\n0\n" + "0 0 0 0 0 1\n" * 30_000 + "0 1\n",
        "1 1 1 1 1 1 0 0." + "5" * 1_000 + "\na 0\nx\ny\no\n0\n0\n0 0 0 0 0 1\n0 1\n",
    ],
)
def test_hostile_files_are_refused_soon(source):
    before = time.process_time()
    assert 1 <= len(refused(source)) <= 100
    assert time.process_time() - before < 20


@pytest.mark.parametrize(
    "source, is_one",
    [
        (PATROL, True),
        (PATROL.replace("\n", "\r\n"), True),
        (PATROL.replace("left 0", "left"), True),
        ("1 2 3 4 5 6 7 0.5\n", False),
        ("1 2 3 4 5 6 7 0.5\n8 7 6 5 4 3 2 1\n", False),
        ("7\n9\n#-#\n", False),
        ("2 0.33\nSE-D\n", False),
    ],
)
def test_recognition(source, is_one):
    assert is_osposg(source) == is_one
