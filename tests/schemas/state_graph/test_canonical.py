"""In a file, the order of the keys of a mapping means nothing: neither in a state graph nor in a
game.
"""

import json
import random
import re
from dataclasses import replace
from functools import cache

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import graph_mutations
from drawn_maps import drawn_map
from efgc.schemas import game, state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.states import Choice, Draw, Terminal
from efgc.schemas.state_graph import ObservationGraph, in_order
from efgc.schemas.state_graph import read as read_graph
from efgc.schemas.state_graph.columns import StateView, graph_columns
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from small_games import ARTIFACTS, island, law

GRAPHS = sorted(ARTIFACTS.glob("*/*.states.yaml"))  # Of both versions.
SMALL_AND_LARGE = [
    pytest.param(path, marks=pytest.mark.slow) if path.stat().st_size > 100_000 else path
    for path in GRAPHS
]
GAMES = sorted(ARTIFACTS.glob("*/*.game.json"))
STYLES = {
    "sorted keys": {},
    "flow style": {"default_flow_style": True},
    "block style": {"default_flow_style": False},
    "wide lines": {"width": 10_000, "sort_keys": False},
    "letters beyond ASCII": {"allow_unicode": True, "sort_keys": False},
}


def shuffled(data, chance):
    """Return data with the keys of every mapping in another order."""
    if isinstance(data, dict):
        keys = list(data)
        chance.shuffle(keys)
        return {key: shuffled(data[key], chance) for key in keys}
    return [shuffled(one, chance) for one in data] if isinstance(data, list) else data


def text(artifact, module):
    return "".join(module.write(artifact))


@cache
def parsed(path):
    """Return the data of a worked example, read by another reader than ours."""
    return yaml.safe_load(path.read_text())


@pytest.mark.many
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("path", SMALL_AND_LARGE, ids=lambda path: path.parent.name)
def test_a_state_graph_written_by_another_tool_is_the_same_graph(path, style):
    graph = read_graph(path.read_text())
    for data in (parsed(path), shuffled(parsed(path), random.Random(1))):
        found = read_graph(yaml.safe_dump(data, **style))
        assert found.digest == graph.digest
        assert found == graph or isinstance(graph, ObservationGraph)


@pytest.mark.slow
@pytest.mark.parametrize("quote", ['"', "'", "|", ">"])
@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.parent.name)
def test_a_state_graph_with_other_quotes_is_the_same_graph(path, quote):
    data = yaml.load(path.read_text(), yaml.BaseLoader)  # Every scalar as text.
    found = read_graph(yaml.safe_dump(data, default_style=quote))
    assert found.digest == read_graph(path.read_text()).digest


@pytest.mark.many
@pytest.mark.parametrize("form", [{}, {"indent": 1}, {"separators": (",", ":")}], ids=str)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_game_written_by_another_tool_is_the_same_game(path, form):
    original = path.read_text()
    played = game.read(original)
    data = json.loads(original)
    for keys in (data, shuffled(data, random.Random(1))):
        for ordered in (False, True):
            found = game.read(json.dumps(keys, sort_keys=ordered, **form))
            assert text(found, game) == text(played, game) and found.digest == played.digest


def same(graph, chance):
    """Assert that a graph is the same one, and so is its game, whatever the order of the keys."""
    written = text(graph, state_graph)
    read = state_graph.read(written)
    assert text(read, state_graph) == written and read.digest == graph.digest
    keys = yaml.safe_dump(shuffled(yaml.safe_load(written), chance), sort_keys=False)
    found = state_graph.read(keys)
    assert found.digest == graph.digest
    assert text(replace(found, comment=graph.comment), state_graph) == written
    try:
        expanded = text(expand(graph), game)
    except InputError as error:
        with pytest.raises(InputError) as raised:
            expand(found)
        assert str(raised.value) == str(error)
    else:
        assert text(expand(found), game) == expanded


@pytest.mark.slow
@law(150)
@given(st.integers(0, 400), st.integers(0, 2), st.randoms(use_true_random=False))
def test_the_graph_of_a_map_with_its_keys_shuffled_is_the_same_game(seed, level, chance):
    map, rules = drawn_map(seed)
    same(parse(map, "0" * 64, "map.txt", rules, level), chance)


@pytest.mark.slow
@law(300)
@given(st.randoms(use_true_random=False))
def test_any_graph_with_its_keys_shuffled_is_the_same_game(chance):
    written = graph_mutations.mutated(chance)
    try:
        graph = state_graph.read(written)
    except InputError:
        return
    same(graph, chance)


LABELS = st.sampled_from(["up", "e2", "e10", "on", "2", "é"])


@st.composite
def states(draw):
    """Draw states that end play, chance moves and moves of either player."""
    size = draw(st.integers(2, 6))
    found = []
    for _ in range(size):
        labels = draw(st.lists(LABELS, unique=True, min_size=1))
        to = [draw(st.integers(0, size - 1)) for _ in labels]
        kind = draw(st.integers(0, 3))
        if kind == 0:
            found.append(Terminal(size))
        elif kind == 3:
            found.append(
                Draw(tuple((label, size, at) for label, at in zip(labels, to, strict=True)))
            )
        else:
            found.append(Choice(kind, tuple(zip(labels, to, strict=True))))
    return found


@pytest.mark.slow
@law(400)
@given(states())
def test_moves_are_put_in_order_alike_in_records_and_in_columns(drawn):
    columns = graph_columns(drawn)
    ordered = in_order(StateView(columns))
    assert tuple(ordered) == in_order(drawn) == in_order(in_order(drawn))
    assert (ordered.columns is columns) == (in_order(drawn) == tuple(drawn))


def test_player_2_is_offered_the_same_labels_in_the_same_order_everywhere():
    found = in_order([Choice(2, (("b", 2), ("a", 3))), Choice(2, (("a", 4), ("b", 5)))])
    assert [[label for label, _ in state.moves] for state in found] == [["b", "a"], ["b", "a"]]


@pytest.mark.parametrize("rules", ["island-2018", "cave-2023"])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_both_readers_agree_on_a_graph_in_canonical_order_and_on_any_other(
    rules, level, monkeypatch
):
    graph = parse(island(["SE-", "-GE", "--D"], 1), "0" * 64, "map.txt", rules, level)
    written = text(graph, state_graph)
    head, *found = re.split(r"^(?=  s\d)", written, flags=re.MULTILINE)
    other = "".join((head, *found[::-1]))
    quick = [state_graph.read(one) for one in (written, other)]
    assert quick[0].columns is not None and quick[1].columns is None
    monkeypatch.setattr(state_graph, "read_columns", lambda text: None)
    careful = [state_graph.read(one) for one in (written, other)]
    assert careful[0].columns is None
    assert {one.digest for one in (graph, *careful, *quick)} == {graph.digest}
