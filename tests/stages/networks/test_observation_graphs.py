"""Random state graphs of version 2: what is counted without the game, and every drawing."""

from collections import Counter
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from efgc.schemas.game import Decision
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph import count, read, topological, unrolled, write
from efgc.stages.draw import svg, tikz
from efgc.stages.draw.graphs import graph_of, scene, write_text
from efgc.stages.draw.graphs.graph import DrawnKind
from efgc.stages.expand import expand
from efgc.stages.networks import NETWORK_FORMATS, as_network, measure
from observation_graphs import random_graph
from small_games import law

NUMBERS = st.integers(0, 10**6)


def graph_from(number):
    try:
        return read(random_graph(number))
    except InputError as error:  # States that cannot be reached.
        assert all("no play reaches" in str(problem) for problem in error.problems)
        assume(False)


@law(200)
@given(NUMBERS)
def test_counts_are_those_of_the_tree(number):
    graph = graph_from(number)
    played, acyclic = expand(graph), unrolled(graph, 10**6)
    found, measured = count(acyclic), measure(as_network(acyclic))
    assert found.histories == len(played.nodes)
    assert found.terminal_histories == measured.passed["all"].plays
    sets = Counter(infoset.player for infoset in played.information_sets)
    assert found.information_sets == (sets[1], sets[2])
    assert measured.nodes == len(acyclic.names)
    reached = {node.infoset for node in played.nodes if isinstance(node, Decision)}
    assert len(reached) == len(played.information_sets)


@law(200)
@given(NUMBERS)
def test_every_graph_is_drawn_and_exported(number):
    graph = graph_from(number)
    drawn = graph_of(graph)
    states = [state for state in drawn.states if state.kind != DrawnKind.BACK]
    assert sorted(state.state for state in states) == list(range(len(graph.names)))
    assert (len(states) == len(drawn.states)) == (len(topological(graph)) > 0)
    assert all(drawn.layers[move.start] < drawn.layers[move.end] for move in drawn.moves)
    shown = scene(drawn)
    for text in (svg.write(shown), tikz.write(shown), write_text(drawn)):
        assert "".join(text)
    network = as_network(graph)
    assert network.number_of_edges() == len(graph.columns.target)
    for write_network in NETWORK_FORMATS.values():
        assert "".join(write_network(network))


@law(200)
@given(NUMBERS)
def test_what_is_written_is_read_again(number):
    graph = graph_from(number)
    again = read("".join(write(graph)))
    assert again.digest == graph.digest and list(again.states) == list(graph.states)
    assert expand(again).digest == expand(replace(graph, comment=("a line",))).digest
