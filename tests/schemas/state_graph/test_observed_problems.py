"""Each problem of a state graph of version 2 has a message and a place."""

import pytest

from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError

GRAPH = """format: efgc/state-graph
version: 2
title: hide and seek
players: [hider, seeker]
start: hide
states:
  hide: {actor: hider, moves: {left: {to: near, sees: {}}, right: {to: far, sees: {}}}}
  near: {actor: seeker, moves: {left: found, right: {to: lost, reward: 1/2}}}
  far: {actor: seeker, moves: {left: lost, right: wind}}
  wind: {actor: chance, moves: {on: {p: 1/3, to: found}, off: {p: 2/3, to: lost}}}
  found: {payoff: -1}
  lost: {payoff: 1}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("actor: hider", "actor: nobody", "7:17: 'nobody' is not a known actor"),
        ("to: near", "to: nowhere", "7:43: 'nowhere' is not a state"),
        ("left: found", "left: {sees: {}}", "8:39: the key 'to' is missing"),
        ("left: found", "left: {to: found, p: 1}", "8:54: unknown key 'p'; known are"),
        ("left: found", "left: {to: found, sees: {owl: a}}", "8:63: 'owl' is no player"),
        ("left: found", "left: {to: found, sees: a}", "8:57: 'a' is not a mapping"),
        ("reward: 1/2", "reward: much", "8:72: 'much' is not a number"),
        ("p: 1/3", "p: 1/2", "10:32: the probabilities sum to 7/6, not to 1"),
        ("p: 1/3", "p: -1/3", "10:41: the probability -1/3 is not above 0"),
        ("{p: 1/3, to: found}", "found", "10:37: 'found' is not a mapping"),
        ("payoff: -1", "payoff: -1, actor: hider", "11:19: unknown key"),
        ("players: [hider, seeker]", "players: [hider]", "4:10: a game here has 2 players, not 1"),
        ("players: [hider", "players: [chance", "'chance' cannot be a player's name"),
        ("start: hide", "start: seek", "5:8: 'seek' is not a state"),
        ("start: hide", "start: near", "7:9: no play reaches this state"),
        ("start: hide", "limit: {moves: 0}\nstart: hide", "5:16: 0 is not above 0"),
        ("to: found}", "to: hide}", "a cycle without an end: hide -> "),
        (
            "far: {actor: seeker, moves: {left",
            "far: {actor: seeker, moves: {wait",
            "8:32: seeker cannot know its actions here: after right they are right, wait, after "
            "left they are left, right, and it saw the same",
        ),
    ],
)
def test_a_problem_is_reported_with_its_place(old, new, said):
    assert old in GRAPH
    with pytest.raises(InputError) as caught:
        state_graph.read(GRAPH.replace(old, new, 1))
    assert said in "; ".join(map(str, caught.value.problems))


# Ann sees the same text with its own move or, if chance has dealt y, after it.
TEXTS = """format: efgc/state-graph
version: 2
title: said twice
players: [Ann, Bob]
start: deal
states:
  deal: {actor: chance, moves: {x: {p: 1/2, to: one, sees: {}}, y: {p: 1/2, to: two, sees: {}}}}
  one: {actor: Ann, moves: {go: {to: A, sees: {Ann: hi}}}}
  two: {actor: Ann, moves: {go: {to: said, sees: {}}}}
  said: {actor: chance, moves: {t: {p: 1, to: B, sees: {Ann: hi}}}}
  A: {actor: Ann, moves: {left: end, right: end}}
  B: {actor: Ann, moves: {left: end, wait: end}}
  end: {payoff: 1}
"""


def test_a_text_is_the_same_with_a_move_and_after_it():
    with pytest.raises(InputError) as caught:
        state_graph.read(TEXTS)
    assert str(caught.value) == (
        "12:26: Ann cannot know its actions here: after x - go they are left, right, after "
        "y - go - t they are left, wait, and it saw the same"
    )
    same = TEXTS.replace("wait", "right")
    assert state_graph.count(state_graph.read(same)).information_sets == (2, 0)
    other = state_graph.read(TEXTS.replace("B, sees: {Ann: hi}", "B, sees: {Ann: ho}"))
    assert state_graph.count(other).information_sets == (3, 0)


def test_a_graph_without_a_problem_is_read():
    graph = state_graph.read(GRAPH)
    assert state_graph.count(graph)[1:] == (9, 5, 3, (1, 1))


def test_a_cycle_with_a_limit_is_a_game():
    text = GRAPH.replace("to: found}", "to: hide}").replace("start", "limit: {moves: 7}\nstart")
    graph = state_graph.read(text)
    assert state_graph.count(state_graph.unrolled(graph, 1000)).histories > 9
    assert "limit: {moves: 7, payoff: 0}\n" in "".join(state_graph.write(graph))
