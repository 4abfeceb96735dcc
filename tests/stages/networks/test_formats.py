"""Networks as other programs read them: NetworkX reads GraphML and the node-link form, and equal
attributes are equal in all three forms.
"""

import io
import json
import re
import shutil
import subprocess
from dataclasses import replace

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import leduc
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand import expand
from efgc.stages.networks import NETWORK_FORMATS, as_network
from efgc.stages.parse import parse
from random_games import random_game
from small_games import boards, game_of, island, law, published

ATTRIBUTE = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|-?\d+)')
LINE = re.compile(r"  (\d+)(?: -> (\d+))? \[(.*)\];")


def written(network, form):
    return "".join(NETWORK_FORMATS[form](network))


def read_json(text):
    return networkx.node_link_graph(json.loads(text), edges="edges")


def read_graphml(text):
    return networkx.read_graphml(
        io.BytesIO(text.encode()), node_type=int, edge_key_type=int, force_multigraph=True
    )


def read_dot(text):
    """Return the network in a file for Graphviz with a line per node and edge."""
    begin, head, *lines, end = text.splitlines()
    assert (begin, end) == ("digraph network {", "}") and head.startswith("  graph [")
    found = networkx.MultiDiGraph(**attributes(head))
    for line in lines:
        node, after, told = LINE.fullmatch(line).groups()
        if after is None:
            found.add_node(int(node), **attributes(told))
        else:
            told = attributes(told)
            found.add_edge(int(node), int(after), told.pop("key"), **told)
    return found


def attributes(text):
    return {
        name: re.sub(r"\\(.)", r"\1", value[1:-1]) if value[0] == '"' else int(value)
        for name, value in ATTRIBUTE.findall(text)
    }


READERS = {"json": read_json, "graphml": read_graphml, "dot": read_dot}


def same(one, other):
    """Return whether two networks are equal: nodes, edges and all attributes, with their types.
    A reader may add attributes of its own to a graph, as that of GraphML does.
    """
    read = {key: other.graph[key] for key in one.graph}
    return (one.adj, one.nodes, one.graph) == (other.adj, other.nodes, read)


@pytest.mark.parametrize("form", NETWORK_FORMATS)
@law(30)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_a_map_is_read_back(form, board, level):
    rows, bandits, capture, rules = board
    graph = parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=level)
    network = as_network(graph)
    assert len(network) == len(graph.states)
    assert same(network, READERS[form](written(network, form)))


@pytest.mark.parametrize("form", NETWORK_FORMATS)
@law(30)
@given(st.integers(0, 10**6))
def test_a_game_is_read_back(form, number):
    network = as_network(random_game(number))
    assert same(network, READERS[form](written(network, form)))


@pytest.mark.parametrize("form", NETWORK_FORMATS)
def test_labels_with_special_characters_are_read_back_unchanged(form):
    rows = ["S-D", "###"]
    graph = parse(island(rows), "0" * 64, rules="island-2018", level=0)
    network = as_network(graph)
    network.graph["title"] = 'a "b" \\n <c> & ü, {d} [e=1]; f -> g'
    for _, _, told in network.edges.data():
        told["label"] = "x\" -> 7 [y='z'];"
    assert same(network, READERS[form](written(network, form)))


def test_characters_that_xml_cannot_represent_are_escaped():
    network = as_network(parse(island(["SD", "##"]), "0" * 64, rules="island-2018", level=0))
    network.graph["title"] = "a\x1b\x00b"
    read = read_graphml(written(network, "graphml"))
    assert read.graph["title"] == "a\\x1b\\x00b"
    assert read_json(written(network, "json")).graph["title"] == "a\x1b\x00b"


def test_a_game_has_its_probabilities_payoffs_and_information_sets():
    game = leduc()
    network = as_network(game, len(game.nodes))
    assert len(network) == len(game.nodes) and networkx.is_arborescence(network)
    kinds = networkx.get_node_attributes(network, "kind")
    for node, told in network.nodes.data():
        moves = [dict(told) for *_, told in network.out_edges(node, data=True)]
        match kinds[node]:
            case "terminal":
                assert not moves and "payoff" in told
            case "chance":
                assert all(set(move) == {"label", "probability"} for move in moves)
            case "decision":
                actions = game.information_sets[told["information_set"]].actions
                assert tuple(move["label"] for move in moves) == actions


@law(30)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_games_and_graphs_are_read_back_as_the_same_networks(board, level):
    rows, bandits, capture, rules = board
    graph = parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=level)
    records = replace(graph, states=tuple(graph.states))
    assert records.columns is None
    assert same(as_network(records), as_network(graph))
    for made in (graph, expand(graph)):
        network = as_network(made)
        assert same(network, read_json(written(network, "json")))


def test_moves_to_one_node_are_several_edges():
    network = as_network(parse("game: goofspiel\ncards: 2\n", "0" * 64))
    assert max(network.number_of_edges(*pair) for pair in networkx.DiGraph(network).edges()) > 1
    # With what player 1 gets on the way.
    assert {told.get("reward", "0") for *_, told in network.edges.data()} >= {"-1", "0", "1"}


@pytest.mark.parametrize("of", ["states", "nodes"])
def test_a_network_that_is_too_large_is_refused_with_its_size_before_it_is_made(of):
    text = published("island-1")
    made = parse(text, "0" * 64) if of == "states" else game_of(text, level=2)
    size = len(made.states) if of == "states" else len(made.nodes)
    assert len(as_network(made, size)) == size
    with pytest.raises(InputError, match=rf"has {size} {of}, more than the limit of {size - 1} "):
        as_network(made, size - 1)


@pytest.mark.skipif(shutil.which("dot") is None, reason="no Graphviz here: install graphviz")
def test_graphviz_reads_the_dot_output():
    network = as_network(game_of(published("island-1"), level=2))
    text = written(network, "dot")
    plain = subprocess.run(
        ["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()
    assert sum(line.startswith("node ") for line in plain) == len(network)
    assert sum(line.startswith("edge ") for line in plain) == network.number_of_edges()
