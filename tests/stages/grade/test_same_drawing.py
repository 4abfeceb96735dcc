"""What grading asks of columns: whether two games are drawn alike, and numbers for values."""

import random
from dataclasses import replace

import numpy as np

from schemas.game import Chance, Decision, Terminal
from small_games import game_of, published
from stages.grade.ranking import bags, ranks
from stages.grade.same_drawing import same_drawing


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
