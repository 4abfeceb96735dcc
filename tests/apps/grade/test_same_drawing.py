"""What grading asks of columns: whether two games are drawn alike, and numbers for values."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from efgc.pipeline.apps.course.grade import SolvedGame
from efgc.pipeline.apps.course.grade.differences import TreeComparison
from efgc.pipeline.apps.course.grade.identical_trees import bags, ranks
from efgc.pipeline.apps.course.grade.solved_games import exploitabilities
from efgc.pipeline.apps.course.grade.tree_comparison import compare_trees
from efgc.pipeline.apps.course.grade.tree_pair import Continuations, same_drawing, same_labels
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.maps import read_map
from gambit_games import parse_gambit
from small_games import PUBLISHED, boards, game_of, island, law, published, solved


def test_the_same_drawing():
    game = game_of(published("island-1"), "island-2018")
    assert same_drawing(game, game_of(published("island-1"), "island-2018"))
    for node, record in enumerate(game.nodes):
        match record:
            case Terminal(payoff):
                other = Terminal(payoff + 1)
            case Decision(infoset, children):
                other = Decision(infoset, children[::-1]) if len(children) > 1 else None
            case Chance(actions, probabilities, children):
                other = Chance(actions, tuple(p / 2 for p in probabilities), children)
        if other is not None:
            nodes = (*game.nodes[:node], other, *game.nodes[node + 1 :])
            assert not same_drawing(game, replace(game, nodes=nodes))
    turned = tuple(each._replace(player=3 - each.player) for each in game.information_sets)
    assert not same_drawing(game, replace(game, information_sets=turned))


def is_laid_over_itself(game, start=None):
    """Hold that walking over a copy finds what is taken for granted of one."""
    copy = parse_gambit("".join(write_gambit(game)), "0" * 64)
    assert same_drawing(game, copy) and same_labels(game, copy)
    continuations = Continuations()
    assert continuations.of(game) == continuations.of(copy)
    found = compare_trees(game.with_records(), copy.with_records(), start)
    assert (found.difference, found.drawn, found.straight) == (None, None, True)
    one, other = (
        SolvedGame(each, report.bounds, report.strategies)
        for each in (game, copy)
        for report in [solved(each)]
    )
    assert exploitabilities(one, other, found) == exploitabilities(
        one, other, TreeComparison(copied=True)
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_copy_need_not_be_walked(name):
    (start,) = read_map(published(name)).squares("S")
    is_laid_over_itself(game_of(published(name), PUBLISHED[name][0]), start)


@law(30)
@given(boards(max_rows=3, max_columns=3, max_places=2))
def test_a_copy_of_any_map_need_not_be_walked(board):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, max_states=200)
    except InputError:
        return
    if len(game.information_sets):
        is_laid_over_itself(game)


def test_a_label_that_differs_is_seen():
    game = game_of(published("island-1"), "island-2018")
    for number, infoset in enumerate(game.information_sets):
        other = infoset._replace(actions=(*infoset.actions[:-1], "other"))
        sets = (*game.information_sets[:number], other, *game.information_sets[number + 1 :])
        changed = replace(game, information_sets=sets)
        assert same_drawing(game, changed) and not same_labels(game, changed)
    nodes = tuple(
        node._replace(actions=("other", *node.actions[1:])) if isinstance(node, Chance) else node
        for node in game.nodes
    )
    assert not same_labels(game, replace(game, nodes=nodes))


def test_numbers_for_values():
    draw = random.Random(1)
    for size in (0, 1, 2, 50, 1000):
        most = draw.choice((1, 10, 2**40))
        values = np.array([draw.randrange(most) for _ in range(size)], np.int64)
        other = np.array([draw.randrange(3) for _ in range(size)], np.int64)
        rows = list(zip(values.tolist(), other.tolist(), strict=True))
        sizes = np.array([size, 0], np.int64)
        each = np.zeros(size, np.int64)
        found = ranks(np.unique(values, return_inverse=True)[1], other).tolist()
        one, empty = bags(other, each, sizes)
        assert len(set(zip(found, rows, strict=True))) == len(set(rows)) == len(set(found))
        assert (one == empty) == (size == 0)
