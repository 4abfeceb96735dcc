"""Drawings of state graphs of version 2."""

from efgc.schemas.state_graph import read
from efgc.stages.draw import svg
from efgc.stages.draw.graphs import graph_of, scene, write_text
from efgc.stages.draw.graphs.graph import DrawnKind
from observation_graphs import BURGLAR, KUHN

DRAWN = """\
burglar
● thief   ■ guard   ◆ chance   = payoff to thief   ↑ back to a state before
play ends after 6 moves at the latest, then with payoff 1
a: +1: reward of a to thief
a [1: x, 2: -]: of a, thief sees x, guard nothing

● night
├─ steal: +2 [2: -] ■ open
│  ├─ look: +1/10 [1: -] = −5
│  └─ sleep [1: -] = 0
└─ wait [2: -] ■ dark
   ├─ look: +1/10 [1: -] ◆ noise
   │  ├─ loud [1: noise, 2: noise] (1/3) ↑ night
   │  └─ quiet [1: -, 2: -] (2/3) ↑ night
   └─ sleep [1: -] ↑ noise
"""


def test_moves_have_what_the_players_see_and_cycles_lead_back():
    assert "".join(write_text(graph_of(read(BURGLAR)))) == DRAWN


def test_every_format_has_every_move():
    graph = graph_of(read(BURGLAR))
    picture = "".join(svg.write(scene(graph)))
    for text in ("loud [1: noise, 2: noise]", "back to night", "play ends after 6 moves"):
        assert text in picture
    assert "".join(write_text(graph, ascii=True)).isascii()


def test_the_usual_observation_is_not_drawn():
    graph = graph_of(read(KUHN))
    labels = [label for move in graph.moves for label in move.labels]
    assert labels.count("bet") == 12 and "JQ [1: J, 2: Q]" in labels
    assert all(state.kind != DrawnKind.BACK for state in graph.states)


def test_a_drawing_may_begin_at_a_state_of_a_cycle():
    graph = graph_of(read(BURGLAR), "noise", depth=2)
    assert [(one.name, one.kind == DrawnKind.BACK, one.behind) for one in graph.states] == [
        *(("noise", False, 0), ("night", False, 0), ("open", False, 2), ("dark", False, 0)),
        ("noise", True, 0),
    ]


def test_loops_of_one_state_are_drawn():
    text = BURGLAR.replace("wait: {to: dark,", "go: {to: dark}\n      wait: {to: night,")
    assert "wait [2: -] ↑ night" in "".join(write_text(graph_of(read(text))))
