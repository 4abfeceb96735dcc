"""Statistics against what is seen by looking at every play, on small networks."""

from collections import Counter

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.game import count
from efgc.schemas.state_graph.order import topological
from efgc.stages.networks import as_network, measure
from efgc.stages.networks.measures import groups
from efgc.stages.parse import parse
from random_networks import parts, passed_by_all, payoff, plays, random_network
from small_games import boards, game_of, island, law

NUMBERS = st.integers(0, 10**6)
CORRIDOR = island(["#######", "S-E-EGD", "###-###", "###D###"], bandits=1)


@law(300)
@given(NUMBERS)
def test_sizes_are_those_of_all_plays(number):
    network = random_network(number)
    found, ways = measure(network), plays(network)
    reached = {way[-1] for way in ways}
    ends = [way for way in ways if not network.out_degree(way[-1])]
    depths = {node: max(len(way) - 1 for way in ways if way[-1] == node) for node in reached}
    assert found.nodes == len(reached)
    assert found.moves == sum(network.out_degree(node) for node in reached)
    assert found.passed["all"].plays == len(ends)
    assert found.payoffs == Counter(payoff(network, way[-1]) for way in ends)
    assert found.shortest == min(map(len, ends)) - 1
    assert len(found.longest) == max(map(len, ends)) and found.longest in ends
    assert found.width == tuple(
        sum(depth == at for depth in depths.values()) for at in range(max(depths.values()) + 1)
    )
    assert sum(found.ends) == len({way[-1] for way in ends})
    assert found.branching == Counter(network.out_degree(node) for node in reached)


@law(300)
@given(NUMBERS)
def test_dominators_and_articulation_are_those_of_all_plays(number):
    network = random_network(number)
    found, ways = measure(network), plays(network)
    reached = {way[-1] for way in ways}
    above = {
        node: passed_by_all([way[:-1] for way in ways if way[-1] == node])
        for node in reached - {network.graph["start"]}
    }
    assert found.dominators == {node: before[-1] for node, before in above.items()}
    assert found.behind == Counter(node for before in above.values() for node in before)
    whole = parts(reached, network.edges())
    assert whole == 1
    assert set(found.articulation) == {
        node for node in reached if parts(reached - {node}, network.edges()) > 1
    }


@law(500)
@given(NUMBERS)
def test_measured_passages_lie_on_all_plays(number):
    network = random_network(number)
    found = measure(network).passed
    ends = [way for way in plays(network) if not network.out_degree(way[-1])]
    highest = max(payoff(network, way[-1]) for way in ends)
    wanted = {
        "all": ends,
        "above 0": [way for way in ends if payoff(network, way[-1]) > 0],
        "highest": [way for way in ends if payoff(network, way[-1]) == highest],
    }
    assert found.keys() == {name for name, those in wanted.items() if those}
    for name, passed in found.items():
        ways = wanted[name]
        assert passed.plays == len(ways)
        assert list(passed.nodes) == passed_by_all([way[:-1] for way in ways])
        told = [{one for node in way for one in groups(network.nodes[node])} for way in ways]
        assert set(passed.groups) == set.intersection(*told)
        assert len(passed.groups) == len(set(passed.groups))


@law(200)
@given(NUMBERS)
def test_nodes_on_all_plays_are_cut_nodes_once_the_ends_are_joined(number):
    """Of a graph in which everything lies between start and end, articulation is undirected
    search, and dominators are directed: each is the witness of the other.
    """
    network = random_network(number)
    found = measure(network)
    start = network.graph["start"]
    joined = networkx.Graph(network.subgraph({start, *found.dominators}).edges())
    joined.add_edges_from(
        (node, "end") for node in [start, *found.dominators] if not network.out_degree(node)
    )
    cut = set(networkx.articulation_points(joined)) - {start}
    ends = {node for node in joined if node != "end" and not network.out_degree(node)}
    # Where there is one end alone, it is passed as well.
    assert cut - ends == set(found.passed["all"].nodes) - {start}


@law(50)
@given(boards(), st.sampled_from((0, 1, 2)))
def test_plays_of_a_game_are_its_terminal_histories(board, level):
    rows, bandits, capture, rules = board
    text = island(rows, bandits, capture)
    game = game_of(text, rules, level)
    found = measure(as_network(game))
    counted = count(game)
    assert found.passed["all"].plays == counted.terminal_histories
    assert sum(n for payoff, n in found.payoffs.items() if payoff > 0) == counted.escapes
    sets = tuple(sum(found.information_sets.get(player, {}).values()) for player in (1, 2))
    assert sets == tuple(len(game.infosets(player)) for player in (1, 2))
    graph = parse(text, "0" * 64, rules=rules, level=level)
    assert measure(as_network(graph)).nodes == len(topological(graph))


@pytest.mark.parametrize("level", [0, 1, 2])
def test_unavoidable_places_are_named_as_in_the_map(level):
    found = measure(as_network(parse(CORRIDOR, "0" * 64, rules="island-2018", level=level)))
    assert ("place", "e1") in found.passed["all"].groups
    # Whoever has the gold came by the second place; who has none may have taken the other exit.
    assert ("place", "e2") not in found.passed["all"].groups
    assert ("place", "e2") in found.passed["highest"].groups
    squares = {name for kind, name in found.passed["all"].groups if kind == "square"}
    assert "[1, 0]" in squares and "[1, 4]" not in squares


def test_a_graph_with_rewards_on_moves_has_no_statistics_of_payoffs():
    graph = parse("game: goofspiel\ncards: 3\n", "0" * 64)
    found = measure(as_network(graph))
    assert not found.payoffs and list(found.passed) == ["all"]
    assert found.passed["all"].plays == 6**3  # Per order of prizes both players' orders of cards.
