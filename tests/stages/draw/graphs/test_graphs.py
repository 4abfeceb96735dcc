"""Drawings of state graphs: golden files, what is drawn, and where it lies."""

import itertools
import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.states import Choice, Draw, Joint, Look, Relocation, Terminal, targets
from efgc.schemas.state_graph import Secret, StateGraph, read
from efgc.stages.draw import svg, tikz
from efgc.stages.draw.colours import ROLES
from efgc.stages.draw.graphs import MOST, graph_of, scene, write_text
from efgc.stages.draw.graphs.graph import (
    LABEL,
    LINE,
    DrawnKind,
    move_label,
    state_height,
    state_width,
)
from efgc.stages.draw.graphs.layout import columns, lay_out
from efgc.stages.draw.labels import width
from efgc.stages.parse import parse
from small_games import ARTIFACTS, boards, island, law

GOLDEN = Path(__file__).parent / "golden"
WRITERS = {
    "graph.svg": lambda graph: svg.write(scene(graph)),
    "graph.tex": lambda graph: tikz.write(scene(graph)),
    "graph.txt": write_text,
    "graph.ascii.txt": lambda graph: write_text(graph, ascii=True),
}
DRAWINGS = {
    "cave-example": {},
    "island-report": {},
    "maze": {"start": "s21"},
    "goofspiel-3": {"depth": 2},
}
HOSTILE = (
    "</text><script>alert(1)</script>",
    "'single' \"double\" & &amp; <!-- ]]>",
    "\\input{/etc/passwd} \\N \\",
    "$x^2$ {a} #1 50% a_b ~",
    "\x1b[31mred\x00\n%",
    "\N{RIGHT-TO-LEFT OVERRIDE}left \ud800",
    "Привет 世界 שלום 🎲",
    "",
    "long " * 100,
)


def example(name):
    """Return the state graph of a worked example."""
    return read((ARTIFACTS / name / f"{name}.states.yaml").read_text())


@pytest.fixture(scope="module")
def drawings():
    return {name: graph_of(example(name), **asked) for name, asked in DRAWINGS.items()}


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawing_is_the_golden_one(drawings, name, suffix):
    expected = (GOLDEN / f"{name}.{suffix}").read_text(encoding="utf-8")
    assert "".join(WRITERS[suffix](drawings[name])) == expected


def hostile():
    """Return a graph whose every label is one of HOSTILE."""
    ends = tuple(Terminal(Fraction(at, 3)) for at in range(len(HOSTILE)))
    first = 5
    states = (
        Choice(1, tuple((label, 1) for label in HOSTILE), (), (0, 0)),
        Choice(2, ((HOSTILE[0], 2), (HOSTILE[1], 3)), HOSTILE),
        Look(HOSTILE[2], 3, 4),
        Draw(tuple((label, Fraction(1, 9), first + at) for at, label in enumerate(HOSTILE))),
        Relocation(HOSTILE, HOSTILE[3], 3),
        *ends,
    )
    return StateGraph(
        title=HOSTILE[4],
        source=None,
        players=(HOSTILE[5], HOSTILE[6]),
        secret=Secret(((HOSTILE[2], (0, 0)), (HOSTILE[3], (0, 1))), 1),
        names=tuple(f"{at} {HOSTILE[at % 9]}" for at in range(len(states))),
        states=states,
        start=0,
    )


def test_labels_do_no_harm():
    graph = graph_of(hostile())
    root = ElementTree.fromstring("".join(svg.write(scene(graph))))
    assert not [one for one in root.iter() if one.tag.endswith("script")]
    assert "<script" not in svg.embedded(scene(graph))
    for line in itertools.chain(write_text(graph), write_text(graph, ascii=True)):
        assert line[:-1].isprintable()
    assert "".join(write_text(graph, ascii=True)).isascii()
    latex = "".join(tikz.write(scene(graph)))
    assert "\\input" not in latex and "\x1b" not in latex
    bare = re.sub(r"\\[{}]", "", latex)
    assert bare.count("{") == bare.count("}")


def test_parts_have_known_roles(drawings):
    for graph in drawings.values():
        root = ElementTree.fromstring("".join(svg.write(scene(graph))))
        assert {one.get("class") for one in root.iter() if one.get("class")} <= {*ROLES}


def test_every_kind_of_state_is_recognised():
    graph = graph_of(hostile())
    assert [state.kind for state in graph.states[:5]] == [
        *(DrawnKind.FIRST, DrawnKind.SECOND, DrawnKind.LOOK, DrawnKind.RELOCATION, DrawnKind.CHANCE)
    ]
    assert graph.states[0].at == (0, 0)
    assert graph.states[2].details == "\\\\input{/etc/passwd} \\\\N \\\\?".replace("\\\\", "\\")


def is_whole(graph, record):
    """Assert that a record has every state and every move of a graph."""
    assert sorted(state.state for state in record.states) == list(range(len(graph.states)))
    for place, state in enumerate(record.states):
        moves = [move for move in record.moves if move.start == place]
        found = {record.states[move.end].state for move in moves}
        assert found == {*targets(graph.states[state.state])}
        known = graph.states[state.state]
        assert state.payoff == (known.payoff if isinstance(known, Terminal) else None)
        if isinstance(known, Draw):
            assert sum(move.probability for move in moves) == 1
        number = sum(map(len, known.to)) if isinstance(known, Joint) else len(targets(known))
        assert sum(len(move.labels) for move in moves) == number


def is_well_laid_out(record):
    """Assert that layers go up along moves, that nothing lies on anything else, and that lines join
    what they should.
    """
    assert all(record.layers[move.start] < record.layers[move.end] for move in record.moves)
    for place, layer in enumerate(record.layers):
        before = [record.layers[move.start] for move in record.moves if move.end == place]
        assert layer == max(before, default=-1) + 1
    found, boxes = lay_out(record), []
    for state, (x, y) in zip(record.states, found.states, strict=True):
        half = state_height(state) / 2
        boxes.append((x, y - half, x + state_width(state), y + half))
    for move, (x, y) in zip(record.moves, found.labels, strict=True):
        if move_label(move):
            boxes.append((x, y - LINE + 4, x + width(move_label(move), LABEL), y + 2))
    for box in boxes:
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= found.width and box[3] <= found.height
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart
    for move, line in zip(record.moves, found.lines, strict=True):
        assert line[-1] == found.states[move.end]
        assert line[0][1] == found.states[move.start][1]
        assert all(one[0] <= other[0] for one, other in itertools.pairwise(line))


def test_examples_are_whole_and_well_laid_out(drawings):
    for name, record in drawings.items():
        is_well_laid_out(record)
        if not DRAWINGS[name]:
            is_whole(example(name), record)


@pytest.mark.slow
def test_public_games_are_whole_and_well_laid_out():
    for name in ("goofspiel-3", "droid-duel"):
        graph = example(name)
        record = graph_of(graph, most=1000)
        is_whole(graph, record)
        is_well_laid_out(record)


@law(100)
@given(boards())
def test_random_maps_are_whole_and_well_laid_out(board):
    rows, bandits, capture, rules = board
    graph = parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=2)
    record = graph_of(graph, most=len(graph.states))
    is_whole(graph, record)
    is_well_laid_out(record)


def test_sweeps_do_not_make_it_worse():
    record = graph_of(example("goofspiel-3"), most=1000)
    found = columns(record)
    place = {item: at for column in found.columns for at, item in enumerate(column)}
    assert sorted(place) == list(range(len(found.items)))
    for column, after in itertools.pairwise(found.columns):
        ends = {*after}
        assert all(to in ends for item in column for to in found.after[item])


def test_a_depth_leaves_out_deeper_states():
    record = graph_of(example("island-1"), depth=1)
    assert [state.name for state in record.states] == ["s0", "s1", "s18", "s35"]
    assert [state.behind for state in record.states] == [0, 1, 1, 1]
    assert record.left_out and "+1" in "".join(write_text(record))


def test_a_drawing_begins_at_the_given_state():
    record = graph_of(example("island-1"), "s35")
    assert record.start == "s35" and record.states[0].name == "s35"
    assert {state.name for state in record.states} == {f"s{at}" for at in range(35, 49)}
    with pytest.raises(InputError, match="there is no state 's99'"):
        graph_of(example("island-1"), "s99")


def test_a_graph_that_is_too_large_to_draw_is_refused_with_its_size():
    with pytest.raises(InputError) as refused:
        graph_of(example("goofspiel-4"))
    assert str(refused.value) == (
        "460 states are too many for one picture, which shows at most 200: --depth 2 draws 57, "
        "and --from STATE begins further on"
    )
    assert MOST == 200


@pytest.mark.slow
def test_a_graph_that_is_too_large_to_list_is_refused():
    with pytest.raises(InputError, match="too many to list"):
        graph_of(example("droid-battle"))


def test_states_of_the_secret_can_be_marked(drawings):
    text = svg.embedded(scene(drawings["cave-example"]))
    assert '<g data-mark-state="s0" data-mark-square="1,1">' in text
