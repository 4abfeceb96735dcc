"""Laws of the comparison of two games: what is planted is found, at a history that shows it."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph.listing import listed
from efgc.stages.diff import compare_games
from efgc.stages.parse import parse
from efgc.stages.parse.games import game_graph
from random_games import random_game
from random_observed import graph_of, random_graph, renamed
from small_games import boards, game_of, island, law, published, seeds


def found(one, other):
    """Return the changes between two games as plain tuples."""
    return [difference.change[:4] for difference in compare_games(one, other)[0]]


def labels_of(game, node):
    """Return the labels at a node."""
    match game.nodes[node]:
        case Decision(infoset):
            return game.information_sets[infoset].actions
        case Chance(labels):
            return labels
        case _:
            return ()


def behind(game, history):
    """Return the node behind a history in a tree."""
    node = 0
    for label in history:
        node = game.nodes[node].children[labels_of(game, node).index(label)]
    return node


def planted(game, node, record):
    """Return a game with another node in place of one."""
    nodes = tuple(record if at == node else old for at, old in enumerate(game.nodes))
    return replace(game, nodes=nodes)


def some(game, kind, luck):
    """Return the number of some node of a kind; None if there is none."""
    numbers = [at for at, node in enumerate(game.nodes) if isinstance(node, kind)]
    return luck.choice(numbers) if numbers else None


@pytest.mark.parametrize("number", seeds(200))
def test_a_game_is_the_same_as_itself_and_differences_are_symmetric(number):
    one, other = random_game(number), random_game(number + 1)
    assert compare_games(one, one) == ([], [])
    there, back = found(one, other), found(other, one)
    swapped = [(topic, subject, after, before) for topic, subject, before, after in back]
    assert sorted(map(repr, there)) == sorted(map(repr, swapped))


@pytest.mark.parametrize("number", seeds(200))
def test_another_payoff_is_found_at_its_history(number):
    game = random_game(number)
    node = some(game, Terminal, random.Random(number))
    payoff = game.nodes[node].payoff
    other = planted(game, node, Terminal(payoff + Fraction(1, 7)))
    [difference], _ = compare_games(game, other)
    assert difference.change[:4] == ("payoff", "", str(payoff), str(payoff + Fraction(1, 7)))
    assert behind(game, difference.history) == node and difference.times == 1


def test_payoffs_are_compared_exactly():
    game = random_game(1)
    node = some(game, Terminal, random.Random(1))
    payoff = game.nodes[node].payoff + Fraction(1, 10**30)
    [(topic, *_)] = found(game, planted(game, node, Terminal(payoff)))
    assert topic == "payoff"


@pytest.mark.parametrize("number", seeds(100))
def test_other_probabilities_are_found_and_nothing_else(number):
    game = random_game(number)
    node = some(game, Chance, random.Random(number))
    if node is None:
        return
    labels, chances, children = game.nodes[node]
    if len(set(chances)) == 1:
        return
    turned = (*chances[1:], chances[0])
    differences, _ = compare_games(game, planted(game, node, Chance(labels, turned, children)))
    expected = {
        ("probability of", repr(label), str(before), str(after))
        for label, before, after in zip(labels, chances, turned, strict=True)
        if before != after
    }
    assert {difference.change[:4] for difference in differences} == expected
    assert {behind(game, difference.history) for difference in differences} == {node}


@pytest.mark.parametrize("number", seeds(100))
def test_another_label_is_a_move_that_is_gone_and_a_new_one(number):
    game = random_game(number)
    node = some(game, Decision, random.Random(number))
    infoset = game.nodes[node].infoset
    player, _, _, labels = game.information_sets[infoset]
    sets = list(game.information_sets)
    sets[infoset] = sets[infoset]._replace(actions=("other", *labels[1:]))
    topic = f"move of {game.players[player - 1]}"
    assert found(game, replace(game, information_sets=tuple(sets))) == [
        (topic, repr(labels[0]), "", None),
        (topic, "'other'", None, ""),
    ]


@pytest.mark.parametrize("number", seeds(100))
def test_a_player_who_can_tell_two_nodes_apart_is_found(number):
    game = random_game(number)
    members = {}
    for at, node in enumerate(game.nodes):
        if isinstance(node, Decision):
            members.setdefault(node.infoset, []).append(at)
    shared = [(infoset, nodes) for infoset, nodes in members.items() if len(nodes) > 1]
    if not shared:
        return
    infoset, nodes = random.Random(number).choice(shared)
    sets = (*game.information_sets, game.information_sets[infoset])
    split = Decision(len(sets) - 1, game.nodes[nodes[-1]].children)
    other = replace(planted(game, nodes[-1], split), information_sets=sets)
    player = game.players[sets[infoset].player - 1]
    [difference], _ = compare_games(game, other)
    assert difference.change[:4] == (f"information set of {player}", "", "one", "two")
    histories = difference.history, difference.other
    assert {behind(game, history) for history in histories} <= {*nodes}
    assert nodes[-1] in {behind(game, history) for history in histories}
    [difference], _ = compare_games(other, game)
    assert difference.change[2:4] == ("two", "one")


@given(boards())
@law(200)
def test_level_1_changes_nothing_and_level_2_only_leaves_moves_out(board):
    rows, bandits, capture, rules = board
    try:
        graphs = [
            parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=level)
            for level in (0, 1, 2)
        ]
    except InputError:
        return
    assert found(*graphs[:2]) == []
    for topic, _, before, after in found(graphs[0], graphs[2]):
        if topic == "next to move":  # A dead end, where nothing is paid, is an end at level 2.
            assert after == "the end of play with payoff 0"
        else:
            assert (topic, before, after) == (f"move of {graphs[0].players[0]}", "", None)


@pytest.mark.parametrize("name", ["island-1", "island-2", "island-3", "two-bushes", "cave-example"])
def test_level_2_only_leaves_moves_out(name):
    text = published(name)
    graphs = [parse(text, "0" * 64, level=level) for level in (0, 2)]
    differences, remarks = compare_games(*graphs)
    assert remarks == []
    assert all(difference.change.before == "" for difference in differences)
    assert all(difference.change.after is None for difference in differences)


def test_information_sets_that_merge_histories_are_not_compared():
    differences, remarks = compare_games(
        *(game_of(published("island-1"), level=at) for at in (0, 2))
    )
    assert differences == [] and "information sets are not compared" in remarks[0]


def test_a_shared_game_is_the_same_as_its_tree():
    text = published("island-2")
    shared, tree = game_of(text, level=1), game_of(text, level=1, unroll=True)
    assert len(shared.nodes) < len(tree.nodes)
    assert compare_games(shared, tree)[0] == []


@pytest.mark.parametrize("number", seeds(100))
def test_names_and_order_of_states_mean_nothing(number):
    data = random_graph(number)
    assert found(graph_of(data), graph_of(renamed(data, number))) == []


def test_a_graph_of_public_states_is_compared_by_both_moves():
    one, other = (
        listed(game_graph(f"game: goofspiel\ncards: {cards}\n", "", "0" * 64, 2, 1000), 1000)
        for cards in (2, 3)
    )
    assert found(one, one) == []
    assert found(one, other)
