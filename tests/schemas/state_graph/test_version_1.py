"""The two kinds of graphs of version 1 are special cases of version 2."""

import pytest

import efgc
from as_version_2 import as_version_2
from efgc.schemas import state_graph
from efgc.schemas.game import count
from efgc.schemas.state_graph.histories import count_histories
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from random_observed import text_of
from small_games import ARTIFACTS

SECRET = ("cave-example", "island-1", "island-2")
GOOFSPIEL = "game: goofspiel\ncards: 3\n"


@pytest.mark.parametrize("name", SECRET)
def test_a_map_has_the_same_tree_as_a_graph_of_version_2(name):
    file = ARTIFACTS / name / f"{name}.txt"
    graph = parse(file.read_text(), "0" * 64, level=0)
    found = state_graph.read(text_of(as_version_2(graph)))
    assert state_graph.count(found)[1:] == count_histories(graph)[1:] == count(expand(graph))[1:]
    assert efgc.run(file).value_exact == efgc.run("".join(state_graph.write(found))).value_exact


def test_goofspiel_has_the_same_tree_as_a_graph_of_version_2():
    graph = parse(GOOFSPIEL, "0" * 64, level=0)
    assert graph.states
    found = state_graph.read(text_of(as_version_2(graph)))
    tree = expand(state_graph.read("".join(state_graph.write(graph))))
    assert state_graph.count(found)[1:] == count(tree)[1:]
    assert count(expand(found))[1:] == count(tree)[1:]
