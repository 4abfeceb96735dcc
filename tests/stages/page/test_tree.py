"""What the page has of a tree: the likeliest part, with numbers that are those of the report."""

import json

import pytest

from card_games import kuhn, leduc
from efgc.schemas.game import Decision, Terminal, children
from efgc.stages.draw.trees.selection import Plays, subtree_sizes
from efgc.stages.page import tree
from efgc.stages.page.assembly import in_page
from efgc.stages.page.tree import SECTION, opened, tree_data
from efgc.stages.report.measures import reaches
from gambit_games import parse_gambit
from small_games import game_of, island, published, solved


@pytest.fixture(scope="module")
def cards():
    return solved(leduc())


def test_a_small_tree_is_there_as_a_whole():
    report = solved(kuhn())
    shown = SECTION.gather(report)
    data, game = shown.data, report.game
    assert data["left"] == {} and shown.fields["whole"]
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal):
            assert data["payoffs"][data["ends"][number]].replace("−", "-") == str(node.payoff)
        elif isinstance(node, Decision):
            assert data["decided"][number] == [node.infoset, *node.children]
        else:
            assert data["drawn"][number] == [0, *node.children]
    reach = reaches(game, report.strategies)
    for strategy in report.strategies:
        for infoset, own, probabilities in strategy:
            record = data["infosets"][infoset]
            assert record[0] == game.information_sets[infoset].player
            assert record[3:6] == [list(probabilities), reach[infoset], own]


def test_of_a_large_tree_the_likeliest_nodes_are_there(cards):
    game = cards.game
    nodes = opened(game, Plays(game, cards.strategies), most=200)
    assert len(nodes) == 200 and nodes[0] == 0
    data, numbers = tree_data(cards, nodes), subtree_sizes(game)
    following = {child for node in nodes for child in children(game.nodes[node])} - {*nodes}
    assert following == {*data["left"]} | {*data["ends"]}
    assert all(left[1] == numbers[node] for node, left in data["left"].items())
    known = len(nodes) + len(data["ends"])
    assert known + sum(left[1] for left in data["left"].values()) == len(game.nodes)
    reached = _reached(cards)
    least = min(reached[node] for node in nodes)
    assert all(reached[node] <= least + 1e-12 for node in data["left"])


def test_a_node_with_too_many_moves_is_not_opened_in_the_page(tmp_path):
    labels = " ".join(f'"a{number}"' for number in range(1000))
    ends = "".join(
        f't "" {number + 1} "" {{ {number % 7} {-(number % 7)} }}\n' for number in range(1000)
    )
    game = f'EFG 2 R "wide" {{ "1" "2" }}\n""\np "" 1 1 "" {{ {labels} }} 0\n{ends}'
    shown = SECTION.gather(solved(parse_gambit(game, "0" * 64, "wide.efg")))
    assert shown.data["left"] == {0: [0, 1001]} and shown.data["opened"] == []
    assert len(shown.fields["picture"]) + len(in_page(shown.data)) < 50_000


def _reached(report):
    """Return how likely play comes to the nodes of a tree."""
    found, plays = [1.0] + [0.0] * len(report.game.nodes), Plays(report.game, report.strategies)
    for number, node in enumerate(report.game.nodes):
        for child, share in zip(children(node), plays.at(node) or (), strict=True):
            found[child] = found[number] * float(share)
    return found


def test_the_size_of_the_data_is_limited(cards):
    nodes = opened(cards.game, Plays(cards.game, cards.strategies), size=20_000)
    assert 5_000 < len(in_page(tree_data(cards, nodes))) < 40_000


def test_a_large_map_has_no_tree_but_any_large_game_of_a_file_has_one(cards, monkeypatch):
    map_report = solved(game_of(published("cave-example"), "cave-2023"))
    assert SECTION.gather(map_report) is not None
    monkeypatch.setattr(tree, "LARGE", len(map_report.game.nodes))
    assert SECTION.gather(map_report) is None
    assert len(cards.game.nodes) >= tree.LARGE
    assert SECTION.gather(cards) is not None


def test_a_shared_node_is_there_once():
    report = solved(game_of(published("island-1"), "island-2018", level=2))
    shown = SECTION.gather(report)
    assert shown.fields["shared"]
    data = shown.data
    assert len(data["decided"]) + len(data["drawn"]) + len(data["ends"]) == len(report.game.nodes)


def test_labels_cannot_leave_the_data():
    report = solved(game_of(island(["SDE"], 1, "0.5"), "island-2018"))
    assert json.loads(in_page(SECTION.gather(report).data))["players"] == ["agent", "bandits"]
